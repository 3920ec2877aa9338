// Bounded synchronous reads: one slice of a stream, one step of a subscription, the log's end. Each first finds
// the positions and then reads one event after the other until a bound is reached.
import type { Metadata, Recorded } from '../../../domain/kernel/event.js';
import { EventDamaged, EventUnreadable, type Batch } from '../../../domain/kernel/log.js';
import { isDamage, type SqliteFile } from '../../sqlite/sqliteFile.js';

/** Bounds of a slice of a stream, whichever comes first. The first is short: often one event is enough. */
export const FIRST_SLICE_EVENTS = 32;
export const SLICE_EVENTS = 256;
/** Bounds of a step of a subscription, whichever comes first. */
const SCANNED_MAX = 4_096;
const EVENTS_MAX = 256;
/** Bound of either. */
const BYTES_MAX = 1_048_576;
/** Follows every name that begins with a prefix. */
const LAST_CHARACTER = '\u{10ffff}';

/** The file contradicts itself: run `verify` before anything else. */
class LogDamaged extends EventUnreadable {
  override readonly name = 'LogDamaged';
}

/** The position of the newest durable event of any process; 0 in an empty log. */
export function headOf(file: SqliteFile): number {
  const [head] = orLogDamaged(() => file.getRaw('SELECT max(position) FROM events')) ?? [];
  return (head as number | null) ?? 0;
}

/** `next` is the revision to continue from, null at the end of the stream. */
export function readSlice(
  file: SqliteFile,
  stream: string,
  from: number,
  limit: number,
): { events: readonly Recorded[]; next: number | null } {
  const positions = positionsOf(
    file,
    'SELECT position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
    [stream, from, limit],
  );
  const { events, damaged } = eventsAt(file, positions);
  if (damaged !== null && events.length === 0) throw damaged;
  const lastEvent = events.at(-1);
  const hasMore = lastEvent !== undefined && (events.length === limit || events.length < positions.length);
  return { events, next: hasMore ? lastEvent.revision + 1 : null };
}

/** Follows the log from a position, by matching streams. @throws EventDamaged after the events before it */
export function scan(file: SqliteFile, after: number, prefixes: readonly string[]): Batch {
  const head = headOf(file);
  const upTo = Math.min(head, after + SCANNED_MAX);
  if (upTo <= after) return { events: [], position: after, caughtUp: true };
  const matches = prefixes.map(() => '(stream >= ? AND stream < ?)').join(' OR ');
  const positions = positionsOf(
    file,
    `SELECT position FROM events WHERE position > ? AND position <= ? AND (${matches}) ORDER BY position LIMIT ?`,
    [after, upTo, ...prefixes.flatMap((prefix) => [prefix, prefix + LAST_CHARACTER]), EVENTS_MAX],
  );
  const { events, damaged } = eventsAt(file, positions);
  if (damaged !== null) {
    if (events.length === 0) throw damaged;
    return { events, position: damaged.position - 1, caughtUp: false };
  }
  const isCut = events.length < positions.length || events.length === EVENTS_MAX;
  const position = isCut ? (events.at(-1)?.position ?? after) : upTo;
  return { events, position, caughtUp: !isCut && upTo === head };
}

function positionsOf(file: SqliteFile, sql: string, values: readonly (string | number)[]): readonly number[] {
  return orLogDamaged(() => file.allRaw(sql, ...values)).map(([position]) => position as number);
}

/** The events at these positions up to the bound, at least one, or up to a damaged one. */
function eventsAt(
  file: SqliteFile,
  positions: readonly number[],
): { events: readonly Recorded[]; damaged: EventDamaged | null } {
  const events: Recorded[] = [];
  let sizeBytes = 0;
  for (const position of positions) {
    const row = orLogDamaged(() =>
      file.getRaw('SELECT stream, revision, id, type, data, metadata FROM events WHERE position = ?', position),
    );
    if (row === undefined) throw new LogDamaged(`The event at position ${position} is missing`);
    const event = eventOf(row as Row, position);
    if (event instanceof EventDamaged) return { events, damaged: event };
    events.push(event);
    sizeBytes += (row as Row)[4].length;
    if (sizeBytes >= BYTES_MAX) break;
  }
  return { events, damaged: null };
}

type Row = readonly [
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string | Buffer,
  metadata: string,
];

function eventOf([stream, revision, id, type, data, metadata]: Row, position: number): Recorded | EventDamaged {
  try {
    return {
      type,
      data: typeof data === 'string' ? (JSON.parse(data) as unknown) : bytesOf(data),
      id,
      stream,
      revision,
      position,
      metadata: JSON.parse(metadata) as Metadata,
    };
  } catch (cause) {
    return new EventDamaged(stream, revision, position, { cause });
  }
}

/** Memory of its own, so that a reader may transfer it to another thread. */
function bytesOf(data: Buffer): Uint8Array {
  return new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.length);
}

function orLogDamaged<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isDamage(error) ? new LogDamaged('The file of the log is damaged', { cause: error }) : error;
  }
}
