// Idle connections without a key take no more than their places: others are served, health always
// (docs/spec/requests.md#connections).
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { answerOf } from '../api/support/bareServer.js';
import { bytesOf, type RawAnswer } from '../api/support/http.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { socketsTo } from './support/sockets.js';

const IDLE = 2_100;
/** On a machine with much else to do; a connection is given up after 5 s. */
const FREE_WITHIN_MS = 60_000;

let service: Service;
const open = socketsTo(() => service);

/** For the tests of a `describe`. */
function serve(through: readonly string[] = []): void {
  beforeAll(async () => {
    service = await startService({ dataDir: await temporaryDir(), through });
  });
  afterAll(() => service.kill());
}

async function openIdle(count: number, addressOf: (at: number) => string): Promise<void> {
  let connected = 0;
  for (let at = 0; at < count; at++)
    open(addressOf(at))
      .once('connect', () => connected++)
      .resume();
  await until(() => connected === count, 'all connections');
}

describe('A service under 2,100 idle connections without a key', () => {
  let ledger: Ledger;
  serve();
  beforeAll(async () => {
    ledger = await registerLedger(service.dataDir);
  });

  const get = (path: string, localAddress: string): Promise<RawAnswer> => {
    const socket = open(localAddress);
    socket.write(bytesOf({ path, headers: { 'X-API-Key': ledger.key } }));
    return answerOf(socket);
  };

  it('of one address serves every other address, and health to that one', async () => {
    await openIdle(IDLE, () => '127.0.0.1');
    await pause(200); // whoever the service turns away has heard of it
    expect((await get('/api/v1/companies', '127.0.0.2')).status).toBe(200);
    expect((await get('/health/live', '127.0.0.1')).status).toBe(200);
    expect((await get('/metrics', '127.0.0.1')).status).toBe(200);
    expect((await get('/api/v1/companies', '127.0.0.1')).status).toBe(503);
  });

  it('of many addresses serves health, and everyone once they were given up', async () => {
    await openIdle(IDLE, (at) => `127.0.1.${1 + (at % 30)}`);
    await pause(200);
    expect((await get('/health/live', '127.0.0.9')).status).toBe(200);
    const isServed = async () => (await get('/api/v1/companies', '127.0.0.9')).status === 200;
    await until(isServed, 'an answer', FREE_WITHIN_MS);
  });
});

describe('A service that may open 400 files', () => {
  serve(['sh', '-c', 'ulimit -n 400; exec "$@"', 'sh']);

  it('has fewer places, says so, and answers health under 450 connections', async () => {
    expect(service.lines).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('aceita 200 conexões, 20 de cada endereço') }),
    );
    await openIdle(450, (at) => `127.0.1.${1 + (at % 30)}`);
    const health = open('127.0.0.9');
    health.write(bytesOf({ path: '/health/live' }));
    expect((await answerOf(health)).status).toBe(200);
  });
});
