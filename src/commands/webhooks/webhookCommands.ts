// What a client does with its webhooks, for the routes. Each command but the removal has a file of its own.
import { decideRemove } from '../../domain/webhooks/decide.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { changeWebhook, type WebhookChange } from './changeWebhook.js';
import { createClientWebhooksDecider } from './clientWebhooksDecider.js';
import { createOncePerKey } from './idempotency.js';
import { registerWebhook, type Registration } from './registerWebhook.js';
import { rotateSecret, type Rotation } from './rotateSecret.js';
import type { Requester, ShownWebhook, WebhookCommandDeps } from './webhookCommandDeps.js';

/** All may be sent twice; all throw DomainError ScopeMissing, WebhookNotFound, Unavailable. */
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
  return {
    register: (requester, registration, context) => registerWebhook(deps, requester, registration, context),
    change: (requester, webhookId, change, context) => changeWebhook(deps, requester, webhookId, change, context),
    async remove({ clientId, scopes }, webhookId, context) {
      await decideForClient(clientId, context, (state) => decideRemove(state, { webhookId, scopes }));
    },
    rotate: (requester, webhookId, rotation, context) =>
      rotateSecret(deps, requester, webhookId, rotation, context),
  };
}
