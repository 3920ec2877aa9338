// Compares read models and delivery queue with the log before a process writes. They are derived from the log, so
// they are ahead of it only if it went back (docs/spec/log.md#a-log-that-went-back).
import type { StoreRefusal } from '../../domain/deployment.js';
import { resumeIn, type LogCheckpoint } from '../../domain/kernel/knownEvent.js';
import { LogWentBack, type EventLog } from '../../domain/kernel/log.js';
import { pause } from '../../runtime/keepTrying.js';
import { readLogIds } from './deployment.js';

export type DerivedPositions = Readonly<{
  readModels: readonly LogCheckpoint[];
  queue: readonly LogCheckpoint[];
}>;

/** Reads both; throws if one is unreachable. */
export type ReadDerivedPositions = () => Promise<DerivedPositions>;

/** The process must not write: the store was derived from another log, or from events that this log lost. */
export class StoreNotOfLog extends Error {
  override readonly name = 'StoreNotOfLog';
  constructor(readonly refusal: StoreRefusal) {
    super(`The ${refusal.store} are ${refusal.is === 'StoreAhead' ? 'ahead of the log' : 'of another log'}`);
  }
}

/**
 * @param positions read before this call
 * @param copyIds ids of a copy of this log; its stores are accepted too
 * @returns the first mismatch; null if all match. Stores of an earlier id of the log match, as they will be
 *   rebuilt
 */
export async function findMismatch(
  log: EventLog,
  { readModels, queue }: DerivedPositions,
  copyIds: readonly string[] = [],
): Promise<StoreNotOfLog | null> {
  const logIds = await readLogIds(log);
  const stores = { readModels, queue } as const;
  for (const store of ['readModels', 'queue'] as const)
    for (const checkpoint of stores[store]) {
      if (copyIds.includes(checkpoint.logId)) continue;
      if (!logIds.includes(checkpoint.logId))
        return new StoreNotOfLog({ is: logIds.length === 0 ? 'LogEmptied' : 'StoreOfAnotherLog', store });
      if (await isAhead(log, logIds.at(-1) ?? '', checkpoint))
        return new StoreNotOfLog({ is: 'StoreAhead', store });
    }
  return null;
}

async function isAhead(log: EventLog, logId: string, checkpoint: LogCheckpoint): Promise<boolean> {
  try {
    await resumeIn(log, logId, checkpoint);
    return false;
  } catch (error) {
    if (error instanceof LogWentBack) return true;
    throw error;
  }
}

const ASK_EVERY_MS = 250;

/**
 * Repeats a check until it has failed for `sameForMs` without interruption, or passes once: a node that rejoins
 * its cluster serves old data for a moment. An error of the check itself restarts the time.
 * @returns the refusal; null once the check passes or the signal aborts
 */
export async function confirm<Refusal extends Error>(
  ask: () => Promise<Refusal | null>,
  sameForMs: number,
  signal: AbortSignal,
): Promise<Refusal | null> {
  for (let sinceMs: number | null = null; !signal.aborted;) {
    const refusal = await ask().catch(() => undefined);
    if (refusal === null) return null;
    sinceMs = refusal === undefined ? null : (sinceMs ?? performance.now());
    if (refusal !== undefined && sinceMs !== null && performance.now() - sinceMs >= sameForMs) return refusal;
    await pause(ASK_EVERY_MS, signal);
  }
  return null;
}
