// Copies a log to another store: every event of every stream in the one order they have, with ids, revisions and what is
// stored, so that its seals hold there too. May be cut short anywhere: the next run compares what is there and goes on.
// The end of it is a fact of the copy, by which it becomes a log of its own.
import { randomUUID } from 'node:crypto';
import { advanced, compareLogs, eventsAfter, COPY_START, type CopyPosition } from './compareLogs.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { DEPLOYMENT_STREAM } from '../../domain/deployment/fold.js';
import { newEvent } from '../kernel/newEvent.js';
import type { CopyRefusal, CopyStep } from '../../domain/deployment/copy.js';
import type { LogCopied } from '../../domain/deployment/events.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { APPEND_BYTES_MAX, NO_STREAM, type EventLog, type NewEvent } from '../../domain/kernel/log.js';

export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
  constructor(readonly refusal: CopyRefusal) {
    super(refusal.is);
  }
}

export type CopyOptions = Readonly<{
  /** Both without the codec: what is copied is what is stored. */
  source: EventLog;
  target: EventLog;
  clock: Clock;
  context: CommandContext;
  /** False leaves the copy open, to be gone on with by a later run, while the source is still in use. */
  finish: boolean;
  /** @param events that are in both logs by now; `position` is that of the last in the source, `head` the source's */
  onProgress(step: CopyStep, events: number, position: number, head: number): void;
}>;

/** `events` are those of the source that are in the copy; `missed` tells that the source went on past them. */
export type CopyReport = Readonly<{ events: number; missed: boolean }>;

/** A source in use goes on while it is copied: each round copies what came during the one before. */
const ROUNDS_MAX = 20;
/** Consecutive events of one stream go together, as long as they fit one append. */
const GROUP_EVENTS_MAX = 500;

/** @throws CopyRefused; nothing was written to a target that holds something else */
export async function copyLog(parts: CopyOptions): Promise<CopyReport> {
  const { source, target, finish } = parts;
  let head = await source.head();
  const tell = (step: CopyStep) => (place: CopyPosition) =>
    parts.onProgress(step, place.events, place.source, Math.max(head, place.source));
  const found = await compareLogs(source, target, COPY_START, tell('comparing'));
  if (found.is === 'Another') throw refused({ ...found, is: 'TargetHoldsAnotherLog' });
  if (found.is === 'Outdated') throw new CopyRefused({ is: 'CopyFinishedBefore', events: found.place.events });
  if (found.is === 'Finished') return { events: found.place.events, missed: false };

  let { place } = found;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    head = await source.head();
    const copied = await copyRest(source, target, place, tell('copying'));
    if (copied.events === place.events) break;
    const verified = await compareLogs(source, target, place, tell('verifying'));
    if (verified.is === 'Another') throw refused({ ...verified, is: 'CopyDiffers' });
    if (verified.place.events !== copied.events)
      throw new CopyRefused({ is: 'TargetInUse', stream: DEPLOYMENT_STREAM });
    place = verified.place;
  }
  if (place.deployment.revision === NO_STREAM) throw new CopyRefused({ is: 'SourceEmpty' });
  if (finish) await finishCopy(parts, place);
  return { events: place.events, missed: finish && (await hasMore(source, place.source)) };
}

/** @returns the place after what was appended to the target */
async function copyRest(
  source: EventLog,
  target: EventLog,
  from: CopyPosition,
  onProgress: (place: CopyPosition) => void,
): Promise<CopyPosition> {
  let place = from;
  const take = async (group: AppendGroup): Promise<void> => {
    const position = await group.appendTo(target);
    for (const event of group.events) place = advanced(place, event, position);
    onProgress(place);
  };
  let group = new AppendGroup();
  for await (const event of eventsAfter(source, from.source)) {
    if (!group.takes(event)) {
      await take(group);
      group = new AppendGroup();
    }
    group.add(event);
  }
  if (group.events.length > 0) await take(group);
  return place;
}

/** Events that follow each other in the log as well as in their stream. */
class AppendGroup {
  readonly events: Recorded[] = [];
  #sizeBytes = 0;

  takes(event: Recorded): boolean {
    const last = this.events.at(-1);
    if (last === undefined) return true;
    return (
      last.stream === event.stream &&
      last.revision + 1 === event.revision &&
      this.events.length < GROUP_EVENTS_MAX &&
      this.#sizeBytes + sizeOf(event) <= APPEND_BYTES_MAX
    );
  }

  add(event: Recorded): void {
    this.events.push(event);
    this.#sizeBytes += sizeOf(event);
  }

  /** @returns the position of the last one in the target */
  async appendTo(target: EventLog): Promise<number> {
    const [first] = this.events as [Recorded];
    const { stream, revision } = first;
    const appended = await target.append(stream, this.events.map(asStored), revision - 1);
    if (appended.ok) return appended.position;
    throw new CopyRefused(
      appended.actual < revision - 1
        ? { is: 'SourceNotWhole', stream, revision: appended.actual + 1 }
        : { is: 'TargetInUse', stream },
    );
  }
}

function asStored({ id, type, data, metadata }: Recorded): NewEvent {
  return { id, type, data, metadata };
}

/** As an append counts it. */
function sizeOf({ type, data, metadata }: Recorded): number {
  const dataBytes = data instanceof Uint8Array ? data.length : Buffer.byteLength(JSON.stringify(data));
  return dataBytes + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;
}

/** From here on the copy is a log of its own. */
async function finishCopy({ target, context, clock }: CopyOptions, { deployment }: CopyPosition): Promise<void> {
  const fact: LogCopied = { type: 'LogCopied', data: { logId: randomUUID() } };
  const event = newEvent(fact, context, clock, deployment.at);
  const appended = await target.append(DEPLOYMENT_STREAM, [event], deployment.revision);
  if (!appended.ok) throw new CopyRefused({ is: 'TargetInUse', stream: DEPLOYMENT_STREAM });
}

async function hasMore(source: EventLog, position: number): Promise<boolean> {
  const later = eventsAfter(source, position);
  const { done } = await later.next();
  await later.return(undefined);
  return done !== true;
}

function refused(refusal: Extract<CopyRefusal, { stream: string; revision: number }>): CopyRefused {
  const { is, stream, revision } = refusal;
  return new CopyRefused({ is, stream, revision });
}
