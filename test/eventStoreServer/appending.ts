// Appends, a call for each: what is appended follows the options, event by event.
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Metadata } from '../../src/domain/kernel/event.js';
import { AppendTooLarge, NO_STREAM, type EventLog, type NewEvent } from '../../src/domain/kernel/log.js';
import type { Fault } from './faults.js';
import { wirePosition } from './positions.js';
import { connectionDropped, notSupported, sizeExceeded, statusOf, unexpected } from './statuses.js';

type Proposed = AppendReq.ProposedMessage;
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
    .append([{ stream: append.stream, events: append.events, expectedRevision: append.expectedRevision }])
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
  const stream = Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  if (options === undefined || options.hasStreamExists() || (options.hasAny() && !stream.startsWith('$')))
    throw notSupported('Appending without an exact revision');
  const expectedRevision = options.hasNoStream() ? NO_STREAM : Number(options.getRevision());
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
    if (fault?.is === 'withoutPosition') success.setNoPosition(new sharedPb.Empty());
    else success.setPosition(position);
    answer(null, response.setSuccess(success));
    return;
  }
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.actual === NO_STREAM) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentRevision(String(outcome.actual));
  if (expectedRevision === NO_STREAM) wrong.setExpectedNoStream(new sharedPb.Empty());
  else wrong.setExpectedRevision(String(expectedRevision));
  answer(null, response.setWrongExpectedVersion(wrong));
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
