// What releasing a further version asks first: which approvals would fall, while they are those that the question showed.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { signedIn, type Browsing } from '../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { email } from '../support/team.js';
import { hidden, monthCsv, sendForm } from '../support/trialBalanceFiles.js';

const VERSIONS = '/console/balancetes';
const ACCOUNTS = 203;

let service: Service;
let month: ReleasedMonth;
let sol: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, { accounts: ACCOUNTS, company: { autoApproval: { zero: true } } });
  service = await startService({ dataDir });
  sol = await signedIn(service, email('sol'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

/** Imports a version of a month. @returns the address of its release */
async function importVersion(period: string, content: string): Promise<string> {
  const fields = { companyId: String(month.ledger.companyIds[0]), period };
  const staged = (await sol.upload(`${VERSIONS}/enviar`, sendForm(content, fields))).location ?? '';
  const previa = hidden((await sol.get(staged)).html, 'previa');
  return `${(await sol.post(`${staged}/importar`, { previa })).location ?? ''}/liberar`;
}

const statusOf = async (at: number) => (await sol.get(`/console/conciliacoes/${month.ids[at]}`)).html;

describe('The release of a further version', () => {
  it('shows what would fall, approvals first, and does nothing until it is sent from there', async () => {
    const release = await importVersion('2026-05', monthCsv(month.ledger, { amount: '1.234,56' }));
    const [last = 0] = month.ids.slice(-1);
    await month.does('sol', 'reopen', last, '--reason', 'Falta um documento');
    await month.does('sol', 'assign', last, '--to', email('ana'));
    await month.does('ana', 'start', last);
    await month.does('ana', 'submit', last);

    const asked = await sol.post(release);
    expect([asked.status, asked.html.match(/<h1>[^<]*/)?.[0]]).toEqual([
      200,
      `<h1>Liberar 05/2026, versão 2, de Indústria Exemplar ${month.ledger.cnpjs[0]} Ltda?`,
    ]);
    const rows = asked.html.split('<tr>').slice(2);
    expect(rows).toHaveLength(200);
    for (const [at, row] of rows.entries()) {
      expect(row).toContain(`>${month.ledger.accounts[at]?.code} `);
      expect(row).toContain('Aprovada automaticamente');
      expect(row).toMatch(/>0,00 .*>1\.234,56 <span class="side">[DC]</);
    }
    const text = asked.html.replace(/<!-- -->/g, '');
    expect(text).toContain('202 aprovações deixariam de valer.');
    expect(text).toContain('203 conciliações enviadas ou aprovadas voltariam ao Elaborador');
    expect(text).toContain('e mais 3');
    expect(await statusOf(0)).toContain('>Aprovada automaticamente<');

    const shown = hidden(asked.html, 'confirmado');
    await month.does('sol', 'reopen', month.ids[0] ?? 0, '--reason', 'Outro saldo');
    const again = await sol.post(release, { confirmado: shown });
    expect([again.status, again.html.includes('201 aprovações deixariam de valer.')]).toEqual([200, true]);

    const done = await sol.post(release, { confirmado: hidden(again.html, 'confirmado') });
    expect([done.status, done.location]).toEqual([303, VERSIONS]);
    const fallen = month.ledger.accounts.slice(1, 6).map(({ code, name }) => `${code} ${name}`);
    expect((await sol.get(VERSIONS)).html).toContain(
      `05/2026, versão 2, de Indústria Exemplar ${month.ledger.cnpjs[0]} Ltda: balancete liberado, com 203 conciliações. 201 aprovações deixaram de valer: ${fallen.join('; ')} e mais 196`,
    );
    expect(await statusOf(1)).toContain('>Saldo alterado<');
  });

  it('asks also where nothing would fall and at a first release; one done already does not', async () => {
    const first = await importVersion('2026-06', monthCsv(month.ledger));
    const created = await sol.post(first);
    expect(created.html).toContain('<h1>Liberar 06/2026, versão 1, de Indústria Exemplar');
    expect(created.html).toContain('Cria 203 conciliações.');
    expect(created.html).not.toContain('perderia');
    expect((await sol.post(first, { confirmado: hidden(created.html, 'confirmado') })).status).toBe(303);
    expect((await sol.post(first)).status).toBe(303);
    const zeros = await sol.post(await importVersion('2026-07', monthCsv(month.ledger, { amount: '0,00' })));
    expect(zeros.html).toContain('Cria 203 conciliações, 203 aprovadas automaticamente.');
    const further = await importVersion('2026-06', monthCsv(month.ledger, { amount: '2,00' }));
    const asked = await sol.post(further);
    expect([asked.status, asked.html.includes('Nenhuma conciliação enviada ou aprovada perderia')]).toEqual([
      200,
      true,
    ]);
    expect((await sol.post(further, { confirmado: hidden(asked.html, 'confirmado') })).status).toBe(303);
  });
});
