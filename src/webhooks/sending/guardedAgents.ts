// Connections to no address but one that was checked: the literal one of a URL, or all those its name has at this moment.
// request-filtering-agent makes them, and checks again what is let through here.
import { Socket, isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { NameNotResolved, type Resolve } from './names.js';

/** Whether a delivery may go to an IP address. */
export type MayReach = (address: string, isHttps: boolean) => boolean;

/** No connection was made because of where it would have gone. Names no address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor() {
    super('The address may not be reached');
  }
}

/**
 * Resolved, connected and, for https, its certificate verified before it is handed on; not when it was destroyed before.
 * @returns what is being connected, to break it off
 */
export type GuardedConnect = (url: URL, onConnect: OnConnect) => Duplex;

/** How long one of several addresses of a name is tried before the next: Node's own 250 ms are less than an ocean. */
const NEXT_ADDRESS_MS = 1_000;

type OnConnect = (error: Error | null, socket: Duplex) => void;
type Creates = Readonly<{ createConnection(options: TcpNetConnectOpts): Duplex }>;

type Gate = Readonly<{
  resolve: Resolve;
  /** Allowed by configuration although not public. */
  isAllowed(address: string): boolean;
  mayReach: MayReach;
}>;

export function createGuardedConnect(gate: Gate): GuardedConnect {
  const agents = { http: new GuardedHttpAgent(gate), https: new GuardedHttpsAgent(gate) };
  return (url, onConnect) => {
    const isHttps = url.protocol === 'https:';
    const socket = connecting(isHttps ? agents.https : agents.http, url, isHttps);
    const failed = (error: Error): void => onConnect(error, socket);
    socket.once('error', failed);
    socket.once(isHttps ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed);
      // It may be reset before whoever it is handed to listens.
      socket.on('error', () => undefined);
      onConnect(null, socket);
    });
    return socket;
  };
}

function connecting(agent: Creates, { hostname, port }: URL, isHttps: boolean): Duplex {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const servername = isIP(host) === 0 ? host : '';
  const secure = { servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] };
  const to = { host, port: Number(port) || (isHttps ? 443 : 80), noDelay: true, keepAlive: true };
  return agent.createConnection({ ...to, ...(isHttps && secure) });
}

class GuardedHttpAgent extends RequestFilteringHttpAgent {
  readonly #guard: Guard;
  constructor(gate: Gate) {
    const guard = new Guard(gate, false);
    super({ allowIPAddressList: guard.allowedNow });
    this.#guard = guard;
  }
  override createConnection(options: TcpNetConnectOpts, onConnect?: OnConnect): Duplex {
    return this.#guard.connect(options, onConnect, (guarded) => super.createConnection(guarded, onConnect));
  }
}

class GuardedHttpsAgent extends RequestFilteringHttpsAgent {
  readonly #guard: Guard;
  constructor(gate: Gate) {
    const guard = new Guard(gate, true);
    super({ allowIPAddressList: guard.allowedNow });
    this.#guard = guard;
  }
  override createConnection(options: TcpNetConnectOpts, onConnect?: OnConnect): Duplex {
    return this.#guard.connect(options, onConnect, (guarded) => super.createConnection(guarded, onConnect));
  }
}

class Guard {
  /**
   * What the package lets through although private: set right before it looks, in the same turn, to the addresses
   * being connected to. Single addresses, because for networks it prints a warning at each one of the other family.
   */
  readonly allowedNow: string[] = [];

  constructor(
    private readonly gate: Gate,
    private readonly isHttps: boolean,
  ) {}

  connect(
    options: TcpNetConnectOpts,
    onConnect: OnConnect | undefined,
    connect: (options: TcpNetConnectOpts) => Duplex,
  ): Duplex {
    const { host = '' } = options;
    if (isIP(host) === 0)
      return connect({ ...options, lookup: this.lookup, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS });
    return this.passes([host]) ? connect(options) : refusedSocket(onConnect);
  }

  private passes(addresses: readonly string[]): boolean {
    this.allowedNow.splice(0, Number.POSITIVE_INFINITY, ...addresses.filter((one) => this.gate.isAllowed(one)));
    return addresses.every((one) => this.gate.mayReach(one, this.isHttps));
  }

  private readonly lookup: LookupFunction = (name, { all }, callback) => {
    this.gate.resolve(name).then(
      (found) => {
        const [first] = found;
        if (first === undefined) return callback(new NameNotResolved(), []);
        if (!this.passes(found.map(({ address }) => address))) return callback(new AddressRefused(), []);
        return all === true ? callback(null, [...found]) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

function refusedSocket(onConnect: OnConnect | undefined): Socket {
  const socket = new Socket();
  if (onConnect) onConnect(new AddressRefused(), socket);
  else socket.destroy(new AddressRefused());
  return socket;
}
