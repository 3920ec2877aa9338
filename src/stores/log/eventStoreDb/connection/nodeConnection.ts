// One connection to one node: the client for Node on a separate channel, and its calls in progress.
import { EventStoreDBClient } from '@eventstore/db-client';
import { Channel } from '@grpc/grpc-js';
import { StoreUnavailable } from '../../../../domain/kernel/storeUnavailable.js';
import { BatchAppend } from '../batchAppend.js';
import { within } from '../calls.js';
import { ownConnection, targetOf, type Address, type Node } from './address.js';

/** The node did not answer, and the others follow another leader, to which the call is repeated. */
export class ConnectionLeft extends StoreUnavailable {}

/** `heardMs`: time of the call's start or of the last data received. */
type RunningCall = { heardMs: number; readonly reject: (error: Error) => void };

/** `leader` is set if the node answered that another one leads. */
export type OnOver = (leader: Node | null) => void;

/** Members of the client that its types hide. */
type Internals = {
  createChannel(): Promise<Channel>;
  handleError(stub: unknown, error: Error): Promise<void>;
  shouldReconnect(error: Error): [boolean, { address: string; port: number } | undefined];
};

const WATCH_MS = 250;
const DISPOSE_MS = 1_000;
/** Longer than any call except a subscription, which is reopened. */
const RETIRE_MS = 15_000;

export class NodeConnection {
  readonly client: EventStoreDBClient;
  readonly appends: BatchAppend;
  readonly node: Node;
  readonly #channel: Channel;
  readonly #onSilence: () => void;
  readonly #silenceMs: number;
  readonly #calls = new Set<RunningCall>();
  #watch: NodeJS.Timeout | null = null;
  #isLeft = false;

  /**
   * @param onOver called when a call shows that the connection is broken, or that the node does not lead
   * @param onSilence called repeatedly while a call has received no data for the time
   */
  constructor(
    address: Address,
    node: Node,
    on: Readonly<{ over: OnOver; silence: () => void; silenceMs: number }>,
  ) {
    this.node = node;
    this.#onSilence = on.silence;
    this.#silenceMs = on.silenceMs;
    this.#channel = new Channel(targetOf(node), address.credentials, ownConnection(address));
    this.client = EventStoreDBClient.connectionString(address.connectionString);
    const internals = this.client as unknown as Internals;
    // The client asks one node after the other for a leader, up to 5 s each, and would do so on errors in the background.
    internals.createChannel = () => Promise.resolve(this.#channel);
    internals.handleError = (_stub, error) => {
      const [isOver, leader] = internals.shouldReconnect(error);
      if (isOver) on.over(leader === undefined ? null : { host: leader.address, port: leader.port });
      return Promise.resolve();
    };
    this.appends = new BatchAppend(this.client, () => on.over(null));
  }

  /**
   * Runs a call; gives it up when the connection is left.
   * @param call calls its parameter whenever data arrives
   * @throws ConnectionLeft
   */
  run<T>(call: (heard: () => void) => Promise<T>): Promise<T> {
    if (this.#isLeft) return Promise.reject(left());
    return new Promise<T>((resolve, reject) => {
      const running: RunningCall = { heardMs: performance.now(), reject };
      this.#calls.add(running);
      this.#watch ??= setInterval(() => this.#look(), WATCH_MS).unref();
      call(() => (running.heardMs = performance.now()))
        .finally(() => this.#calls.delete(running))
        .then(resolve, reject);
    });
  }

  /** Ends all calls at once: each is repeated on another connection. */
  leave(): void {
    this.#isLeft = true;
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const { reject } of calls) reject(left());
    void this.close();
  }

  /** Lets the running calls end. */
  retire(onEnd: () => void): void {
    const end = () => {
      onEnd();
      void this.close();
    };
    setTimeout(end, RETIRE_MS).unref();
  }

  async close(): Promise<void> {
    this.#isLeft = true;
    if (this.#watch !== null) clearInterval(this.#watch);
    await within(DISPOSE_MS, 'Closing', this.client.dispose()).catch(() => undefined);
    this.#channel.close();
  }

  #look(): void {
    if (this.#calls.size === 0) {
      if (this.#watch !== null) clearInterval(this.#watch);
      this.#watch = null;
      return;
    }
    const before = performance.now() - this.#silenceMs;
    if ([...this.#calls].some(({ heardMs }) => heardMs < before)) this.#onSilence();
  }
}

function left(): ConnectionLeft {
  return new ConnectionLeft('The node does not answer, and the others follow another leader');
}
