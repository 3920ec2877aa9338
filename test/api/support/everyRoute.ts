// What every route must answer to: paths, methods, framing, encodings, keys (bad inputs B-X and B-AUTH).
import { gzipSync, deflateSync, deflateRawSync, brotliCompressSync } from 'node:zlib';
import { bearer, get, post, type Case } from './cases.js';

const NOT_FOUND = { status: 404, code: 'ROTA_NAO_ENCONTRADA', error: 'Rota não encontrada' } as const;
const NOT_ALLOWED = { status: 405, code: 'METODO_NAO_PERMITIDO' } as const;
const WRONG = { status: 400, code: 'PARAMETRO_INVALIDO' } as const;
const FINE = { status: 200 } as const;

const method = (name: string, path = '/api/v1/companies') => ({
  name: `${name} ${path}`,
  request: () => ({ method: name, path }),
});

/** A list, whatever else the request says. */
const served = (name: string, headers: Readonly<Record<string, string>>): Case => ({
  name,
  request: get('/api/v1/companies', headers),
  ...FINE,
});
/** Bytes on a connection, with the key in the place of `KEY`. */
const bytes = (name: string, raw: string, answer: Omit<Case, 'name' | 'request'>): Case => ({
  name,
  request: ({ keys }) => ({ raw: `${raw.replace('KEY', keys.full)}\r\n\r\n` }),
  ...answer,
});
const MALFORMED = { status: 400 } as const;
const LINE = 'GET /api/v1/companies HTTP/1.1\r\n';

export const paths: readonly Case[] = [
  ...[
    '/api/v1',
    '/api/v1/unknown',
    '//api/v1/companies',
    '/api/v1//companies',
    '/api/v1/companies/',
    '/API/v1/companies',
    '/api/v1/../v1/companies',
    '/api/v1/./companies',
    '/api/v1/%2e%2e/v1/companies',
    '/api/v1/companies%00',
    '/api/v1/companies%2F',
    '/api/v1/trial-balances//lines',
    '/api/v1/trial-balances/1/lines/',
    '/api/v1/trial-balances/1/rows',
    '/api/v1/companies;page=1',
    '*',
  ].map((path): Case => ({ name: `GET ${path}`, request: get(path), ...NOT_FOUND })),
  { name: 'a path that is no text', request: get('/api/v1/companies/%E0%A4%A'), ...WRONG },
  { name: 'a query that is no text', request: get('/api/v1/companies?x=%E0%A4%A'), ...WRONG },
  { name: 'an address of 9 kB', request: get(`/api/v1/companies?x=${'a'.repeat(9_000)}`), status: 414 },
  { name: 'a full address, as to a proxy', request: get('http://elsewhere.example/api/v1/companies'), ...FINE },
  { name: 'a full address that makes no sense', request: get('http://[::1/api/v1/companies'), status: 400 },
  { ...method('POST'), ...NOT_ALLOWED },
  { ...method('PUT'), ...NOT_ALLOWED },
  { ...method('PATCH'), ...NOT_ALLOWED },
  { ...method('DELETE'), ...NOT_ALLOWED },
  { ...method('TRACE'), ...NOT_ALLOWED },
  { ...method('OPTIONS'), ...NOT_ALLOWED },
  { ...method('DELETE', '/api/v1/trial-balances/1/lines'), ...NOT_ALLOWED },
  { ...method('GET', '/api/v1/trial-balances/arquivo'), ...NOT_ALLOWED },
  { ...method('DELETE', '/health/live'), ...NOT_ALLOWED },
  { ...method('OPTIONS', '/api/v1/unknown'), ...NOT_FOUND },
  served('another method smuggled in a header', { 'X-HTTP-Method-Override': 'DELETE' }),
];

export const framing: readonly Case[] = [
  { name: 'a header of 20 kB', request: get('/api/v1/companies', { 'X-Long': 'a'.repeat(20_000) }), status: 431 },
  {
    name: 'two framings at once',
    request: post('0\r\n\r\n', { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }),
    status: 400,
  },
  bytes(
    'two lengths',
    'POST /api/v1/trial-balances HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    MALFORMED,
  ),
  { name: 'a negative length', request: post('', { 'Content-Length': '-1' }), status: 400 },
  bytes('no Host', LINE.trim(), MALFORMED),
  bytes('a hostile Host', `${LINE}Host: evil@x\r\nX-API-Key: KEY`, FINE),
  bytes('HTTP/1.0', 'GET /api/v1/companies HTTP/1.0\r\nX-API-Key: KEY', FINE),
  bytes('no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00', MALFORMED),
  bytes('a bare LF in a header', `${LINE}Host: x\r\nX-A: a\nb`, MALFORMED),
  { name: 'an expectation nobody meets', request: get('/api/v1/companies', { Expect: 'weird' }), status: 417 },
  bytes('CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com', NOT_FOUND),
  served('an upgrade nobody offers', { Connection: 'Upgrade', Upgrade: 'websocket' }),
  served('a request id of the caller’s own', { 'X-Request-Id': 'a'.repeat(8_000) }),
  served('a page asked for as HTML', { Accept: 'text/html' }),
  served('a cookie', { Cookie: 'a=b' }),
  served('a forged address', { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Host': 'evil' }),
  {
    name: 'a body on GET',
    request: (world) => ({ ...get('/api/v1/companies')(world), body: '{"page":"x"}' }),
    ...FINE,
  },
];

const tiny = JSON.stringify({ period: 'x' });

export const encodings: readonly Case[] = [
  ...(
    [
      ['gzip', gzipSync],
      ['GZIP', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    ] as const
  ).map(([name, compress]): Case => ({
    name: `a body in ${name} (${compress.name})`,
    request: post(compress(tiny), { 'Content-Encoding': name }),
    status: 400,
    code: 'IMPORTACAO_RECUSADA',
  })),
  ...['gzip', 'deflate', 'br'].map((name): Case => ({
    name: `${name} that is none`,
    request: post('not compressed', { 'Content-Encoding': name }),
    ...WRONG,
  })),
  {
    name: 'gzip cut short',
    request: post(gzipSync(tiny).subarray(0, 20), { 'Content-Encoding': 'gzip' }),
    ...WRONG,
  },
  { name: 'an encoding nobody knows', request: post(tiny, { 'Content-Encoding': 'zstd' }), status: 415 },
  {
    name: 'multipart in gzip',
    request: (world) => ({
      ...post(gzipSync('--x--'), {
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Encoding': 'gzip',
      })(world),
      path: '/api/v1/trial-balances/arquivo',
    }),
    status: 415,
    error: 'O corpo multipart/form-data não pode vir comprimido: envie-o sem Content-Encoding',
  },
  { name: 'two encodings', request: post(tiny, { 'Content-Encoding': 'gzip, gzip' }), status: 415 },
];

const UNKNOWN_KEY = `service_test_${'a'.repeat(43)}`;
const basic = (text: string | Uint8Array) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const WITHOUT: Pick<Case, 'status' | 'error'> = { status: 401, error: 'Chave de API inválida' };

/** Each on every route; all answers are the same bytes. */
export const badKeys: readonly Readonly<{
  name: string;
  headers(good: string, revoked: string): Record<string, string>;
}>[] = [
  { name: 'none', headers: () => ({}) },
  { name: 'Bearer alone', headers: () => ({ Authorization: 'Bearer' }) },
  { name: 'Bearer and no key', headers: () => ({ Authorization: 'Bearer ' }) },
  { name: 'two spaces and no key', headers: () => ({ Authorization: 'Bearer  x' }) },
  { name: 'revoked', headers: (_, revoked) => bearer(revoked) },
  { name: 'unknown', headers: () => bearer(UNKNOWN_KEY) },
  { name: 'one character less', headers: (good) => bearer(good.slice(0, -1)) },
  { name: 'one character more', headers: (good) => bearer(`${good}a`) },
  {
    name: 'one character other',
    headers: (good) => bearer(`${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`),
  },
  { name: 'of the other environment', headers: (good) => bearer(good.replace('_test_', '_live_')) },
  { name: 'in capitals', headers: (good) => bearer(good.toUpperCase()) },
  { name: 'two different', headers: (good) => ({ ...bearer(good), 'X-API-Key': UNKNOWN_KEY }) },
  { name: 'another scheme', headers: (good) => ({ Authorization: `Digest ${good}` }) },
  { name: 'no scheme', headers: (good) => ({ Authorization: good }) },
  { name: 'a second word', headers: (good) => ({ Authorization: `Bearer ${good} x` }) },
  { name: 'Basic that is not base64', headers: () => ({ Authorization: 'Basic ???' }) },
  { name: 'Basic that is not UTF-8', headers: () => basic(Uint8Array.of(0xff, 0xfe, 0x3a, 0x61)) },
  { name: 'Basic without a colon', headers: (good) => basic(good) },
  { name: 'Basic with nothing', headers: () => basic(':') },
  { name: 'Basic with two different keys', headers: (good) => basic(`${UNKNOWN_KEY}:${good}`) },
  { name: 'Basic with a control character', headers: (good) => basic(`${good}\u0000:`) },
  { name: 'Basic with one before the right key', headers: (good) => basic(`a\u0001b:${good}`) },
  { name: '10 kB', headers: () => ({ 'X-API-Key': 'a'.repeat(10_000) }) },
];

export const goodKeys: typeof badKeys = [
  { name: 'Bearer', headers: (good) => bearer(good) },
  { name: 'bearer in lower case', headers: (good) => ({ Authorization: `bearer ${good}` }) },
  { name: 'BEARER in capitals', headers: (good) => ({ Authorization: `BEARER ${good}` }) },
  { name: 'a space behind', headers: (good) => ({ Authorization: `Bearer ${good}  ` }) },
  { name: 'X-API-Key', headers: (good) => ({ 'X-API-Key': good }) },
  { name: 'twice the same', headers: (good) => ({ ...bearer(good), 'X-API-Key': good }) },
  { name: 'Basic, as the user', headers: (good) => basic(`${good}:`) },
  { name: 'Basic, as the password', headers: (good) => basic(`someone:${good}`) },
  { name: 'Basic, as both', headers: (good) => basic(`${good}:${good}`) },
];

export const keyCases: readonly Case[] = [
  {
    name: 'a key in the address',
    request: ({ keys }) => ({ path: `/api/v1/companies?api_key=${keys.full}` }),
    ...WITHOUT,
  },
  bytes(
    'two Authorization headers',
    `${LINE}Host: x\r\nAuthorization: Bearer KEY\r\nAuthorization: Bearer ${UNKNOWN_KEY}`,
    WITHOUT,
  ),
  bytes('a NUL in the key', `${LINE}Host: x\r\nX-API-Key: KEY\0`, MALFORMED),
  bytes('a line break in the key', `${LINE}Host: x\r\nX-API-Key: KEY\r\n x`, MALFORMED),
];
