// Registers a webhook. Its secret is generated here and shown in the answer, never again.
import { randomUUID } from 'node:crypto';
import type { Scope } from '../../domain/apiKeys/events.js';
import type { Decision } from '../../domain/kernel/decider.js';
import { refuse } from '../../domain/problem.js';
import { decideRegister, type WebhookOutcome } from '../../domain/webhooks/decide.js';
import { missingScope, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';
import type { CommandContext } from '../kernel/context.js';
import { idempotentUse, storedUse } from './idempotency.js';
import type { Requester, ShownWebhook, WebhookCommandDeps } from './webhookCommandDeps.js';
import { newWebhookSecret, openSecret, sealSecret } from './webhookSecrets.js';

/** `url` has passed `UrlCheck.checkText`. */
export type Registration = Readonly<{ url: string; events: readonly PublicEventType[]; idempotencyKey: string }>;

export async function registerWebhook(
  deps: WebhookCommandDeps,
  { clientId, scopes }: Requester,
  { url, events, idempotencyKey }: Registration,
  context: CommandContext,
): Promise<ShownWebhook> {
  const { clock, secretsKey, oncePerKey, decideForClient } = deps;
  requireScopes(events, scopes);
  const webhookId = randomUUID();
  const secret = sealSecret(secretsKey, webhookId, newWebhookSecret());
  const idempotency = idempotentUse(idempotencyKey, { url, events });
  const command = { webhookId, clientId, url, events, secret, idempotency, scopes };
  return oncePerKey(clientId, 'register', idempotencyKey, async () => {
    const fault = await deps.addresses.checkName(url);
    const { outcome, state } = await decideForClient(clientId, context, (before) => {
      const decision = decideRegister(before, { ...command, now: clock.now().getTime() });
      // A replayed request is answered even if the name now resolves to a forbidden address.
      return fault !== null && decision.events.length > 0 ? refusedUrl(fault) : decision;
    });
    const replayed = outcome.is === 'Replayed';
    const { answered } = outcome.is === 'Replayed' ? outcome.first : storedUse(state, 'register', idempotencyKey);
    return { webhook: answered, secret: openSecret(secretsKey, answered.webhookId, answered.secret), replayed };
  });
}

export function refusedUrl(fault: UrlFault): Decision<never, WebhookOutcome> {
  return { events: [], outcome: { is: 'Refused', problem: { is: 'WebhookUrlInvalid', fault } } };
}

/** Before the name is resolved or a key replayed (docs/spec/keys.md#event-scopes). */
function requireScopes(events: readonly PublicEventType[], scopes: readonly Scope[]): void {
  const scope = missingScope(events, scopes);
  if (scope !== null) refuse({ is: 'ScopeMissing', scope });
}
