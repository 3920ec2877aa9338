// How many connections a server has, in all and of one address. Some places beyond are kept for health and metrics, so
// that they answer while all others are taken (docs/spec/requests.md#connections).
import type { Middleware } from 'koa';
import type { Duplex } from 'node:stream';
import { refuse } from '../../../domain/problem.js';
import type { Call } from '../../call.js';
import type { Connection } from './pacedConnection.js';
import { HEALTH_PATHS } from '../health.js';

export type PlaceLimits = Readonly<{
  connectionsMax: number;
  connectionsPerAddress: number;
  /** Places beyond the others, for health and metrics. */
  healthConnectionsMax: number;
}>;

const spare = new WeakSet<Duplex>();

/** True for a connection in a place kept for health and metrics. */
export function isSpare(socket: Duplex): boolean {
  return spare.has(socket);
}

/** Refuses (503) what is neither health nor metrics on a connection beyond the limits. Runs after `checkAddress`. */
export const refuseBeyondPlaces: Middleware<Call> = (context, next) => {
  if (isSpare(context.req.socket) && !HEALTH_PATHS.has(context.path)) refuse({ is: 'Unavailable' });
  return next();
};

export class ConnectionPlaces {
  #taken = 0;
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
    if (!isWithin || this.#taken >= this.limits.connectionsMax) return this.#admitSpare(connection);
    this.#count(network, 1);
    connection.once('close', () => this.#count(network, -1));
  }

  /** The newest one displaces the oldest that serves no request, so that a client that sends its request at once is answered. */
  #admitSpare(connection: Connection): void {
    if (this.#spare.size >= this.limits.healthConnectionsMax) {
      const displaced = [...this.#spare].find((one) => !one.isServing) ?? connection;
      this.#spare.delete(displaced);
      displaced.destroy();
      this.onDropped();
      if (displaced === connection) return;
    }
    spare.add(connection);
    this.#spare.add(connection);
    connection.once('close', () => this.#spare.delete(connection));
  }

  #count(network: string, change: 1 | -1): void {
    this.#taken += change;
    const count = (this.#ofAddress.get(network) ?? 0) + change;
    if (count > 0) this.#ofAddress.set(network, count);
    else this.#ofAddress.delete(network);
  }
}
