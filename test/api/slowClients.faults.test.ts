// Clients that send or take drop by drop are cut off at the limits, answered where they can be, and hold up
// nobody.
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '#jest';
import { serverLimits } from '../../src/api/http/connections/connection.js';
import { until } from '../support/until.js';
import { answerOf, drip, startBareServer, type BareServer } from './support/bareServer.js';
import { expectClean } from './support/clean.js';
import { ask } from './support/http.js';

/** Longer than a busy machine stops a process: the requests that must be answered arrive within them. */
const LIMITS = {
  ...serverLimits,
  headersTimeoutMs: 1_500,
  requestTimeoutMs: 2_000,
  checkEveryMs: 50,
  answerTimeoutMs: 400,
  leftoverTimeoutMs: 400,
  connectionsMax: 100,
  connectionsPerAddress: 100,
  healthConnectionsMax: 0,
};

describe('slow clients', () => {
  let seen: BareServer;
  const open = (): Socket => seen.open();
  const startServer = (changes: Partial<typeof LIMITS> = {}) =>
    startBareServer({ limits: { ...LIMITS, ...changes } });

  afterEach(() => seen.close());

  it('that never finish the head are answered 408, all 500 of them, while others are served', async () => {
    seen = await startServer({ connectionsMax: 600, connectionsPerAddress: 600 });
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

  it('that do not read their answer are disconnected', async () => {
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

  it('that keep sending a refused body are disconnected', async () => {
    seen = await startServer();
    const socket = open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n');
    drip(socket, ' ');
    const answer = await answerOf(socket);
    expect(answer.status).toBe(415);
    await new Promise((resolve) => socket.on('close', resolve));
  });
});
