// Accepts a log that was restored to an earlier state: skips the integer ids that may have been assigned since,
// and gives the log a new id, so that derived stores are rebuilt (docs/spec/log.md#going-on-with-a-restored-log).
import { randomUUID } from 'node:crypto';
import { DEPLOYMENT_STREAM, type LogRestored, type StoreRefusal } from '../../domain/deployment.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import { ID_MAX, idKinds, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import { resumeIn, type LogCheckpoint } from '../../domain/kernel/knownEvent.js';
import { LogWentBack, NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import { pause } from '../../runtime/keepTrying.js';
import type { Clock } from '../kernel/context.js';
import { lastEvent, newEvent } from '../kernel/events.js';
import { readDeploymentState, readLogIds } from './deployment.js';

/** Ids skipped above the highest known one: more than can have been assigned since a backup. */
const IDS_SKIPPED = 1_000_000;

export type HighestIds = Readonly<Partial<Record<IdKind, number>>>;

export type Accepting = Readonly<{
  log: EventLog;
  clock: Clock;
  actor: Actor;
  reason: string;
  /** Lower bound of the next id of every kind; null: only the known ids count. */
  idsFrom: number | null;
  /** The highest ids in read models and delivery queue. */
  highest: HighestIds;
}>;

/** `ids`: the next id of each kind. */
export type Accepted = Readonly<{ logId: string; ids: Readonly<Record<IdKind, number>> }>;

/** An id would be beyond the limit; nothing was changed. */
export class IdsExhausted extends Error {
  override readonly name = 'IdsExhausted';
  constructor(
    readonly kind: IdKind,
    readonly next: number,
  ) {
    super(`The next ${kind} id would be ${next}`);
  }
}

/** Another process writes to the log. */
export class LogInUse extends Error {
  override readonly name = 'LogInUse';
}

/**
 * May be interrupted and run again: kinds already advanced since the log got its current id are not advanced
 * again.
 * @throws IdsExhausted, LogInUse
 */
export async function acceptLog(accepting: Accepting): Promise<Accepted> {
  const { log, reason } = accepting;
  const { state, last } = await readDeploymentState(log);
  const identifiedAt = state.identifiedBy?.position ?? 0;
  const raises: Raise[] = [];
  for (const kind of idKinds) raises.push(await raiseOf(accepting, kind, identifiedAt));
  for (const { kind, next } of raises) if (next > ID_MAX) throw new IdsExhausted(kind, next);
  for (const raise of raises) await reserve(accepting, raise);
  const logId = randomUUID();
  const fact: LogRestored = { type: 'LogRestored', data: { logId, reason } };
  await append(accepting, DEPLOYMENT_STREAM, fact, last);
  return {
    logId,
    ids: Object.fromEntries(raises.map(({ kind, next }) => [kind, next])) as Record<IdKind, number>,
  };
}

/** The id that the log got from `LogRestored`; null where its id is from anything else. */
export async function restoredLogId(log: EventLog): Promise<string | null> {
  const { logIds, identifiedBy } = (await readDeploymentState(log)).state;
  return identifiedBy?.type === 'LogRestored' ? (logIds.at(-1) ?? null) : null;
}

export async function nextIds(log: EventLog): Promise<Accepted['ids']> {
  const next: [IdKind, number][] = [];
  for (const kind of idKinds) next.push([kind, lastIn(await lastEvent(log, idsStream(kind))) + 1]);
  return Object.fromEntries(next) as Accepted['ids'];
}

function lastIn(event: Recorded | null): number {
  return event === null ? 0 : idsFold.evolve({ last: 0 }, event).last;
}

/** `event`: the newest of the stream. */
type Raise = Readonly<{ kind: IdKind; last: number; next: number; event: Recorded | null }>;

async function raiseOf({ log, idsFrom, highest }: Accepting, kind: IdKind, identifiedAt: number): Promise<Raise> {
  const event = await lastEvent(log, idsStream(kind));
  const lastId = lastIn(event);
  const highestKnown = Math.max(lastId, highest[kind] ?? 0);
  const isRaised = event !== null && event.position > identifiedAt && isRaise(event);
  const next = Math.max(isRaised ? lastId + 1 : highestKnown + IDS_SKIPPED, idsFrom ?? 0);
  return { kind, last: lastId, next, event };
}

/** Whether the operator reserved the ids; other reservations are the service's. */
export function isRaise({ type, metadata }: Pick<Recorded, 'type' | 'metadata'>): boolean {
  return type === 'IdsReserved' && metadata.actor.kind === 'operator';
}

async function reserve(accepting: Accepting, { kind, last, next, event }: Raise): Promise<void> {
  if (next === last + 1) return;
  const fact: IdsReserved = { type: 'IdsReserved', data: { from: last + 1, to: next - 1 } };
  await append(accepting, idsStream(kind), fact, event);
}

async function append(
  { log, clock, actor }: Accepting,
  stream: string,
  fact: LogRestored | IdsReserved,
  newest: Recorded | null,
): Promise<void> {
  const event = newEvent(fact, { actor, requestId: null }, clock, newest?.metadata.at ?? null);
  const expectedRevision = newest?.revision ?? NO_STREAM;
  const appended = await log.append([{ stream, events: [event], expectedRevision }]);
  if (!appended.ok) throw new LogInUse(`${stream} is at ${appended.actual}`);
}

// Compares read models and delivery queue with the log before a process writes. They are derived from the log, so
// they are ahead of it only if it went back (docs/spec/log.md#a-log-that-went-back).

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
