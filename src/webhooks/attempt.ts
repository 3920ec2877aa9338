// One attempt to deliver: a POST, and what came of it.

/** `body` is sent byte for byte. */
export type AttemptRequest = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** Why there was no answer. Never what a name resolved to. */
export type AttemptFailure =
  /** The whole exchange took longer than allowed. */
  | 'TIMEOUT'
  /** The address may not be reached: not https, private, loopback or otherwise reserved. */
  | 'ADDRESS_REFUSED'
  | 'NAME_NOT_RESOLVED'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_BROKEN'
  | 'TLS_INVALID'
  | 'RESPONSE_INVALID';

/**
 * `retryAfterSeconds` from the receiver's `Retry-After`, null without one that can be read; `body` at most 2 kB, for
 * diagnosis.
 */
export type AttemptResult =
  | Readonly<{ is: 'Answered'; status: number; retryAfterSeconds: number | null; body: string }>
  | Readonly<{ is: 'Failed'; error: AttemptFailure }>;

/** Never rejects. */
export type Attempt = (
  request: AttemptRequest,
  options: Readonly<{ timeoutMs: number }>,
) => Promise<AttemptResult>;
