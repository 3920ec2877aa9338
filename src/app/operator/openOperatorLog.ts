// The raw log for `seals`, `verify` and `copy-events`, and the stores that `copy-events` copies with it.
import { existsSync } from 'node:fs';
import { systemClock } from '../../commands/kernel/context.js';
import { erasedPeople } from '../../commands/people/erasedPeople.js';
import { copyEvidence } from '../../commands/reconciliations/evidence.js';
import { copyPeople } from '../../commands/people/peopleStore.js';
import type { Config } from '../config.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { CopiedOtherStores, OperatorLog } from '../../operator/dependencies.js';
import { dataPaths, openEvidence, openPeople, openSharedMongo } from '../stores.js';
import { upcast } from '../../stores/log/codec.js';
import { openMongo } from '../../stores/mongo/connection.js';
import { openLog } from '../commandSide.js';

/** Checks nothing about the log: an incomplete one must open too. */
export async function openOperatorLog(config: Config): Promise<OperatorLog> {
  const { rawLog } = await openLog(config);
  const opened = [rawLog];
  return {
    rawLog,
    clock: systemClock,
    upcast: (event) => upcast(event),
    url: config.eventStoreUrl,
    copyOtherStores: (to) => copyOtherStores(config, to, rawLog),
    async openTarget(eventStoreUrl) {
      const { rawLog: target } = await openLog({ ...config, eventStoreUrl });
      opened.push(target);
      return target;
    },
    async close() {
      await Promise.all(opened.map((log) => log.close()));
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
  const people = openPeople(config, source);
  try {
    return {
      people: has.people ? await copyPeople(people, openPeople(config, mongo), await erasedPeople(log)) : 0,
      evidence: await copyEvidence(log, openEvidence(config, source), openEvidence(config, mongo)),
    };
  } finally {
    await people.close();
    await source?.close();
    await mongo.close();
  }
}
