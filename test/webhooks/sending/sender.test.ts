// One attempt against receivers of every kind, over real HTTP on loopback.
import { afterEach, describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createAddressGuard } from '../../../src/webhooks/sending/addressGuard.js';
import { parseNetworks } from '../../../src/webhooks/sending/networks.js';
import { createSender } from '../../../src/webhooks/sending/sender.js';
import { listen } from '../../support/listen.js';

const TLS_FILES = join(process.cwd(), 'test/fixtures/tls');
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function portOf(server: Server): Promise<number> {
  const { port, close } = await listen(server);
  stops.push(() => void close());
  return port;
}

const http = async (listener: RequestListener) => `http://127.0.0.1:${await portOf(createServer(listener))}/`;
const tcp = async (onSocket: (socket: Socket) => void) =>
  `http://127.0.0.1:${await portOf(createTcpServer(onSocket))}/`;

const onceAsked = (act: (socket: Socket) => unknown) => tcp((socket) => socket.once('data', () => act(socket)));

function poster(timeoutMs = 5_000) {
  const allowedNetworks = parseNetworks('127.0.0.0/8') ?? [];
  const guard = createAddressGuard({ allowedNetworks });
  const sender = createSender({ guard, timeoutMs, connectionsPerHostMax: 4 });
  stops.push(() => void sender.close());
  return (url: string, body = '{"olá":1}', headers: Record<string, string> = {}) =>
    sender.attempt({
      url,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
}

describe('An attempt', () => {
  it('posts the bytes and headers it was given', async () => {
    const seen: unknown[] = [];
    const url = await http((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { 'content-type': type, 'content-length': length, 'x-service-event': event } = request.headers;
        seen.push({ method: request.method, path: request.url, type, length, event });
        seen.push(Buffer.concat(chunks).toString());
        response.writeHead(202).end('recebido');
      });
    });
    expect(await poster()(`${url}ganchos?a=1`, '{"olá":1}', { 'X-Service-Event': 'import.completed' })).toEqual({
      is: 'Answered',
      status: 202,
      retryAfter: null,
      body: 'recebido',
    });
    expect(seen).toEqual([
      { method: 'POST', path: '/ganchos?a=1', type: 'application/json', length: '10', event: 'import.completed' },
      '{"olá":1}',
    ]);
  });

  it.each([200, 204, 304, 400, 410, 429, 500, 503])('reports status %i', async (status) => {
    const url = await http((_request, response) => response.writeHead(status).end());
    expect(await poster()(url)).toEqual({ is: 'Answered', status, retryAfter: null, body: '' });
  });

  it('waits for the answer after informational ones', async () => {
    const url = await http((_request, response) => {
      response.writeEarlyHints({ link: '</estilo.css>; rel=preload' });
      response.writeProcessing();
      response.writeHead(202, { 'Retry-After': '7' }).end('depois');
    });
    expect(await poster()(url)).toEqual({ is: 'Answered', status: 202, retryAfter: '7', body: 'depois' });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    let visited = 0;
    const second = await http((_request, response) => {
      visited++;
      response.end();
    });
    const first = await http((_request, response) => response.writeHead(status, { Location: second }).end());
    expect(await poster()(first)).toMatchObject({ is: 'Answered', status });
    expect(visited).toBe(0);
  });

  it('reads 2 kB of an answer of 10 MB and no more', async () => {
    let sent = 0;
    const url = await http((_request, response) => {
      const chunk = Buffer.alloc(65_536, 'a');
      const more = (): void => {
        while (sent < 10_485_760 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const result = await poster()(url);
    expect(result).toEqual({ is: 'Answered', status: 200, retryAfter: null, body: 'a'.repeat(2_048) });
    expect(sent).toBeLessThan(10_485_760);
  });

  it.each([
    ['in one piece', 1],
    ['in several pieces', 20],
  ])('reads 2 kB of a longer answer on a connection the receiver closes, %s', async (_name, pieces) => {
    const url = await http((_request, response) => {
      response.writeHead(500, { Connection: 'close' });
      for (let piece = 0; piece < pieces; piece += 1) response.write(Buffer.alloc(5_000, 'a'));
      response.end();
    });
    const first = await poster()(url);
    expect(first).toEqual({ is: 'Answered', status: 500, retryAfter: null, body: 'a'.repeat(2_048) });
  });

  it('reads 2 kB of an answer that ends with its connection', async () => {
    const url = await onceAsked((socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${'a'.repeat(50_000)}`));
    expect(await poster()(url)).toMatchObject({ is: 'Answered', status: 200, body: 'a'.repeat(2_048) });
  });

  it('leaves out the character that 2 kB would cut in two', async () => {
    const url = await http((_request, response) => response.writeHead(500).end(`a${'é'.repeat(2_000)}`));
    expect(await poster()(url)).toMatchObject({ status: 500, body: `a${'é'.repeat(1_023)}` });
  });

  it('reports the Retry-After header as received', async () => {
    const url = await http((_request, response) => response.writeHead(503, { 'Retry-After': '99999999' }).end());
    expect(await poster()(url)).toMatchObject({ status: 503, retryAfter: '99999999' });
  });
});

describe('An attempt fails', () => {
  const failed = (error: string) => ({ is: 'Failed', error });

  it('when the connection is refused', async () => {
    const { port, close } = await listen(createTcpServer());
    await close();
    expect(await poster()(`http://127.0.0.1:${port}/`)).toEqual(failed('CONNECTION_REFUSED'));
  });

  it('when the receiver closes, resets, or breaks off in the middle of its answer', async () => {
    const half = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nmeio';
    const ends = [(s: Socket) => s.end(), (s: Socket) => s.resetAndDestroy(), (s: Socket) => s.end(half)];
    for (const end of ends) expect(await poster()(await onceAsked(end))).toEqual(failed('CONNECTION_BROKEN'));
  });

  it('when the answer is not HTTP, or its headers are endless', async () => {
    for (const answer of ['SSH-2.0-x\r\n', `HTTP/1.1 200 OK\r\nX-Longo: ${'a'.repeat(40_000)}\r\n\r\n`])
      expect(await poster()(await onceAsked((socket) => socket.end(answer)))).toEqual(failed('RESPONSE_INVALID'));
  });

  it('when the whole exchange takes too long, wherever the time goes', async () => {
    const post = poster(300);
    const drip = (start: string, rest: string) => (socket: Socket) => {
      socket.once('data', () => {
        socket.write(start);
        let at = 0;
        const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), 20);
        socket.on('close', () => clearInterval(timer));
      });
    };
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';
    const silent = await tcp(() => undefined);
    expect(await post(silent)).toEqual(failed('TIMEOUT'));
    expect(await post(silent.replace('http:', 'https:'))).toEqual(failed('TIMEOUT'));
    expect(await post(await tcp(drip('', head)))).toEqual(failed('TIMEOUT'));
    expect(await post(await tcp(drip(head, 'a')))).toEqual(failed('TIMEOUT'));
    expect(await post(await onceAsked((socket) => socket.write(head)))).toEqual(failed('TIMEOUT'));
  });

  it('when no authority signed the certificate, and when the receiver does not speak TLS', async () => {
    const key = readFileSync(join(TLS_FILES, 'receiver.key.pem'));
    const cert = readFileSync(join(TLS_FILES, 'receiver.crt.pem'));
    let hits = 0;
    const secure = createHttpsServer({ key, cert }, (_request, response) => {
      hits++;
      response.end();
    });
    const post = poster();
    expect(await post(`https://127.0.0.1:${await portOf(secure)}/`)).toEqual(failed('TLS_INVALID'));
    expect(hits).toBe(0);
    const plain = await http((_request, response) => response.end());
    expect(await post(plain.replace('http:', 'https:'))).toEqual(failed('TLS_INVALID'));
  });
});

describe('Connections', () => {
  it('are kept for the next delivery to the same host, which may start at once', async () => {
    const connections = new Set<unknown>();
    const url = await http((request, response) => {
      connections.add(request.socket);
      response.end();
    });
    const post = poster();
    for (let sent = 0; sent < 5; sent++) expect(await post(url)).toMatchObject({ status: 200 });
    expect(connections.size).toBe(1);
  });

  it('that the receiver closed are replaced within the attempt', async () => {
    let requests = 0;
    // Answers once, then closes as soon as it is used again, as a receiver does whose patience ended just then.
    const url = await tcp((socket) => {
      let used = false;
      socket.on('data', () => {
        if (used) return void socket.destroy();
        used = true;
        requests++;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n');
      });
    });
    const post = poster();
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(requests).toBe(2);
  });

  it('to one host never exceed the maximum', async () => {
    let open = 0;
    let most = 0;
    const url = await http((_request, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.end();
      }, 20);
    });
    const post = poster();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url)));
    expect(answers.every((answer) => answer.is === 'Answered')).toBe(true);
    expect(most).toBeLessThanOrEqual(4);
  });
});
