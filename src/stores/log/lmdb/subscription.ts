// One step of a subscription: from a position on, through the index alone, fetching only the bodies asked for.
import type { Recorded } from '../../../domain/kernel/event.js';
import { EventDamaged, type Batch } from '../../../domain/kernel/log.js';
import { recorded, type IndexEntry, type StoredEvent, type Tables } from './layout.js';

/** What one step looks at and hands over at most; whichever comes first ends it. */
const SCANNED_MAX = 4_096;
const EVENTS_MAX = 256;
const BYTES_MAX = 1_048_576;

/**
 * @throws EventDamaged when the index names an event that is not there or unreadable; not before what precedes it
 * was handed over
 */
export function scan(tables: Tables, after: number, prefixes: readonly string[]): Batch {
  tables.root.resetReadTxn();
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
