// Node's HTTP server with its limits. Node's own answers (400, 408, 417, 431) are sent in the service's envelope.
import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { TrustedProxies } from './connections/clientAddress.js';
import { ConnectionPlaces, expectsContinue, type ServerLimits } from './connections/connection.js';
import { SECURITY_HEADERS } from './requestId.js';
import { HttpError, JSON_TYPE, answerTo } from './problems.js';
import type { HttpProblem } from '../../messages/httpProblems.js';
import { Connection, connectionOf } from './connections/pacedConnection.js';
import { Turns } from '../../runtime/turns.js';

export type ServerEvents = Readonly<{
  /** An answer that no route gave. */
  onRefused(requestId: string, status: number): void;
  /** A connection that was closed for want of a place. */
  onDropped(): void;
}>;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** How long a refused connection stays open: closed at once, its client might see a reset, not the answer. */
const LINGER_MS = 1_000;

export function createHttpServer(
  handle: Handler,
  limits: ServerLimits,
  events: ServerEvents,
  proxies: TrustedProxies,
): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    // `checkAddress` answers a missing Host: Node's own answer has no body.
    requireHostHeader: false,
  });
  const places = new ConnectionPlaces(limits, (address) => proxies.has(address), events.onDropped);
  const turns = new Turns();
  const [takeConnection] = server.listeners('connection');
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    const connection = new Connection(socket, turns);
    places.admit(connection);
    takeConnection?.call(server, connection);
  });

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = connectionOf(request);
    connection.begin(response);
    void handle(request, response).then(() => {
      connection.requestId = null;
      if (!response.writableFinished) boundAnswer(response, limits.answerTimeoutMs);
      if (!request.complete) boundLeftover(request, limits.leftoverTimeoutMs);
    });
  };
  server.on('request', serve);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expectsContinue(request);
    serve(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage) =>
    refuseOn(connectionOf(request), { is: 'ExpectationFailed' }, events),
  );
  server.on('connect', (request: IncomingMessage) =>
    refuseOn(connectionOf(request), { is: 'RouteNotFound' }, events),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Connection) => {
    const problem = problemOf(error);
    if (problem === null || !socket.writable || socket.hasBegunAnswer) socket.destroy();
    else refuseOn(socket, problem, events);
  });
  return server;
}

/** Stops listening; open connections stay. Node's own `close` also closes idle ones, with requests on the way. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Closes the connection of a client that does not receive its answer in time. */
function boundAnswer(response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => response.destroy(), timeoutMs).unref();
  response.once('close', () => clearTimeout(timer));
}

/** Discards the rest of a refused body, for a time: many clients read the answer only after they sent all. */
function boundLeftover(request: IncomingMessage, timeoutMs: number): void {
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), timeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}

/** @returns null when the connection broke and no answer can be sent */
function problemOf(error: NodeJS.ErrnoException): HttpProblem | null {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'HPE_INVALID_EOF_STATE':
      return null;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { is: 'RequestTimeout' };
    case 'HPE_HEADER_OVERFLOW':
      return { is: 'HeadersTooLarge' };
    default:
      return { is: 'RequestMalformed' };
  }
}

/** Writes an error answer to the connection, once, and closes it. */
function refuseOn(connection: Connection, problem: HttpProblem, events: ServerEvents): void {
  if (connection.isRefused) return;
  connection.isRefused = true;
  // Bytes that never became a request have an id of their own.
  const requestId = connection.requestId ?? randomUUID();
  const { status, body: envelope } = answerTo(new HttpError(problem));
  const body = JSON.stringify(envelope);
  events.onRefused(requestId, status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  connection.on('error', () => undefined);
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  connection.resume();
  setTimeout(() => connection.destroy(), LINGER_MS).unref();
}
