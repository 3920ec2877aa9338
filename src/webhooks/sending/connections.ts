// Connections to receivers: each is one delivery's at a time, and kept for the next one to the same host. HTTP is spoken by
// undici, over sockets to addresses that were checked; it takes half of the time of Node's own client.
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { AddressGuard } from './addressGuard.js';
import type { TimeLimit } from './timeLimit.js';

/** Idle connections are let go before usual servers close them, 5 s after their last answer. */
const IDLE_MS = 4_000;

export type Connections = Readonly<{
  /**
   * As soon as one is free. To be given back by `keep` or `destroy`.
   * @param isKept whether it may be one used before
   */
  take(url: URL, isKept: boolean, limit: TimeLimit): Promise<Connection>;
  /** Breaks off what is under way. */
  close(): void;
}>;

/** @param perHostMax connections at once to one host */
export function createConnections(guard: Pick<AddressGuard, 'connect'>, perHostMax: number): Connections {
  const hosts = new Map<string, Host>();
  return {
    take(url, isKept, limit) {
      const { origin } = url;
      const host = hosts.get(origin) ?? new Host(url, guard, perHostMax, () => hosts.delete(origin));
      hosts.set(origin, host);
      return host.take(isKept, limit);
    },
    close() {
      for (const host of [...hosts.values()]) host.close();
    },
  };
}

export class Connection {
  /** It has carried an exchange before: the receiver may be closing it. */
  isUsed = false;
  readonly #client: Client;
  readonly #host: Pick<Host, 'given' | 'gone'>;
  #socket: Duplex | null = null;
  #isInHand = true;
  #isGone = false;

  constructor(url: URL, guard: Pick<AddressGuard, 'connect'>, host: Pick<Host, 'given' | 'gone'>) {
    this.#host = host;
    this.#client = new Client(url.origin, {
      connect: (_options, done) => {
        this.#socket = guard.connect(url, (error, socket) =>
          error === null ? done(null, socket as Socket) : done(error, null),
        );
      },
      ...{ pipelining: 1, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS },
      ...{ headersTimeout: 0, bodyTimeout: 0 }, // the whole exchange has one limit, which is not undici's
    });
    this.#client.on('disconnect', () => {
      this.#isGone = true;
      if (!this.#isInHand) this.destroy();
    });
  }

  send(options: Dispatcher.DispatchOptions, handlers: Dispatcher.DispatchHandlers): void {
    this.#client.dispatch(options, handlers);
  }

  taken(): this {
    this.#isInHand = true;
    return this;
  }

  /** For the next delivery to the host. */
  keep(): void {
    if (this.#isGone) return this.destroy();
    this.isUsed = true;
    this.#isInHand = false;
    this.#host.given(this);
  }

  /** Breaks off what is under way. May be called twice. */
  destroy(): void {
    this.#isGone = true;
    this.#socket?.destroy();
    this.#client.destroy(null, () => undefined);
    this.#host.gone(this);
  }
}

type Waiting = Readonly<{ isKept: boolean; limit: TimeLimit; resolve(connection: Connection): void }>;

class Host {
  readonly #url: URL;
  readonly #guard: Pick<AddressGuard, 'connect'>;
  readonly #max: number;
  readonly #onUnused: () => void;
  readonly #open = new Set<Connection>();
  readonly #free: Connection[] = [];
  #waiting: Waiting[] = [];

  constructor(url: URL, guard: Pick<AddressGuard, 'connect'>, max: number, onUnused: () => void) {
    this.#url = url;
    this.#guard = guard;
    this.#max = max;
    this.#onUnused = onUnused;
  }

  take(isKept: boolean, limit: TimeLimit): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ isKept, limit, resolve });
      limit.holds(() => reject(new Error('the time is over')));
      this.#serve();
    });
  }

  given(connection: Connection): void {
    this.#free.push(connection);
    this.#serve();
  }

  gone(connection: Connection): void {
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
    if (!this.#open.delete(connection)) return;
    this.#serve();
    if (this.#open.size === 0) this.#onUnused();
  }

  close(): void {
    this.#waiting = [];
    for (const connection of [...this.#open]) connection.destroy();
  }

  /** First come, first served; those whose time is over are not. */
  #serve(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!next.limit.isOver) {
        const connection = this.#available(next.isKept);
        if (connection === null) return;
        next.resolve(connection.taken());
      }
      this.#waiting.shift();
    }
  }

  /** The one used last, for it is the least likely to be closed; an idle one gives way where a new one is asked for. */
  #available(isKept: boolean): Connection | null {
    const known = isKept ? this.#free.pop() : undefined;
    if (known !== undefined) return known;
    if (this.#open.size >= this.#max) {
      const idle = this.#free.shift();
      if (idle === undefined) return null;
      this.#open.delete(idle);
      idle.destroy();
    }
    const connection = new Connection(this.#url, this.#guard, this);
    this.#open.add(connection);
    return connection;
  }
}
