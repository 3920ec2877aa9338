// What can be wrong with a webhook's address, and with an attempt to deliver there: as data, sentences live in
// src/messages. Nothing here ever tells what a name resolved to.

export type UrlFault =
  | 'TOO_LONG'
  | 'MALFORMED'
  /** Neither https, nor http to an allowed network. */
  | 'SCHEME'
  | 'USER_INFO'
  | 'FRAGMENT'
  | 'PORT'
  | 'OWN_HOST'
  /** Loopback, private, link-local or otherwise reserved, as written or as resolved. */
  | 'ADDRESS_REFUSED';

/** Why an attempt got no answer. */
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
  /** Not HTTP, or with headers beyond all bounds. */
  | 'RESPONSE_INVALID';
