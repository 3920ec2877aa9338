// Balances over months in the list and on the page: changes that want an explanation, the line of a year, and sides
// where the balance is zero, which says none, and trial balances sign differently.
import { beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { CHART } from '../../support/ledger.js';
import { importLines, releaseLines, type ReleasedMonth } from '../../support/releasedMonth.js';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { does, done, openOffices, pageOf } from './support.js';

const WHY = 'Reajuste do contrato <de aluguel>';

let june = NaN;
let july = NaN;
let told: Readonly<Record<string, string>> = {};

/** Every account without movement but the first, which grows by 1,00. @returns its reconciliation */
async function grow(
  dataDir: string,
  { cli, ledger }: ReleasedMonth,
  period: string,
  from: number,
): Promise<number> {
  const of = ['--company', String(ledger.companyIds[0]), '--period', period];
  const lines = ledger.accounts.map(({ code }, at) =>
    at === 0 ? `${code};${from},00;1,00;0,00;${from + 1},00` : `${code};0,00;0,00;0,00;0,00`,
  );
  const rows = await releaseLines(cli, dataDir, { of, lines });
  expect(rows.map(({ variacao }) => variacao)).toEqual([1, null, null, null]);
  return rows[0]?.id ?? NaN;
}

const offices = await openOffices({
  variation: {
    async prepare(dataDir, month) {
      const variation = [{ amount: '0.50', percent: 10, against: 'PREVIOUS' }];
      const companies = [{ cnpj: month.ledger.cnpjs[0], variation, autoApproval: { upTo: '0.00' } }];
      await month.cli.apply({ ref: month.ledger.ref, companies });
      june = await grow(dataDir, month, '2026-06', 0);
      const items = join(dataDir, 'itens.json');
      await writeFile(items, JSON.stringify([{ description: 'Razão', date: '2026-06-30', amount: '1.00' }]));
      await month.does('ana', 'start', june);
      await month.does('ana', 'compose', june, '--items', items);
      const refused = await month.does('ana', 'submit', june);
      const silent = await month.does('ana', 'explain', june);
      const explained = await month.does('ana', 'explain', june, '--comment', WHY);
      const sent = await month.does('ana', 'submit', june);
      told = {
        refused: refused.error ?? '',
        silent: silent.error ?? '',
        explained: String(explained.ok),
        sent: sent.status ?? '',
      };
      july = await grow(dataDir, month, '2026-07', 1);
    },
  },
  year: {
    prepare: async (dataDir, { cli, ledger, releaseAnother }) => {
      await releaseAnother(1);
      const [first, second] = ledger.accounts.map(({ code }) => code);
      const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-03'];
      const lines = [`${first};0,00;0,00;3,00;-3,00`, `${second};0,00;4,00;0,00;4,00`];
      await releaseLines(cli, dataDir, { of, lines });
    },
  },
  sides: {},
});

describe('A variation above the company’s rule', () => {
  const office = offices.variation;

  it('refuses to be sent until it is explained', () => {
    expect(told).toEqual({
      refused: 'A variação do saldo pede uma explicação antes do envio',
      silent: 'Informe a explicação da variação',
      explained: 'true',
      sent: 'SUBMITTED_FOR_REVIEW',
    });
  });

  it('is found by variacao=sim in the API and in the list', async () => {
    const erp = client(office.service.url, office.month.ledger.key);
    const found = await erp.all('/api/v1/reconciliations?variacao=sim');
    expect(found.map(({ id, variacao }) => [id, variacao])).toEqual([
      [june, 1],
      [july, 1],
    ]);
    expect((await erp.get('/api/v1/reconciliations?variacao=nao')).status).toBe(400);
    const { html } = await office.people.ana.get('/console/conciliacoes?variacao=sim');
    expect([june, july].map((id) => html.includes(`${pagePath(id)}?`))).toEqual([true, true]);
    expect(html).toContain('2 conciliações');
  });

  it('has balances of the months before it, as a line and as a table', async () => {
    const html = await pageOf(office.people.ana, july);
    expect(html).toContain('Saldo desde 05/2026: de 0,00 a 2,00 D');
    expect(await pageOf(office.people.ana, june)).not.toContain('Saldo desde');
    expect(html).toContain('Mês anterior 1,00 D → débitos 1,00 → créditos 0,00 → agora 2,00 D');
    expect(html).toMatch(/Saldos dos últimos meses[^]*06\/2026[^]*1,00 [^]*07\/2026[^]*2,00 /);
  });

  it('keeps the released balance as its last one while a newer version waits for its release', async () => {
    const { month, service, people } = office;
    const of = [...month.of.slice(0, 2), '--period', '2026-07'];
    const { code = '' } = month.ledger.accounts[0] ?? {};
    await importLines(month.cli, service.dataDir, { of, lines: [`${code};1,00;8,00;0,00;9,00`] });
    const html = await pageOf(people.ana, july);
    expect(html).toContain('Saldo desde 05/2026: de 0,00 a 2,00 D');
    expect(html).not.toContain('9,00 D');
  });

  it('is found by why no rule approved it, too', async () => {
    const erp = client(office.service.url, office.month.ledger.key);
    const path = '/api/v1/reconciliations?aprovacaoAutomatica=';
    const above = await erp.all(`${path}ACIMA_DO_LIMITE`);
    expect(above.map(({ id, aprovacaoAutomatica }) => [id, aprovacaoAutomatica])).toEqual([
      [june, 'ACIMA_DO_LIMITE'],
      [july, 'ACIMA_DO_LIMITE'],
    ]);
    const approved = await erp.all(`${path}ATE_O_LIMITE&period=2026-07`);
    expect(approved.map(({ status }) => status)).toEqual(Array.from({ length: 3 }, () => 'AUTO_APPROVED'));
    expect((await erp.get(`${path}outro`)).status).toBe(400);
    const { html } = await office.people.ana.get('/console/conciliacoes?aprovacaoAutomatica=ACIMA_DO_LIMITE');
    expect(html).toContain('2 conciliações');
    expect(html).toContain('Aprovação por regra: sem aprovação automática: saldo acima do limite da regra');
  });

  it('is shown with the explanation of the month before, which can be kept', async () => {
    const { ana, bia } = office.people;
    const html = await pageOf(ana, july);
    expect(html).toContain('O saldo variou 1,00 D em relação a 1,00 D: explique antes de enviar.');
    expect(html).toContain(`action="${actPath(july, 'explain')}`);
    expect(html).toContain('Reajuste do contrato &lt;de aluguel></textarea>');
    expect((await does(ana, 'explain', july, { explicacao: ' ' })).status).toBe(400);
    await done(ana, 'explain', july, { explicacao: 'O mesmo, pela segunda vez' });
    const after = await pageOf(bia, july);
    expect(after).toContain('<p>O mesmo, pela segunda vez</p>');
    expect(after).toContain('O saldo variou 1,00 D em relação a 1,00 D.');
    expect(after).not.toContain('explique antes de enviar');
    expect(after.replace(/<[^>]+>/g, '')).toContain('Ana Elaboradora explicou a variação do saldo');
  });
});

describe('The line of a year in the list', () => {
  const { people, month } = offices.year;
  const LABEL = /<svg[^>]*role="img" aria-label="([^"]*)"/g;
  const list = async (more = ''): Promise<string> =>
    (await people.sol.get(`/console/conciliacoes?fila=todas${more}`)).html;

  it('says with each line from which balance to which', async () => {
    const labels = [...(await list('&period=2026-05')).matchAll(LABEL)].map(([, label]) => label);
    expect(labels).toEqual(['Saldo desde 03/2026: de 3,00 C a 0,00', 'Saldo desde 03/2026: de 4,00 D a 1,00 D']);
  });

  it('has no place for lines where no balance before is known, on paper, and in files', async () => {
    expect(await list('&period=2026-05')).toContain('12 meses');
    for (const more of ['&period=2026-03', '&period=2026-05&papel=sim', '&formato=csv']) {
      const page = await list(more);
      expect(page).toContain(month.ledger.accounts[0]?.code);
      expect(page).not.toContain('12 meses');
      expect(page).not.toMatch(LABEL);
    }
  });
});

const { month, service, people } = offices.sides;
const account = month.ledger.accounts[1]?.code ?? '';

/** A month in which the credit account of a natural trial balance closes at zero with 3,00 C composed. */
async function composedAtZero(period: string): Promise<number> {
  const of = [...month.of.slice(0, 2), '--period', period];
  const lines = [`${account};3,00;3,00;0,00;0,00`];
  const [row] = await releaseLines(month.cli, service.dataDir, { of, lines });
  const id = row?.id ?? NaN;
  const item = { descricao_1: 'Nota', data_1: `01/${period.slice(5)}/2026`, valor_1: '3,00 C' };
  expect((await people.ana.post(`/console/conciliacoes/${id}/composicao`, item)).status).toBe(303);
  return id;
}

describe('An amount beside a balance of zero', () => {
  it('keeps its side after a version of another convention, in page, list and open items', async () => {
    const id = await composedAtZero('2026-07');
    const of = [...month.of.slice(0, 2), '--period', '2026-07'];
    await releaseLines(month.cli, service.dataDir, { of, lines: [`${account};-3,00;4,00;1,00;0,00`] });
    const { html } = await people.ana.get(`/console/conciliacoes/${id}`);
    expect(html).toContain('data-amount="Saldo conciliado">3,00 C');
    expect(html).toContain('value="3,00 C"');
    const list = await people.ana.get('/console/conciliacoes?fila=todas&period=2026-07');
    expect(list.html).toContain('3,00 <span class="side">D</span>');
    const items = await people.ana.get('/console/conciliacoes/itens?period=2026-07');
    expect(items.html).toContain('3,00 <span class="side">C</span>');
  });

  it('has its side as that of the month before', async () => {
    const of = [...month.of.slice(0, 2), '--period', '2026-10'];
    await composedAtZero('2026-09');
    const [row] = await releaseLines(month.cli, service.dataDir, {
      of,
      lines: [`${account};0,00;0,00;2,00;2,00`],
    });
    const { html } = await people.ana.get(`/console/conciliacoes/${row?.id}`);
    const before = [...html.matchAll(/anterior <span class="money">(.*?)<\/span>/g)].map(([, amount]) => amount);
    expect(before).toEqual(['0,00', '3,00 C', '0,00', '3,00 D']);
  });
});

describe('The list ordered by balance', () => {
  it('follows the balances as they are shown, whatever the signs of their trial balances', async () => {
    for (const [period, amounts] of [
      ['2026-03', '0,00;0,00;8,00;8,00'],
      ['2026-04', '0,00;0,00;7,00;-7,00'],
    ] as const) {
      const of = [...month.of.slice(0, 2), '--period', period];
      await releaseLines(month.cli, service.dataDir, { of, lines: [`${account};${amounts}`] });
    }
    const { html } = await people.ana.get(
      '/console/conciliacoes?fila=todas&diferenca=sim&ordem=saldo&formato=csv',
    );
    const [heading = [], ...rows] = html
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'));
    const balances = rows.map((row) => Number(row[heading.indexOf('Saldo contábil (devedor)')]));
    expect(balances).toEqual(expect.arrayContaining([-8, -7]));
    expect(balances).toEqual(balances.toSorted((a, b) => a - b));
  });
});

describe('An account of two charts in one month', () => {
  /** Releases the account with these amounts in a chart. @returns its reconciliation */
  async function released(period: string, chart: string, amounts: string): Promise<number> {
    const of = [...month.of.slice(0, 2), '--period', period];
    const before = await month.cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
    const rows = await releaseLines(month.cli, service.dataDir, { of, chart, lines: [`${account};${amounts}`] });
    const known = new Set(before.map(({ id }) => id));
    return rows.find(({ id }) => !known.has(id))?.id ?? NaN;
  }
  const SIGNED = '0,00;0,00;3,00;-3,00';
  const NATURAL = '0,00;0,00;5,00;5,00';

  beforeAll(async () => {
    const { ref, cnpjs } = month.ledger;
    const accounts = [
      {
        codigo: account,
        descricao: 'Fornecedores',
        tipo: 'ANALYTICAL',
        natureza: 'CREDIT',
        exigeConciliacao: true,
      },
    ];
    const chart = { nome: 'Outro', vigenciaInicio: '2026-01-01', ativo: true, accounts };
    await month.cli.apply({ ref, companies: [{ cnpj: cnpjs[0], charts: [chart] }] });
  });

  it('has amounts with the side they were typed with while the other chart is released', async () => {
    const id = await released('2027-01', CHART, SIGNED);
    await released('2027-01', 'Outro', NATURAL);
    const item = { descricao_1: 'Nota', data_1: '05/01/2027', valor_1: '3,00 C' };
    expect((await people.ana.post(`/console/conciliacoes/${id}/composicao`, item)).status).toBe(303);
    await released('2027-01', CHART, SIGNED);
    const { html } = await people.ana.get(`/console/conciliacoes/${id}`);
    expect(html).toContain('data-amount="Saldo conciliado">3,00 C');
    const items = await people.ana.get('/console/conciliacoes/itens?period=2027-01');
    expect(items.html).toContain('3,00 <span class="side">C</span>');
  });

  it('is in the next month compared with the chart that was released last', async () => {
    const before = (html: string) => /Mês anterior: .*?variação <span class="money">(.*?)</.exec(html)?.[1];
    await released('2027-02', CHART, SIGNED);
    await released('2027-02', 'Outro', NATURAL);
    const id = await released('2027-03', 'Outro', '5,00;0,00;1,00;6,00');
    expect(before((await people.ana.get(`/console/conciliacoes/${id}`)).html)).toBe('1,00 C');
    await released('2027-02', CHART, SIGNED);
    const list = await people.ana.get('/console/conciliacoes?fila=todas&period=2027-03&formato=csv');
    expect(list.html).toContain(';6;-6;-3;');
    expect(before((await people.ana.get(`/console/conciliacoes/${id}`)).html)).toBe('3,00 C');
  });
});

describe('The history of balances', () => {
  it('has their sides where a later version signs them differently', async () => {
    const of = [...month.of.slice(0, 2), '--period', '2026-11'];
    const [row] = await releaseLines(month.cli, service.dataDir, {
      of,
      lines: [`${account};0,00;0,00;3,00;3,00`],
    });
    await releaseLines(month.cli, service.dataDir, { of, lines: [`${account};0,00;0,00;4,00;-4,00`] });
    const { html } = await people.ana.get(`/console/conciliacoes/${row?.id}`);
    expect(html).toContain('saldo contábil de 3,00 C');
    expect(html).toContain('saldo contábil de 4,00 C');
  });
});
