// The commands on webhooks, for the routes.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import type { Scope } from '../../domain/apiKeys.js';
import type { Decision } from '../../domain/kernel/event.js';
import {
  decideChange,
  decideRegister,
  decideRemove,
  decideRotate,
  type WebhookOutcome,
} from '../../domain/webhooks/decide.js';
import { webhookOf, type Webhook } from '../../domain/webhooks/fold.js';
import { REGISTRARS } from '../../domain/clients/roles.js';
import { requireClientRole } from '../people/requireRole.js';
import type { CommandContext } from '../kernel/context.js';
import { createClientWebhooksDecider } from './clientWebhooksDecider.js';
import { createOncePerKey, idempotentUse, storedUse } from './idempotency.js';
import type { Requester, ShownWebhook, WebhookCommandDeps } from './webhookCommandDeps.js';
import { refuse } from '../../domain/problem.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';
import { missingScope, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { newWebhookSecret, openSecret, sealSecret } from './webhookSecrets.js';

/**
 * All may be sent twice; all throw DomainError ScopeMissing, WebhookNotFound, Unavailable, and RoleMissing for a person who
 * is no Administrador of the whole client.
 */
export type WebhookCommands = Readonly<{
  /** @throws DomainError WebhookUrlInvalid, TooManyWebhooks, IdempotencyKeyReused, IdempotencyKeyInUse */
  register(requester: Requester, registration: Registration, context: CommandContext): Promise<ShownWebhook>;
  /** @throws DomainError WebhookUrlInvalid */
  change(
    requester: Requester,
    webhookId: string,
    change: WebhookChange,
    context: CommandContext,
  ): Promise<Webhook>;
  remove(requester: Requester, webhookId: string, context: CommandContext): Promise<void>;
  /** @throws DomainError IdempotencyKeyReused, IdempotencyKeyInUse */
  rotate(
    requester: Requester,
    webhookId: string,
    rotation: Rotation,
    context: CommandContext,
  ): Promise<ShownWebhook>;
}>;

export function createWebhookCommands(
  given: Omit<WebhookCommandDeps, 'decideForClient' | 'oncePerKey'>,
): WebhookCommands {
  const decideForClient = createClientWebhooksDecider(given);
  const deps = { ...given, decideForClient, oncePerKey: createOncePerKey() };
  const mayAct = ({ clientId }: Requester, { actor }: CommandContext): Promise<void> =>
    requireClientRole(given, clientId, actor, REGISTRARS);
  return {
    async register(requester, registration, context) {
      await mayAct(requester, context);
      return registerWebhook(deps, requester, registration, context);
    },
    async change(requester, webhookId, change, context) {
      await mayAct(requester, context);
      return changeWebhook(deps, requester, webhookId, change, context);
    },
    async remove(requester, webhookId, context) {
      await mayAct(requester, context);
      const { clientId, scopes } = requester;
      await decideForClient(clientId, context, (state) => decideRemove(state, { webhookId, scopes }));
    },
    async rotate(requester, webhookId, rotation, context) {
      await mayAct(requester, context);
      return rotateSecret(deps, requester, webhookId, rotation, context);
    },
  };
}

/** `url` has passed `UrlCheck.checkText`. */
type Registration = Readonly<{ url: string; events: readonly PublicEventType[]; idempotencyKey: string }>;

/** The secret is generated here and shown in the answer, never again. */
async function registerWebhook(
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

function refusedUrl(fault: UrlFault): Decision<never, WebhookOutcome> {
  return { events: [], outcome: { is: 'Refused', problem: { is: 'WebhookUrlInvalid', fault } } };
}

/** Before the name is resolved or a key replayed (docs/spec/keys.md#event-scopes). */
function requireScopes(events: readonly PublicEventType[], scopes: readonly Scope[]): void {
  const scope = missingScope(events, scopes);
  if (scope !== null) refuse({ is: 'ScopeMissing', scope });
}

/** A null field stays as it is. `url` has passed `UrlCheck.checkText`. */
type WebhookChange = Readonly<{
  url: string | null;
  events: readonly PublicEventType[] | null;
  status: Webhook['status'] | null;
}>;

async function changeWebhook(
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

/** `immediate`: the previous secret signs no more. */
type Rotation = Readonly<{ immediate: boolean; idempotencyKey: string | null }>;

/** How long the previous secret signs after a rotation. */
const OVERLAP_MS = DAY_MS;

async function rotateSecret(
  { clock, secretsKey, oncePerKey, decideForClient }: WebhookCommandDeps,
  { clientId, scopes }: Requester,
  webhookId: string,
  { immediate, idempotencyKey }: Rotation,
  context: CommandContext,
): Promise<ShownWebhook> {
  const clearSecret = newWebhookSecret();
  const secret = sealSecret(secretsKey, webhookId, clearSecret);
  const idempotency = idempotencyKey === null ? null : idempotentUse(idempotencyKey, { webhookId, immediate });
  const rotate = async (): Promise<ShownWebhook> => {
    const { outcome, state } = await decideForClient(clientId, context, (before) => {
      const now = clock.now().getTime();
      const previousUntil = immediate ? null : new Date(now + OVERLAP_MS).toISOString();
      return decideRotate(before, { webhookId, secret, previousUntil, idempotency, scopes, now });
    });
    if (outcome.is !== 'Replayed') {
      const webhook = webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
      return { webhook, secret: clearSecret, replayed: false };
    }
    const { answered } = outcome.first;
    return { webhook: answered, secret: openSecret(secretsKey, webhookId, answered.secret), replayed: true };
  };
  return idempotencyKey === null ? rotate() : oncePerKey(clientId, 'rotate', idempotencyKey, rotate);
}
