// The raw log for `seals`, `verify` and `copy-events`, and the stores that `copy-events` copies with it.
import { existsSync } from 'node:fs';
import { systemClock } from '../../commands/kernel/context.js';
import { erasedPeople } from '../../commands/people/access.js';
import { copyEvidence } from '../../commands/reconciliations/evidence.js';
import { copyCredentials, copyPeople } from '../../commands/people/peopleStore.js';
import type { Config } from '../config.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { CopiedOtherStores, OperatorLog, SealKeyRotation } from '../../operator/dependencies.js';
import { dataPaths, openEvidence, openRawLog, openPeople, openSharedMongo, openLeaves } from '../stores.js';
import { openMongo } from '../../stores/mongo/connection.js';
import { openDataDir } from '../folder/dataDir.js';
import { logServersTrouble } from '../logServers.js';
import { mustMatchLogAlone } from '../logChecks.js';
import { acceptRestoredLog, resumeOnCopy } from './acceptRestoredLog.js';
import { inWords } from '../startFailure.js';
import { namingTarget, serviceRuns } from '../../messages/stores.js';
import { isReadOnly, openReadOnly } from './readOnlyFolder.js';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readDeploymentState } from '../../commands/log/deployment.js';
import type { Signer } from '../../commands/seals/checkpoint.js';
import { ensureSealKey, publicKeyText, rotateSealKey } from '../../commands/seals/sealKey.js';
import { NEW_SEAL_KEY_MISSING } from '../../messages/operator/log.js';
import { Refused } from '../../operator/refusalText.js';
import { withCodec } from '../../stores/log/codec.js';
import { isLocked } from '../../stores/sqlite/kernelLock.js';
import { KEY_BYTES, keyOf, loadSealKey, replaceSealKey } from '../keyFile.js';

/** Does not check the log: a damaged one must open too. */
export async function openOperatorLog(config: Config): Promise<OperatorLog> {
  return isReadOnly(config) ? openReadOnly(config, openOn) : openOn(config);
}

async function openOn(config: Config): Promise<OperatorLog> {
  const { readOnly = false } = config;
  const dataDir = await openDataDir(config, false);
  const rawLog = await openRawLog(config, { creates: false }).catch((error: unknown) => {
    dataDir.close();
    throw error;
  });
  const targets: EventLog[] = [];
  return {
    rawLog,
    isReadOnly: readOnly,
    clock: systemClock,
    url: config.eventStoreUrl,
    signer: () => operatorSigner(config, rawLog, readOnly),
    rotateSealKey: (request) => rotateKey(config, rawLog, request),
    accept: (request) => acceptRestoredLog(config, rawLog, request),
    mustMatchStores: (copyIds = []) =>
      mustMatchLogAlone(config, rawLog, copyIds).catch((error: unknown) => {
        throw inWords(error, config);
      }),
    resumeOnCopy: () => resumeOnCopy(config),
    copyOtherStores: (to) => copyOtherStores(config, to, rawLog),
    async openTarget(eventStoreUrl) {
      const target = await openRawLog({ ...config, eventStoreUrl }, { creates: false });
      targets.push(target);
      return target;
    },
    openLeaves: (logId) => openLeaves(config, logId),
    async trouble() {
      const ofSource = await logServersTrouble([rawLog]);
      if (ofSource !== null) return ofSource;
      const ofTarget = await logServersTrouble(targets);
      return ofTarget === null ? null : namingTarget(ofTarget);
    },
    async close() {
      await Promise.all([rawLog, ...targets].map((log) => log.close()));
      dataDir.close();
    },
  };
}

/** Copies people and evidence to the MongoDB `to`; with null, from `DATA_DIR` to the configured MongoDB. */
async function copyOtherStores(config: Config, to: string | null, log: EventLog): Promise<CopiedOtherStores> {
  const from = to === null ? null : config.mongodbUrl;
  const target = to ?? config.mongodbUrl;
  const { people: file, evidence: folder } = dataPaths(config.dataDir);
  const has = { people: from !== null || existsSync(file), evidence: from !== null || existsSync(folder) };
  const nothing = { people: has.people ? null : 0, evidence: has.evidence ? null : { copied: 0, leftOut: 0 } };
  if (target === null || !(has.people || has.evidence)) return nothing;
  const source = await openSharedMongo({ ...config, mongodbUrl: from });
  const mongo = await openMongo(target);
  const sourcePeople = openPeople(config, source);
  const there = openPeople(config, mongo);
  const copyAllOfPeople = async (): Promise<number> => {
    const erased = await erasedPeople(log);
    await copyCredentials(sourcePeople.credentials, there.credentials, erased);
    return copyPeople(sourcePeople.people, there.people, erased);
  };
  try {
    return {
      people: has.people ? await copyAllOfPeople() : 0,
      evidence: await copyEvidence(log, openEvidence(config, source), openEvidence(config, mongo)),
    };
  } finally {
    await sourcePeople.people.close();
    await source?.close();
    await mongo.close();
  }
}

/** Null for a log that is only read, or that has no deployment yet. */
async function operatorSigner(config: Config, rawLog: EventLog, readOnly: boolean): Promise<Signer | null> {
  const log = withCodec(rawLog);
  const { deployed, sealKey } = (await readDeploymentState(log)).state;
  if (readOnly || deployed === null) return null;
  const key = await loadSealKey({ ...config, readOnly }, sealKey === null);
  return key && ensureSealKey(log, systemClock, key);
}

/** The file is replaced once the log knows the new key; cut short between, run it again with `--lost`. */
async function rotateKey(
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
