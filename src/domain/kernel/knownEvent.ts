// An event that a reader has read must still be in the log when it continues (docs/spec/log.md#a-log-that-went-back).
import type { Recorded } from './event.js';
import { LogWentBack, type EventLog } from './log.js';

/** Identifies an event that was read; `at` is its time, ISO 8601 UTC. */
export type KnownEvent = Readonly<{ stream: string; revision: number; id: string; position: number; at: string }>;

/**
 * The progress of a subscription. `last`: the last event that it yielded, at or before the position; the position may
 * be that of a record of another program. Absent from checkpoints of version 0.1.0.
 */
export type ReadPosition = Readonly<{ position: number; last?: KnownEvent | undefined }>;

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
