// The raw log for `seals`, `verify` and `copy-events`, and the stores that `copy-events` copies with it.
import { existsSync } from 'node:fs';
import { systemClock } from '../../commands/kernel/context.js';
import { erasedPeople } from '../../commands/people/erasedPeople.js';
import { copyEvidence } from '../../commands/reconciliations/evidence.js';
import { copyCredentials } from '../../commands/people/credentialStore.js';
import { copyPeople } from '../../commands/people/peopleStore.js';
import type { Config } from '../config.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { CopiedOtherStores, OperatorLog } from '../../operator/dependencies.js';
import { dataPaths, openEvidence, openRawLog, openPeople, openSharedMongo, openLeaves } from '../stores.js';
import { openMongo } from '../../stores/mongo/connection.js';
import { openDataDir } from '../folder/dataDir.js';
import { logServersTrouble } from '../logServers.js';
import { mustMatchLogAlone } from '../logChecks/derivedStores.js';
import { acceptRestoredLog, resumeOnCopy } from './acceptRestoredLog.js';
import { inWords } from './storeMismatch.js';
import { namingTarget } from '../../messages/logServers.js';
import { isReadOnly, openReadOnlyFolder } from './readOnlyFolder.js';
import { operatorSigner, rotateKey } from './sealSigner.js';

/** Does not check the log: a damaged one must open too. */
export async function openOperatorLog(config: Config): Promise<OperatorLog> {
  if (!isReadOnly(config)) return openOn(config);
  const folder = await openReadOnlyFolder(config);
  try {
    const opened = await openOn(folder.config);
    return { ...opened, close: () => opened.close().finally(() => folder.close()) };
  } catch (error) {
    await folder.close();
    throw error;
  }
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
  const [source, mongo] = [await openSharedMongo({ ...config, mongodbUrl: from }), await openMongo(target)];
  const [found, there] = [openPeople(config, source), openPeople(config, mongo)];
  const copyAllOfPeople = async (): Promise<number> => {
    const erased = await erasedPeople(log);
    await copyCredentials(found.credentials, there.credentials, erased);
    return copyPeople(found.people, there.people, erased);
  };
  try {
    return {
      people: has.people ? await copyAllOfPeople() : 0,
      evidence: await copyEvidence(log, openEvidence(config, source), openEvidence(config, mongo)),
    };
  } finally {
    await found.people.close();
    await source?.close();
    await mongo.close();
  }
}
