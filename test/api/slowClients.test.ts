// Clients that send or take drop by drop are cut off at the limits, answered where they can be, and hold up nobody.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import Router from '@koa/router';
import { pino } from 'pino';
import { createApp } from '../../src/api/app.js';
import type { Call } from '../../src/api/call.js';
import { readJsonBody } from '../../src/api/http/request/body.js';
import { createHttpServer, serverLimits } from '../../src/api/http/server.js';
import { until } from '../support/until.js';
import { expectClean } from './support/clean.js';
import { ask, type RawAnswer } from './support/http.js';

const LIMITS = {
  ...serverLimits,
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  checkEveryMs: 50,
  answerTimeoutMs: 400,
  leftoverTimeoutMs: 400,
  connectionsMax: 100,
};
/** More than the kernel takes in for a reader that does not read. */
const BIG_BODY = Buffer.alloc(32 * 1_048_576, 0x20);

type Seen = Readonly<{
  server: Server;
  url: string;
  requestIds: string[];
  /** Statuses in the log; 499 when the client had gone. */
  outcomes: number[];
  refused: number[];
  dropped: number[];
}>;

describe('slow clients', () => {
  let seen: Seen;
  const sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    seen.server.closeAllConnections();
    seen.server.close();
    await once(seen.server, 'close');
  });

  function open(): Socket {
    const { port } = seen.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  }

  it('that never finish the head are answered 408, all 500 of them, while others are served', async () => {
    seen = await startServer({ connectionsMax: 600 });
    const answers = Array.from({ length: 500 }, () => {
      const socket = open();
      socket.write('GET / HTTP/1.1\r\nX-A: ');
      drip(socket, 'a', 100);
      return answerOf(socket);
    });
    for (let at = 0; at < 20; at++) expect((await ask(seen.url, { path: '/' })).status).toBe(200);
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(408);
      expectClean(answer);
      expect(answer.headers.get('connection')).toBe('close');
    }
    expect(seen.refused).toHaveLength(500);
  });

  it('that never finish the body are answered 408 under the id their request has in the log', async () => {
    seen = await startServer();
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n');
    drip(socket, ' ');
    const answer = await answerOf(socket);
    expect(answer.status).toBe(408);
    expectClean(answer);
    expect(answer.headers.get('x-request-id')).toBe(seen.requestIds[0]);
    await until(() => seen.outcomes.length === 1);
    expect(seen.outcomes).toEqual([499]);
  });

  it('that leave in the middle of a body leave nothing behind', async () => {
    seen = await startServer();
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{');
    await until(() => seen.requestIds.length === 1);
    socket.destroy();
    await until(() => seen.outcomes.length === 1);
    expect(seen.outcomes).toEqual([499]);
    expect(seen.refused).toEqual([]);
  });

  it('that do not take their answer lose it', async () => {
    seen = await startServer();
    const socket = open();
    socket.pause();
    socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => seen.outcomes.length === 1);
    const connections = () =>
      new Promise<number>((resolve) => seen.server.getConnections((_, count) => resolve(count)));
    expect(await connections()).toBe(1);
    await until(async () => (await connections()) === 0);
  });

  it('that go on sending a body after it was refused are cut off', async () => {
    seen = await startServer();
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n');
    drip(socket, ' ');
    const answer = await answerOf(socket);
    expect(answer.status).toBe(415);
    await new Promise((resolve) => socket.on('close', resolve));
  });

  it('beyond the most connections are turned away at once', async () => {
    seen = await startServer({ connectionsMax: 2 });
    const kept = [open(), open()];
    await Promise.all(kept.map((socket) => once(socket, 'connect')));
    await until(
      () => new Promise<boolean>((resolve) => seen.server.getConnections((_, count) => resolve(count === 2))),
    );
    const third = open();
    third.resume();
    await once(third, 'close');
    expect(seen.dropped).toHaveLength(1);
  });
});

async function startServer(changes: Partial<typeof LIMITS> = {}): Promise<Seen> {
  const [requestIds, outcomes, refused, dropped]: [string[], number[], number[], number[]] = [[], [], [], []];
  const router = new Router<Call>();
  router.use((context, next) => {
    requestIds.push(context.state.requestId);
    return next();
  });
  router.get('/', (context) => void (context.body = []));
  router.get('/big', (context) => void (context.body = BIG_BODY));
  router.post('/', async (context) => {
    await readJsonBody(context.req, context.res, 1_000_000);
    context.body = [];
  });
  const app = createApp(
    {
      log: pino({ level: 'silent' }),
      requestLog: ({ status }) => void outcomes.push(status),
      metrics: { answered: () => undefined, unauthenticated: () => undefined },
      callLog: { record: () => undefined },
      clock: { now: () => new Date(), monotonicMs: () => performance.now() },
      isOutOfReach: () => false,
      isStopping: () => false,
    },
    router,
  );
  const server = createHttpServer(
    app.callback(),
    { ...LIMITS, ...changes },
    { refused: (_, status) => void refused.push(status), dropped: () => void dropped.push(1) },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, requestIds, outcomes, refused, dropped };
}

function drip(socket: Socket, text: string, everyMs = 20): void {
  const dripping = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(dripping));
}

/** What the server says before it ends the connection, or within the bound. */
async function answerOf(socket: Socket): Promise<RawAnswer> {
  const startedMs = performance.now();
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.toString();
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
