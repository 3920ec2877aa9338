// Places for connections, in all and of one address, and the address behind proxies
// (docs/spec/requests.md#connections).
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '#jest';
import { networkOf, TrustedProxies } from '../../../src/api/http/connections/clientAddress.js';
import { until } from '../../support/until.js';
import { answerOf, startBareServer, type BareServer } from '../support/bareServer.js';
import { expectClean } from '../support/clean.js';
import { bytesOf } from '../support/http.js';

const LIMITS = { connectionsMax: 6, connectionsPerAddress: 2, healthConnectionsMax: 2 };
/** All of 127.0.0.0/8 is this machine: so many clients. */
const addressOf = (client: number): string => `127.0.0.${client}`;

describe('A connection', () => {
  let seen: BareServer;
  afterEach(() => seen.close());

  const connections = () =>
    new Promise<number>((resolve) => seen.server.getConnections((_, count) => resolve(count)));
  async function opened(client: number): Promise<Socket> {
    const before = await connections();
    const socket = seen.open(addressOf(client));
    await once(socket, 'connect');
    await until(async () => (await connections()) > before || socket.destroyed);
    return socket;
  }
  async function get(client: number, path: string, headers: Readonly<Record<string, string>> = {}) {
    const socket = seen.open(addressOf(client));
    socket.write(bytesOf({ path, headers }));
    return answerOf(socket);
  }

  it('beyond those of its address is served health alone, and other addresses are served', async () => {
    seen = await startBareServer({ limits: LIMITS });
    await opened(1);
    await opened(1);
    const refused = await get(1, '/');
    expect(refused.status).toBe(503);
    expectClean(refused);
    expect(refused.headers.get('connection')).toBe('close');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await get(1, '/health/live')).status).toBe(200);
    expect((await get(2, '/')).status).toBe(200);
  });

  it('to health is served although every place is taken, those kept for health too', async () => {
    seen = await startBareServer({ limits: LIMITS });
    for (const client of [1, 1, 2, 2, 3, 3, 4, 5]) await opened(client);
    seen.open(addressOf(6));
    await until(() => seen.dropped.length === 1);
    expect((await get(7, '/health/live')).status).toBe(200);
    expect((await get(7, '/')).status).toBe(503);
    await until(async () => (await connections()) <= 8);
  });

  it('gives its place back when it ends', async () => {
    seen = await startBareServer({ limits: LIMITS });
    const [first] = [await opened(1), await opened(1)];
    first.destroy();
    await until(async () => (await connections()) === 1);
    expect((await get(1, '/')).status).toBe(200);
  });

  it('of a trusted proxy has no limit of its own', async () => {
    seen = await startBareServer({ limits: LIMITS, trusted: ['127.0.0.1/32'] });
    for (let at = 0; at < 5; at++) await opened(1);
    expect((await get(1, '/')).status).toBe(200);
  });

  it('ends when its first request does not come in time, and waits longer for the next', async () => {
    seen = await startBareServer({
      limits: { headersTimeoutMs: 1_000, checkEveryMs: 20, keepAliveTimeoutMs: 60_000 },
    });
    const kept = await opened(1);
    kept.write(bytesOf({ path: '/' }));
    expect((await answerOf(kept)).status).toBe(200);
    const idle = await opened(1);
    idle.resume();
    await once(idle, 'close');
    expect(kept.destroyed).toBe(false);
    kept.pause();
    kept.write(bytesOf({ path: '/' }));
    expect((await answerOf(kept)).status).toBe(200);
  });

  it('names its client by X-Forwarded-For only where a trusted proxy sent it', async () => {
    seen = await startBareServer({ trusted: ['127.0.0.1/32'] });
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    expect((await get(1, '/address', headers)).text).toBe('{"address":"198.51.100.7"}');
    expect((await get(2, '/address', headers)).text).toBe('{"address":"127.0.0.2"}');
  });
});

describe('The network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('The address of a client', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8:aa::/48']);
  const clientOf = (remoteAddress: string, forwarded?: string): string =>
    proxies.clientOf({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as never);

  it.each([
    ['that of the connection without a proxy', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['that of the proxy, where it says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['the last one that is no proxy', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.2.3.4', '203.0.113.9'],
    ['the first of all, where all are proxies', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['the last one before what is no address', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
    ['without its port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 without brackets and port', '10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['IPv4 on a socket of IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['behind a proxy of IPv6', '2001:db8:aa::1', '203.0.113.9', '203.0.113.9'],
    ['"" when the connection has ended', '', '203.0.113.9', ''],
  ])('is %s', (_, remote, forwarded, expected) => {
    expect(clientOf(remote, forwarded)).toBe(expected);
  });
});
