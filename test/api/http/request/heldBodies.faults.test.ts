// Bodies on the server: they wait unread, are refused after a time, and give back what they held, however they end
// (docs/spec/requests.md#held-bodies).
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '#jest';
import { BodyBudget } from '../../../../src/api/http/request/bodyBudget.js';
import { until } from '../../../support/until.js';
import {
  answerOf,
  drip,
  startBareServer,
  type BareServer,
  type BareServerOptions,
} from '../../support/bareServer.js';
import { expectClean } from '../../support/clean.js';
import { ask, askAll, bytesOf } from '../../support/http.js';

const MB = 1_048_576;
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('A body', () => {
  let seen: BareServer;
  afterEach(() => seen.close());

  const start = async (options: BareServerOptions & Readonly<{ waitMs?: number }> = {}): Promise<void> => {
    const budget = new BodyBudget({ bytesMax: 64 * MB, ...(options.waitMs && { waitMs: options.waitMs }) });
    seen = await startBareServer({ budget, bytesMax: 32 * MB, ...options });
  };
  const post = (headers: Readonly<Record<string, string>>, body: string | Uint8Array) =>
    ask(seen.url, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
  const begin = (headers: Readonly<Record<string, string>>, part: string | Uint8Array = '') => {
    const socket = seen.open();
    socket.write(bytesOf({ method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: '' }));
    socket.write(part);
    return socket;
  };
  const isFree = () => until(() => seen.budget.counts().heldBytes === 0, 'a free budget');
  const waiting = () => seen.budget.counts().waiting;

  it('counts from before it is read until it has been dealt with', async () => {
    const uses: (() => void)[] = [];
    await start({ use: () => new Promise((resolve) => uses.push(resolve)) });
    const answer = post({}, Buffer.alloc(2 * MB, ' '));
    await until(() => uses.length === 1);
    expect(seen.budget.counts().heldBytes).toBe(2 * MB);
    uses[0]?.();
    expect((await answer).status).toBe(200);
    await isFree();
  });

  it('waits unread while others of its client hold their share, and is refused after its time', async () => {
    await start({ waitMs: 150 });
    begin({ 'Content-Length': String(32 * MB) });
    await until(() => seen.budget.counts().heldBytes === 32 * MB);
    const second = begin({ 'Content-Length': String(20 * MB) }, Buffer.alloc(20 * MB, ' '));
    await until(() => waiting() === 1);
    const other = await post({ 'X-Client': '2' }, Buffer.alloc(4 * MB, ' '));
    expect(other.status).toBe(200);
    const answer = await answerOf(second);
    expect(answer.status).toBe(503);
    expectClean(answer);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(seen.bodies).toEqual([4 * MB]);
  });

  it('is asked for only when there is room for it', async () => {
    await start();
    const first = begin({ 'Content-Length': String(32 * MB) });
    await until(() => seen.budget.counts().heldBytes === 32 * MB);
    const second = begin({ 'Content-Length': String(20 * MB), Expect: '100-continue' });
    let received = '';
    second.on('data', (chunk) => (received += chunk.toString()));
    await until(() => waiting() === 1);
    expect(received).toBe('');
    first.destroy();
    await until(() => received === 'HTTP/1.1 100 Continue\r\n\r\n');
    second.write(Buffer.alloc(20 * MB, ' '));
    await until(() => received.includes('HTTP/1.1 200 OK'));
    await isFree();
  });

  it.each([
    ['its client leaves', {}, 'leave'],
    ['its client leaves, in chunks', { 'Transfer-Encoding': 'chunked' }, 'leave'],
    ['it stops arriving', {}, 'stop'],
    ['it stops arriving, compressed', { 'Content-Encoding': 'gzip' }, 'stop'],
  ])('gives back what it held when %s', async (_, headers, how) => {
    await start({ times: { stallMs: 200 } });
    const framed = 'Transfer-Encoding' in headers ? headers : { ...headers, 'Content-Length': String(5 * MB) };
    const part = 'Transfer-Encoding' in headers ? '2\r\n{ \r\n' : gzipSync(Buffer.alloc(1_000)).subarray(0, 15);
    const socket = begin(framed, part);
    await until(() => seen.budget.counts().heldBytes > 0);
    if (how === 'leave') socket.destroy();
    else {
      const answer = await answerOf(socket);
      expect(answer.status).toBe(408);
      expectClean(answer);
      expect(answer.headers.get('connection')).toBe('close');
    }
    await isFree();
  });

  it('that arrives byte by byte is given up after its time in all, as JSON', async () => {
    await start({ times: { stallMs: 5_000, jsonMs: 200 } });
    const socket = begin({ 'Content-Length': String(5 * MB) });
    drip(socket, ' ', 10);
    expect((await answerOf(socket)).status).toBe(408);
    await isFree();
  });

  it('is not given up while it is the service that does not read', async () => {
    const uses: (() => void)[] = [];
    const stallMs = 1_500;
    await start({ times: { stallMs }, use: () => new Promise((resolve) => uses.push(resolve)) });
    const first = post({}, Buffer.alloc(32 * MB, ' '));
    await until(() => uses.length === 1);
    const second = post({}, Buffer.alloc(20 * MB, ' '));
    await until(() => waiting() === 1);
    await new Promise((resolve) => setTimeout(resolve, 2 * stallMs));
    uses[0]?.();
    expect((await first).status).toBe(200);
    await until(() => uses.length === 2);
    uses[1]?.();
    expect((await second).status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('in %s and chunks arrives whole, and what is broken or too large is refused', async (name, pack) => {
    await start();
    const headers = { 'Content-Encoding': name, 'Transfer-Encoding': 'chunked' };
    const chunked = (packed: Uint8Array) =>
      Buffer.concat([Buffer.from(`${packed.length.toString(16)}\r\n`), packed, Buffer.from('\r\n0\r\n\r\n')]);
    for (const size of [1, 1_000, 5 * MB, 32 * MB])
      expect((await post(headers, chunked(pack(Buffer.alloc(size, ' '))))).status).toBe(200);
    expect(seen.bodies).toEqual([1, 1_000, 5 * MB, 32 * MB]);
    expect((await post(headers, chunked(pack(Buffer.alloc(32 * MB + 1, ' '))))).status).toBe(413);
    const packed = pack(Buffer.from('some text that is long enough to be packed'.repeat(50)));
    expect((await post(headers, chunked(packed.subarray(0, packed.length - 9)))).status).toBe(400);
    expect((await post(headers, chunked(Buffer.from([0xff, 0xff, 0xff, 0xff])))).status).toBe(400);
    expect((await post(headers, Buffer.from('0\r\n\r\n'))).status).toBe(400);
    await isFree();
  });

  it('among many of unknown size at once arrives whole', async () => {
    await start();
    const packed = gzipSync(Buffer.alloc(9 * MB, ' '));
    const sent = Array.from({ length: 12 }, (_, at) =>
      post({ 'Content-Encoding': 'gzip', 'X-Client': String(at % 3) }, packed),
    );
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    expect(seen.bodies).toEqual(Array.from({ length: 12 }, () => 9 * MB));
    await isFree();
  });

  it('that follows another on one connection is read in its turn', async () => {
    await start();
    const one = (size: number) => bytesOf({ method: 'POST', headers: JSON_TYPE, body: Buffer.alloc(size, ' ') });
    const raw = Buffer.concat([one(20 * MB), one(15 * MB), one(1_000)]);
    const answers = await askAll(seen.url, { raw }, 3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen.bodies).toEqual([20 * MB, 15 * MB, 1_000]);
    await isFree();
  });

  it('whose use fails gives back what it held', async () => {
    await start({ use: () => Promise.reject(new Error('a defect')) });
    expect((await post({}, Buffer.alloc(MB, ' '))).status).toBe(500);
    await isFree();
  });
});
