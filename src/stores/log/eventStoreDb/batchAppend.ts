// Appends over one open BatchAppend call on the client's own connection. The client's `appendToStream` does the same, with
// these faults: it keeps one table of answers for the whole process, so an error of one connection rejects stored appends of
// others; an unknown answer, or an append that waits to be sent when the connection breaks, ends the process; it notices a
// stopped server after 20 s; a slow clock makes it refuse everything; it encodes JSON through base64 (6 times the CPU).
import type { EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb, {
  type BatchAppendReq,
  type BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { randomUUID } from 'node:crypto';
import { AppendTooLarge, NO_STREAM } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import type { CheckedEvent } from '../appendChecks.js';
import { AccessDenied, StoreRefused } from './errors.js';

/** Ids, bytes and expected revision are the same in every repetition. */
export type AppendRequest = Readonly<{
  stream: string;
  expectedRevision: number;
  messages: BatchAppendReq.ProposedMessage[];
}>;

/** `position` is null when the server leaves it out. */
export type AppendResponse =
  | Readonly<{ ok: true; revision: bigint; position: Readonly<{ commit: bigint; prepare: bigint }> | null }>
  | Readonly<{ ok: false; actual: bigint }>;

type Call = ReturnType<StreamsClient['batchAppend']>;
type Waiter = Readonly<{ resolve(answer: AppendResponse): void; reject(error: Error): void }>;
/** `failure` is set once nothing more is sent over the call. */
type OpenCall = { readonly waiting: Map<string, Waiter>; failure: Error | null };
type RunningCall = Readonly<{ call: Call; open: OpenCall }>;

/** Members of the client that its types hide: they open calls on its connection with its metadata. */
type Internals = Readonly<{
  GRPCStreamCreator(
    stub: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(
    options: Readonly<{ requiresLeader: boolean }>,
    call: Readonly<{ deadline: number }>,
  ): Parameters<StreamsClient['batchAppend']>;
}>;

/** Encodes text as UTF-8 and copies parts: a caller may reuse its buffer before the last repetition is sent. */
export function appendRequest(
  stream: string,
  events: readonly CheckedEvent[],
  expectedRevision: number,
): AppendRequest {
  const messages = events.map(({ id, type, metadata, data }) => {
    const isJson = typeof data === 'string';
    const message = new streamsPb.BatchAppendReq.ProposedMessage()
      .setId(new sharedPb.UUID().setString(id))
      .setCustomMetadata(utf8(metadata))
      .setData(isJson ? utf8(data) : new Uint8Array(data));
    message
      .getMetadataMap()
      .set('type', type)
      .set('content-type', isJson ? 'application/json' : 'application/octet-stream');
    return message;
  });
  return { stream, messages, expectedRevision };
}

export class BatchAppend {
  readonly #client: Internals;
  readonly #onLeave: () => void;
  #current: Promise<RunningCall> | null = null;

  /** @param onLeave called when the node answers that it cannot append, without ending the call */
  constructor(client: EventStoreDBClient, onLeave: () => void) {
    this.#client = client as unknown as Internals;
    this.#onLeave = onLeave;
  }

  /**
   * The caller bounds the number of appends in progress, and so the bytes waiting to be sent.
   * @throws AppendTooLarge, StoreRefused: nothing was stored; after any other error the outcome is unknown
   */
  async send(request: AppendRequest): Promise<AppendResponse> {
    const { call, open } = await (this.#current ??= this.#open());
    if (open.failure !== null) throw open.failure;
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      open.waiting.set(id, { resolve, reject });
      call.write(wireRequest(id, request));
    });
  }

  /** Cancels the call and rejects its pending appends; the next append opens another call. */
  reset(): void {
    const current = this.#current;
    this.#current = null;
    current?.then(
      ({ call, open }) => {
        call.cancel();
        end(open, new StoreUnavailable('No answer came for long; the call was given up'));
      },
      () => undefined,
    );
  }

  #open(): Promise<RunningCall> {
    const forget = () => {
      if (this.#current === opening) this.#current = null;
    };
    const opening = this.#call(forget);
    opening.catch(forget);
    return opening;
  }

  async #call(forget: () => void): Promise<RunningCall> {
    const open: OpenCall = { waiting: new Map(), failure: null };
    const onEnd = (error: Error) => {
      forget();
      end(open, error);
    };
    const create = this.#client.GRPCStreamCreator(streamsGrpc.StreamsClient, 'append', (stub) => {
      const call = stub.batchAppend(
        ...this.#client.callArguments({ requiresLeader: true }, { deadline: Infinity }),
      );
      // A member that is cut off or starting answers so without ending the call. The next append looks for the leader
      // again.
      const leave = (error: StoreUnavailable) => {
        if (open.failure !== null) return;
        forget();
        open.failure = error;
        call.end();
        this.#onLeave();
      };
      call.on('data', (response: BatchAppendResp) => onAnswer(open.waiting, response, leave));
      call.on('error', onEnd);
      call.on('end', () => onEnd(new StoreUnavailable('The server ended the call')));
      return call;
    });
    return { call: await create(), open };
  }
}

/** Carries no deadline: the server would compare it with its own clock. */
function wireRequest(id: string, { stream, expectedRevision, messages }: AppendRequest): BatchAppendReq {
  const options = new streamsPb.BatchAppendReq.Options().setStreamIdentifier(
    new sharedPb.StreamIdentifier().setStreamName(utf8(stream)),
  );
  if (expectedRevision === NO_STREAM) options.setNoStream(new emptyPb.Empty());
  else options.setStreamPosition(String(expectedRevision));
  return new streamsPb.BatchAppendReq()
    .setCorrelationId(new sharedPb.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true);
}

/** @param leave called with an answer that is neither success nor refusal */
function onAnswer(
  waiting: Map<string, Waiter>,
  response: BatchAppendResp,
  leave: (error: StoreUnavailable) => void,
): void {
  const id = response.getCorrelationId()?.getString() ?? '';
  const waiter = waiting.get(id);
  if (waiter === undefined) return; // timed out before
  waiting.delete(id);
  try {
    const error = response.getError();
    waiter.resolve(error === undefined ? stored(response) : refused(error));
  } catch (error) {
    if (error instanceof StoreUnavailable && !(error instanceof AccessDenied)) leave(error);
    waiter.reject(error as Error);
  }
}

function stored(response: BatchAppendResp): AppendResponse {
  const success = response.getSuccess();
  const position = success?.getPosition();
  return {
    ok: true,
    revision: BigInt(success?.getCurrentRevision() ?? ''),
    position: position
      ? { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) }
      : null,
  };
}

function refused(error: Status): AppendResponse {
  const details = error.getDetails();
  const name = details?.getTypeName().replace('event_store.client.', '');
  const unpack = <T>(read: (bytes: Uint8Array) => T) => read(details?.getValue_asU8() ?? new Uint8Array(0));
  switch (name) {
    case 'WrongExpectedVersion': {
      const wrong = unpack((bytes) => sharedPb.WrongExpectedVersion.deserializeBinary(bytes));
      const exists = wrong.hasCurrentStreamRevision();
      return { ok: false, actual: exists ? BigInt(wrong.getCurrentStreamRevision()) : BigInt(NO_STREAM) };
    }
    case 'MaximumAppendSizeExceeded': {
      const most = unpack((bytes) =>
        sharedPb.MaximumAppendSizeExceeded.deserializeBinary(bytes),
      ).getMaxappendsize();
      throw new AppendTooLarge(`The server takes ${most} bytes at most`);
    }
    case 'StreamDeleted':
      throw new StoreRefused(name);
    case 'AccessDenied':
      throw new AccessDenied(name);
    default:
      throw new StoreUnavailable(`${name ?? 'Error'} ${error.getMessage()}`);
  }
}

function end(open: OpenCall, error: Error): void {
  open.failure ??= error;
  const waiters = [...open.waiting.values()];
  open.waiting.clear();
  for (const waiter of waiters) waiter.reject(error);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
