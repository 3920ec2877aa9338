// Parts before the fact: bytes too large for one event, written to a stream of their own before the event that names
// them. Parts nobody names are harmless.
import { createHash } from 'node:crypto';
import type { PartsLocation } from '../../domain/kernel/parts.js';
import { APPEND_BYTES_MAX, NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import type { CommandContext, Clock } from './context.js';
import { newEvent } from './newEvent.js';

/** What an append adds to the data bytes of each event: metadata and type, generously. */
const EVENT_OVERHEAD_BYTES = 2_000;

/** `onAppended`: told after each append, others perhaps under way. */
export type PartsWriter = Readonly<{ log: EventLog; clock: Clock; onAppended?: () => Promise<void> | void }>;

/** SHA-256 in hexadecimal over parts one after another, as the committing event names it. */
export function partsHash(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * Writes parts to a stream, as many in one append as fit, the appends sent without waiting for each other.
 * @param after the stream's revision before, NO_STREAM for a new one
 * @returns the revision of the last part written
 * @throws when another writer was in the stream, or what the log throws
 */
export async function writeParts(
  { log, clock, onAppended }: PartsWriter,
  context: CommandContext,
  stream: string,
  type: string,
  parts: readonly Uint8Array[],
  after: number = NO_STREAM,
): Promise<number> {
  let revision = after;
  const appends = grouped(parts).map(async (group) => {
    const expected = revision;
    revision += group.length;
    const events = group.map((data) => newEvent({ type, data }, context, clock, null));
    const result = await log.append(stream, events, expected);
    await onAppended?.();
    return result;
  });
  for (const result of await Promise.all(appends))
    if (!result.ok) throw new Error(`${stream}: parts met another writer`);
  return revision;
}

/**
 * The parts a fact names, in order.
 * @throws when one is missing: a fact is never stored before its parts, so the log is not whole
 */
export async function readNamedParts(log: EventLog, place: PartsLocation): Promise<Uint8Array[]> {
  const { stream, fromRevision, count } = place;
  const parts: Uint8Array[] = [];
  if (count > 0)
    for await (const { data } of log.read(stream, fromRevision)) {
      if (!(data instanceof Uint8Array)) break;
      parts.push(data);
      if (parts.length === count) break;
    }
  if (parts.length < count) throw new Error(`${stream}: ${parts.length} of ${count} parts are there`);
  return parts;
}

/** The bytes of all parts of a stream, in order. */
export async function readParts(log: EventLog, stream: string): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const { data } of log.read(stream, 0)) if (data instanceof Uint8Array) parts.push(data);
  return parts;
}

function grouped(parts: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let bytes = Infinity;
  for (const part of parts) {
    const size = part.byteLength + EVENT_OVERHEAD_BYTES;
    if (bytes + size > APPEND_BYTES_MAX) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(part);
    bytes += size;
  }
  return groups;
}
