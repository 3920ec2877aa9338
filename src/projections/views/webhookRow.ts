// The row of a webhook, for routes and command line. Not stored: it is made from the fold of the client's webhooks
// (commands/webhooks/webhookDirectory.ts). Only the answers of registration and rotation contain the secret.
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { DeactivationReason } from '../../domain/webhooks/events.js';
import type { Webhook } from '../../domain/webhooks/fold.js';

/** The last two fields exist only while the webhook is inactive. */
export type WebhookRow = Readonly<{
  id: string;
  url: string;
  events: readonly PublicEventType[];
  status: Webhook['status'];
  createdAt: string;
  deactivatedAt?: string;
  deactivationReason?: DeactivationReason;
}>;

export function webhookRow(webhook: Webhook): WebhookRow {
  const { webhookId: id, url, events } = webhook;
  return { id, url, events, ...stateOf(webhook) };
}

export function webhookRowWithSecret(webhook: Webhook, secret: string): WebhookRow & Readonly<{ secret: string }> {
  const { webhookId: id, url, events } = webhook;
  return { id, url, events, secret, ...stateOf(webhook) };
}

function stateOf({ status, registeredAt, deactivation }: Webhook) {
  return {
    status,
    createdAt: registeredAt,
    ...(deactivation && { deactivatedAt: deactivation.at, deactivationReason: deactivation.reason }),
  };
}
