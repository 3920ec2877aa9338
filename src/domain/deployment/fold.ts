// Stream `deployment`: what the log says about itself.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { Deployed, DeploymentEvent } from './events.js';

export const DEPLOYMENT_STREAM = 'deployment';

/**
 * `deployed` is null in a new log. `logIds`: all ids the log ever had, the current one last. `sealKey`: the public key in force; null
 * until one is recorded.
 */
export type DeploymentState = Readonly<{
  deployed: Deployed['data'] | null;
  logIds: readonly string[];
  sealKey: string | null;
}>;

export const deployment: Fold<DeploymentState> = {
  version: 2,
  initial: () => ({ deployed: null, logIds: [], sealKey: null }),
  evolve({ deployed, logIds, sealKey }, recorded) {
    const event = recorded as Recorded<DeploymentEvent>;
    switch (event.type) {
      case 'Deployed':
        return { deployed: deployed ?? event.data, logIds: [...logIds, event.data.logId], sealKey };
      case 'LogCopied':
      case 'LogRestored': {
        const { logId } = event.data;
        return { deployed: deployed && { ...deployed, logId }, logIds: [...logIds, logId], sealKey };
      }
      case 'SealKeySet':
        return { deployed, logIds, sealKey: event.data.publicKey };
      default:
        return { deployed, logIds, sealKey }; // FanOutStarted: the fan-out reads it
    }
  },
};
