// The commands on webhooks, for the routes. Each has its own file, except the removal.
import { decideRemove } from '../../domain/webhooks/decide.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { REGISTRARS } from '../../domain/clients/roles.js';
import { requireClientRole } from '../people/requireRole.js';
import type { CommandContext } from '../kernel/context.js';
import { changeWebhook, type WebhookChange } from './changeWebhook.js';
import { createClientWebhooksDecider } from './clientWebhooksDecider.js';
import { createOncePerKey } from './idempotency.js';
import { registerWebhook, type Registration } from './registerWebhook.js';
import { rotateSecret, type Rotation } from './rotateSecret.js';
import type { Requester, ShownWebhook, WebhookCommandDeps } from './webhookCommandDeps.js';

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
