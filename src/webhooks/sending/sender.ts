// One attempt to deliver: a POST with undici, and its result. Only addresses that were checked are connected to,
// whether they are in the URL or the result of our own name resolution (docs/spec/webhooks.md#addresses).
import { LRUCache } from 'lru-cache';
import { isIP, type LookupFunction } from 'node:net';
import { Client, Pool, buildConnector, errors, type Dispatcher } from 'undici';
import type { AttemptFailure } from '../../domain/webhooks/refusals.js';
import { NameNotResolved, type AddressGuard, type ResolveName } from './addressGuard.js';

/** `body` is sent byte for byte. */
export type AttemptRequest = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** `retryAfter` is the header as received; `body` holds the first 2 kB, for diagnosis. */
export type AttemptResult =
  | Readonly<{ is: 'Answered'; status: number; retryAfter: string | null; body: string }>
  | Readonly<{ is: 'Failed'; error: AttemptFailure }>;

/** Never rejects. Redirects are answers like any other. */
export type Attempt = (request: AttemptRequest) => Promise<AttemptResult>;

export type Sender = ReturnType<typeof createSender>;

/** `timeoutMs` bounds a whole exchange, from the name to the last byte read. */
export type SenderOptions = Readonly<{
  guard: Pick<AddressGuard, 'resolve' | 'mayReach'>;
  timeoutMs: number;
  connectionsPerHostMax: number;
}>;

/** Bytes of an answer that are read and stored. */
const BODY_BYTES_MAX = 2_048;
/** Idle connections are closed before common servers close them, 5 s after their last answer. */
const IDLE_MS = 4_000;
/** Pools kept; the least recently used one is closed. */
const HOSTS_MAX = 1_000;
const USER_AGENT = 'Accounting-Reconciliation-Service';

export function createSender({ guard, timeoutMs, connectionsPerHostMax }: SenderOptions) {
  const options = {
    connect: createGuardedConnect(guard, timeoutMs),
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0, // `timeoutMs` bounds the whole exchange
  };
  const pools = new LRUCache<string, Pool>({
    max: HOSTS_MAX,
    dispose: (pool) => void pool.close().catch(() => null),
  });

  function poolOf(origin: string): Pool {
    const existingPool = pools.get(origin);
    if (existingPool !== undefined) return existingPool;
    const factory = (): Client => new ReportingClient(origin, options);
    const pool = new Pool(origin, { ...options, connections: connectionsPerHostMax, factory });
    pools.set(origin, pool);
    return pool;
  }

  function post(request: AttemptRequest, deadline: Deadline): Promise<AttemptResult> {
    const url = new URL(request.url);
    const dispatch: Dispatcher.DispatchOptions = {
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'User-Agent': USER_AGENT, Accept: '*/*', ...request.headers },
      body: request.body,
    };
    return new Promise((resolve, reject) => {
      const exchange: Exchange = new Exchange(deadline, resolve, (error) => {
        if (!exchange.isStale(error) || deadline.isOver) return reject(error);
        const client = new Client(url.origin, options);
        client.dispatch(dispatch, new Exchange(deadline, resolve, reject));
        void client.close().catch(() => null); // after the exchange
      });
      poolOf(url.origin).dispatch(dispatch, exchange);
    });
  }

  return {
    attempt: (request: AttemptRequest) => within(timeoutMs, (deadline) => post(request, deadline)),
    /** Aborts the exchanges in flight. */
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/**
 * Resolves when the time is over even if the exchange still waits for its connection: undici aborts it only then.
 * An answer resolves one turn of the event loop later, when undici reuses the connection: an attempt started
 * before would open another one.
 */
function within(
  timeoutMs: number,
  exchange: (deadline: Deadline) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const deadline: Deadline = { isOver: false, abort: () => undefined };
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      deadline.isOver = true;
      resolve({ is: 'Failed', error: 'TIMEOUT' });
      deadline.abort();
    }, timeoutMs);
    void exchange(deadline)
      .catch((error: unknown): AttemptResult => ({ is: 'Failed', error: failureOf(error) }))
      .then((result) => {
        clearTimeout(timer);
        setImmediate(resolve, result);
      });
  });
}

/** `abort` ends the exchange in flight. */
type Deadline = { isOver: boolean; abort(): void };

type Handler = Parameters<Dispatcher['dispatch']>[1];

/** Reports to each exchange whether its connection was open before. */
class ReportingClient extends Client {
  #isOpen = false;

  constructor(origin: string, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => (this.#isOpen = true));
    this.on('disconnect', () => (this.#isOpen = false));
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Handler): boolean {
    if (handler instanceof Exchange) handler.isReused = this.#isOpen;
    return super.dispatch(options, handler);
  }
}

/**
 * Reads up to 2 kB of the answer; the connection of a longer one is not reused. A handler of undici instead of its
 * `request`, whose streams and signals double the processor time of a delivery.
 */
class Exchange implements Handler {
  isReused = false;
  #status = 0;
  #retryAfter: string | null = null;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;

  constructor(
    private readonly deadline: Deadline,
    private readonly resolve: (result: AttemptResult) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** Whether a kept-alive connection was closed just when it was reused (docs/spec/webhooks.md#attempts). */
  isStale({ code, message }: NodeJS.ErrnoException): boolean {
    if (!this.isReused || this.#status !== 0) return false;
    // `bad response`: undici rejected the answer, such as an unsolicited `100 Continue`. The request was received.
    return code === 'ECONNRESET' || code === 'EPIPE' || (code === 'UND_ERR_SOCKET' && !message.startsWith('bad '));
  }

  onConnect(abort: () => void): void {
    if (this.deadline.isOver) abort();
    else this.deadline.abort = abort;
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true; // informational: the answer follows
    this.#status = status;
    this.#retryAfter = valueOf(headers, 'retry-after');
    return true;
  }

  /** Never pauses the parser of undici: paused, it fails an assertion when the receiver closes the connection. */
  onData(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > BODY_BYTES_MAX) {
      this.onComplete();
      this.deadline.abort();
    }
    return true;
  }

  onComplete(): void {
    const bytes = Buffer.concat(this.#chunks).subarray(0, BODY_BYTES_MAX);
    // Without half a character.
    const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
    this.resolve({ is: 'Answered', status: this.#status, retryAfter: this.#retryAfter, body });
  }

  onError(error: Error): void {
    this.reject(error);
  }
}

/** @param headers name, value, name, value … as received */
function valueOf(headers: readonly Buffer[], name: string): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (headers[at]?.toString('latin1').toLowerCase() === name) return headers[at + 1]?.toString('latin1') ?? null;
  return null;
}

const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM']);
const TLS = /SSL|TLS|CERT|EPROTO|HOSTNAME_MISMATCH|^INVALID_|^CRL_|PATH_LENGTH/;

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  if (error instanceof NameNotResolved) return 'NAME_NOT_RESOLVED';
  const { code = '' } = error as { code?: string };
  if (REFUSED.has(code)) return 'CONNECTION_REFUSED';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'TIMEOUT';
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return 'RESPONSE_INVALID';
  return TLS.test(code) ? 'TLS_INVALID' : 'CONNECTION_BROKEN';
}

type GuardedConnect = buildConnector.connector;

/** The address of the receiver is not allowed. The error contains no address. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor() {
    super('The address may not be reached');
  }
}

/** How long one address of a name is tried before the next: Node's 250 ms are too short for other continents. */
const NEXT_ADDRESS_MS = 1_000;

/** @param timeoutMs for the name, the connection and, for https, the handshake together */
function createGuardedConnect(
  { resolve, mayReach }: Pick<AddressGuard, 'resolve' | 'mayReach'>,
  timeoutMs: number,
): GuardedConnect {
  const connectorFor = (isHttps: boolean) =>
    buildConnector({
      lookup: checkedLookup(resolve, (address) => mayReach(address, isHttps)),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      rejectUnauthorized: true, // also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise
      maxCachedSessions: 0, // a resumed session does not verify the certificate again
      timeout: timeoutMs,
    });
  const connectors = { http: connectorFor(false), https: connectorFor(true) };
  return (options, callback) => {
    const isHttps = options.protocol === 'https:';
    const isLiteral = isIP(options.hostname) !== 0; // Node looks up names only
    if (isLiteral && !mayReach(options.hostname, isHttps)) callback(new AddressRefused(), null);
    else (isHttps ? connectors.https : connectors.http)(options, callback);
  };
}

/** Answers all addresses of a name, or none when one of them may not be reached. */
function checkedLookup(resolve: ResolveName, mayReach: (address: string) => boolean): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameNotResolved(), []);
        if (!addresses.every(({ address }) => mayReach(address))) return callback(new AddressRefused(), []);
        return all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
