// The sentence and code of each problem, and what else an answer says of a refused import.
import type { RecordedRefusal } from '../domain/books/events.js';
import { sentenceWithCode, type CodedSentence, type Problems } from '../domain/kernel/problems.js';
import { declaredProblems, type Problem } from '../domain/problem.js';
import type { LineError } from '../domain/trialBalance/refusals.js';
import { interpretation } from './imports/importAnswer.js';
import { foldedErrors, importReasonSentence, lineReasonSentence } from './imports/reasons.js';
import { registerFaultText } from './registers.js';

/** Line reasons in the joined sentence; the rest is a count (docs/spec/messages.md#joined-sentences). */
const LINE_REASONS_IN_SENTENCE_MAX = 20;

type LineMessage = Readonly<{ linha: number; campo: string; contaCodigo: string; mensagem: string }>;

type ProblemMessage = CodedSentence &
  Readonly<{
    erros?: readonly LineMessage[];
    /** How a file was read. */
    interpretacao?: object;
  }>;

type Refused = Extract<Problem, { is: 'ImportRefused' }>;

/** Problems whose sentence is made of many reasons, which have their own. */
const problemsOfReasons = {
  ImportRefused: {
    code: 'IMPORTACAO_RECUSADA',
    status: 400,
    happened: 'o balancete não passou nas conferências',
    remedy: 'corrija o que a mensagem e `erros` apontam e envie de novo; `?validateOnly=true` confere sem gravar',
    error: refusedSentence,
  },
  RegistersInvalid: {
    code: 'CADASTRO_INVALIDO',
    status: 400,
    error: (it: Extract<Problem, { is: 'RegistersInvalid' }>) => it.errors.map(registerFaultText).join(', '),
  },
} as const satisfies Problems;

export const problems = { ...problemsOfReasons, ...declaredProblems };

export function problemMessage(problem: Problem): ProblemMessage {
  const sentence = sentenceWithCode(problems, problem);
  if (problem.is !== 'ImportRefused') return sentence;
  const { lineErrors, understood } = problem;
  return {
    ...sentence,
    ...(lineErrors.length > 0 && { erros: lineErrors.map(lineMessage) }),
    ...(understood && { interpretacao: interpretation(understood.interpretation) }),
  };
}

/** The sentences of all reasons of a refused import, in order; at most 20 of lines. */
export function refusalSentences(problem: Refused): readonly string[] {
  return countedSentences(problem).sentences;
}

/**
 * Errors on most lines of a file for one reason become one sentence. `lineCount`: the lines that the sentences
 * cover.
 */
function countedSentences({ reasons, lineErrors, understood }: Refused) {
  const { folded, single } = foldedErrors(lineErrors, understood);
  const first = single.slice(0, LINE_REASONS_IN_SENTENCE_MAX);
  const ofLines = [...folded.map(({ sentence }) => sentence), ...first.map(lineReasonSentence)];
  const lineCount = folded.reduce((sum, { count }) => sum + count, first.length);
  return { sentences: [...reasons.map(importReasonSentence), ...ofLines], lineCount };
}

function refusedSentence(problem: Refused): string {
  const { sentences, lineCount } = countedSentences(problem);
  const moreCount = problem.lineErrorCount - lineCount;
  return (moreCount > 0 ? [...sentences, `e mais ${moreCount}`] : sentences).join(', ');
}

function lineMessage(it: LineError): LineMessage {
  return { linha: it.line, campo: it.field, contaCodigo: it.accountCode, mensagem: lineReasonSentence(it) };
}

// The sentences of a refused import, as answered and as stored in the event of the refusal.

/**
 * Null for a problem that is not recorded: only those answered 400, 403 or 409 by the import itself are
 * (docs/spec/imports.md#recorded-refusals).
 */
export function describeRefusal(problem: Problem): RecordedRefusal | null {
  const { error } = problemMessage(problem);
  switch (problem.is) {
    case 'ImportRefused': {
      const reasonCount = problem.reasons.length + problem.lineErrorCount;
      return {
        code: problems.ImportRefused.code,
        error,
        reasons: refusalSentences(problem),
        reasonCount,
      };
    }
    case 'CompanyNotActive':
    case 'ModuleNotContracted':
    case 'CompetenceClosed':
    case 'NextCompetenceClosed':
      return { code: problems[problem.is].code, error, reasons: [error], reasonCount: 1 };
    default:
      return null;
  }
}
