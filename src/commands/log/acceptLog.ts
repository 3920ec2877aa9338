// Accepts a log that was restored to an earlier state: skips the integer ids that may have been assigned since,
// and gives the log a new id, so that derived stores are rebuilt (docs/spec/log.md#going-on-with-a-restored-log).
import { randomUUID } from 'node:crypto';
import { DEPLOYMENT_STREAM, type LogRestored } from '../../domain/deployment.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import { ID_MAX, idKinds, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import type { Clock } from '../kernel/context.js';
import { lastEvent, newEvent } from '../kernel/events.js';
import { readDeploymentState } from './deployment.js';

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
