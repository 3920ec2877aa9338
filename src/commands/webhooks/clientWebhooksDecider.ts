// Runs one decision on a client's webhooks and loads the state after it. Everything is decided on the client's stream, so
// that it is exact with any number of processes.
import type { Decision } from '../../domain/kernel/event.js';
import { refuse } from '../../domain/problem.js';
import type { WebhookOutcome } from '../../domain/webhooks/decide.js';
import type { WebhookEvent } from '../../domain/webhooks/events.js';
import { clientWebhooks, webhooksStream, type ClientWebhooks } from '../../domain/webhooks/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { withDeadline } from '../kernel/deadline.js';
import { createQueues } from '../kernel/queues.js';
import { transact, type Transactor } from '../kernel/transact.js';

/** @throws DomainError the refusal, or Unavailable */
export type DecideForClient = (
  clientId: number,
  context: CommandContext,
  decide: (state: ClientWebhooks) => Decision<WebhookEvent, WebhookOutcome>,
) => Promise<Decided>;

export type Decided = Readonly<{ outcome: Exclude<WebhookOutcome, { is: 'Refused' }>; state: ClientWebhooks }>;

export function createClientWebhooksDecider(deps: Transactor): DecideForClient {
  const queues = createQueues<number>();
  return async (clientId, context, decide) => {
    const stream = webhooksStream(clientId);
    const bounded = withDeadline(context, deps.clock);
    const { deadline } = bounded;
    // One at a time per client: concurrent commands would keep losing the race for the stream to each other.
    const { outcome } = await queues.run(
      clientId,
      () => transact(deps, bounded, { stream, fold: clientWebhooks, gather: async () => null, decide }),
      deadline,
    );
    if (outcome.is === 'Refused') return refuse(outcome.problem);
    const { state } = await deadline.within(deps.folds.load(stream, clientWebhooks));
    return { outcome, state };
  };
}
