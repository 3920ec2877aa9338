// A change of the balance that wants an explanation: through the registers' file, releases of three months, the
// command line, the lists and the page.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { importLines, releaseLines, type ReleasedMonth } from '../../support/releasedMonth.js';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { does, done, openOffice, pageOf } from './support.js';

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

const office = await openOffice({
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
});

describe('A variation above the company’s rule', () => {
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
