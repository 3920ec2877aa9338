// The HTTP server and the application's middleware with a few routes of a test, without stores.
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Router from '@koa/router';
import { pino } from 'pino';
import { createApp } from '../../../src/api/app.js';
import { keyOf, type Call } from '../../../src/api/call.js';
import { bodyTimes, type BodyTimes } from '../../../src/api/http/request/arrival.js';
import { withJsonBody } from '../../../src/api/http/request/body.js';
import { formReader, readJson } from '../../../src/api/http/request/parsedBody.js';
import { BodyBudget } from '../../../src/api/http/request/bodyBudget.js';
import { TrustedProxies } from '../../../src/api/http/connections/clientAddress.js';
import { createHttpServer } from '../../../src/api/http/server.js';
import { serverLimits, type ServerLimits } from '../../../src/api/http/connections/connection.js';
import type { RawAnswer } from './http.js';

/** As of a form before the sign-in, with few values of one name. */
const readForm = formReader({ bytes: 65_536, fields: 200, valuesOfOne: 100 });
/** More than the kernel takes in for a reader that does not read. */
const BIG_BODY = Buffer.alloc(32 * 1_048_576, 0x20);

export type BareServer = Readonly<Awaited<ReturnType<typeof startBareServer>>>;

export type BareServerOptions = Readonly<{
  limits?: Partial<ServerLimits>;
  times?: Partial<BodyTimes>;
  budget?: BodyBudget;
  /** Most bytes of a body. */
  bytesMax?: number;
  /** CIDRs of trusted proxies. */
  trusted?: readonly string[];
  /** Runs while a body is held. */
  use?: (body: ArrayBuffer) => Promise<void>;
}>;

/** The client is the number in the header `X-Client`, 1 without it. */
export async function startBareServer(options: BareServerOptions = {}) {
  const { budget = new BodyBudget({ bytesMax: 64_000_000 }), bytesMax = 1_000_000 } = options;
  const { use = () => Promise.resolve(), trusted = [] } = options;
  const proxies = new TrustedProxies(trusted);
  const [requestIds, outcomes, refused, dropped]: [string[], number[], number[], number[]] = [[], [], [], []];
  const bodies: number[] = [];
  const errors: string[] = [];
  const router = new Router<Call>();
  router.use((context, next) => {
    requestIds.push(context.state.requestId);
    const clientId = (context.state.clientId = Number(context.get('X-Client') || 1));
    context.state.key = {
      keyId: clientId,
      clientId,
      name: 'test',
      environment: 'staging',
      scopes: [],
      secretHash: '',
      issuedAt: '',
      revokedAt: null,
      newKeyId: null,
    };
    return next();
  });
  router.get('/', (context) => void (context.body = []));
  router.get('/address', (context) => void (context.body = { address: context.state.address }));
  router.get('/health/live', (context) => void (context.body = {}));
  router.get('/big', (context) => void (context.body = BIG_BODY));
  const limits = { budget, times: { ...bodyTimes, ...options.times } };
  router.post('/json', async (context) => void (context.body = { read: await readJson(context, limits) }));
  router.post('/form', async (context) => {
    const read = await readForm(context, limits);
    context.body = { read: typeof read === 'string' ? read : [...read] };
  });
  router.post('/', async (context) => {
    await withJsonBody(context, limits, bytesMax, async (body) => {
      await use(body);
      bodies.push(body.byteLength);
    });
    context.body = { clientId: keyOf(context).clientId };
  });
  const app = createApp(
    {
      log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
      requestLog: ({ status }) => void outcomes.push(status),
      metrics: { countAnswer: () => undefined, countUnauthenticated: () => undefined },
      callLog: { record: () => undefined },
      clock: { now: () => new Date(), monotonicMs: () => performance.now() },
      isUnavailable: () => false,
      isStopping: () => false,
      proxies,
    },
    router,
  );
  const server = createHttpServer(
    app.callback(),
    { ...serverLimits, ...options.limits },
    { onRefused: (_, status) => void refused.push(status), onDropped: () => void dropped.push(1) },
    proxies,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    budget,
    requestIds,
    /** Statuses in the log; 499 when the client had gone. */
    outcomes,
    refused,
    dropped,
    /** Lines of the log. */
    errors,
    /** Lengths of the bodies that were read. */
    bodies,
    /** @param localAddress of the client, any of 127.0.0.0/8 on Linux */
    open(localAddress?: string) {
      const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
      socket.on('error', () => undefined);
      sockets.push(socket);
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes the text again and again until the connection ends. */
export function drip(socket: Socket, text: string, everyMs = 20): void {
  const dripping = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(dripping));
}

/** The first answer on the connection. @throws when it ends before */
export async function answerOf(socket: Socket): Promise<RawAnswer> {
  const startedMs = performance.now();
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.toString();
    received = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    const [head = '', body = ''] = received.split('\r\n\r\n', 2);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
    if (Buffer.byteLength(body) < length || Number.isNaN(length)) continue;
    const [start = '', ...lines] = head.split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 2)]),
    );
    socket.resume();
    return { status: Number(start.split(' ')[1]), headers, text: body, ms: performance.now() - startedMs };
  }
  throw new Error(`the connection ended after ${received.length} bytes`);
}
