// What the driver's errors mean. Told apart by name and code, not by class: the driver is loaded when first needed.
import { isNativeError } from 'node:util/types';

type DriverError = Error & Readonly<{ code?: number | string; writeErrors?: unknown; result?: unknown }>;

/** Answers of a server that is starting, stopping, electing, overloaded or failing inside, whatever it was asked. */
const AWAY_CODES = new Set([
  1, 6, 7, 50, 63, 64, 89, 91, 133, 134, 189, 202, 262, 365, 9001, 10107, 11600, 11602, 13388, 13435, 13436,
]);
/** Mistakes of the caller: no answer of a server is behind them. */
const MISTAKES = new Set([
  'MongoInvalidArgumentError',
  'MongoMissingDependencyError',
  'MongoParseError',
  'MongoAPIError',
]);
/** What was under way when the server fell silent; the one error of the driver that is not named like the others. */
const INTERRUPTED = 'PoolClearedOnNetworkError';
const DUPLICATE_KEY = 11_000;

/** Whether the store could not be asked, rather than having refused. */
export function isAway(error: unknown): boolean {
  if (!isNativeError(error) || MISTAKES.has(error.name)) return false;
  const { code, name } = error as DriverError;
  if (name === 'Error') return typeof code === 'string'; // a socket's, which the driver passes on as it is
  if (name === INTERRUPTED) return true;
  if (!name.startsWith('Mongo')) return false;
  return typeof code !== 'number' || AWAY_CODES.has(code);
}

/** One document was there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && (error as DriverError).code === DUPLICATE_KEY;
}

/**
 * Which of an unordered bulk's operations found a document with their id.
 * @throws the error itself when anything else went wrong
 */
export function duplicatesIn(error: unknown): readonly number[] {
  const found = (error as DriverError).writeErrors;
  const each = (Array.isArray(found) ? found : [found]) as ({ code?: number; index?: number } | undefined)[];
  if (each.length === 0 || each.some((one) => one?.code !== DUPLICATE_KEY) || concernFailed(error)) throw error;
  return each.flatMap((one) => (one?.index === undefined ? [] : [one.index]));
}

/** What was written may be taken back: the majority did not confirm it. */
function concernFailed(error: unknown): boolean {
  const { result } = error as { result?: { getWriteConcernError?(): unknown } };
  return (result?.getWriteConcernError?.() ?? undefined) !== undefined;
}
