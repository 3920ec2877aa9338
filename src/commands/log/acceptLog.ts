// Accepts a log that was restored to an earlier state: skips the integer ids that may have been assigned since, and gives the
// log a new id, so that derived stores are rebuilt (docs/spec/log.md#going-on-with-a-restored-log).
import { randomUUID } from 'node:crypto';
import { lastEvent } from '../kernel/lastEvent.js';
import { DEPLOYMENT_STREAM, type LogRestored } from '../../domain/deployment.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import { ID_MAX, idKinds, idsFold, idsStream, type IdKind, type IdsReserved } from '../../domain/kernel/ids.js';
import { NO_STREAM, type EventLog, type NewEvent } from '../../domain/kernel/log.js';
import type { Clock } from '../kernel/context.js';
import { newEvent } from '../kernel/newEvent.js';

/** Ids skipped above the highest known one: more than can have been assigned since a backup. */
export const IDS_SKIPPED = 1_000_000;

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
 * May be interrupted and run again: kinds already advanced since the log got its current id are not advanced again.
 * @throws IdsExhausted, LogInUse
 */
export async function acceptLog(accepting: Accepting): Promise<Accepted> {
  const { log, reason } = accepting;
  const place = await endOfDeployment(log);
  const raises: Raise[] = [];
  for (const kind of idKinds) raises.push(await raiseOf(accepting, kind, place.identifiedAt));
  for (const { kind, next } of raises) if (next > ID_MAX) throw new IdsExhausted(kind, next);
  for (const raise of raises) await reserve(accepting, raise);
  const logId = randomUUID();
  const fact: LogRestored = { type: 'LogRestored', data: { logId, reason } };
  await append(
    accepting,
    DEPLOYMENT_STREAM,
    (context, clock) => newEvent(fact, context, clock, place.at),
    place.revision,
  );
  return {
    logId,
    ids: Object.fromEntries(raises.map(({ kind, next }) => [kind, next])) as Record<IdKind, number>,
  };
}

/** The id that the log got from `LogRestored`; null where its id is from anything else. */
export async function restoredLogId(log: EventLog): Promise<string | null> {
  let logId: string | null = null;
  for await (const { type, data } of log.read(DEPLOYMENT_STREAM, 0))
    if (type === 'LogRestored') ({ logId } = data as LogRestored['data']);
    else if (setsLogId(type)) logId = null;
  return logId;
}

/** The next id of each kind. */
export async function nextIds(log: EventLog): Promise<Accepted['ids']> {
  const next: [IdKind, number][] = [];
  for (const kind of idKinds) next.push([kind, lastIn(await lastEvent(log, idsStream(kind))) + 1]);
  return Object.fromEntries(next) as Accepted['ids'];
}

function lastIn(event: Recorded | null): number {
  return event === null ? 0 : idsFold.evolve({ last: 0 }, event).last;
}

/** Of an event of `deployment`. */
function setsLogId(type: string): boolean {
  return type === 'Deployed' || type === 'LogCopied' || type === 'LogRestored';
}

/** The end of the stream, and the position of the event that set the log's current id. */
async function endOfDeployment(log: EventLog) {
  let place = { revision: NO_STREAM, at: null as string | null, identifiedAt: 0 };
  for await (const { type, revision, position, metadata } of log.read(DEPLOYMENT_STREAM, 0))
    place = {
      revision,
      at: metadata.at,
      identifiedAt: setsLogId(type) ? position : place.identifiedAt,
    };
  return place;
}

type Raise = Readonly<{ kind: IdKind; last: number; next: number; revision: number; at: string | null }>;

async function raiseOf({ log, idsFrom, highest }: Accepting, kind: IdKind, identifiedAt: number): Promise<Raise> {
  const event = await lastEvent(log, idsStream(kind));
  const last = lastIn(event);
  const known = Math.max(last, highest[kind] ?? 0);
  const isRaised = event !== null && event.position > identifiedAt && isRaise(event);
  const next = Math.max(isRaised ? last + 1 : known + IDS_SKIPPED, idsFrom ?? 0);
  return { kind, last, next, revision: event?.revision ?? NO_STREAM, at: event?.metadata.at ?? null };
}

/** Whether the operator reserved the ids; other reservations are the service's. */
export function isRaise({ type, metadata }: Pick<Recorded, 'type' | 'metadata'>): boolean {
  return type === 'IdsReserved' && metadata.actor.kind === 'operator';
}

async function reserve(accepting: Accepting, { kind, last, next, revision, at }: Raise): Promise<void> {
  if (next === last + 1) return;
  const fact: IdsReserved = { type: 'IdsReserved', data: { from: last + 1, to: next - 1 } };
  await append(accepting, idsStream(kind), (context, clock) => newEvent(fact, context, clock, at), revision);
}

async function append(
  { log, clock, actor }: Accepting,
  stream: string,
  event: (context: { actor: Actor; requestId: null }, clock: Clock) => NewEvent,
  revision: number,
): Promise<void> {
  const appended = await log.append([
    { stream, events: [event({ actor, requestId: null }, clock)], expectedRevision: revision },
  ]);
  if (!appended.ok) throw new LogInUse(`${stream} is at ${appended.actual}`);
}
