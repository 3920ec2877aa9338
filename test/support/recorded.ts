// Facts as a log would hand them over, in the order given.
import type { DomainEvent, Recorded } from '../../src/domain/kernel/event.js';

export function recordedAll<Event extends DomainEvent>(
  events: readonly Event[],
  stream: string,
  at = '2026-09-10T12:00:00.000Z',
): Recorded<Event>[] {
  return events.map((event, revision) => ({
    ...event,
    id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
    stream,
    revision,
    position: revision + 1,
    metadata: { schemaVersion: 1, at, actor: { kind: 'operator', id: 'operator' }, requestId: null },
  }));
}
