// How a request's connection goes on: “100 Continue”, its end, and a place among all.
import type { Middleware } from 'koa';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../../../domain/problem.js';
import type { Call } from '../../call.js';
import { HEALTH_PATHS } from '../health.js';
import { ClientGone } from '../problems.js';
import { connectionOf, type Connection } from './pacedConnection.js';

/** Requests whose client waits for “100 Continue” before it sends the body. */
const waitingForContinue = new WeakSet<IncomingMessage>();

export function expectsContinue(request: IncomingMessage): void {
  waitingForContinue.add(request);
}

/** Asks for the body, where the client waits to be asked. */
export function continueIfAsked(request: IncomingMessage, response: ServerResponse): void {
  if (waitingForContinue.delete(request)) response.writeContinue();
}

/** Closes connections after the answer: at the stop, beyond the limits, or where a body waits to be sent. */
export function endConnections(isStopping: () => boolean): Middleware {
  return async (context, next) => {
    await next();
    const { req: request } = context;
    if (isStopping() || connectionOf(request).isSpare || waitingForContinue.has(request))
      context.set('Connection', 'close');
  };
}

/** Aborts with `ClientGone` once the client has closed the connection. */
export function clientGone({ res }: Readonly<{ res: ServerResponse }>): AbortSignal {
  const disconnected = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) disconnected.abort(new ClientGone());
  };
  if (res.closed) abort();
  else res.once('close', abort);
  return disconnected.signal;
}

// How many connections a server has, in all and of one address. Some places beyond are kept for health and
// metrics, so that they answer while all others are taken (docs/spec/requests.md#connections).

export type PlaceLimits = Readonly<{
  connectionsMax: number;
  connectionsPerAddress: number;
  /** Places beyond the others, for health and metrics. */
  healthConnectionsMax: number;
}>;

/** Refuses (503) all but health and metrics on a connection beyond the limits. Runs after `checkAddress`. */
export const refuseBeyondPlaces: Middleware<Call> = (context, next) => {
  if (connectionOf(context.req).isSpare && !HEALTH_PATHS.has(context.path)) refuse({ is: 'Unavailable' });
  return next();
};

export class ConnectionPlaces {
  #takenPlaces = 0;
  readonly #ofAddress = new Map<string, number>();
  /** Oldest first. */
  readonly #spare = new Set<Connection>();

  /** @param isExempt addresses without a limit of their own */
  constructor(
    private readonly limits: PlaceLimits,
    private readonly isExempt: (address: string) => boolean,
    private readonly onDropped: () => void,
  ) {}

  /** Gives a new connection a place, or closes it. */
  admit(connection: Connection): void {
    const { address, network } = connection;
    if (address === '') return; // closed already
    const ofAddress = this.#ofAddress.get(network) ?? 0;
    const isWithin = ofAddress < this.limits.connectionsPerAddress || this.isExempt(address);
    if (!isWithin || this.#takenPlaces >= this.limits.connectionsMax) return this.#admitSpare(connection);
    this.#count(network, 1);
    connection.once('close', () => this.#count(network, -1));
  }

  /** Displaces the oldest that serves no request: a client that sends its request at once is answered. */
  #admitSpare(connection: Connection): void {
    if (this.#spare.size >= this.limits.healthConnectionsMax) {
      const displaced = [...this.#spare].find((one) => !one.isServing) ?? connection;
      this.#spare.delete(displaced);
      displaced.destroy();
      this.onDropped();
      if (displaced === connection) return;
    }
    connection.isSpare = true;
    this.#spare.add(connection);
    connection.once('close', () => this.#spare.delete(connection));
  }

  #count(network: string, change: 1 | -1): void {
    this.#takenPlaces += change;
    const count = (this.#ofAddress.get(network) ?? 0) + change;
    if (count > 0) this.#ofAddress.set(network, count);
    else this.#ofAddress.delete(network);
  }
}

export type ServerLimits = PlaceLimits &
  Readonly<{
    /** Time from the start of the connection, or of the next request on it, to the end of the request's head. */
    headersTimeoutMs: number;
    /** To the end of the whole request. */
    requestTimeoutMs: number;
    /** Time from an answer to the next request. */
    keepAliveTimeoutMs: number;
    checkEveryMs: number;
    headerBytesMax: number;
    /** Time for the client to receive an answer. */
    answerTimeoutMs: number;
    /** Time for the client to finish sending a body that was refused. */
    leftoverTimeoutMs: number;
  }>;

const CONNECTIONS_MAX = 2_000;

/** Source: docs/spec/requests.md#connections. */
export const serverLimits: ServerLimits = {
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 75_000,
  checkEveryMs: 1_000,
  headerBytesMax: 16_384,
  connectionsMax: CONNECTIONS_MAX,
  connectionsPerAddress: CONNECTIONS_MAX / 10,
  healthConnectionsMax: 20,
  answerTimeoutMs: 60_000,
  leftoverTimeoutMs: 30_000,
};
