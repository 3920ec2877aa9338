// Small bodies on the server: JSON and forms are read within their bounds, and give back what they held, however
// they end.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { BodyTimes } from '../../../../src/api/http/request/arrival.js';
import { until } from '../../../support/until.js';
import { answerOf, drip, startBareServer, type BareServer } from '../../support/bareServer.js';
import { expectClean } from '../../support/clean.js';
import { ask, bytesOf, type RawAnswer } from '../../support/http.js';

const MB = 1_048_576;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
type Headers = Readonly<Record<string, string>>;

let seen: BareServer;
const startsWith = (times: Partial<BodyTimes>): void => {
  beforeEach(async () => {
    seen = await startBareServer({ times });
  });
  afterEach(async () => {
    await until(() => seen.budget.counts().heldBytes === 0, 'a free budget');
    await seen.close();
  });
};

const json = (body: string | Uint8Array, headers: Headers = {}) =>
  ask(seen.url, { method: 'POST', path: '/json', headers: { ...JSON_TYPE, ...headers }, body });
const form = (body: string | Uint8Array, headers: Headers = {}) =>
  ask(seen.url, { method: 'POST', path: '/form', headers: { ...FORM_TYPE, ...headers }, body });
const read = ({ text }: RawAnswer): unknown => (JSON.parse(text) as { read: unknown }).read;
const codeOf = ({ status, text }: RawAnswer) => [status, (JSON.parse(text) as { code?: string }).code];

describe('A body of JSON', () => {
  startsWith({});

  it.each([
    ['an object', '{"a":[1,"ç"]}', { value: { a: [1, 'ç'] } }],
    ['behind a byte order mark', '\ufeff{}', { value: {} }],
    ['of a text alone', '"x"', { value: 'x' }],
    [
      'with the escape of the character that stands for broken bytes',
      '{"a":"\\ufffd"}',
      { value: { a: '\ufffd' } },
    ],
    ['with names of the language', '{"constructor":1,"toString":2}', { value: { constructor: 1, toString: 2 } }],
    ['that is empty', '', { fault: { is: 'Empty' } }],
    ['of blanks', ' \n', { fault: { is: 'Empty' } }],
    ['that ends too early', '{"a":\n[1', { fault: { is: 'NotJson', line: 2, column: 3 } }],
    ['that is broken behind __proto__', '{"__proto__":1', { fault: { is: 'NotJson', line: 1, column: 15 } }],
  ])('%s', async (_, body, expected) => {
    expect(read(await json(body))).toEqual(expected);
  });

  it('may have a member of any name, which changes nothing else', async () => {
    const { text } = await json('{"__proto__":{"a":1}}');
    expect(text).toBe('{"read":{"value":{"__proto__":{"a":1}}}}');
  });

  it.each([
    ['a byte that is none', [0x7b, 0x7d, 0xff]],
    ['half a character', [0x22, 0xc3, 0x22]],
    ['half of a pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['latin1', [...Buffer.from('{"a":"ação"}', 'latin1')]],
  ])('is UTF-8: not %s', async (_, bytes) => {
    expect(read(await json(Uint8Array.from(bytes)))).toEqual({ fault: { is: 'NotUtf8' } });
  });

  it('has at most 1 MB, sent and inflated', async () => {
    const filled = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect((await json(filled(MB))).status).toBe(200);
    expect(codeOf(await json(filled(MB + 1)))).toEqual([413, 'CONTEUDO_MUITO_GRANDE']);
    for (const [name, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      expect((await json(pack(filled(MB)), { 'Content-Encoding': name })).status).toBe(200);
      const refused = await json(pack(filled(40 * MB)), { 'Content-Encoding': name });
      expectClean(refused);
      expect(codeOf(refused)).toEqual([413, 'CONTEUDO_MUITO_GRANDE']);
    }
  });

  it.each(['x-gzip', 'GZIP'])('may come in %s', async (name) => {
    expect(read(await json(gzipSync('{"a":1}'), { 'Content-Encoding': name }))).toEqual({ value: { a: 1 } });
  });

  it.each([
    ['not compressed', 'gzip', Buffer.from('{}')],
    ['cut short', 'gzip', gzipSync('{"a":1}').subarray(0, 15)],
    ['not compressed', 'br', Buffer.from('{}')],
  ])('that is %s as %s is told so', async (_, name, body) => {
    const answer = await json(body, { 'Content-Encoding': name });
    expectClean(answer);
    expect(codeOf(answer)).toEqual([400, 'PARAMETRO_INVALIDO']);
  });

  it('in an unknown encoding, type or charset is not read', async () => {
    expect((await json('{}', { 'Content-Encoding': 'zstd' })).status).toBe(415);
    expect((await json('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await json('{}', { 'Content-Type': 'application/json; charset=latin1' })).status).toBe(415);
  });
});

describe('A small body', () => {
  startsWith({ stallMs: 700, jsonMs: 2_000 });

  const begin = (headers: Headers, part: string | Uint8Array = '') => {
    const socket = seen.open();
    socket.write(bytesOf({ method: 'POST', path: '/json', headers: { ...JSON_TYPE, ...headers }, body: '' }));
    socket.write(part);
    return socket;
  };
  const packed = gzipSync(JSON.stringify({ a: 'x'.repeat(10_000) }));

  it.each([
    ['as it is', { 'Content-Length': '1000' }, '{'],
    ['compressed', { 'Content-Length': '1000', 'Content-Encoding': 'gzip' }, packed.subarray(0, 20)],
  ])('that stops arriving, %s, is given up after its time', async (_, headers, part) => {
    const answer = await answerOf(begin(headers, part));
    expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
    expectClean(answer);
  });

  it('that arrives byte by byte is given up after its time in all', async () => {
    const socket = begin({ 'Content-Length': '1000' });
    drip(socket, ' ', 10);
    expect((await answerOf(socket)).status).toBe(408);
  });

  it.each([
    ['as it is', { 'Content-Length': '1000' }, '{'],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, '1\r\n{\r\n'],
    ['compressed', { 'Content-Length': '1000', 'Content-Encoding': 'gzip' }, packed.subarray(0, 20)],
  ])('whose client leaves, %s, is told nobody and gives back what it held', async (_, headers, part) => {
    const socket = begin(headers, part);
    await until(() => seen.budget.counts().heldBytes > 0);
    socket.destroy();
    await until(() => seen.outcomes.length === 1);
    expect(seen.outcomes).toEqual([499]);
  });

  it('whose client resets the connection leaves no error in the log', async () => {
    const socket = begin({ 'Content-Length': '1000' }, '{');
    await until(() => seen.budget.counts().heldBytes > 0);
    socket.resetAndDestroy();
    await until(() => seen.outcomes.length === 1);
    expect(seen.outcomes).toEqual([499]);
    expect(seen.errors).toEqual([]);
  });

  it('is asked for once it may come', async () => {
    const socket = begin({ 'Content-Length': '2', Expect: '100-continue' });
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    await until(() => received === 'HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('{}');
    await until(() => received.includes('{"read":{"value":{}}}'));
  });
});

describe('A form', () => {
  startsWith({});

  it('has names and values as they were sent, several values of a name in their order', async () => {
    const body = 'a=1&b.c=x+y&d[e]=%5B0%5D&f%5B%5D=&a=2&g&constructor=%C3%A7&&h=1%3D2';
    expect(read(await form(body))).toEqual([
      ['a', ['1', '2']],
      ['b.c', ['x y']],
      ['d[e]', ['[0]']],
      ['f[]', ['']],
      ['g', ['']],
      ['constructor', ['ç']],
      ['h', ['1=2']],
    ]);
    expect(read(await form(''))).toEqual([]);
  });

  it.each([
    ['bytes', Uint8Array.of(0x61, 0x3d, 0xe7)],
    ['escapes', 'a=caf%E9'],
  ])('is UTF-8: not with other %s', async (_, body) => {
    expect(read(await form(body))).toBe('notUtf8');
  });

  it('has at most its number of fields, of values of one name, and of bytes', async () => {
    const fields = (count: number, name: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `${name(at)}=1`).join('&');
    expect(read(await form(fields(200, (at) => `n${at}`)))).toHaveLength(200);
    expect(read(await form(fields(201, (at) => `n${at}`)))).toBe('tooManyFields');
    expect(read(await form(fields(100, () => 'n')))).toHaveLength(1);
    expect(read(await form(fields(101, () => 'n')))).toBe('tooManyFields');
    expect((await form(`a=${'x'.repeat(65_534)}`)).status).toBe(200);
    expect((await form(`a=${'x'.repeat(65_535)}`)).status).toBe(413);
    expect((await form(gzipSync(`a=${'x'.repeat(65_535)}`), { 'Content-Encoding': 'gzip' })).status).toBe(413);
  });
});
