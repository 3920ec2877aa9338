/** Why an attempt to deliver got no answer. Does not contain resolved addresses. */
export type AttemptFailure =
  /** The whole exchange took longer than allowed. */
  | 'TIMEOUT'
  /** Neither https nor http to an allowed network, or private, loopback or otherwise reserved. */
  | 'ADDRESS_REFUSED'
  | 'NAME_NOT_RESOLVED'
  | 'CONNECTION_REFUSED'
  /** Closed or reset before the answer was whole. */
  | 'CONNECTION_BROKEN'
  | 'TLS_INVALID'
  /** Not HTTP, or with headers too large. */
  | 'RESPONSE_INVALID';
