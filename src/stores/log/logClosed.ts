/** The log was closed under a reader or writer. */
export class LogClosed extends Error {
  override readonly name = 'LogClosed';
}
