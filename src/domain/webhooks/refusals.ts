// Problems of webhooks and their deliveries.
import type { UrlFault } from './faults.js';

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
