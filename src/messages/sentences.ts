// Tables of sentences: one entry for each case of a union.

/** One of several cases, told apart by `is`. */
type Case = Readonly<{ is: string }>;
type CaseOf<Cases extends Case, Is> = Cases extends Case ? (Is extends Cases['is'] ? Cases : never) : never;
type Sentence<It, More extends readonly unknown[] = []> = string | ((it: It, ...more: More) => string);

/** A new case needs a sentence to compile. `More`: what sentences need besides the case. */
export type Sentences<Cases extends Case, More extends readonly unknown[] = []> = Readonly<{
  [Is in Cases['is']]: Sentence<CaseOf<Cases, Is>, More>;
}>;

export function sentencesOf<Cases extends Case, More extends readonly unknown[] = []>(
  sentences: Sentences<Cases, More>,
): (it: Cases, ...more: More) => string {
  return (it, ...more) => {
    const sentence = sentences[it.is as Cases['is']] as Sentence<Cases, More>;
    return typeof sentence === 'string' ? sentence : sentence(it, ...more);
  };
}
