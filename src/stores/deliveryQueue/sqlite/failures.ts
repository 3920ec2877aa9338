// What went wrong in a thread of the queue, as it travels to those who asked.

/** `code` as libsql gives it, "" without one. */
export type Failure = Readonly<{ message: string; code: string }>;

const AWAY = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

export function failureOf(error: unknown): Failure {
  const { message, code } = error as Error & { code?: string };
  return { message, code: message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : (code ?? '') };
}

/** Whether the file or its disk could not be used now, whatever was asked. */
export function isAway(code: string): boolean {
  return AWAY.test(code);
}
