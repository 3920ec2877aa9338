// Uploads when there is too little room (docs/spec/files.md#bounds): a disk that is too small for the file, and a
// service with a small heap under more than it can do at once. Nothing is left behind, and everyone is answered.
import { afterAll, afterEach, describe, expect, it } from '#jest';
import { readdir, readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { mountSmallDisk } from './support/smallDisk.js';
import { patchDirectory, xlsxParts, zipBytes } from '../files/spreadsheets.js';
import { until } from '../support/until.js';
import { uploadedFiles } from '../e2e/support/uploadedFiles.js';

const ROUTE = '/api/v1/trial-balances/arquivo';
const MB = 1_048_576;
const HEADING = 'Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual\r\n';
/** Far above what is taken; far below what an unguarded parser takes. */
const GROWTH_MB_MAX = 400;
const MEMORY_MB_MAX = 1_500;

const disk = mountSmallDisk(40);
if (disk === null) process.stderr.write('SKIPPED in largeUploads: no small file system can be mounted here\n');
afterAll(() => disk?.unmount());

let service: Service | null = null;
afterEach(async () => {
  await service?.kill();
  service = null;
});

type Answer = Readonly<{
  status: number;
  headers: Headers;
  body: Readonly<{ success: boolean; error?: string; code?: string }>;
}>;

async function upload(ledger: Ledger, file: Uint8Array | string, period: string, company = 0): Promise<Answer> {
  const form = new FormData();
  form.append('companyId', String(ledger.companyIds[company]));
  form.append('chartName', CHART);
  form.append('period', period);
  form.append('file', new Blob([file as BlobPart]), 'balancete.csv');
  const headers = { authorization: `Bearer ${ledger.key}` };
  const response = await fetch(running().url + ROUTE, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

function running(): Service {
  if (service === null) throw new Error('no service was started');
  return service;
}

const linesOf = ({ accounts }: Ledger): string =>
  accounts.map(({ code, name }) => `${code};${name};0,00;0,00;0,00;0,00\r\n`).join('');
const small = (ledger: Ledger): string => HEADING + linesOf(ledger);
const large = (ledger: Ledger, megabytes: number): string => {
  const others = '9.9.9;Fora do plano;1.000,00;10,00;10,00;1.000,00\r\n';
  return HEADING + linesOf(ledger) + others.repeat(Math.floor((megabytes * MB) / others.length));
};

const spooled = (): Promise<readonly string[]> => uploadedFiles(running().dataDir);

/** Of the service and of all it started, in megabytes. */
async function anonymousMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(/^RssAnon:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const pids = children.flatMap((one) => one.split(' ').filter(Boolean).map(Number));
  const theirs = await Promise.all(pids.map(anonymousMb));
  return theirs.reduce((sum, one) => sum + one, own);
}

async function peakDuring<T>(
  work: () => Promise<T>,
): Promise<Readonly<{ done: T; peakMb: number; growthMb: number }>> {
  const { pid } = running();
  const before = await anonymousMb(pid);
  let peakMb = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peakMb = Math.max(peakMb, await anonymousMb(pid));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  try {
    const done = await work();
    return { done, peakMb, growthMb: peakMb - before };
  } finally {
    isOver = true;
    await watching;
  }
}

(disk === null ? describe.skip : describe)('A disk too small for an upload', () => {
  it('is answered 503, leaves no file, and accepts the next small upload', async () => {
    const dataDir = disk?.folder ?? '';
    const ledger = await registerLedger(dataDir, { accounts: 20 });
    service = await startService({ dataDir });
    const refused = await upload(ledger, large(ledger, 45), '2026-01');
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICO_INDISPONIVEL']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await until(async () => (await spooled()).length === 0, 'an empty uploads folder');
    expect((await upload(ledger, small(ledger), '2026-01')).status).toBe(201);
  });
});

describe('A service with a small heap', () => {
  it('answers large files and full JSON documents sent all at once', async () => {
    const dataDir = await temporaryDir();
    const ledger = await registerLedger(dataDir, { accounts: 20, companies: 4 });
    service = await startService({ dataDir, env: { NODE_OPTIONS: '--max-old-space-size=512' } });
    const file = large(ledger, 30);
    const items = Array.from({ length: 20_000 }, (_, at) => ({
      accountCode: ledger.accounts[at]?.code ?? `9.${at}`,
      accountName: `Conta número ${at} de um documento com muitas linhas`,
      previousBalance: 0,
      debit: 0,
      credit: 0,
      finalBalance: 0,
    }));
    const json = async (at: number): Promise<number> => {
      const body = JSON.stringify({
        companyId: ledger.companyIds[at % 4],
        period: `2025-0${1 + at}`,
        chartName: CHART,
        lineItems: items,
      });
      const headers = { authorization: `Bearer ${ledger.key}`, 'content-type': 'application/json' };
      const response = await fetch(`${running().url}/api/v1/trial-balances`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      return response.status;
    };
    const { done, peakMb } = await peakDuring(() =>
      Promise.all([
        ...[0, 1, 2, 3].map(async (at) => (await upload(ledger, file, '2026-01', at)).status),
        ...Array.from({ length: 8 }, (_, at) => json(at)),
      ]),
    );
    expect(done.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(done.slice(0, 4)).toEqual([201, 201, 201, 201]);
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
    expect(await spooled()).toEqual([]);
    expect(running().process.exitCode).toBeNull();
    await running().stop();
    await removeDir(dataDir);
  });

  it('refuses a file that would expand in memory, and uses little memory for it', async () => {
    const dataDir = await temporaryDir();
    const ledger = await registerLedger(dataDir, { accounts: 20 });
    service = await startService({ dataDir, env: { NODE_OPTIONS: '--max-old-space-size=512' } });
    const sheet = 'xl/worksheets/sheet1.xml';
    const parts = xlsxParts([{ name: 'Balancete', rows: [['Conta']] }]);
    const blanks = await zipBytes({ ...parts, [sheet]: Buffer.alloc(300 * MB, ' ') });
    const hostile: readonly (readonly [string, Uint8Array | string])[] = [
      ['unfolds', blanks],
      ['lies of its size', patchDirectory(blanks, { name: sheet, uncompressedSize: 1_000 })],
      ['never returns', Buffer.from('504b0304140000000800', 'hex')],
      ['entities', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;">]><r>&b;</r>'],
      ['deep', `<?xml version="1.0"?>${'<a>'.repeat(500_000)}`],
      ['one line', 'a'.repeat(40 * MB)],
      ['open quote', `${HEADING}"${'1;2;3\n'.repeat(5_000_000)}`],
      ['an old workbook of noise', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(20 * MB)])],
    ];
    for (const [what, content] of hostile) {
      const { done, growthMb } = await peakDuring(() => upload(ledger, content, '2026-01'));
      expect([what, done.status, done.body.code]).toEqual([what, 400, 'IMPORTACAO_RECUSADA']);
      expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
    }
    expect(await spooled()).toEqual([]);
    expect((await upload(ledger, small(ledger), '2026-01')).status).toBe(201);
    await running().stop();
    await removeDir(dataDir);
  });
});
