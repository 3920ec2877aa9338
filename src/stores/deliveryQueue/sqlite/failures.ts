// Errors of a queue thread as plain data, to be posted to the main thread.

/** `code` as libsql gives it, "" without one. */
export type Failure = Readonly<{ message: string; code: string }>;

const AWAY = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

export function failureOf(error: unknown): Failure {
  const { message, code } = error as Error & { code?: string };
  return { message, code: message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : (code ?? '') };
}

/** Whether the file or its disk could not be used. */
export function isAway(code: string): boolean {
  return AWAY.test(code);
}
