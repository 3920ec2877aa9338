// Converts events and errors between the port and the client. Errors are told by `type` and `code`, not by class:
// a broken connection comes as a bare gRPC error.
import { binaryEvent, jsonEvent, type EventData, type ResolvedEvent } from '@eventstore/db-client';
import type { Metadata, Recorded } from '../../../domain/kernel/event.js';
import { AppendTooLarge, type NewEvent } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeError.js';
import { LogClosed } from '../appendChecks.js';

export type ClientEvent = NonNullable<ResolvedEvent['event']>;
/** The user is unknown or lacks the right: repeating has the same result until an administrator changes that. */
export class AccessDenied extends StoreUnavailable {}

const PERMISSION_DENIED = 7;
export const UNAUTHENTICATED = 16;
/** Repeating the call has the same result. */
const REFUSALS: readonly (string | undefined)[] = ['stream-deleted', 'invalid-argument', 'unsupported'];

/** Parts travel as bytes, in a copy: a caller may reuse its buffer before the last repetition is sent. */
export function toClient({ id, type, data, metadata }: NewEvent): EventData {
  if (data instanceof Uint8Array) return binaryEvent({ id, type, data, metadata });
  return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata });
}

/** Null for the server's own events: system streams, links, tombstones. */
export function fromClient(event: ClientEvent): Recorded | null {
  const { type, id, streamId: stream, isJson, data } = event;
  if (stream.startsWith('$') || type.startsWith('$')) return null;
  const place = { stream, revision: toNumber(event.revision), position: toNumber(event.position?.commit) };
  // No view of bytes: a reader may transfer them to another thread.
  return { type, data: isJson ? data : new Uint8Array(data), id, ...place, metadata: event.metadata as Metadata };
}

export function toNumber(value: bigint | number | undefined): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Beyond what a number holds exactly: ${value}`);
  return number;
}

export function bytesOf(data: unknown): number {
  return data instanceof Uint8Array ? data.length : JSON.stringify(data).length;
}

/** `type` and `code` of the client's error, or of one that has it as its cause. */
export function kindOf(error: unknown): Readonly<{ type?: string; code?: number }> {
  return error instanceof StoreUnavailable ? ((error.cause as object | undefined) ?? {}) : (error as object);
}

/** Refusals stay as they are; all else that the client throws becomes the cause of a StoreUnavailable. */
export function toOurs(what: string, error: unknown): Error {
  const { type, code } = kindOf(error);
  if (error instanceof StoreUnavailable || error instanceof LogClosed || REFUSALS.includes(type))
    return error as Error;
  const text = `${what}: ${type ?? ''} ${(error as Error).message}`;
  if (type === 'maximum-append-size-exceeded') return new AppendTooLarge(text, { cause: error });
  const isDenied = type === 'access-denied' || code === PERMISSION_DENIED || code === UNAUTHENTICATED;
  return new (isDenied ? AccessDenied : StoreUnavailable)(text, { cause: error });
}
