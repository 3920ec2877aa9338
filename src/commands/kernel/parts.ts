// Parts: content too large for one event, stored in a separate stream before the event that names it. Parts that
// no event names are never read.
import { createHash } from 'node:crypto';
import type { Fold, Recorded } from '../../domain/kernel/event.js';
import type { PartsLocation } from '../../domain/kernel/parts.js';
import {
  APPEND_BYTES_MAX,
  EventUnreadable,
  NO_STREAM,
  type EventLog,
  type StreamAppend,
} from '../../domain/kernel/log.js';
import type { CommandContext, Clock } from './context.js';
import { newEvent } from './events.js';

/** Upper estimate of the bytes of metadata and type per event. */
const EVENT_OVERHEAD_BYTES = 2_000;

/** SHA-256, in hexadecimal, of the concatenated parts, as stored in the event that names them. */
export function partsHash(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** The appends of parts to a new stream, as many in each as fit: before the event naming them, in one call. */
export function partsAppends(
  clock: Clock,
  context: CommandContext,
  stream: string,
  type: string,
  parts: readonly Uint8Array[],
): StreamAppend[] {
  let revision = NO_STREAM;
  return fittingAppends(parts, ({ byteLength }) => byteLength).map((group) => {
    const expectedRevision = revision;
    revision += group.length;
    return {
      stream,
      events: group.map((data) => newEvent({ type, data }, context, clock, null)),
      expectedRevision,
    };
  });
}

/** In order. @throws EventUnreadable when one is missing: parts are stored before the event that names them */
export async function readNamedParts(log: EventLog, place: PartsLocation): Promise<Uint8Array[]> {
  const { stream, fromRevision, count } = place;
  const parts: Uint8Array[] = [];
  if (count > 0)
    for await (const { data } of log.read(stream, fromRevision)) {
      if (!(data instanceof Uint8Array)) break;
      parts.push(data);
      if (parts.length === count) break;
    }
  if (parts.length < count) throw new EventUnreadable(`${stream}: ${parts.length} of ${count} parts are there`);
  return parts;
}

type EventWithParts = Readonly<{ event: Recorded; parts: readonly Uint8Array[] | undefined }>;

/** The events in order, each with the parts that the fold reads of it. */
export async function* withNamedParts(
  log: EventLog,
  events: AsyncIterable<Recorded>,
  fold: Pick<Fold<never>, 'partsOf'>,
): AsyncGenerator<EventWithParts, void> {
  for await (const event of events) {
    const location = fold.partsOf?.(event) ?? null;
    yield { event, parts: location === null ? undefined : await readNamedParts(log, location) };
  }
}

export async function readParts(log: EventLog, stream: string): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const { data } of log.read(stream, 0)) if (data instanceof Uint8Array) parts.push(data);
  return parts;
}

/** The items in order, as many together as fit one append. @param bytesOf the data of their event */
export function fittingAppends<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[][] {
  const groups: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const size = bytesOf(item) + EVENT_OVERHEAD_BYTES;
    if (bytes + size > APPEND_BYTES_MAX) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(item);
    bytes += size;
  }
  return groups;
}
