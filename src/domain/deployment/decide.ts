// Decision at every start: record the deployment of a new log, or check the configuration against the recorded one.
import type { Decision } from '../kernel/decider.js';
import type { Deployed, Environment } from './events.js';
import type { DeploymentState } from './fold.js';
import type { DeploymentRefusal } from './refusals.js';

/** `logId` and `namespace` are new UUIDs, used only for a new log. */
export type Deploy = Readonly<{
  logId: string;
  namespace: string;
  environment: Environment;
  secretsKeyFingerprint: string;
}>;

/** A refusal, or null. */
export function decideDeploy(
  { deployed }: Pick<DeploymentState, 'deployed'>,
  command: Deploy,
): Decision<Deployed, DeploymentRefusal | null> {
  const { logId, environment, namespace, secretsKeyFingerprint } = command;
  if (deployed === null)
    return {
      events: [{ type: 'Deployed', data: { logId, environment, namespace, secretsKeyFingerprint } }],
      outcome: null,
    };
  return { events: [], outcome: difference(deployed, command) };
}

function difference(recorded: Deployed['data'], configured: Deploy): DeploymentRefusal | null {
  if (recorded.environment !== configured.environment)
    return { differs: 'environment', recorded: recorded.environment, configured: configured.environment };
  if (recorded.secretsKeyFingerprint !== configured.secretsKeyFingerprint)
    return {
      differs: 'secretsKey',
      recorded: recorded.secretsKeyFingerprint,
      configured: configured.secretsKeyFingerprint,
    };
  return null;
}
