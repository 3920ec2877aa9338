// The deployment's key for checkpoints: recorded by the first start, then compared (docs/spec/log.md#seal-key).
import type { Clock } from '../kernel/context.js';
import { decideDeployment } from '../log/deployment.js';
import type { Decision } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import {
  decideSealKey,
  decideSealKeyRotation,
  rotationText,
  type DeploymentRefusal,
  type DeploymentState,
  type SealKeySet,
} from '../../domain/deployment.js';
import type { NoteKey, Signer } from './checkpoint.js';

/**
 * Records the key in a log that has none yet. Of processes that start at once, one records.
 * @throws WrongDeployment when the log has another key; StoreError NoStore for a log without a deployment
 */
export async function ensureSealKey(log: EventLog, clock: Clock, key: NoteKey): Promise<Signer> {
  const { logId } = await recordKey(log, clock, (state) => decideSealKey(state, publicKeyText(key)));
  return { logId, key };
}

/**
 * Signs with another key from here on. No service may run: it would go on with the key before.
 * @param previous the key in force; null when it was lost
 * @throws WrongDeployment when `previous` is not the key in force
 */
export async function rotateSealKey(
  log: EventLog,
  clock: Clock,
  key: NoteKey,
  previous: NoteKey | null,
): Promise<Signer> {
  if (previous !== null) await ensureSealKey(log, clock, previous);
  const publicKey = publicKeyText(key);
  const { logId } = await recordKey(log, clock, (state) => {
    const text = rotationText(state.deployed?.logId ?? '', publicKey);
    const signature = previous?.sign(text).toString('base64') ?? null;
    return decideSealKeyRotation(state, { publicKey, signature });
  });
  return { logId, key };
}

/** @throws StoreError NoStore for a log without a deployment */
async function recordKey(
  log: EventLog,
  clock: Clock,
  decide: (state: DeploymentState) => Decision<SealKeySet, DeploymentRefusal | null>,
): Promise<Readonly<{ logId: string }>> {
  let logId = '';
  await decideDeployment(log, clock, (state) => {
    if (state.deployed === null) throw new StoreError({ is: 'NoStore', folder: null });
    ({ logId } = state.deployed);
    return decide(state);
  });
  return { logId };
}

export function publicKeyText({ publicKey }: NoteKey): string {
  return publicKey.toString('base64');
}
