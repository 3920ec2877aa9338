// Changes the URL, the event types or the status of a webhook.
import { refuse } from '../../domain/problem.js';
import { decideChange } from '../../domain/webhooks/decide.js';
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { webhookOf, type Webhook } from '../../domain/webhooks/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { refusedUrl } from './registerWebhook.js';
import type { Requester, WebhookCommandDeps } from './webhookCommandDeps.js';

/** A null field stays as it is. `url` has passed `UrlCheck.checkText`. */
export type WebhookChange = Readonly<{
  url: string | null;
  events: readonly PublicEventType[] | null;
  status: Webhook['status'] | null;
}>;

export async function changeWebhook(
  { addresses, decideForClient }: WebhookCommandDeps,
  { clientId, scopes }: Requester,
  webhookId: string,
  change: WebhookChange,
  context: CommandContext,
): Promise<Webhook> {
  const fault = change.url === null ? null : await addresses.checkName(change.url);
  const { state } = await decideForClient(clientId, context, (before) => {
    const decision = decideChange(before, { webhookId, ...change, scopes });
    return fault !== null && decision.outcome.is === 'Done' ? refusedUrl(fault) : decision;
  });
  return webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
}
