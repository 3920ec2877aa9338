// `log accept`: the command on the configured log, read models and delivery queue, while no service runs.
import { join } from 'node:path';
import type { Config } from '../config.js';
import {
  IdsExhausted,
  LogInUse,
  acceptLog,
  nextIds,
  restoredLogId,
  type Accepted,
  type HighestIds,
} from '../../commands/log/acceptLog.js';
import { findMismatch, type DerivedPositions } from '../../commands/log/compareStores.js';
import { ensureDeployment, readLogIds } from '../../commands/log/deployment.js';
import { systemClock } from '../../commands/kernel/context.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { idsExhausted, LOG_IN_USE, logNotBehind, serviceRuns } from '../../messages/stores.js';
import type { AcceptedLog, AcceptRequest } from '../../operator/dependencies.js';
import { Refused } from '../../operator/refusalText.js';
import { operator } from '../../operator/session.js';
import type { HighestIds as HighestOfView } from '../../projections/engine/readStore.js';
import { rebuild } from '../../projections/engine/rebuild.js';
import { projections } from '../../projections/views/allProjections.js';
import { withCodec } from '../../stores/log/codec.js';
import { isLocked } from '../../stores/sqlite/kernelLock.js';
import type { DeliveryQueue, FanOutCheckpoint, QueueExtent } from '../../webhooks/delivery/deliveryQueue.js';
import { derivedPositions, hasQueue, placesOf, withDerivedStores } from '../logChecks.js';
import { loadSecretsKey } from '../keyFile.js';
import { REBUILD_TURN_MS } from './openOperatorDependencies.js';
import { dataPaths } from '../stores.js';

/** @throws Refused, WrongDeployment; StoreError for an empty log, or without the secrets key */
export async function acceptRestoredLog(
  config: Config,
  rawLog: EventLog,
  { reason, idsFrom, evenIfNotBehind, onProgress }: AcceptRequest,
): Promise<AcceptedLog> {
  const { environment, dataDir } = config;
  if (isLocked(join(dataPaths(dataDir).read, 'projector.lock'))) throw new Refused(serviceRuns(dataDir));
  const log = withCodec(rawLog);
  // Also the key: a wrong address may lead to another deployment's log, which this would change for good.
  const secretsKeyFingerprint = (await loadSecretsKey(config, false))?.fingerprint ?? null;
  await ensureDeployment(log, systemClock, { environment, secretsKeyFingerprint, creates: false });
  return withDerivedStores(config, async ({ store, queue }) => {
    const positions = await derivedPositions(config, { store, queue });
    const isBehind = (await findMismatch(log, positions)) !== null;
    // Ids asked for are given, also after an earlier run that was cut short.
    const isNew = isBehind || (evenIfNotBehind && idsFrom !== null);
    const unfinishedWork = isNew ? null : await findUnfinished(log, positions);
    if (!isBehind && !evenIfNotBehind && unfinishedWork === null)
      throw new Refused(logNotBehind(placesOf(config)));
    const extent = hasQueue(config) ? await queue.extent() : null;
    const fanOut = hasQueue(config) ? await queue.fanOutCheckpoint() : null;
    if (fanOut !== null) await adopt(log, queue, fanOut);
    const highest = highestIds(await store.highestIds(), extent);
    const accepted =
      unfinishedWork ??
      (await acceptLog({ log, clock: systemClock, actor: operator, reason, idsFrom, highest }).catch(
        refuseInWords,
      ));
    await rebuild({
      log,
      logId: accepted.logId,
      store,
      projections,
      signal: new AbortController().signal,
      turnMs: REBUILD_TURN_MS,
      handoverMs: 0,
      onProgress: ({ events }) => onProgress(events),
    });
    return { ...accepted, resume: resumeCommand(fanOut, extent) };
  });
}

/** What an earlier run of the command did that was cut short after `LogRestored`; null where there is none. */
async function findUnfinished(log: EventLog, { readModels }: DerivedPositions): Promise<Accepted | null> {
  const logId = await restoredLogId(log);
  if (logId === null || readModels.every((checkpoint) => checkpoint.logId === logId)) return null;
  return { logId, ids: await nextIds(log) };
}

/** Highest ids by kind: the views and the members of public events that contain it. */
export function highestIds(views: readonly HighestOfView[], extent: QueueExtent | null): HighestIds {
  const inView = (name: string) => views.find(({ view }) => view === name)?.id ?? 0;
  const inQueue = (member: keyof QueueExtent['highest']) => extent?.highest[member] ?? 0;
  return {
    client: Math.max(extent?.clientId ?? 0, ...views.map(({ clientId }) => clientId)),
    company: Math.max(inView('companies'), inQueue('companyId')),
    chart: inView('charts'),
    account: inView('accounts'),
    trialBalance: Math.max(inView('trialBalances'), inQueue('trialBalanceId')),
    reconciliation: Math.max(inView('reconciliations'), inQueue('id')),
  };
}

/** Gives a queue of an id that the log lost the log's last id, which `log accept` then makes an earlier one. */
async function adopt(log: EventLog, queue: DeliveryQueue, fanOut: FanOutCheckpoint): Promise<void> {
  const logIds = await readLogIds(log);
  const logId = logIds.at(-1);
  if (logId !== undefined && !logIds.includes(fanOut.logId)) await queue.beginFanOut({ ...fanOut, logId });
}

export async function resumeOnCopy(config: Config): Promise<string | null> {
  if (!hasQueue(config)) return null;
  return withDerivedStores(config, async ({ queue }) => {
    const fanOut = await queue.fanOutCheckpoint();
    return fanOut === null ? null : resumeCommand(fanOut, await queue.extent());
  });
}

/** Resumes at the last event fanned out: at most that one is repeated, its deliveries with the same ids. */
export function resumeCommand(fanOut: FanOutCheckpoint | null, extent: QueueExtent | null): string {
  const newest = extent?.newestAt ?? null;
  const at = fanOut?.last?.at ?? (newest === null ? null : new Date(newest).toISOString());
  return `webhooks resume --from ${at ?? 'now'}`;
}

function refuseInWords(error: unknown): never {
  if (error instanceof IdsExhausted) throw new Refused(idsExhausted(error.kind, error.next));
  throw error instanceof LogInUse ? new Refused(LOG_IN_USE) : error;
}
