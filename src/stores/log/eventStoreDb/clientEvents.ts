// Converts the client's events to the port's: parts as bytes, everything else as JSON, revisions and positions as numbers.
import type { Position, ResolvedEvent } from '@eventstore/db-client';
import type { Metadata, Recorded } from '../../../domain/kernel/event.js';
import { StoreRefused } from './errors.js';

type ClientEvent = NonNullable<ResolvedEvent['event']>;

/** Null for the server's own events: system streams, links, tombstones. */
export function fromClient(event: ClientEvent): Recorded | null {
  if (event.streamId.startsWith('$') || event.type.startsWith('$')) return null;
  return {
    type: event.type,
    data: event.isJson ? event.data : ownBytes(event.data),
    id: event.id,
    stream: event.streamId,
    revision: toNumber(event.revision),
    position: toPosition(event.position),
    metadata: event.metadata as Metadata,
  };
}

/** @throws StoreRefused for an event of a multi-call transaction, which no current client writes */
export function toPosition(position: Position | undefined): number {
  if (position === undefined || position.commit !== position.prepare)
    throw new StoreRefused(`An event without a position of its own: ${position?.commit}/${position?.prepare}`);
  return toNumber(position.commit);
}

export function fromPosition(position: number): Position {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

export function toNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new StoreRefused(`Beyond what a number holds exactly: ${value}`);
  return number;
}

/** Memory an event takes, to bound batches. */
export function approximateBytes(data: unknown): number {
  if (typeof data === 'string') return 2 * data.length;
  if (data instanceof Uint8Array) return data.length;
  if (typeof data !== 'object' || data === null) return 8;
  let sum = 16;
  for (const key in data) sum += 2 * key.length + approximateBytes((data as Record<string, unknown>)[key]);
  return sum;
}

/** A separate buffer, not a view: a reader may transfer it to another thread. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array && bytes.length === bytes.buffer.byteLength
    ? bytes
    : new Uint8Array(bytes);
}
