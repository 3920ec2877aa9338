// The state of a log as recorded in a backup, and the reads of the log that making and verifying a backup share.
import { eventsAfter } from '../../../commands/log/copyLog.js';
import { readDeployment } from '../../../commands/log/deployment.js';
import { lastEvent } from '../../../commands/kernel/events.js';
import { namedEvidence, type NamedEvidence } from '../../../commands/reconciliations/evidence.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import { sealOf, SEALS } from '../../../domain/seal.js';
import { withCodec } from '../../../stores/log/codec.js';
import type { BackupManifest } from './manifest.js';

export type LogState = NonNullable<BackupManifest['log']>;

/** @param log the raw log */
export async function logState(log: EventLog): Promise<LogState> {
  const deployment = await readDeployment(log);
  const sealed = await lastEvent(log, SEALS);
  const seal = sealed && sealOf(sealed);
  return {
    id: deployment?.logId ?? null,
    events: await log.head(),
    seal: seal && sealed && { count: seal.count, hash: seal.root, at: sealed.metadata.at },
  };
}

/** Reads every event, as only that detects a truncated file. @throws when one cannot be read */
export async function readWhole(log: EventLog): Promise<void> {
  let last = 0;
  for await (const { position } of eventsAfter(log, 0)) last = position;
  if (last !== (await log.head())) throw new Error(`the log ends at ${last}`);
}

/** The evidence named by the log for which `has` is false. @param has takes a path below the data folder */
export async function evidenceMissing(
  log: EventLog,
  has: (path: string) => boolean,
): Promise<readonly NamedEvidence[]> {
  const missing: NamedEvidence[] = [];
  for await (const named of namedEvidence(withCodec(log)))
    if (!has(`evidence/${named.clientId}/${named.sha256}`)) missing.push(named);
  return missing;
}
