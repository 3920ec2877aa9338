// Reads of one stream and of everything, inclusive of where they start.
import type { ServerWritableStream } from '@grpc/grpc-js';
import streamsPb, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { hasSystemRecord, placeAt, type RecordPlace } from './positions.js';
import { eventResponse, streamNotFoundResponse, systemResponse } from './records.js';
import { invalidPosition, notSupported } from './statuses.js';
import { send } from './sending.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type Options = ReadReq.Options;

const BACKWARDS: number = streamsPb.ReadReq.Options.ReadDirection.BACKWARDS;

export async function readStream(log: EventLog, call: ReadCall, options: Options): Promise<void> {
  const streamOptions = options.getStream();
  const stream = Buffer.from(streamOptions?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  if (Number(options.getReadDirection()) === BACKWARDS) throw notSupported('Reading a stream backwards');
  let left = Number(options.getCount());
  let exists = false;
  const from = streamOptions?.hasRevision() ? Number(streamOptions.getRevision()) : 0;
  for await (const event of log.read(stream, from)) {
    exists = true;
    if (left === 0) break;
    left -= 1;
    if (!(await send(call, eventResponse(event)))) return;
  }
  if (!exists && !(await isKnown(log, stream))) await send(call, streamNotFoundResponse(stream));
}

export async function readAll(log: EventLog, call: ReadCall, options: Options): Promise<void> {
  const from = startOf(options, await log.head());
  const count = Number(options.getCount());
  if (Number(options.getReadDirection()) === BACKWARDS) {
    if (from !== 'end') throw notSupported('Reading everything backwards from within');
    for (const record of (await recordsBefore(log, count)).reverse()) if (!(await send(call, record))) return;
    return;
  }
  if (from === 'end') throw invalidPosition();
  let left = count;
  for await (const record of recordsFrom(log, from)) {
    if (left === 0 || !(await send(call, record))) return;
    left -= 1;
  }
}

/** Where a read or subscription of everything begins, null for the start. */
export function startOf(options: Options, head: number): RecordPlace | 'end' | null {
  const all = options.getAll();
  if (all?.hasEnd()) return 'end';
  const position = all?.getPosition();
  if (position === undefined) return null;
  const place = placeAt(Number(position.getCommitPosition()));
  if (place === null || place.n > head || position.getPreparePosition() !== position.getCommitPosition())
    throw invalidPosition();
  return place;
}

async function* recordsFrom(log: EventLog, from: RecordPlace | null): AsyncGenerator<ReadResp, void> {
  const first = from ?? { n: 1, isSystem: false };
  if (first.isSystem) yield systemResponse(first.n);
  for await (const event of eventsAfter(log, first.isSystem ? first.n : first.n - 1)) {
    yield eventResponse(event);
    if (hasSystemRecord(event.position)) yield systemResponse(event.position);
  }
}

async function recordsBefore(log: EventLog, count: number): Promise<ReadResp[]> {
  const records: ReadResp[] = [];
  for await (const event of eventsAfter(log, Math.max(0, (await log.head()) - count))) {
    records.push(eventResponse(event));
    if (hasSystemRecord(event.position)) records.push(systemResponse(event.position));
  }
  return records.slice(-count);
}

/** All events up to the end as it is now. */
async function* eventsAfter(log: EventLog, n: number): AsyncGenerator<Recorded, void> {
  for await (const batch of log.subscribe(n, [''], new AbortController().signal)) {
    yield* batch.events;
    if (batch.caughtUp) return;
  }
}

async function isKnown(log: EventLog, stream: string): Promise<boolean> {
  for await (const _ of log.read(stream, 0)) return true;
  return false;
}
