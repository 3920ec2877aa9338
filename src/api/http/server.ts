// Node's HTTP server with its limits, and the answers Node would give by itself (400, 408, 413, 417, 431), in our envelope.
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from './requestId.js';
import { JSON_TYPE } from './response/envelope.js';
import { HttpError, answerTo, type HttpProblem } from './response/problems.js';
import { endRequest, expectsContinue, refuseConnection, requestIdOn } from './connection.js';

export type ServerLimits = Readonly<{
  /** The head of a request must have come within this time, the whole of it within the next. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** How often these times are looked at. */
  checkEveryMs: number;
  headerBytesMax: number;
  connectionsMax: number;
  /** A client has this long to take an answer, and to finish sending a body that was refused. */
  answerTimeoutMs: number;
  leftoverTimeoutMs: number;
}>;

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 5_000,
  checkEveryMs: 5_000,
  headerBytesMax: 16_384,
  connectionsMax: 2_000,
  answerTimeoutMs: 60_000,
  leftoverTimeoutMs: 10_000,
};

export type ServerEvents = Readonly<{
  /** An answer that no route gave. */
  refused(requestId: string, status: number): void;
  dropped(): void;
}>;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A refused connection is read for this long, so that its client sees the answer and not a reset. */
const LINGER_MS = 1_000;

export function createHttpServer(handle: Handler, limits: ServerLimits, events: ServerEvents): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    // A missing Host is answered by a step of ours: Node's own answer has no body.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connectionsMax;

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void handle(request, response).then(() => {
      endRequest(request.socket);
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
    refuseOn(request.socket, { is: 'ExpectationFailed' }, events),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuseOn(socket, { is: 'RouteNotFound' }, events),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const problem = problemOf(error);
    if (problem === null || !socket.writable || hasBegunAnswer(socket)) socket.destroy();
    else refuseOn(socket, problem, events);
  });
  server.on('drop', () => events.dropped());
  return server;
}

/**
 * Stops listening, but leaves open connections alone: what came in on them is still answered. Node's own `close` would
 * cut idle ones at once, and a request just on its way with them.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** A reader that takes the answer drop by drop, or not at all, does not hold it for ever. */
function boundAnswer(response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => response.destroy(), timeoutMs).unref();
  response.once('close', () => clearTimeout(timer));
}

/** The rest of a refused body is read and thrown away, so that the client gets round to reading the answer. */
function boundLeftover(request: IncomingMessage, timeoutMs: number): void {
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), timeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}

/** @returns null when the connection broke: nobody is there to be answered */
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

/** Writes the envelope straight to the connection, once, and ends it. */
function refuseOn(socket: Duplex, problem: HttpProblem, events: ServerEvents): void {
  if (!refuseConnection(socket)) return;
  const requestId = requestIdOn(socket);
  const { status, body: envelope } = answerTo(new HttpError(problem));
  const body = JSON.stringify(envelope);
  events.refused(requestId, status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Node keeps the answer in the making on the socket; once its head is out, nothing else may be written. */
function hasBegunAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}
