// A real receiver of webhooks on 127.0.0.1, and the ways receivers go wrong.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listen } from '../../support/listen.js';

export type Received = Readonly<{
  /** Milliseconds since 1970. */
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** What the body says. */
  event: Readonly<{ id: string; type: string; createdAt: string; data: Readonly<Record<string, unknown>> }>;
}>;

export type Behaviour = (response: ServerResponse, received: Received) => void;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const hangs: Behaviour = () => undefined;

export const closesEarly: Behaviour = (response) => void response.socket?.destroy();

/** @param then after these many of `first` */
export const firstThen = (times: number, first: Behaviour, then: Behaviour): Behaviour => {
  let seen = 0;
  return (response, received) => (++seen <= times ? first : then)(response, received);
};

/** @param tls key and certificate, for a receiver by https; @param port a free one by default */
export async function startReceiver(
  behaviour: Behaviour = answers(204),
  { tls, port = 0 }: Readonly<{ tls?: Readonly<{ key: string; cert: string }>; port?: number }> = {},
) {
  const received: Received[] = [];
  let behaves = behaviour;
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const event = JSON.parse(body.toString()) as Received['event'];
      const one = { at: Date.now(), path: request.url ?? '', headers: request.headers, body, event };
      received.push(one);
      behaves(response, one);
    });
  });
  const listening = await listen(server, port);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${listening.port}/eventos`,
    received: received as readonly Received[],
    /** Ids of distinct events. */
    ids: (): readonly string[] => [...new Set(received.map(({ event }) => event.id))],
    behave(next: Behaviour) {
      behaves = next;
    },
    close: listening.close,
  };
}
