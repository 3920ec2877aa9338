// The side of amounts on pages where the balance is zero, which says none, and trial balances sign differently.
import { beforeAll, describe, expect, it } from '#jest';
import { CHART } from '../../support/ledger.js';
import { releaseLines } from '../../support/releasedMonth.js';
import { openOffice, type Office } from './support.js';

let office: Office;
let account: string;
beforeAll(async () => {
  office = await openOffice();
  account = office.month.ledger.accounts[1]?.code ?? '';
});

/** A month in which the credit account of a natural trial balance closes at zero with 3,00 C composed. */
async function composedAtZero(period: string): Promise<number> {
  const { month, service, people } = office;
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
    const { month, service, people } = office;
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
    const { month, service, people } = office;
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
    const { month, service, people } = office;
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
    const { month, service } = office;
    const of = [...month.of.slice(0, 2), '--period', period];
    const before = await month.cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
    const rows = await releaseLines(month.cli, service.dataDir, { of, chart, lines: [`${account};${amounts}`] });
    const known = new Set(before.map(({ id }) => id));
    return rows.find(({ id }) => !known.has(id))?.id ?? NaN;
  }
  const SIGNED = '0,00;0,00;3,00;-3,00';
  const NATURAL = '0,00;0,00;5,00;5,00';

  beforeAll(async () => {
    const { ref, cnpjs } = office.month.ledger;
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
    await office.month.cli.apply({ ref, companies: [{ cnpj: cnpjs[0], charts: [chart] }] });
  });

  it('has amounts with the side they were typed with while the other chart is released', async () => {
    const { people } = office;
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
    const { people } = office;
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
    const { month, service, people } = office;
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
