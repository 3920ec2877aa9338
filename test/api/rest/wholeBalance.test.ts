// GET /api/v1/trial-balances/{id}/lines?escopo=todas: the lines that did not enter among those that did, in every
// format.
import { describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { withCodec } from '../../../src/stores/log/appendChecks.js';
import { importVersion, someLines } from '../../projections/support/bookkeeping.js';
import { buildMonth } from '../../support/builders.js';
import { client, type Row } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { operatorJson } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';

const OLD = 900_001;
const FIELDS =
  'balanceteId,empresaId,competencia,contaCodigo,contaDescricao,saldoAnterior,debito,credito,saldoFinal,natureza,saldoAnteriorDevedor,saldoFinalDevedor';

const stranger = {
  accountCode: '9.9',
  accountName: 'Fora',
  previousBalance: 1,
  debit: 2,
  credit: 0,
  finalBalance: 3,
};

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: 4 });
const [companyId = 0] = ledger.companyIds;
const log = withCodec(await openEmbeddedLog(join(dataDir, 'log', 'log.db'), { writesHere: true }));
const before = { received: 3, ignoredNotInChart: 1 };
await importVersion(log, {
  trialBalanceId: OLD,
  companyId,
  competence: '2026-01',
  lines: someLines(2),
  facts: before,
});
await log.close();
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);
const month = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period: '2026-05', chartName: CHART });
const [first, ...others] = month.lineItems;
const answer = await erp.post('/api/v1/trial-balances', {
  ...month,
  lineItems: [stranger, first, stranger, ...others],
});
if (answer.status !== 201) throw new Error(answer.text);
const lines = `/api/v1/trial-balances/${String(answer.body.data['trialBalanceId'])}/lines`;

const codes = (rows: readonly Row[]) => rows.map(({ contaCodigo }) => contaCodigo);
const get = async (path: string, accept: string) =>
  fetch(service.url + path, {
    headers: { authorization: `Bearer ${ledger.key}`, accept, 'accept-language': 'en' },
  });

describe('All lines of a trial balance', () => {
  it('are in the order of the file, each with what became of it', async () => {
    const all = await erp.all(`${lines}?escopo=todas`);
    const [first, ...others] = ledger.accounts.map(({ code }) => code);
    expect(codes(all)).toEqual(['9.9', first, '9.9', ...others]);
    expect(all.map(({ situacao }) => situacao).slice(0, 3)).toEqual([
      'FORA_DO_PLANO',
      'IMPORTADA',
      'FORA_DO_PLANO',
    ]);
    expect(all[0]).toMatchObject({ natureza: 'MIXED', saldoAnterior: 1, saldoFinal: 3, saldoFinalDevedor: 3 });
    expect(codes(await erp.all(`${lines}?escopo=todas&order=desc`))).toEqual(codes(all).toReversed());
    // However far past the end: a page as far as numbers go is empty too.
    const far = await erp.get(`${lines}?escopo=todas&page=9007199254740991`);
    expect([far.status, far.body.data, far.body.pagination.total]).toEqual([200, [], all.length]);
    expect(await erp.all(`${lines}?escopo=todas&contaCodigo=9.9`)).toHaveLength(2);
  });

  it('leave the list without escopo as it was', async () => {
    const { text, body } = await erp.get(lines);
    expect(codes(body.data)).toEqual(ledger.accounts.map(({ code }) => code));
    expect(Object.keys(body.data[0] ?? {}).join()).toBe(FIELDS);
    const whole = await erp.get(`${lines}?escopo=todas&contaCodigo=${ledger.accounts[0]?.code ?? ''}`);
    expect(text).toContain(JSON.stringify(whole.body.data[0]).replace(',"situacao":"IMPORTADA"', ''));
    expect(await erp.all(`${lines}?contaCodigo=9.9`)).toEqual([]);
    expect((await (await get(lines, 'text/csv')).text()).split('\r\n')[0]).toBe(FIELDS);
  });

  it('are a CSV and a workbook with one column more', async () => {
    const csv = (await (await get(`${lines}?escopo=todas`, 'text/csv')).text()).split('\r\n');
    expect(csv.slice(0, 2)).toEqual([
      `${FIELDS},situacao`,
      expect.stringMatching(/^\d+,\d+,2026-05,9\.9,Fora,1,2,0,3,MIXED,1,3,FORA_DO_PLANO$/),
    ]);
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await get(`${lines}?escopo=todas`, xlsx)).status).toBe(200);
  });

  it('are what the argument of the query asks for', async () => {
    const id = lines.split('/').at(-2) ?? '';
    const rows = '{ data { contaCodigo natureza situacao } pagination { total } }';
    const query = `{
      whole: linhasDoBalancete(trialBalanceId: ${id}, escopo: "todas", limit: 1) ${rows}
      entered: linhasDoBalancete(trialBalanceId: ${id}, limit: 1) ${rows}
    }`;
    const { body } = await erp.post('/api/v1/graphql', { query });
    expect(body.data).toMatchObject({
      whole: {
        data: [{ contaCodigo: '9.9', natureza: 'MIXED', situacao: 'FORA_DO_PLANO' }],
        pagination: { total: 6 },
      },
      entered: { data: [{ contaCodigo: ledger.accounts[0]?.code, situacao: null }], pagination: { total: 4 } },
    });
  });

  it('are refused for a version that was imported before the others were stored, and for another escopo', async () => {
    const old = `/api/v1/trial-balances/${OLD}/lines`;
    expect((await erp.get(old)).body.data).toHaveLength(2);
    expect(await erp.get(`${old}?escopo=todas`)).toMatchObject({
      status: 409,
      body: { code: 'LINHAS_NAO_GUARDADAS', error: expect.stringContaining(String(OLD)) },
    });
    expect((await erp.get(`${lines}?escopo=importadas`)).status).toBe(400);
  });

  it('are verified with the log, and written by export --all-lines', async () => {
    expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true });
    const path = join(dataDir, 'maio.csv');
    const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-05'];
    await operatorJson(dataDir, ['export', path, ...of, '--all-lines']);
    const written = (await readFile(path, 'utf8')).split('\r\n');
    expect(written[0]).toMatch(/saldoFinalDevedor[;,]situacao$/);
    expect(written.filter((row) => row.endsWith('FORA_DO_PLANO'))).toHaveLength(2);
  });
});
