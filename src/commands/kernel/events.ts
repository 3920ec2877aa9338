// Single events: the newest of a stream, and how a decided one is completed.
import { randomUUID } from 'node:crypto';
import type { DomainEvent, Recorded } from '../../domain/kernel/event.js';
import type { EventLog, NewEvent } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from './context.js';

/** The first event at or after the revision. */
export async function eventAt(log: EventLog, stream: string, revision: number): Promise<Recorded | null> {
  for await (const event of log.read(stream, revision)) return event;
  return null;
}

/** The last event of a stream, by exponential and binary search: the port reads forward only. */
export async function lastEvent(log: EventLog, stream: string): Promise<Recorded | null> {
  let newest = await eventAt(log, stream, 0);
  if (newest === null) return null;
  let step = 1;
  for (let next = newest; next !== null; step *= 2) {
    newest = next;
    const further: Recorded | null = await eventAt(log, stream, newest.revision + step);
    if (further === null) break;
    next = further;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    const next = await eventAt(log, stream, newest.revision + step);
    if (next !== null) newest = next;
  }
  return newest;
}

/**
 * The id is random. `at` is the later of now and the stream's previous `at`, so that times in a stream never
 * decrease, even when the clock was set back. The codec adds the schema version.
 * @param previousAt the stream's last `at`, null when it has no event
 */
export function newEvent(
  fact: DomainEvent,
  context: CommandContext,
  clock: Clock,
  previousAt: string | null,
): NewEvent {
  const now = clock.now().toISOString();
  const at = previousAt !== null && previousAt > now ? previousAt : now;
  const { actor, requestId } = context;
  return {
    id: randomUUID(),
    type: fact.type,
    data: fact.data,
    metadata: { schemaVersion: 1, at, actor, requestId },
  };
}
