// The key that signs checkpoints: recorded once, replaced by a rotation (docs/spec/log.md#seal-key).
import type { Decision } from '../kernel/decider.js';
import type { SealKeySet } from './events.js';
import type { DeploymentState } from './fold.js';
import type { DeploymentRefusal } from './refusals.js';

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
export type RotateSealKey = Readonly<{ publicKey: string; signature: string | null }>;

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
