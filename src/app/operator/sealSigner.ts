// The key that signs checkpoints, as commands use and replace it (docs/spec/log.md#seal-key).
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../commands/kernel/context.js';
import { readDeploymentState } from '../../commands/log/deployment.js';
import type { Signer } from '../../commands/seals/checkpoint.js';
import { ensureSealKey, publicKeyText, rotateSealKey } from '../../commands/seals/sealKey.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { serviceRuns } from '../../messages/logWentBack.js';
import { NEW_SEAL_KEY_MISSING } from '../../messages/operator/sealKey.js';
import type { SealKeyRotation } from '../../operator/dependencies.js';
import { Refused } from '../../operator/refused.js';
import { withCodec } from '../../stores/log/codec.js';
import { isLocked } from '../../stores/sqlite/kernelLock.js';
import type { Config } from '../config.js';
import { KEY_BYTES } from '../keyFile.js';
import { keyOf, loadSealKey, replaceSealKey } from '../sealKey.js';
import { dataPaths } from '../stores.js';

/** Null for a log that is only read, or that has no deployment yet. */
export async function operatorSigner(config: Config, rawLog: EventLog, readOnly: boolean): Promise<Signer | null> {
  const log = withCodec(rawLog);
  const { deployed, sealKey } = (await readDeploymentState(log)).state;
  if (readOnly || deployed === null) return null;
  const key = await loadSealKey({ ...config, readOnly }, sealKey === null);
  return key && ensureSealKey(log, systemClock, key);
}

/** The file is replaced once the log knows the new key; cut short between, the command is run again with `--lost`. */
export async function rotateKey(
  config: Config,
  rawLog: EventLog,
  { newSeed, isLost }: SealKeyRotation,
): Promise<Readonly<{ publicKey: string }>> {
  const { dataDir, sealKey } = config;
  if (isLocked(join(dataPaths(dataDir).read, 'projector.lock'))) throw new Refused(serviceRuns(dataDir));
  if (sealKey !== null && newSeed === null) throw new Refused(NEW_SEAL_KEY_MISSING);
  const log = withCodec(rawLog);
  const seed = newSeed ?? randomBytes(KEY_BYTES).toString('base64');
  const previous = isLost
    ? null
    : await loadSealKey(config, (await readDeploymentState(log)).state.sealKey === null);
  const { key } = await rotateSealKey(log, systemClock, keyOf(seed), previous);
  if (sealKey === null) await replaceSealKey(dataDir, seed);
  return { publicKey: publicKeyText(key) };
}
