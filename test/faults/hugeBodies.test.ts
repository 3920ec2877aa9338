// One client sends more than a process may hold: the service stays within its memory, and others are served
// meanwhile (docs/spec/requests.md#held-bodies).
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { bytesOf } from '../api/support/http.js';
import { buildMonth } from '../support/builders.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { socketsTo } from './support/sockets.js';
import { limitMemory, type MemoryLimit } from './support/memoryLimit.js';

const MB = 1_048_576;
const MEMORY_BYTES = 512 * MB;
/** As the image sets it (Dockerfile). */
const IMAGE_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' };
const SENDERS = 30;
/** Addresses, connections of each, and the requests that each connection sends again and again at once. */
const PIPELINED = { addresses: 10, connections: 190, requests: 1_000 };
/** By then all of the bodies have arrived, and some wait to be parsed. */
const FLOOD_MS = 20_000;
const LINES = 20_000;
const REST_MS = 200;
const PATH = '/api/v1/trial-balances';
/**
 * What another client's import may take beside the attack; on a machine with much else to do, so many times its
 * time alone, before or after.
 */
const BESIDE_MS = 5_000;
const BESIDE_TIMES = 10;

const limit: MemoryLimit | null = limitMemory(MEMORY_BYTES);
if (limit === null)
  process.stderr.write('SKIPPED in hugeBodies: the memory of a process cannot be limited here\n');

(limit === null ? describe.skip : describe)('A service with 512 MB of memory', () => {
  let service: Service;
  let attacker: Ledger;
  let other: Ledger;
  let alone: Readonly<{ status: number; ms: number }>;
  let month = 0;
  const open = socketsTo(() => service);

  beforeAll(async () => {
    service = await startService({
      dataDir: await temporaryDir(),
      env: IMAGE_ENV,
      through: limit?.through ?? [],
    });
    attacker = await registerLedger(service.dataDir, { ref: 'atacante', accounts: 20 });
    other = await registerLedger(service.dataDir, { ref: 'vizinha', accounts: LINES, firstCnpj: 100 });
    await importBeside();
    alone = await importBeside();
  });
  afterAll(async () => {
    await service.kill();
    limit?.remove();
  });

  function send(headers: Readonly<Record<string, string>>, body: Uint8Array): { received: string } {
    const socket = open();
    const answer = { received: '' };
    socket.on('data', (chunk) => (answer.received += chunk.toString()));
    const all = { 'X-API-Key': attacker.key, 'Content-Type': 'application/json', ...headers };
    socket.write(bytesOf({ method: 'POST', path: PATH, headers: { 'Content-Length': '0', ...all } }));
    socket.write(body);
    return answer;
  }

  /** The other client's import of 20,000 lines. @returns its status and how long it took */
  async function importBeside(): Promise<Readonly<{ status: number; ms: number }>> {
    const period = `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}`;
    const cnpj = other.cnpjs[0] ?? '';
    const body = JSON.stringify(buildMonth(other.accounts, { cnpj, period, chartName: CHART }));
    const startedMs = performance.now();
    const headers = { 'x-api-key': other.key, 'content-type': 'application/json' };
    const response = await fetch(service.url + PATH, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - startedMs };
  }

  /** Imports of the other client until the attack is over: each of its requests has been answered. */
  async function expectServedBeside(attack: readonly { received: string }[]): Promise<void> {
    const beside: Readonly<{ status: number; ms: number }>[] = [];
    do {
      beside.push(await importBeside());
      await pause(REST_MS);
    } while (attack.some(({ received }) => received === ''));
    expect(beside.filter(({ status }) => status !== 201)).toEqual([]);
    const slowestMs = Math.max(...beside.map(({ ms }) => ms));
    const aloneMs = Math.max(alone.ms, (await importBeside()).ms);
    expect(slowestMs).toBeLessThan(Math.max(BESIDE_MS, BESIDE_TIMES * aloneMs));
    expect(service.process.exitCode ?? service.process.signalCode).toBeNull();
  }

  it('survives 30 bodies of 32 MB with the last byte withheld, and serves another client meanwhile', async () => {
    const body = Buffer.alloc(32 * MB, ' ');
    const attack = Array.from({ length: SENDERS }, () =>
      send({ 'Content-Length': String(body.length) }, body.subarray(0, body.length - 1)),
    );
    await expectServedBeside(attack);
    expect(Object.keys(statusesOf(attack)).sort()).toEqual(['408', '503']);
  });

  it.each([
    ['blanks', Buffer.alloc(33_500_000, ' ')],
    ['lines', Buffer.from(longDocument())],
    ['opened brackets', Buffer.alloc(33_500_000, '[')],
  ])(
    'survives 30 compressed bodies that inflate to 33.5 MB of %s, and serves another client',
    async (_, content) => {
      const body = gzipSync(content);
      const attack = Array.from({ length: SENDERS }, () =>
        send({ 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) }, body),
      );
      await expectServedBeside(attack);
      for (const status of Object.keys(statusesOf(attack))) expect(['400', '503']).toContain(status);
    },
  );

  it('survives eight compressed bodies beside 1,900 connections with 1,000 requests at once, and serves another client', async () => {
    const packet = Buffer.concat(Array.from({ length: PIPELINED.requests }, () => bytesOf({ path: PATH })));
    const flood = Array.from({ length: PIPELINED.addresses * PIPELINED.connections }, (_, at) => {
      const socket = open(`127.0.1.${1 + (at % PIPELINED.addresses)}`);
      const more = (): boolean => socket.write(packet);
      return socket.on('connect', more).on('drain', more).resume();
    });
    const body = gzipSync(longDocument());
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) };
    const attack = Array.from({ length: 8 }, () => send(headers, body));
    const end = setTimeout(() => flood.forEach((socket) => socket.destroy()), FLOOD_MS);
    await expectServedBeside(attack);
    clearTimeout(end);
    // The flood may slow a body of the same client down to its limit of 60 s.
    for (const status of Object.keys(statusesOf(attack))) expect(['400', '408', '503']).toContain(status);
  });
});

/** How many answers of each status. */
function statusesOf(attack: readonly { received: string }[]): Record<string, number> {
  const statuses: Record<string, number> = {};
  for (const { received } of attack) {
    const status = received.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** 33.5 MB of one import, far more lines than there may be. */
function longDocument(): string {
  const item = '{"accountCode":"1.1.001.00001","previousBalance":0,"debit":0,"credit":0,"finalBalance":0}';
  const start = '{"companyId":1,"period":"2025-01","chartName":"Plano Geral","lineItems":[';
  const count = Math.floor((33_500_000 - start.length - 2) / (item.length + 1));
  return `${start}${`${item},`.repeat(count - 1)}${item}]}`;
}
