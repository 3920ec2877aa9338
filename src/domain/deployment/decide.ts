// Decisions at every start: the deployment of a new log and its first seal key are recorded, or the configuration is checked against
// what is. A rotation replaces the key (docs/spec/log.md#seal-key).
import type { Decision } from '../kernel/decider.js';
import type { Deployed, Environment, SealKeySet } from './events.js';
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

/** Records the first key, or compares. @param publicKey base64 */
export function decideSealKey(
  { sealKey }: Pick<DeploymentState, 'sealKey'>,
  publicKey: string,
): Decision<SealKeySet, DeploymentRefusal | null> {
  if (sealKey === publicKey) return { events: [], outcome: null };
  if (sealKey !== null)
    return { events: [], outcome: { differs: 'sealKey', recorded: sealKey, configured: publicKey } };
  return { events: [{ type: 'SealKeySet', data: { publicKey, previous: null, signature: null } }], outcome: null };
}

/** `signature`: the previous key's over `rotationText`; null when that key was lost. */
type RotateSealKey = Readonly<{ publicKey: string; signature: string | null }>;

/** Replaces the key in force; the same key again changes nothing. */
export function decideSealKeyRotation(
  { sealKey: previous }: Pick<DeploymentState, 'sealKey'>,
  { publicKey, signature }: RotateSealKey,
): Decision<SealKeySet, null> {
  if (previous === publicKey) return { events: [], outcome: null };
  return { events: [{ type: 'SealKeySet', data: { publicKey, previous, signature } }], outcome: null };
}

/** What the previous key signs. @param publicKey the new one, base64 */
export function rotationText(logId: string, publicKey: string): string {
  return `conciliacao/${logId}\nseal-key\n${publicKey}\n`;
}
