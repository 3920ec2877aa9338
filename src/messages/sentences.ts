// Tables of sentences: one entry for each case of a union.
import type { ErrorCode } from './errorCodes.js';

/** One of several cases, told apart by `is`. */
type Case = Readonly<{ is: string }>;
type CaseOf<Cases extends Case, Is> = Cases extends Case ? (Is extends Cases['is'] ? Cases : never) : never;
type Sentence<It, More extends readonly unknown[] = []> = string | ((it: It, ...more: More) => string);

/** A new case needs a sentence to compile. `More`: what sentences need besides the case. */
export type Sentences<Cases extends Case, More extends readonly unknown[] = []> = Readonly<{
  [Is in Cases['is']]: Sentence<CaseOf<Cases, Is>, More>;
}>;
/** The same, with the code of each case; null where the contract has none. */
export type CodedSentences<Cases extends Case, Code = ErrorCode> = Readonly<{
  [Is in Cases['is']]: readonly [Code, Sentence<CaseOf<Cases, Is>>];
}>;

export function sentencesOf<Cases extends Case, More extends readonly unknown[] = []>(
  sentences: Sentences<Cases, More>,
): (it: Cases, ...more: More) => string {
  return (it, ...more) => {
    const sentence = sentences[it.is as Cases['is']] as Sentence<Cases, More>;
    return typeof sentence === 'string' ? sentence : sentence(it, ...more);
  };
}

export function codedSentencesOf<Cases extends Case, Code = ErrorCode>(
  sentences: CodedSentences<Cases, Code>,
): (it: Cases) => { code: Code; error: string } {
  return (it) => {
    const [code, sentence] = sentences[it.is as Cases['is']] as readonly [Code, Sentence<Cases>];
    return { code, error: typeof sentence === 'string' ? sentence : sentence(it) };
  };
}
