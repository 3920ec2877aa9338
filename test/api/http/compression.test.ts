// Answers compressed for whoever accepts it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { XLSX_TYPE } from '../../../src/spreadsheets/xlsxPage.js';
import { removeDir } from '../../support/service.js';
import { startWorld, type World } from '../support/world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.service.kill();
  await removeDir(world.service.dataDir);
});

type Answer = Readonly<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }>;

/** The bytes as they come over the network. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, world.service.url);
    const sent = request(url, { headers: { 'X-API-Key': world.keys.full, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const accounts = () => `/api/v1/chart-of-accounts/${world.chartIds.acme}/accounts`;

describe('A page of 1 kB or more', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is sent to a client that accepts %s as %s', async (accepted, encoding, inflate) => {
    const plain = await get(accounts());
    expect(plain.body.length).toBeGreaterThan(1_024);
    const packed = await get(accounts(), { 'Accept-Encoding': accepted });
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, encoding]);
    expect(packed.body.length).toBeLessThan(plain.body.length);
    expect(inflate(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers['etag']).toBe(plain.headers['etag']);
    for (const { headers } of [plain, packed]) expect(headers['vary']).toContain('Accept-Encoding');
  });

  it('is not compressed for a client that accepts nothing of it', async () => {
    for (const accepted of ['identity', 'deflate', 'zstd', '']) {
      const { headers } = await get(accounts(), { 'Accept-Encoding': accepted });
      expect([accepted, headers['content-encoding']]).toEqual([accepted, undefined]);
    }
  });

  it('is answered 304 by the ETag of either encoding', async () => {
    const { headers } = await get(accounts(), { 'Accept-Encoding': 'br' });
    const again = await get(accounts(), { 'If-None-Match': String(headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('is compressed as CSV too, and not as XLSX', async () => {
    const csv = await get(accounts(), { Accept: 'text/csv', 'Accept-Encoding': 'gzip' });
    expect(csv.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(csv.body).toString()).toContain('codigoReduzido');
    const xlsx = await get(accounts(), { Accept: XLSX_TYPE, 'Accept-Encoding': 'gzip' });
    expect(xlsx.headers['content-encoding']).toBeUndefined();
  });
});

describe('A smaller answer', () => {
  it('is not compressed', async () => {
    const { headers } = await get('/api/v1/companies?page=99', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});
