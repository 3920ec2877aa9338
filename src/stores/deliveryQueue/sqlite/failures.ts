// Errors of a queue thread as plain data, to be posted to the main thread.

import { StoreError } from '../../../domain/kernel/storeError.js';

/** `code` as libsql gives it, "" without one. */
export type Failure = Readonly<{ message: string; code: string }>;

const TAKEN_AWAY = 'STORE_TAKEN_AWAY';
const AWAY = /^STORE_TAKEN_AWAY$|^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

export function failureOf(error: unknown): Failure {
  const { message, code } = error as Error & { code?: string };
  if (error instanceof StoreError) return { message, code: TAKEN_AWAY };
  return { message, code: message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : (code ?? '') };
}

/** Whether the file or its disk could not be used. */
export function isAway(code: string): boolean {
  return AWAY.test(code);
}
