// Rotates the secret of a webhook (docs/spec/webhooks.md#rotation).
import { refuse } from '../../domain/problem.js';
import { decideRotate } from '../../domain/webhooks/decide.js';
import { webhookOf } from '../../domain/webhooks/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { idempotentUse } from './idempotency.js';
import type { Requester, ShownWebhook, WebhookCommandDeps } from './webhookCommandDeps.js';
import { newWebhookSecret, openSecret, sealSecret } from './webhookSecrets.js';

/** `immediate`: the previous secret signs no more. */
export type Rotation = Readonly<{ immediate: boolean; idempotencyKey: string | null }>;

/** How long the previous secret signs after a rotation. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export async function rotateSecret(
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
