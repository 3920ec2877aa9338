// Deactivates a webhook on behalf of the service, after failed deliveries (docs/spec/webhooks.md#deactivation).
import { decideDeactivate, type DeactivateWebhook } from '../../domain/webhooks/decide.js';
import { clientWebhooks, webhooksStream } from '../../domain/webhooks/fold.js';
import { transact, type Transactor } from '../kernel/transact.js';

const CONTEXT = { actor: { kind: 'rule', id: 'webhooks' }, requestId: null } as const;

/** May be called twice: a webhook that was removed, is inactive, or was activated again since stays as it is. */
export async function deactivateWebhook(
  deps: Transactor,
  clientId: number,
  command: DeactivateWebhook,
): Promise<void> {
  await transact(deps, CONTEXT, {
    stream: webhooksStream(clientId),
    fold: clientWebhooks,
    gather: async () => null,
    decide: (state) => decideDeactivate(state, command),
  });
}
