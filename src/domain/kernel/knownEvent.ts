// Whoever has read a log and reads on asks here whether it is that log, and still holds the last event that was
// read (docs/spec/log.md#a-log-that-went-back).
import type { Recorded } from './event.js';
import { LogWentBack, NO_STREAM, type EventLog } from './log.js';

/** Identifies an event that was read; `at` is its time, ISO 8601 UTC. */
export type KnownEvent = Readonly<{ stream: string; revision: number; id: string; position: number; at: string }>;

/**
 * The progress of a subscription. `last`: the last event that it yielded, at or before the position; the position
 * may be that of a record of another program. Absent while it yielded none.
 */
type ReadPosition = Readonly<{ position: number; last?: KnownEvent | undefined }>;

/** How far a reader came, and in which log. */
export type LogCheckpoint = ReadPosition & Readonly<{ logId: string }>;

export function knownEvent({ stream, revision, id, position, metadata }: Recorded): KnownEvent {
  return { stream, revision, id, position, at: metadata.at };
}

/** @throws LogWentBack when the log no longer holds the event */
export async function requireEvent(
  log: Pick<EventLog, 'read'>,
  { stream, revision, id }: Pick<KnownEvent, 'stream' | 'revision' | 'id'>,
): Promise<void> {
  for await (const event of log.read(stream, revision)) {
    if (event.revision === revision && event.id === id) return;
    break;
  }
  throw new LogWentBack({ stream, revision, id });
}

/**
 * The events of a stream after the last one that was read, in one call that begins with the event at it.
 * @param revision of the last known event, NO_STREAM for none
 * @param lastId its id, null for none
 * @throws LogWentBack when the log no longer holds that event, before any event is returned
 */
export async function* readOn(
  log: Pick<EventLog, 'read'>,
  stream: string,
  revision: number,
  lastId: string | null,
): AsyncIterable<Recorded> {
  let isKnown = revision === NO_STREAM;
  for await (const event of log.read(stream, Math.max(revision, 0))) {
    if (isKnown) yield event;
    else if (event.revision !== revision || event.id !== lastId) break;
    else isKnown = true;
  }
  if (!isKnown) throw new LogWentBack({ stream, revision, id: lastId });
}

/** Events that `eventsAt` passes over rather than begin another read. */
const GAP_MAX = 20;

/**
 * Some events of a stream, in its order, without reading what is far from them.
 * @param revisions ascending, each once
 * @throws LogWentBack when one is missing
 */
export async function* eventsAt(
  log: Pick<EventLog, 'read'>,
  stream: string,
  revisions: readonly number[],
): AsyncIterable<Recorded> {
  const remaining = [...revisions];
  for (let [from] = remaining; from !== undefined; [from] = remaining) {
    for await (const event of log.read(stream, from)) {
      if (event.revision === remaining[0]) {
        remaining.shift();
        yield event;
      }
      const [next] = remaining;
      if (next === undefined || next - event.revision > GAP_MAX) break;
    }
    if (remaining[0] === from) throw new LogWentBack({ stream, revision: from, id: null });
  }
}

/**
 * The position to resubscribe from: that of the last event yielded. Events after it may have been lost and
 * replaced by others, at positions before the one that was reached.
 * @param reached read before this call: a head that is read after it is not lower
 * @throws LogWentBack
 */
export async function resumeAfter(
  log: Pick<EventLog, 'read' | 'head'>,
  { position, last }: ReadPosition,
): Promise<number> {
  if (last !== undefined) {
    await requireEvent(log, last);
    return last.position;
  }
  if (position > 0 && position > (await log.head())) throw new LogWentBack({ position });
  return position;
}

/** Does `resumeAfter`; null when the checkpoint is of another log, or of an earlier id of this one. */
export async function resumeIn(
  log: Pick<EventLog, 'read' | 'head'>,
  logId: string,
  checkpoint: LogCheckpoint,
): Promise<number | null> {
  return checkpoint.logId === logId ? resumeAfter(log, checkpoint) : null;
}
