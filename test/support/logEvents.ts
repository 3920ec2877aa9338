// Events as the log's tests append and read them: valid types of the catalogue, small or of any size.
import { randomUUID } from 'node:crypto';
import type { DomainEvent, Metadata, Recorded } from '../../src/domain/kernel/event.js';
import {
  NO_STREAM,
  type Appended,
  type Batch,
  type EventLog,
  type NewEvent,
} from '../../src/domain/kernel/log.js';
import { PATIENCE_MS } from './until.js';

export const metadata: Metadata = {
  schemaVersion: 1,
  at: '2026-03-02T12:00:00.000Z',
  actor: { kind: 'key', id: '7', name: 'ERP — integração' },
  requestId: '5f0c9c4e-3d7a-4f6e-9f51-3f5a3a4f9f10',
};

/** A small event, identified by `number`. */
export function closed(number: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'CompetenceClosed',
    metadata,
    data: { companyId: number, clientId: 1, competence: '2026-01' },
  };
}

export function closedMany(count: number, first = 0): NewEvent[] {
  return Array.from({ length: count }, (_, index) => closed(first + index));
}

export function part(bytes: Uint8Array): NewEvent {
  return { id: randomUUID(), type: 'TrialBalanceLinesListed', metadata, data: bytes };
}

/** The appended event as read back, without its position, which the store assigns. */
export function stored(stream: string, event: NewEvent, revision: number): Omit<Recorded, 'position'> {
  return { ...event, stream, revision };
}

export function withoutPosition({ position: _, ...event }: Recorded): Omit<Recorded, 'position'> {
  return event;
}

export function numberOf(event: Pick<Recorded, 'data'>): number {
  return (event.data as { companyId: number }).companyId;
}

/** Appends to one stream, a new one when no revision is expected. */
export function append(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  expectedRevision = NO_STREAM,
): Promise<Appended> {
  return log.append([{ stream, events, expectedRevision }]);
}

export async function readAll<Event extends DomainEvent = DomainEvent>(
  log: EventLog,
  stream: string,
  from = 0,
): Promise<Recorded<Event>[]> {
  const events: Recorded<Event>[] = [];
  for await (const event of log.read(stream, from)) events.push(event as Recorded<Event>);
  return events;
}

/** Every batch up to the end of the log as of now. */
export async function catchUp(log: EventLog, from: number, prefixes: readonly string[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of log.subscribe(from, prefixes, new AbortController().signal)) {
    batches.push(batch);
    if (batch.caughtUp) break;
  }
  return batches;
}

/** Events of a live subscription until there are `count` of them; fails when they take too long. */
export async function collect(
  log: EventLog,
  from: number,
  prefixes: readonly string[],
  count: number,
  onBatch: (batch: Batch) => Promise<void> | void = () => undefined,
): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const batch of log.subscribe(from, prefixes, AbortSignal.timeout(PATIENCE_MS))) {
    events.push(...batch.events);
    await onBatch(batch);
    if (events.length >= count) return events;
  }
  throw new Error(`Only ${events.length} of ${count} events came`);
}

/** A log's methods as own members, so that one of them can be taken over. */
export function methodsOf(log: EventLog): EventLog {
  return {
    append: (...args) => log.append(...args),
    read: (...args) => log.read(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
  };
}
