// Requests of one connection wait for its answers, and connections for those of other addresses
// (docs/spec/requests.md#connections).
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHttpServer } from '../../../src/api/http/server.js';
import { Turns } from '../../../src/runtime/turns.js';
import { serverLimits } from '../../../src/api/http/connections/connection.js';
import { TrustedProxies } from '../../../src/api/http/connections/clientAddress.js';
import { until } from '../../support/until.js';
import { askAll, bytesOf } from '../support/http.js';
import { startBareServer } from '../support/bareServer.js';

const MB = 1_048_576;

describe('A connection that sends many requests at once', () => {
  let server: Server;
  let accepted: Socket[];
  /** Requests that were begun and have no answer, by path. */
  let begun: { path: string; response: ServerResponse }[];
  let client: Socket;
  let received: string;

  beforeEach(async () => {
    [accepted, begun, received] = [[], [], ''];
    const handle = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
      begun.push({ path: url, response });
      await once(response, 'close');
    };
    const events = { onRefused: () => undefined, onDropped: () => undefined };
    server = createHttpServer(handle, serverLimits, events, new TrustedProxies());
    server.on('connection', (socket) => accepted.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = open('127.0.0.1');
    client.on('data', (chunk) => (received += chunk.toString()));
  });
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function open(localAddress: string): Socket {
    const { port } = server.address() as AddressInfo;
    return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  }

  /** Another client's request, sent and answered: whatever had come before it has been read. */
  async function answerAnother(): Promise<void> {
    const another = open('127.0.0.2');
    another.write(bytesOf({ path: '/another' }));
    const found = () => begun.find(({ path }) => path === '/another');
    await until(() => found() !== undefined, 'the other request');
    found()?.response.end();
    begun = begun.filter((one) => one !== found());
    another.destroy();
  }

  it('has at most four of them waiting for the answer to one, and is answered in order', async () => {
    const paths = Array.from({ length: 50 }, (_, at) => `/${at}`);
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n\r\n`).join(''));
    const answered: string[] = [];
    while (answered.length < paths.length) {
      await until(() => begun.length > 0, 'a request');
      await answerAnother();
      expect(begun.length).toBeLessThanOrEqual(5);
      const { path, response } = begun.shift() ?? {};
      answered.push(path ?? '');
      response?.end(path);
    }
    expect(answered).toEqual(paths);
    await until(() => received.includes('/49'), 'the last answer');
    expect([...received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
  });

  it('is not read on while they wait', async () => {
    client.write('GET / HTTP/1.1\r\n\r\n'.repeat(1 + 8 * (MB / 18)));
    await until(() => begun.length > 0, 'a request');
    for (let at = 0; at < 5; at++) await answerAnother();
    expect(accepted[0]?.bytesRead).toBeLessThan(MB / 4);
  });

  it('is noticed to have ended while one is answered', async () => {
    client.write(bytesOf({ path: '/' }));
    await until(() => begun.length > 0, 'a request');
    client.end();
    await until(() => begun[0]?.response.destroyed === true, 'the end');
  });
});

it('A body full of blank lines is read whole, and the request after it answered', async () => {
  const seen = await startBareServer({ bytesMax: MB });
  const body = `{"a":1${'\r\n\r\n'.repeat(200_000)}}`;
  const post = Buffer.from(bytesOf({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
  const answers = await askAll(seen.url, { raw: Buffer.concat([post, bytesOf({ path: '/' }), post]) }, 3);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(seen.bodies).toEqual([body.length, body.length]);
  await seen.close();
});

it('A turn of the event loop serves each owner one of what waits', async () => {
  const turns = new Turns();
  const served: string[] = [];
  const add = (name: string): void => turns.add(name.charAt(0), { serve: () => void served.push(name) });
  ['a1', 'a2', 'a3', 'b1'].forEach(add);
  await new Promise((resolve) => setImmediate(resolve));
  expect(served).toEqual(['a1', 'b1']);
  add('c1');
  await until(() => served.length === 5);
  expect(served).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});
