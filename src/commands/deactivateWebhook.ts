// The dispatcher's verdict on a webhook whose receiver does not take deliveries any more.
import { decideDeactivate, type DeactivateWebhook } from '../domain/webhooks/decider.js';
import { webhooksStream } from '../domain/webhooks/events.js';
import { clientWebhooks } from '../domain/webhooks/webhooks.js';
import { transact, type Transactor } from './transact.js';

/** Who deactivates where no person and no key does. */
const RULE = { actor: { kind: 'rule', id: 'webhook-deactivation' }, requestId: null } as const;

/**
 * Leaves a webhook that is gone, inactive, or activated again since `activation`, as it is. May run twice.
 * @returns the position of the fact, null when nothing was left to do
 */
export async function deactivateWebhook(
  deps: Transactor,
  command: DeactivateWebhook & Readonly<{ clientId: number }>,
): Promise<Readonly<{ position: number | null }>> {
  const { position } = await transact(deps, RULE, {
    stream: webhooksStream(command.clientId),
    fold: clientWebhooks,
    gather: async () => null,
    decide: (state) => decideDeactivate(state, command),
  });
  return { position };
}
