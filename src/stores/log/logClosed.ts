/** The log was closed while a read or an append was in progress. */
export class LogClosed extends Error {
  override readonly name = 'LogClosed';
}
