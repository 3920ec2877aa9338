// Appends, all over one call that stays open, as the client itself does it, with the client's own connection. But not
// with its `appendToStream`: that keeps one table of answers for the whole process, and so an error of one connection
// rejects the appends of others though they are stored; an answer it no longer knows, or an append waiting to be sent
// when the connection breaks, ends the process; a stopped server is noticed after 20 s, a slow clock refuses everything;
// and every JSON text takes a way over base64. What goes over the wire is the same.
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
import { StoreRefused } from './errors.js';

/** An append as it goes out, as often as it takes: ids, bytes and expected revision are settled. */
export type Proposal = Readonly<{
  stream: string;
  expectedRevision: number;
  messages: BatchAppendReq.ProposedMessage[];
}>;

/** `position` is null when the server leaves it out. */
export type Answer =
  | Readonly<{ ok: true; revision: bigint; position: Readonly<{ commit: bigint; prepare: bigint }> | null }>
  | Readonly<{ ok: false; actual: bigint }>;

type Call = ReturnType<StreamsClient['batchAppend']>;
type Waiter = Readonly<{ resolve(answer: Answer): void; reject(error: Error): void }>;
/** `failure` is set once nothing more is sent over the call. */
type OpenCall = { readonly waiting: Map<string, Waiter>; failure: Error | null };
type RunningCall = Readonly<{ call: Call; open: OpenCall }>;

/** What of the client is not public in its types: how it opens calls on its connection, and with which metadata. */
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

/** Text is UTF-8; a part is copied, for its buffer may be used again before the last repetition went out. */
export function propose(stream: string, events: readonly CheckedEvent[], expectedRevision: number): Proposal {
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

export class AppendStream {
  readonly #client: Internals;
  #current: Promise<RunningCall> | null = null;

  constructor(client: EventStoreDBClient) {
    this.#client = client as unknown as Internals;
  }

  /**
   * The caller bounds how many are under way: so what waits to be sent is bounded too.
   * @throws AppendTooLarge, StoreRefused for sure; anything else leaves open whether it was stored
   */
  async send(proposal: Proposal): Promise<Answer> {
    const { call, open } = await (this.#current ??= this.#open());
    if (open.failure !== null) throw open.failure;
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      open.waiting.set(id, { resolve, reject });
      call.write(request(id, proposal));
    });
  }

  /** Gives the call up, with all that wait for it: an answer that stays out for long does not come any more. */
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
      // A member that cannot now (cut off from the others, starting) says so without ending the call, for as long as that
      // lasts; the client may long be connected to another. So the next append is sent where it is connected by then.
      const leave = (error: StoreUnavailable) => {
        if (open.failure !== null) return;
        forget();
        open.failure = error;
        call.end();
      };
      call.on('data', (response: BatchAppendResp) => onAnswer(open.waiting, response, leave));
      call.on('error', onEnd);
      call.on('end', () => onEnd(new StoreUnavailable('The server ended the call')));
      return call;
    });
    return { call: await create(), open };
  }
}

/** No deadline goes along: the server would hold it against its own clock. */
function request(id: string, { stream, expectedRevision, messages }: Proposal): BatchAppendReq {
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

/** @param leave told of an answer that says neither yes nor no */
function onAnswer(
  waiting: Map<string, Waiter>,
  response: BatchAppendResp,
  leave: (error: StoreUnavailable) => void,
): void {
  const id = response.getCorrelationId()?.getString() ?? '';
  const waiter = waiting.get(id);
  if (waiter === undefined) return; // asked by nobody any more
  waiting.delete(id);
  try {
    const error = response.getError();
    waiter.resolve(error === undefined ? stored(response) : refused(error));
  } catch (error) {
    if (error instanceof StoreUnavailable) leave(error);
    waiter.reject(error as Error);
  }
}

function stored(response: BatchAppendResp): Answer {
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

function refused(error: Status): Answer {
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
    case 'AccessDenied':
      throw new StoreRefused(name);
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
