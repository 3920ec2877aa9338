// One GET over and over on kept connections, over bare sockets: a full HTTP client would be slower than the servers
// and hide their difference. Understands what these servers send: a status line, Content-Length, a body.
import { connect, type Socket } from 'node:net';
import type { Call, LoadResult } from './clientProtocol.js';

const HEADERS_END = '\r\n\r\n';

export async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const request = requestBytes(call);
  const latencies: number[] = [];
  let failed = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + forMs;
  const note = (status: number, ms: number): boolean => {
    if (status !== 200) failed++;
    latencies.push(ms);
    return performance.now() < untilMs;
  };
  await Promise.all(Array.from({ length: connections }, () => keepAsking(call.port, request, note)));
  const seconds = (performance.now() - startedMs) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed };
}

/** Sends, waits for the whole answer, notes it, and goes on while `note` says so. */
function keepAsking(port: number, request: Buffer, note: (status: number, ms: number) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let missing = -1; // bytes of the answer still to come; −1: its headers are not complete
    let status = 0;
    let sentMs = 0;
    const ask = (): void => {
      sentMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = received.indexOf(HEADERS_END);
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        status = Number(head.slice(9, 12));
        missing = end + HEADERS_END.length + contentLength(head) - received.length;
        received = Buffer.alloc(0);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      missing = -1;
      if (note(status, performance.now() - sentMs)) ask();
      else socket.end();
    });
  });
}

function contentLength(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length);
}

function requestBytes({ port, path, key }: Call): Buffer {
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}${'\r\n'}`);
}
