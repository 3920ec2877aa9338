// From a decided fact to an event ready to be appended.
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../domain/kernel/event.js';
import type { NewEvent } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from './context.js';

/**
 * The id is random per decision. `at` is the later of now and the stream's previous one, so that a clock that was set
 * back never reorders a stream's times. The codec stamps the schema version.
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
