// The service's own decision that a webhook gets nothing more, after what its receiver answered.
import { decideDeactivate, type DeactivateWebhook } from '../../domain/webhooks/decide.js';
import { webhooksStream } from '../../domain/webhooks/events.js';
import { clientWebhooks } from '../../domain/webhooks/fold.js';
import { transact, type Transactor } from '../kernel/transact.js';

const CONTEXT = { actor: { kind: 'rule', id: 'webhooks' }, requestId: null } as const;

/** May be asked twice: one that is gone, inactive already, or was activated again since, is left as it is. */
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
