// Copies a log to another store: all events in log order, with ids, revisions and stored data, so its seals stay
// valid. May be interrupted: the next run compares the logs and resumes. A final event sets a new id for the copy.
import { randomUUID } from 'node:crypto';
import { DEPLOYMENT_STREAM, type CopyRefusal, type CopyStep, type LogCopied } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { APPEND_BYTES_MAX, NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { newEvent } from '../kernel/events.js';
import { leafText } from '../seals/merkleTree.js';

/** How far two logs are equal: the position of the last common event in each, and the number of common events. */
type CopyPosition = Readonly<{
  source: number;
  target: number;
  events: number;
  /** The last common event of `deployment`, after which the copy appends. */
  deployment: Readonly<{ revision: number; at: string | null }>;
}>;

const COPY_START: CopyPosition = {
  source: 0,
  target: 0,
  events: 0,
  deployment: { revision: NO_STREAM, at: null },
};

/**
 * What follows `place` in the target: `Beginning`: nothing; `Finished`: the end of a complete copy; `Outdated`:
 * the end of a copy whose source has newer events; `Another`: an event that is not the source's.
 */
type Comparison = Readonly<{ place: CopyPosition }> &
  (
    | Readonly<{ is: 'Beginning' }>
    | Readonly<{ is: 'Finished' }>
    | Readonly<{ is: 'Outdated' }>
    | Readonly<{ is: 'Another'; stream: string; revision: number }>
  );

/** Compares all events after a place, with parts, up to the target's end: where to resume, or that all is in. */
async function compareLogs(
  source: EventLog,
  target: EventLog,
  from: CopyPosition,
  onProgress: (place: CopyPosition) => void,
): Promise<Comparison> {
  const originals = eventsAfter(source, from.source);
  let place = from;
  try {
    for await (const copy of eventsAfter(target, place.target)) {
      const next = await originals.next();
      const original = next.done === true ? null : next.value;
      if (original === null || leafText(original) !== leafText(copy)) {
        const isEndOfCopy = copy.stream === DEPLOYMENT_STREAM && copy.type === 'LogCopied';
        if (!isEndOfCopy || place.events === 0)
          return { is: 'Another', place, stream: copy.stream, revision: copy.revision };
        return { is: original === null ? 'Finished' : 'Outdated', place };
      }
      place = advance(place, original, copy.position);
      onProgress(place);
    }
    return { is: 'Beginning', place };
  } finally {
    await originals.return(undefined);
  }
}

/** The place after one more common event. */
function advance(
  place: CopyPosition,
  { stream, revision, position, metadata }: Recorded,
  target: number,
): CopyPosition {
  const deployment = stream === DEPLOYMENT_STREAM ? { revision, at: metadata.at } : place.deployment;
  return { source: position, target, events: place.events + 1, deployment };
}

/** All events after a position, in log order, up to about where the log ends now. The signal ends it early. */
export async function* eventsAfter(
  log: EventLog,
  position: number,
  streamPrefixes: readonly string[] = [''],
  signal?: AbortSignal,
): AsyncGenerator<Recorded, void> {
  const stop = new AbortController();
  const ended = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const head = await log.head();
  try {
    for await (const batch of log.subscribe(position, streamPrefixes, ended)) {
      yield* batch.events;
      if (batch.caughtUp || batch.position >= head) return;
    }
  } finally {
    stop.abort();
  }
}

export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
  constructor(readonly refusal: CopyRefusal) {
    super(refusal.is);
  }
}

type CopyOptions = Readonly<{
  /** Both are raw logs: the copy stores what the source stores. */
  source: EventLog;
  target: EventLog;
  clock: Clock;
  context: CommandContext;
  /** False leaves the copy unfinished, for a later run to resume, while the source is in use. */
  finish: boolean;
  /** @param events count in both logs; `position` of the last one in the source, `head` of the source */
  onProgress(step: CopyStep, events: number, position: number, head: number): void;
}>;

/** `events`: count in the copy; `missed`: the source has newer events. */
export type CopyReport = Readonly<{ events: number; missed: boolean }>;

/** A source in use grows while it is copied: each round copies the events of the previous one. */
const ROUNDS_MAX = 20;
/** Limit of consecutive events of one stream in one append. */
const GROUP_EVENTS_MAX = 500;

/** @throws CopyRefused before anything is written to a target that is not a copy */
export async function copyLog(parts: CopyOptions): Promise<CopyReport> {
  const { source, target, finish } = parts;
  let head = await source.head();
  const report = (step: CopyStep) => (place: CopyPosition) =>
    parts.onProgress(step, place.events, place.source, Math.max(head, place.source));
  const comparison = await compareLogs(source, target, COPY_START, report('comparing'));
  if (comparison.is === 'Another') throw refusalOf({ ...comparison, is: 'TargetHoldsAnotherLog' });
  if (comparison.is === 'Outdated')
    throw new CopyRefused({ is: 'CopyFinishedBefore', events: comparison.place.events });
  if (comparison.is === 'Finished') return { events: comparison.place.events, missed: false };

  let { place } = comparison;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    head = await source.head();
    const copied = await copyRest(source, target, place, report('copying'));
    if (copied.events === place.events) break;
    const verified = await compareLogs(source, target, place, report('verifying'));
    if (verified.is === 'Another') throw refusalOf({ ...verified, is: 'CopyDiffers' });
    if (verified.place.events !== copied.events)
      throw new CopyRefused({ is: 'TargetInUse', stream: DEPLOYMENT_STREAM });
    place = verified.place;
  }
  if (place.deployment.revision === NO_STREAM) throw new CopyRefused({ is: 'SourceEmpty' });
  if (finish) await finishCopy(parts, place);
  return { events: place.events, missed: finish && (await hasMore(source, place.source)) };
}

/** @returns the place after the appended events */
async function copyRest(
  source: EventLog,
  target: EventLog,
  from: CopyPosition,
  onProgress: (place: CopyPosition) => void,
): Promise<CopyPosition> {
  let place = from;
  const append = async (group: AppendGroup): Promise<void> => {
    const position = await group.appendTo(target);
    for (const event of group.events) place = advance(place, event, position);
    onProgress(place);
  };
  let group = new AppendGroup();
  for await (const event of eventsAfter(source, from.source)) {
    if (!group.takes(event)) {
      await append(group);
      group = new AppendGroup();
    }
    group.add(event);
  }
  if (group.events.length > 0) await append(group);
  return place;
}

/** Events that are consecutive in the log and in their stream: one append. */
class AppendGroup {
  readonly events: Recorded[] = [];
  #sizeBytes = 0;

  takes(event: Recorded): boolean {
    const newestEvent = this.events.at(-1);
    if (newestEvent === undefined) return true;
    return (
      newestEvent.stream === event.stream &&
      newestEvent.revision + 1 === event.revision &&
      this.events.length < GROUP_EVENTS_MAX &&
      this.#sizeBytes + sizeOf(event) <= APPEND_BYTES_MAX
    );
  }

  add(event: Recorded): void {
    this.events.push(event);
    this.#sizeBytes += sizeOf(event);
  }

  /** @returns the position of the last event in the target */
  async appendTo(target: EventLog): Promise<number> {
    const [{ stream, revision }] = this.events as [Recorded];
    const events = this.events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    const appended = await target.append([{ stream, events, expectedRevision: revision - 1 }]);
    if (appended.ok) return appended.position;
    throw new CopyRefused(
      appended.actual < revision - 1
        ? { is: 'SourceNotWhole', stream, revision: appended.actual + 1 }
        : { is: 'TargetInUse', stream },
    );
  }
}

function sizeOf({ type, data, metadata }: Recorded): number {
  const dataBytes = data instanceof Uint8Array ? data.length : Buffer.byteLength(JSON.stringify(data));
  return dataBytes + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;
}

async function finishCopy({ target, context, clock }: CopyOptions, { deployment }: CopyPosition): Promise<void> {
  const fact: LogCopied = { type: 'LogCopied', data: { logId: randomUUID() } };
  const event = newEvent(fact, context, clock, deployment.at);
  const appended = await target.append([
    { stream: DEPLOYMENT_STREAM, events: [event], expectedRevision: deployment.revision },
  ]);
  if (!appended.ok) throw new CopyRefused({ is: 'TargetInUse', stream: DEPLOYMENT_STREAM });
}

async function hasMore(source: EventLog, position: number): Promise<boolean> {
  const later = eventsAfter(source, position);
  const { done } = await later.next();
  await later.return(undefined);
  return done !== true;
}

function refusalOf(refusal: Extract<CopyRefusal, { stream: string; revision: number }>): CopyRefused {
  const { is, stream, revision } = refusal;
  return new CopyRefused({ is, stream, revision });
}
