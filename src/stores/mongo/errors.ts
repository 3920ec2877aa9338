// Classifies the driver's errors by name and code, not by class, as the driver is loaded only when needed.
import { isNativeError } from 'node:util/types';

type DriverError = Error & Readonly<{ code?: number | string; writeErrors?: unknown; result?: unknown }>;

/** Codes of a server that is starting, stopping, electing, overloaded or failing. */
const AWAY_CODES = new Set([
  1, 6, 7, 50, 63, 64, 89, 91, 133, 134, 189, 202, 262, 365, 9001, 10107, 11600, 11602, 13388, 13435, 13436,
]);
/** Errors of the caller, raised by the driver itself. */
const MISTAKES = new Set([
  'MongoInvalidArgumentError',
  'MongoMissingDependencyError',
  'MongoParseError',
  'MongoAPIError',
]);
/** The error of operations in progress when the server fell silent; its name differs from the other network errors. */
const INTERRUPTED = 'PoolClearedOnNetworkError';
const DUPLICATE_KEY = 11_000;

/** Whether the store is unavailable; false when it refused the operation. */
export function isAway(error: unknown): boolean {
  if (!isNativeError(error) || MISTAKES.has(error.name)) return false;
  const { code, name } = error as DriverError;
  if (name === 'Error') return typeof code === 'string'; // a socket's, which the driver passes on as it is
  if (name === INTERRUPTED) return true;
  if (!name.startsWith('Mongo')) return false;
  return typeof code !== 'number' || AWAY_CODES.has(code);
}

/** Whether the document already exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && (error as DriverError).code === DUPLICATE_KEY;
}

/**
 * Indexes of the operations of an unordered bulk whose document already exists.
 * @throws the error itself when it has any other cause
 */
export function duplicatesIn(error: unknown): readonly number[] {
  const found = (error as DriverError).writeErrors;
  const each = (Array.isArray(found) ? found : [found]) as ({ code?: number; index?: number } | undefined)[];
  if (each.length === 0 || each.some((one) => one?.code !== DUPLICATE_KEY) || concernFailed(error)) throw error;
  return each.flatMap((one) => (one?.index === undefined ? [] : [one.index]));
}

/** Whether the write may be rolled back, as the majority did not acknowledge it. */
function concernFailed(error: unknown): boolean {
  const { result } = error as { result?: { getWriteConcernError?(): unknown } };
  return (result?.getWriteConcernError?.() ?? undefined) !== undefined;
}
