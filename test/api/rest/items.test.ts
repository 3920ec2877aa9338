// Items over two months, as integrators read them and people settle them; and all lines of a trial balance
// (`escopo=todas`): those that did not enter among those that did, in every format.
import { describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { importVersion, someLines } from '../../projections/support/bookkeeping.js';
import { buildMonth } from '../../support/builders.js';
import { client, type Row } from '../../support/client.js';
import { signedIn } from '../../support/console.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { operatorJson } from '../../support/operator.js';
import { releasedMonth, releaseLines } from '../../support/releasedMonth.js';
import { startService, temporaryDir } from '../../support/service.js';
import { as, email } from '../../support/team.js';

const OLD = 900_001;
const FIELDS =
  'balanceteId,empresaId,competencia,contaCodigo,contaDescricao,saldoAnterior,debito,credito,saldoFinal,natureza,saldoAnteriorDevedor,saldoFinalDevedor';

const ID = '6f1c1f0a-6b0e-4a57-9d0f-3b2f5a1c7e01';

const dataDir = await temporaryDir();
const owners = [{ preparer: email('ana'), reviewer: email('bia'), approver: email('caio') }];
const month = await releasedMonth(dataDir, { accounts: 3, company: { owners } });
const { cli, ledger } = month;
const items = join(dataDir, 'itens.json');
const cheque = { id: ID, description: 'Cheque', date: '2026-03-02', amount: '40.00', document: 'CH 1' };
const paid = { description: 'Nota paga', date: '2026-05-04', amount: '2.00', baixado: '2026-05-30' };
await writeFile(items, JSON.stringify([cheque, paid, { ...paid, baixado: null, amount: '-40.00' }]));
const [may = NaN] = month.ids;
await month.does('ana', 'start', may);
await month.does('ana', 'compose', may, '--items', items);
const june = ['--company', String(ledger.companyIds[0]), '--period', '2026-06'];
const lines = ledger.accounts.map(({ code }) => `${code};0,00;1,00;1,00;0,00`);
/** Of June, by account. */
const ids = (await releaseLines(cli, dataDir, { of: june, lines })).map(({ id }) => id);
const all = ['--all', ...june, '--status', 'NOT_STARTED', ...as('ana', ledger.ref), '--json'];
const { stdout } = await cli.run('reconciliations', 'do', 'carry', ...all);
expect(JSON.parse(stdout)).toMatchObject([
  { ok: true, status: 'IN_ELABORATION' },
  { ok: false, error: 'O mês anterior não tem itens em aberto que faltem nesta conciliação' },
  { ok: false },
]);
const other = await registerLedger(dataDir, { ref: 'todas', firstCnpj: 50, accounts: 4 });
const log = withCodec(await openEmbeddedLog(join(dataDir, 'log', 'log.db'), { writesHere: true }));
const before = { received: 3, ignoredNotInChart: 1 };
await importVersion(log, {
  trialBalanceId: OLD,
  companyId: other.companyIds[0] ?? 0,
  clientId: 2,
  competence: '2026-01',
  lines: someLines(2),
  facts: before,
});
await log.close();
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);

const rowsOf = async (path: string) => (await erp.get(path)).body.data as unknown as Record<string, unknown>[];

describe('Items over months', () => {
  it('are listed with their age, of all competences or one', async () => {
    const all = await rowsOf('/api/v1/open-items');
    expect(all.map(({ competencia, itemId }) => [competencia, itemId === ID])).toEqual([
      ['2026-05', true],
      ['2026-05', false],
      ['2026-06', true],
      ['2026-06', false],
    ]);
    expect(await rowsOf('/api/v1/open-items?period=2026-06&minAgeDays=60')).toEqual([
      {
        reconciliationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        empresaId: month.ledger.companyIds[0],
        competencia: '2026-06',
        contaCodigo: month.ledger.accounts[0]?.code,
        itemId: ID,
        descricao: 'Cheque',
        data: '2026-03-02',
        valor: 40,
        documento: 'CH 1',
        idadeDias: 120,
        faixa: '91-180',
        origemCompetencia: '2026-05',
        fonte: 'DIGITADO',
      },
    ]);
    const old = await rowsOf('/api/v1/reconciliations?itensHaMaisDe=119');
    expect(old.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await erp.get('/api/v1/open-items?minAgeDays=x')).status).toBe(400);
    expect((await erp.get('/api/v1/open-items?companyId=999999')).status).toBe(404);
  });

  it('of one reconciliation are open or settled, and 404 where it is none of the key', async () => {
    const rows = await rowsOf(`/api/v1/reconciliations/${month.ids[0]}/items`);
    const aged = (days: string) => erp.get(`/api/v1/reconciliations/${ids[0]}/items?minAgeDays=${days}`);
    const idsOf = async (days: string) =>
      ((await aged(days)).body.data as unknown as Record<string, unknown>[]).map(({ itemId }) => itemId === ID);
    expect(await idsOf('0')).toEqual([true, false]);
    expect(await idsOf('120')).toEqual([true]);
    expect(await idsOf('121')).toEqual([]);
    expect((await aged('x')).status).toBe(400);
    expect(rows.map(({ descricao, baixado }) => [descricao, baixado])).toEqual([
      ['Cheque', null],
      ['Nota paga', '2026-05-30'],
      ['Nota paga', null],
    ]);
    expect((await erp.get('/api/v1/reconciliations/999999/items')).status).toBe(404);
    expect(await rowsOf(`/api/v1/reconciliations/${ids[1]}/items`)).toEqual([]);
  });

  it('are the same in GraphQL, and in CSV', async () => {
    const query = '{ itensEmAberto(period: "2026-06", limit: 10) { data { itemId idadeDias faixa valor } } }';
    const answer = await erp.post('/api/v1/graphql', { query });
    expect(answer.body).toMatchObject({
      data: { itensEmAberto: { data: [{ itemId: ID, idadeDias: 120, faixa: '91-180', valor: 40 }, {}] } },
    });
    const csv = await fetch(`${service.url}/api/v1/open-items?period=2026-06`, {
      headers: { authorization: `Bearer ${month.ledger.key}`, accept: 'text/csv', 'accept-language': 'en' },
    });
    const [heading, line] = (await csv.text()).split('\r\n');
    expect(heading).toContain('itemId,descricao,data,valor,documento,idadeDias,faixa,origemCompetencia,fonte');
    expect(line).toContain(`${ID},Cheque,2026-03-02,40,CH 1,120,91-180,2026-05`);
  });

  it('are settled on their page with one button, which keeps identity and origin', async () => {
    const ana = await signedIn(service, email('ana'));
    const [id = NaN] = ids;
    const { html } = await ana.get(pagePath(id));
    expect(html).toContain('de 05/2026 · 120 dias');
    const form = html.slice(html.indexOf('data-sum="compose"'), html.indexOf('data-sum="adjust"'));
    const fields = Object.fromEntries(
      [...form.matchAll(/<input[^>]*name="((?:descricao|data|valor|documento|baixa|item)_\d+)"[^>]*>/g)].map(
        ([input, name = '']) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? ''],
      ),
    );
    expect(fields['item_1']).toBe(ID);
    expect((await ana.post(actPath(id, 'compose'), { ...fields, baixar: '1' })).status).toBe(303);
    const rows = await rowsOf(`/api/v1/reconciliations/${id}/items`);
    expect(
      rows.map(({ itemId, baixado, origemCompetencia }) => [itemId === ID, baixado, origemCompetencia]),
    ).toEqual([
      [true, '2026-06-30', '2026-05'],
      [false, null, '2026-05'],
    ]);
    const [row] = await rowsOf(`/api/v1/reconciliations?period=2026-06`);
    expect(row).toMatchObject({ id, saldoConciliado: -40 });
  });

  it('that leave the composition show in their reconciliation with updatedSince, as the guide of BI says', async () => {
    const [id = NaN] = ids;
    const since = (await erp.get('/api/v1/reconciliations')).headers.get('x-updated-until');
    const kept = (await rowsOf(`/api/v1/reconciliations/${id}/items`)).filter(({ baixado }) => baixado === null);
    const [{ itemId, descricao, data, valor } = {}] = kept;
    await writeFile(items, JSON.stringify([{ id: itemId, description: descricao, date: data, amount: valor }]));
    await month.does('ana', 'compose', id, '--items', items);
    expect(await rowsOf(`/api/v1/reconciliations?updatedSince=${since}`)).toMatchObject([
      { id, saldoConciliado: -40 },
    ]);
    expect(await rowsOf(`/api/v1/reconciliations/${id}/items`)).toEqual(kept);
  });

  it('are offered where a month left some open, and carried with one button', async () => {
    const ana = await signedIn(service, email('ana'));
    const [, second = NaN] = month.ids;
    const compose = { descricao_1: 'Tarifa', data_1: '31/05/2026', valor_1: '7,00' };
    expect((await ana.post(actPath(second, 'compose'), compose)).status).toBe(303);
    const [, id = NaN] = ids;
    const { html } = await ana.get(pagePath(id));
    expect(html).toContain('1 item em aberto de 05/2026');
    expect((await ana.post(actPath(id, 'carry'), {})).status).toBe(303);
    const after = await ana.get(pagePath(id));
    expect(after.html).toContain('trouxe 1 item em aberto do mês anterior');
    expect(after.html).not.toContain('1 item em aberto de 05/2026');
    expect((await ana.post(actPath(id, 'carry'), {})).status).toBe(409);
    const page = await ana.get('/console/conciliacoes/itens?period=2026-06&minAgeDays=31');
    expect(page.html).toMatch(/Nota paga[^]*?dias<span class="phone"> em 06\/2026</);
    const all = await ana.get('/console/conciliacoes/itens?period=2026-05');
    expect(all.html).toMatch(/Tarifa[^]*?7,00 <span class="side">C<[^]*?Digitado/);
    expect(page.html).not.toContain('Tarifa');
  });

  it('are carried for the selected ones, each done or refused by itself', async () => {
    const ana = await signedIn(service, email('ana'));
    const [, , third = NaN] = ids;
    const form = { id: String(third), ato: 'carry', confirmado: 'sim' };
    const { html } = await ana.post('/console/conciliacoes', form);
    expect(html).toContain('Trazer do mês anterior: 0 feitas, 1 recusada.');
  });
});

const stranger = {
  accountCode: '9.9',
  accountName: 'Fora',
  previousBalance: 1,
  debit: 2,
  credit: 0,
  finalBalance: 3,
};

const erpOfOther = client(service.url, other.key);
const sent = buildMonth(other.accounts, { cnpj: other.cnpjs[0] ?? '', period: '2026-05', chartName: CHART });
const [head, ...others] = sent.lineItems;
const answer = await erpOfOther.post('/api/v1/trial-balances', {
  ...sent,
  lineItems: [stranger, head, stranger, ...others],
});
if (answer.status !== 201) throw new Error(answer.text);
const allLines = `/api/v1/trial-balances/${String(answer.body.data['trialBalanceId'])}/lines`;

const codes = (rows: readonly Row[]) => rows.map(({ contaCodigo }) => contaCodigo);
const get = async (path: string, accept: string) =>
  fetch(service.url + path, {
    headers: { authorization: `Bearer ${other.key}`, accept, 'accept-language': 'en' },
  });

describe('All lines of a trial balance', () => {
  it('are in the order of the file, each with what became of it', async () => {
    const all = await erpOfOther.all(`${allLines}?escopo=todas`);
    const [first, ...others] = other.accounts.map(({ code }) => code);
    expect(codes(all)).toEqual(['9.9', first, '9.9', ...others]);
    expect(all.map(({ situacao }) => situacao).slice(0, 3)).toEqual([
      'FORA_DO_PLANO',
      'IMPORTADA',
      'FORA_DO_PLANO',
    ]);
    expect(all[0]).toMatchObject({ natureza: 'MIXED', saldoAnterior: 1, saldoFinal: 3, saldoFinalDevedor: 3 });
    expect(codes(await erpOfOther.all(`${allLines}?escopo=todas&order=desc`))).toEqual(codes(all).toReversed());
    // However far past the end: a page as far as numbers go is empty too.
    const far = await erpOfOther.get(`${allLines}?escopo=todas&page=9007199254740991`);
    expect([far.status, far.body.data, far.body.pagination.total]).toEqual([200, [], all.length]);
    expect(await erpOfOther.all(`${allLines}?escopo=todas&contaCodigo=9.9`)).toHaveLength(2);
  });

  it('leave the list without escopo as it was', async () => {
    const { text, body } = await erpOfOther.get(allLines);
    expect(codes(body.data)).toEqual(other.accounts.map(({ code }) => code));
    expect(Object.keys(body.data[0] ?? {}).join()).toBe(FIELDS);
    const whole = await erpOfOther.get(`${allLines}?escopo=todas&contaCodigo=${other.accounts[0]?.code ?? ''}`);
    expect(text).toContain(JSON.stringify(whole.body.data[0]).replace(',"situacao":"IMPORTADA"', ''));
    expect(await erpOfOther.all(`${allLines}?contaCodigo=9.9`)).toEqual([]);
    expect((await (await get(allLines, 'text/csv')).text()).split('\r\n')[0]).toBe(FIELDS);
  });

  it('are a CSV and a workbook with one column more', async () => {
    const csv = (await (await get(`${allLines}?escopo=todas`, 'text/csv')).text()).split('\r\n');
    expect(csv.slice(0, 2)).toEqual([
      `${FIELDS},situacao`,
      expect.stringMatching(/^\d+,\d+,2026-05,9\.9,Fora,1,2,0,3,MIXED,1,3,FORA_DO_PLANO$/),
    ]);
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await get(`${allLines}?escopo=todas`, xlsx)).status).toBe(200);
  });

  it('are what the argument of the query asks for', async () => {
    const id = allLines.split('/').at(-2) ?? '';
    const rows = '{ data { contaCodigo natureza situacao } pagination { total } }';
    const query = `{
      whole: linhasDoBalancete(trialBalanceId: ${id}, escopo: "todas", limit: 1) ${rows}
      entered: linhasDoBalancete(trialBalanceId: ${id}, limit: 1) ${rows}
    }`;
    const { body } = await erpOfOther.post('/api/v1/graphql', { query });
    expect(body.data).toMatchObject({
      whole: {
        data: [{ contaCodigo: '9.9', natureza: 'MIXED', situacao: 'FORA_DO_PLANO' }],
        pagination: { total: 6 },
      },
      entered: { data: [{ contaCodigo: other.accounts[0]?.code, situacao: null }], pagination: { total: 4 } },
    });
  });

  it('are refused for a version that was imported before the others were stored, and for another escopo', async () => {
    const old = `/api/v1/trial-balances/${OLD}/lines`;
    expect((await erpOfOther.get(old)).body.data).toHaveLength(2);
    expect(await erpOfOther.get(`${old}?escopo=todas`)).toMatchObject({
      status: 409,
      body: { code: 'LINHAS_NAO_GUARDADAS', error: expect.stringContaining(String(OLD)) },
    });
    expect((await erpOfOther.get(`${allLines}?escopo=importadas`)).status).toBe(400);
  });

  it('are verified with the log, and written by export --all-lines', async () => {
    expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true });
    const path = join(dataDir, 'maio.csv');
    const of = ['--company', String(other.companyIds[0]), '--period', '2026-05'];
    await operatorJson(dataDir, ['export', path, ...of, '--all-lines']);
    const written = (await readFile(path, 'utf8')).split('\r\n');
    expect(written[0]).toMatch(/saldoFinalDevedor[;,]situacao$/);
    expect(written.filter((row) => row.endsWith('FORA_DO_PLANO'))).toHaveLength(2);
  });
});
