// Errors of a SQLite file as plain data, to be posted to another thread.
import { StoreError, StoreUnavailable } from '../../domain/kernel/storeError.js';

/** `isAway`: the file or its disk could not be used; otherwise it is a defect. */
export type Failure = Readonly<{ message: string; code: string; isAway: boolean }>;

const AWAY = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)|E[A-Z]+$)/;

export function failureOf(error: unknown): Failure {
  const { message, code = '' } = error as Error & { code?: string };
  if (error instanceof StoreError) return { message, code: error.problem.is, isAway: true };
  const knownCode = message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : code;
  return { message, code: knownCode, isAway: AWAY.test(knownCode) };
}

export function errorOf({ message, code, isAway }: Failure, path: string): Error {
  return isAway ? new StoreUnavailable(`${path}: ${code}: ${message}`) : new Error(message);
}
