// Problems of webhooks and their deliveries. Sentences: src/messages/webhooks.ts.

export type WebhookProblem =
  | Readonly<{ is: 'WebhookNotFound' }>
  | Readonly<{ is: 'DeliveryNotFound' }>
  /** Deliveries of an inactive webhook cannot be sent again. */
  | Readonly<{ is: 'WebhookInactive' }>
  /** Another replay of this webhook still runs. */
  | Readonly<{ is: 'ReplayRunning' }>
  | Readonly<{ is: 'WebhookUrlInvalid'; fault: UrlFault }>
  | Readonly<{ is: 'TooManyWebhooks'; max: number }>
  /** The same `Idempotency-Key` was used with another body. */
  | Readonly<{ is: 'IdempotencyKeyReused' }>
  /** The first request with the same `Idempotency-Key` still runs. */
  | Readonly<{ is: 'IdempotencyKeyInUse' }>;

/** What is wrong with a URL (docs/spec/webhooks.md#addresses). Does not contain resolved addresses. */
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
