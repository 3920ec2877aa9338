// Stream `deployment`: what the log says about itself.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { Deployed, DeploymentEvent } from './events.js';

export const DEPLOYMENT_STREAM = 'deployment';

/** `deployed` is null in a new log. `logIds`: all ids the log ever had, the current one last. */
export type DeploymentState = Readonly<{ deployed: Deployed['data'] | null; logIds: readonly string[] }>;

export const deployment: Fold<DeploymentState> = {
  version: 1,
  initial: () => ({ deployed: null, logIds: [] }),
  evolve({ deployed, logIds }, recorded) {
    const event = recorded as Recorded<DeploymentEvent>;
    switch (event.type) {
      case 'Deployed':
        return { deployed: deployed ?? event.data, logIds: [...logIds, event.data.logId] };
      case 'LogCopied':
      case 'LogRestored': {
        const { logId } = event.data;
        return { deployed: deployed && { ...deployed, logId }, logIds: [...logIds, logId] };
      }
      default:
        return { deployed, logIds }; // FanOutStarted: the fan-out reads it
    }
  },
};
