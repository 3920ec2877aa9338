// Items over two months, as integrators read them and people settle them.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { client } from '../../support/client.js';
import { signedIn } from '../../support/console.js';
import { releasedMonth, releaseLines } from '../../support/releasedMonth.js';
import { startService, temporaryDir } from '../../support/service.js';
import { as, email } from '../../support/team.js';

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
