// Joins errors that several lines of a file have for one reason into one sentence with a count and the first places.
// Source: docs/spec/messages.md#joined-sentences.
import { errorKind, type LineError, type Understood } from '../../domain/trialBalance/refusals.js';
import { wholeNumber, sanitized } from '../formats.js';
import { lineReasonSentence } from './lineReasons.js';

const COUNT_MIN = 2;
/** Lines that a sentence names. */
const LINES_NAMED_MAX = 5;

export type FoldedErrors = Readonly<{
  folded: readonly Readonly<{ sentence: string; count: number }>[];
  /** The others, in order. */
  single: readonly LineError[];
}>;

export function foldedErrors(errors: readonly LineError[], understood: Understood | undefined): FoldedErrors {
  if (understood === undefined) return { folded: [], single: errors };
  const { errorKinds } = understood;
  const isFolded = (error: LineError): boolean => (errorKinds.get(errorKind(error)) ?? 0) >= COUNT_MIN;
  const byKind = new Map<string, LineError[]>();
  for (const error of errors) {
    if (!isFolded(error)) continue;
    const alike = byKind.get(errorKind(error));
    if (alike === undefined) byKind.set(errorKind(error), [error]);
    else if (alike.length < LINES_NAMED_MAX) alike.push(error);
  }
  const folded = [...byKind].map(([kind, alike]) => {
    const count = errorKinds.get(kind) ?? 0;
    return { sentence: sentenceOf(alike, count, understood), count };
  });
  return { folded, single: errors.filter((error) => !isFolded(error)) };
}

/** @param alike the first errors of one kind, of which there are `count` */
function sentenceOf(alike: readonly LineError[], count: number, { interpretation, checked }: Understood): string {
  const [error] = alike;
  if (error === undefined) return '';
  const isMovement = error.reason.is === 'MovementDoesNotClose';
  const lines = (isMovement ? checked : null) ?? interpretation.totals?.read ?? 0;
  const of =
    lines < count ? `${wholeNumber(count)} linhas` : `${wholeNumber(count)} de ${wholeNumber(lines)} linhas`;
  const more = count > alike.length ? ` e mais ${wholeNumber(count - alike.length)}` : '';
  const named = `(${alike.map(({ line }) => line).join('; ')}${more})`;
  if (!isMovement) return `${lineReasonSentence(error)} e o mesmo ocorre em ${of} ${named}`;
  const used = (['previousBalance', 'debit', 'credit', 'finalBalance'] as const).flatMap(
    (field) => interpretation.columns[field] ?? [],
  );
  return `${of} ${named} não fecham com as colunas ${used.map(sanitized).join('; ')}: ${lineReasonSentence(error)}`;
}
