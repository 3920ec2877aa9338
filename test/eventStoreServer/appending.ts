// Both ways the protocol has to append: a call per append, and many appends over one shared call.
import type { sendUnaryData, ServerDuplexStream, ServerReadableStream } from '@grpc/grpc-js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { Metadata } from '../../src/domain/kernel/event.js';
import { AppendTooLarge, NO_STREAM, type EventLog, type NewEvent } from '../../src/domain/kernel/log.js';
import type { Fault, Faults } from './faults.js';
import { wirePosition } from './positions.js';
import {
  batchStatus,
  connectionDropped,
  detailed,
  notSupported,
  Refusal,
  sizeExceeded,
  statusOf,
  unexpected,
} from './statuses.js';

type Proposed = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;
type Append = Readonly<{ stream: string; expectedRevision: number; events: readonly NewEvent[] }>;
export type Outcome =
  | Readonly<{ is: 'stored'; revision: number; position: number }>
  | Readonly<{ is: 'wrongRevision'; actual: number }>
  | Readonly<{ is: 'silent' }>;

/** Takes an append to the store, meeting the fault on its way. Throws a status. */
async function carryOut(log: EventLog, append: Append, bytesMax: number, fault: Fault | null): Promise<Outcome> {
  const refusal = statusOf(fault);
  if (refusal !== null) throw refusal;
  if (fault?.is === 'silent') return { is: 'silent' };
  if (fault?.is === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.is === 'wrongRevision') return { is: 'wrongRevision', actual: fault.actual };
  if (dataBytes(append.events) > bytesMax) throw sizeExceeded(bytesMax);
  const result = await log
    .append(append.stream, append.events, append.expectedRevision)
    .catch((error: unknown) => {
      throw error instanceof AppendTooLarge ? sizeExceeded(bytesMax) : unexpected(error);
    });
  if (fault?.is === 'cutAfterStoring') throw connectionDropped();
  if (fault?.is === 'silentAfterStoring') return { is: 'silent' };
  if (!result.ok) return { is: 'wrongRevision', actual: result.actual };
  return {
    is: 'stored',
    revision: result.revision,
    position: wirePosition({ n: result.position, isSystem: false }),
  };
}

export async function append(
  log: EventLog,
  call: ServerReadableStream<AppendReq, AppendResp>,
  answer: sendUnaryData<AppendResp>,
  bytesMax: number,
  fault: Fault | null,
): Promise<void> {
  let options: AppendReq.Options | undefined;
  const proposed: Proposed[] = [];
  for await (const request of call as AsyncIterable<AppendReq>) {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (message !== undefined) proposed.push(message);
  }
  if (options === undefined || options.hasAny() || options.hasStreamExists())
    throw notSupported('Appending without an exact revision');
  const expectedRevision = options.hasNoStream() ? NO_STREAM : Number(options.getRevision());
  const stream = nameOf(options.getStreamIdentifier());
  const outcome = await carryOut(
    log,
    { stream, expectedRevision, events: proposed.map(newEvent) },
    bytesMax,
    fault,
  );
  if (outcome.is === 'silent') return;
  const response = new streamsPb.AppendResp();
  if (outcome.is === 'stored') {
    const position = new streamsPb.AppendResp.Position()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position));
    const success = new streamsPb.AppendResp.Success().setCurrentRevision(String(outcome.revision));
    answer(null, response.setSuccess(success.setPosition(position)));
    return;
  }
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.actual === NO_STREAM) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentRevision(String(outcome.actual));
  if (expectedRevision === NO_STREAM) wrong.setExpectedNoStream(new sharedPb.Empty());
  else wrong.setExpectedRevision(String(expectedRevision));
  answer(null, response.setWrongExpectedVersion(wrong));
}

/** The shared call: answers carry the id of the append they belong to; what ends the call ends it for all on it. */
export function batchAppend(
  log: EventLog,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  bytesMax: number,
  faults: Faults,
  denied: Fault | null,
): void {
  const open = new Map<string, { options: BatchAppendReq.Options; proposed: Proposed[] }>();
  call.on('data', (request: BatchAppendReq) => {
    const id = request.getCorrelationId()?.getString() ?? '';
    const options = request.getOptions();
    if (options !== undefined) open.set(id, { options, proposed: [] });
    const entry = open.get(id);
    if (entry === undefined) return;
    entry.proposed.push(...request.getProposedMessagesList());
    if (!request.getIsFinal()) return;
    open.delete(id);
    const response = new streamsPb.BatchAppendResp()
      .setCorrelationId(new sharedPb.UUID().setString(id))
      .setStreamIdentifier(entry.options.getStreamIdentifier());
    faults.calls.batchAppend += 1;
    const fault = denied ?? faults.next('append');
    const answering = batchAnswer(log, response, entry.options, entry.proposed, bytesMax, fault);
    answering.then(
      async (answer) => {
        await faults.late();
        if (answer !== null && !call.destroyed) call.write(answer);
      },
      (error: unknown) => call.emit('error', error),
    );
  });
  call.on('end', () => call.end());
}

/** Null for no answer at all. Throws what ends the call. */
async function batchAnswer(
  log: EventLog,
  response: BatchAppendResp,
  options: BatchAppendReq.Options,
  proposed: readonly Proposed[],
  bytesMax: number,
  fault: Fault | null,
): Promise<BatchAppendResp | null> {
  const deadline = options.getDeadline()?.toDate().getTime() ?? Infinity;
  if (deadline <= Date.now()) return response.setError(detailed('Timeout', new sharedPb.Timeout()));
  try {
    const stream = nameOf(options.getStreamIdentifier());
    if (options.hasStreamExists() || (options.hasAny() && !stream.startsWith('$')))
      throw notSupported('Appending without an exact revision');
    const expectedRevision = options.hasNoStream() ? NO_STREAM : Number(options.getStreamPosition());
    const events = proposed.map(newEvent);
    const outcome = await carryOut(log, { stream, expectedRevision, events }, bytesMax, fault);
    if (outcome.is === 'silent') return null;
    if (outcome.is === 'wrongRevision') return response.setError(wrongVersion(outcome.actual, expectedRevision));
    const position = new sharedPb.AllStreamPosition()
      .setCommitPosition(String(outcome.position))
      .setPreparePosition(String(outcome.position));
    const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
    return response.setSuccess(success.setPosition(position));
  } catch (error) {
    const status = error instanceof Refusal ? batchStatus(error) : null;
    if (status === null) throw error;
    return response.setError(status);
  }
}

function wrongVersion(actual: number, expected: number): Status {
  const details = new sharedPb.WrongExpectedVersion();
  if (actual === NO_STREAM) details.setCurrentNoStream(new emptyPb.Empty());
  else details.setCurrentStreamRevision(String(actual));
  if (expected === NO_STREAM) details.setExpectedNoStream(new emptyPb.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return detailed('WrongExpectedVersion', details);
}

function newEvent(message: Proposed): NewEvent {
  const properties = message.getMetadataMap();
  const data = message.getData_asU8();
  const isJson = properties.get('content-type') === 'application/json';
  return {
    id: message.getId()?.getString() ?? '',
    type: properties.get('type') ?? '',
    data: isJson ? (JSON.parse(Buffer.from(data).toString()) as unknown) : data,
    metadata: JSON.parse(Buffer.from(message.getCustomMetadata_asU8()).toString() || '{}') as Metadata,
  };
}

/** 23.10.6 counts the data alone. */
function dataBytes(events: readonly NewEvent[]): number {
  return events.reduce(
    (sum, { data }) => sum + (data instanceof Uint8Array ? data.length : Buffer.byteLength(JSON.stringify(data))),
    0,
  );
}

function nameOf(stream: InstanceType<typeof sharedPb.StreamIdentifier> | undefined): string {
  return Buffer.from(stream?.getStreamName_asU8() ?? []).toString();
}
