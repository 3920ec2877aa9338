// Stream `webhooks-{clientId}`: every webhook of one client. Secrets are here encrypted only.
import type { DomainEvent } from '../kernel/event.js';
import type { PublicEventType } from './eventTypes.js';

/**
 * AES-256-GCM under the deployment's secrets key, bound to the webhook's id: base64 of the 12 bytes used once, of the
 * encrypted text and of the 16 bytes that prove it untouched.
 */
export type SealedSecret = Readonly<{ nonce: string; ciphertext: string; tag: string }>;

/** The first use of an `Idempotency-Key`; `bodyHash` is the SHA-256 in hexadecimal of what was asked with it. */
export type IdempotentUse = Readonly<{ key: string; bodyHash: string }>;

/** `REQUESTED` by the client, `EXHAUSTED` after deliveries in a row used up all attempts, `GONE` by a receiver's 410. */
export type DeactivationReason = 'REQUESTED' | 'EXHAUSTED' | 'GONE';

type Of = Readonly<{ webhookId: string; clientId: number }>;

/** `webhookId` is a UUID. */
export type WebhookRegistered = DomainEvent<
  'WebhookRegistered',
  Of &
    Readonly<{ url: string; events: readonly PublicEventType[]; secret: SealedSecret; idempotency: IdempotentUse }>
>;
/** Both as they are from now on. */
export type WebhookChanged = DomainEvent<
  'WebhookChanged',
  Of & Readonly<{ url: string; events: readonly PublicEventType[] }>
>;
/** `deliveryId` names the delivery that was the last straw; null when it was asked for. */
export type WebhookDeactivated = DomainEvent<
  'WebhookDeactivated',
  Of & Readonly<{ reason: DeactivationReason; deliveryId: string | null }>
>;
export type WebhookActivated = DomainEvent<'WebhookActivated', Of>;
/** Until `previousUntil` (ISO 8601 UTC) the secret in force before goes on signing; null: the new one does at once. */
export type WebhookSecretRotated = DomainEvent<
  'WebhookSecretRotated',
  Of & Readonly<{ secret: SealedSecret; previousUntil: string | null; idempotency: IdempotentUse | null }>
>;
export type WebhookRemoved = DomainEvent<'WebhookRemoved', Of>;

export type WebhookEvent =
  | WebhookRegistered
  | WebhookChanged
  | WebhookDeactivated
  | WebhookActivated
  | WebhookSecretRotated
  | WebhookRemoved;

export const WEBHOOK_STREAMS = 'webhooks-';

export function webhooksStream(clientId: number): string {
  return `${WEBHOOK_STREAMS}${clientId}`;
}
