// Bounded synchronous reads: one slice of a stream, one step of a subscription, the log's end. Each begins with the newest
// commit.
import type { Recorded } from '../../../domain/kernel/event.js';
import { EventDamaged, type Batch } from '../../../domain/kernel/log.js';
import { seeNewestCommit } from './lmdbQuirks.js';
import { recorded, type IndexEntry, type StoredEvent } from './records.js';
import { REVISION_END, type Tables } from './tables.js';

/** Bounds of a slice of a stream, whichever is reached first. The first slice is short: often one event is enough. */
export const FIRST_SLICE_EVENTS = 32;
export const SLICE_EVENTS = 512;
const SLICE_BYTES = 1_048_576;
/** Bounds of a step of a subscription, whichever comes first. */
const SCANNED_MAX = 4_096;
const EVENTS_MAX = 256;
const BYTES_MAX = 1_048_576;

/** The position of the newest durable event of any process; 0 in an empty log. */
export function headOf(tables: Tables): number {
  seeNewestCommit(tables);
  for (const position of tables.index.getKeys({ reverse: true, limit: 1 })) return position;
  return 0;
}

/** `next` is the revision to continue from, null at the end of the stream. */
export function readSlice(
  tables: Tables,
  stream: string,
  from: number,
  limit: number,
): { events: Recorded[]; next: number | null } {
  seeNewestCommit(tables);
  const number = tables.streams.get(stream);
  const events: Recorded[] = [];
  if (number === undefined) return { events, next: null };
  let sizeBytes = 0;
  const range = { start: [number, from] as [number, number], end: [number, REVISION_END] as [number, number] };
  for (const { key, value } of tables.events.getRange({ ...range, limit })) {
    const stored = value as StoredEvent;
    events.push(recorded(stream, key[1], stored));
    sizeBytes += stored.sizeBytes;
    if (sizeBytes >= SLICE_BYTES) break;
  }
  const last = events.at(-1);
  const more = last !== undefined && (events.length === limit || sizeBytes >= SLICE_BYTES);
  return { events, next: more ? last.revision + 1 : null };
}

/**
 * Follows the index from a position, fetching only the bodies of matching streams.
 * @throws EventDamaged when the index names an event that is missing or unreadable, after the events before it were
 * returned
 */
export function scan(tables: Tables, after: number, prefixes: readonly string[]): Batch {
  seeNewestCommit(tables);
  const events: Recorded[] = [];
  let position = after;
  let scanned = 0;
  let sizeBytes = 0;
  let full = false;
  for (const { key, value } of tables.index.getRange({ start: after + 1, limit: SCANNED_MAX })) {
    const entry = value as IndexEntry;
    position = key;
    scanned += 1;
    if (!prefixes.some((prefix) => entry.stream.startsWith(prefix))) continue;
    const found = bodyOf(tables, entry, key);
    if (found instanceof EventDamaged) {
      if (events.length === 0) throw found;
      return { events, position: key - 1, caughtUp: false };
    }
    events.push(recorded(entry.stream, entry.revision, found));
    sizeBytes += found.sizeBytes;
    full = events.length >= EVENTS_MAX || sizeBytes >= BYTES_MAX;
    if (full) break;
  }
  return { events, position, caughtUp: !full && scanned < SCANNED_MAX };
}

function bodyOf(tables: Tables, entry: IndexEntry, position: number): StoredEvent | EventDamaged {
  const { number, revision, stream } = entry;
  try {
    const stored = tables.events.get([number, revision]) as StoredEvent | undefined;
    return stored?.position === position ? stored : new EventDamaged(stream, revision, position);
  } catch (cause) {
    return new EventDamaged(stream, revision, position, { cause });
  }
}
