// Requests as bytes: nothing tidies up a path, a header or a method before it is sent.
import { connect } from 'node:net';
import { PATIENCE_MS } from '../../support/until.js';

export type RawAnswer = Readonly<{
  status: number;
  headers: ReadonlyMap<string, string>;
  text: string;
  ms: number;
}>;

export type RawRequest = Readonly<{
  method?: string;
  path?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent with its Content-Length, unless headers say how it is framed. */
  body?: string | Uint8Array;
  /** Replaces all of the above: the bytes of one or more requests. */
  raw?: string | Uint8Array;
}>;

/** One request on a connection of its own. @throws when no whole answer came */
export async function ask(url: string, request: RawRequest): Promise<RawAnswer> {
  const [answer] = await askAll(url, request, 1);
  if (answer === undefined) throw new Error('the connection ended without an answer');
  return answer;
}

/** As many answers as asked for, in order; fewer when the connection ends before. */
export function askAll(url: string, request: RawRequest, count: number): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const startedMs = performance.now();
  const isHead = request.method === 'HEAD';
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const answers: RawAnswer[] = [];
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => finish(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error && answers.length === 0) reject(error);
      else resolve(answers);
    };
    socket.on('connect', () => socket.write(bytesOf(request)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let one = taken(received, isHead); one !== null; one = taken(received, isHead)) {
        received = received.subarray(one.length);
        if (one.status >= 200) answers.push({ ...one.answer, ms: performance.now() - startedMs });
        if (answers.length === count) return finish();
      }
    });
    socket.on('error', (error) => finish(error));
    socket.on('close', () => finish(new Error('the connection ended without an answer')));
  });
}

export function bytesOf({ method = 'GET', path = '/', headers = {}, body, raw }: RawRequest): Uint8Array {
  if (raw !== undefined) return Buffer.from(raw);
  const given = { Host: 'test', ...headers };
  const framed = body === undefined || 'Transfer-Encoding' in given || 'Content-Length' in given;
  const content = Buffer.from(body ?? '');
  const all = framed ? given : { ...given, 'Content-Length': String(content.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([
    Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'),
    content,
  ]);
}

type Taken = Readonly<{ status: number; length: number; answer: Omit<RawAnswer, 'ms'> }>;

/** The first whole answer of what was received. */
function taken(received: Buffer, isHead: boolean): Taken | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [start = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(start.split(' ')[1]);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const length = end + 4 + (isHead ? 0 : Number(headers.get('content-length') ?? 0));
  if (received.length < length) return null;
  return {
    status,
    length,
    answer: { status, headers, text: received.subarray(end + 4, length).toString('utf8') },
  };
}
