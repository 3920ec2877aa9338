// The side of amounts on pages where the balance is zero, which says none, and trial balances sign differently.
import { beforeAll, describe, expect, it } from '#jest';
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
