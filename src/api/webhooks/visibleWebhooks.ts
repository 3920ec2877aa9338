// The webhooks that a key may see: those of its client whose event types are all within its scopes.
// Source: docs/spec/keys.md#event-scopes.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import type { KeyRecord } from '../../domain/registers.js';
import { missingScope } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';

/** @returns the webhooks in order of registration */
export async function visibleTo(
  { webhookDirectory }: Readonly<{ webhookDirectory: WebhookDirectory }>,
  { clientId, scopes }: Pick<KeyRecord, 'clientId' | 'scopes'>,
): Promise<readonly Webhook[]> {
  const all = await webhookDirectory.webhooksOf(clientId);
  return all.filter(({ events }) => missingScope(events, scopes) === null);
}
