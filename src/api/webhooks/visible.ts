// Which webhooks a key may know of: those of its client that want no type its scopes leave out.
// Source: docs/spec/keys.md#event-scopes.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import type { KeyRecord } from '../../domain/registers.js';
import { missingScope } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';

/** In the order of their registration. */
export async function visibleTo(
  { webhookDirectory }: Readonly<{ webhookDirectory: WebhookDirectory }>,
  { clientId, scopes }: Pick<KeyRecord, 'clientId' | 'scopes'>,
): Promise<readonly Webhook[]> {
  const all = await webhookDirectory.webhooksOf(clientId);
  return all.filter(({ events }) => missingScope(events, scopes) === null);
}
