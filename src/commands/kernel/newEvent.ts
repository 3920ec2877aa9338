// Adds id and metadata to a decided event.
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../domain/kernel/event.js';
import type { NewEvent } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from './context.js';

/**
 * The id is random. `at` is the later of now and the stream's previous `at`, so that times in a stream never decrease, even when
 * the clock was set back. The codec adds the schema version.
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
