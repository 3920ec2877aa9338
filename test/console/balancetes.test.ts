// Balancetes: versions with who, when and warnings, their release, lines and differences, for people of the company alone.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { signedIn, type Browsing } from '../support/console.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { releasedMonth, type ReleasedMonth } from '../support/releasedMonth.js';
import { commandLine } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { email, registerTeam, type Member } from '../support/team.js';
import { hidden, monthCsv, sendForm } from '../support/trialBalanceFiles.js';

const VERSIONS = '/console/balancetes';

let service: Service;
let month: ReleasedMonth;
let other: Ledger;
const people = {} as Record<Member, Browsing>;
let stranger: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, { companies: 2 });
  const [first = 0, second = 0] = month.ids;
  for (const id of [first, second]) {
    await month.does('sol', 'assign', id, '--to', email('ana'));
    await month.does('ana', 'start', id);
    await month.does('ana', 'submit', id);
  }
  other = await registerLedger(dataDir, { ref: 'outra', firstCnpj: 900 });
  await registerTeam(commandLine(dataDir), dataDir, other);
  service = await startService({ dataDir });
  for (const name of ['ana', 'sol', 'auro'] as const) people[name] = await signedIn(service, email(name));
  stranger = await signedIn(service, email('mara', 'outra'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

const companyId = () => String(month.ledger.companyIds[0]);

async function preview(by: Browsing, content: string, period: string): Promise<string> {
  const form = sendForm(content, { companyId: companyId(), period }, '<b>maio</b>.csv');
  return (await by.upload(`${VERSIONS}/enviar`, form)).location ?? '';
}

/** @returns the id of the version */
async function imported(by: Browsing, content: string, period: string): Promise<string> {
  const path = await preview(by, content, period);
  const previa = hidden((await by.get(path)).html, 'previa');
  const { location } = await by.post(`${path}/importar`, { previa });
  await by.get(location ?? ''); // waits until it can be read
  return location?.split('/').at(-1) ?? '';
}

describe('Balancetes', () => {
  it('tells before an import which sent reconciliations it would undo, by both amounts', async () => {
    const path = await preview(people.ana, monthCsv(month.ledger, { amount: '9,00' }), '2026-05');
    const { html } = await people.ana.get(path);
    expect(html).toContain('2 conciliações enviadas ou aprovadas voltariam');
    expect(html).toContain(`/console/conciliacoes/${month.ids[0]}`);
    expect(html).toMatch(/Enviada para revisão|Aguardando aprovação/);
    expect(html).toContain('<span class="money">9,00 <span class="side">D</span></span>');
    await people.ana.post(`${path}/descartar`);
  });

  it('shows every version with who and when, its counters and its warnings', async () => {
    const id = await imported(
      people.ana,
      monthCsv(month.ledger, { more: ['9.9.9;Fora;0,00;0,00;0,00;0,00D'] }),
      '2026-05',
    );
    const { status, html } = await people.auro.get(`${VERSIONS}?companyId=${companyId()}&period=2026-05`);
    expect(status).toBe(200);
    expect(html).toContain('<h1>Balancetes</h1>');
    const [newest = '', older = ''] = html.split('<tr>').slice(2);
    expect(newest).toContain(`${VERSIONS}/${id}`);
    expect(newest).toContain('Ana Elaboradora');
    expect(newest).toContain('Importado');
    expect(newest).toMatch(/<summary>\d+ avisos?<\/summary>/);
    expect(newest).toContain('conta fora do plano de contas (9.9.9)');
    expect(newest).toContain('de 21');

    const page = (query: string) => people.auro.get(`${VERSIONS}/${id}${query}`);
    const entered = (await page('')).html;
    expect(entered).toMatch(/Todas as linhas<small> 21<\/small>/);
    expect(entered).toMatch(/aria-current="page"[^>]*>Importadas<small> 20<\/small>/);
    expect(entered).not.toContain('9.9.9</td>');
    const all = (await page('?escopo=todas')).html;
    expect(all).toMatch(/9\.9\.9.*Fora do plano/s);
    expect(all).toContain('21 linhas');
    const found = (await page('?escopo=todas&texto=9.9')).html;
    expect(found).toContain('1 linha<');
    expect(found).toContain('name="escopo" value="todas"');
    expect(older).toContain('Liberado');
    expect(older).toContain('Operador');
  });

  it('are released by Supervisor and Administrador; no other role sees the act, and a crafted form is refused', async () => {
    const id = await imported(people.ana, monthCsv(month.ledger, { amount: '3,00' }), '2026-05');
    for (const by of [people.ana, people.auro]) expect((await by.get(VERSIONS)).html).not.toContain('>Liberar<');
    for (const by of [people.ana, people.auro])
      expect((await by.post(`${VERSIONS}/${id}/liberar`)).status).toBe(403);
    expect((await people.sol.post(`${VERSIONS}/${id}/liberar`, { csrf: 'errado' })).status).toBe(403);

    const asked = await people.sol.post(`${VERSIONS}/${id}/liberar`);
    const confirmado = hidden(asked.html, 'confirmado');
    const done = await people.sol.post(`${VERSIONS}/${id}/liberar`, { confirmado });
    expect(done).toMatchObject({ status: 303, location: VERSIONS });
    const { html } = await people.sol.get(VERSIONS);
    expect(html).toContain('balancete liberado, com 20 conciliações');
    expect(html).toContain('Sol Supervisora');
    await people.sol.post(`${VERSIONS}/${id}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('20 conciliações');
  });

  it('are not released once a newer version is there, nor in a closed competence', async () => {
    const [older, newer] = [
      await imported(people.ana, monthCsv(month.ledger), '2026-06'),
      await imported(people.ana, monthCsv(month.ledger, { amount: '2,00' }), '2026-06'),
    ];
    await people.sol.post(`${VERSIONS}/${older}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('Uma versão mais nova de 06/2026 foi importada');
    await month.cli.json('close', '--company', companyId(), '--period', '2026-06', '--yes');
    await people.sol.post(`${VERSIONS}/${newer}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('está fechada e não aceita novas liberações');
  });

  it('show their lines by the beginning of code or words, and what differs from another version', async () => {
    const code = month.ledger.accounts[0]?.code ?? '';
    const [before, after] = [
      await imported(people.ana, monthCsv(month.ledger, { accounts: 3 }), '2026-07'),
      await imported(people.ana, monthCsv(month.ledger, { accounts: 2, amount: '1.234.567,89' }), '2026-07'),
    ];
    const page = await people.auro.get(`${VERSIONS}/${after}?texto=${encodeURIComponent(code)}`);
    expect(page.html).toContain('1 linha<');
    expect(page.html).toContain('1.234.567,89 <span class="side">D</span>');
    expect((await people.auro.get(`${VERSIONS}/${after}?texto=CÓNTA`)).html).toContain('2 linhas');
    const nothing = await people.auro.get(
      `${VERSIONS}/${after}?texto=${encodeURIComponent('"><script>x</script>')}`,
    );
    expect(nothing.html).toContain('Nenhuma conta começa com');
    expect(nothing.html).not.toContain('<script>x');
    const { html } = await people.auro.get(`${VERSIONS}/${after}?comparar=${before}`);
    expect(html.replace(/<!-- -->/g, '')).toMatch(/0 contas incluídas, 2 alteradas, 1 removida, 0\s+iguais/);
    expect(html).toMatch(/<del class="before"><span class="money">1,00 <span class="side">D/);
    const csv = await people.auro.get(`${VERSIONS}/${after}?comparar=${before}&formato=csv`);
    const [heading, changed] = csv.html.split('\r\n');
    expect(heading).toMatch(
      /Conta;Descrição;Mudança;.*;Saldo final \(devedor\) antes;Saldo final \(devedor\) depois$/,
    );
    expect(changed).toMatch(new RegExp(`^${code};.*;Alterada;.*;1;1234567,89$`));
  });

  it('say of one line, and of a month of one company, that it is one', async () => {
    const id = await imported(people.ana, monthCsv(month.ledger, { accounts: 1 }), '2026-08');
    expect((await people.auro.get(`${VERSIONS}/${id}`)).html).toContain('1 enviada; 1 importada');
    const closing = await people.auro.get('/console/fechamento?competencia=2026-03&papel=sim');
    expect(closing.html).toMatch(/08\/2026<\/a>.*0 de 1 fechada</s);
  });

  it('of another client, or of no one, are the same page that does not exist', async () => {
    const id = await imported(people.ana, monthCsv(month.ledger), '2026-08');
    const absent = (await stranger.get(`${VERSIONS}/999999`)).html;
    for (const path of [`${VERSIONS}/${id}`, `${VERSIONS}/${id}?comparar=1`, `${VERSIONS}/abc`, `${VERSIONS}/-1`])
      expect(await stranger.get(path)).toMatchObject({ status: 404, html: absent });
    expect((await stranger.post(`${VERSIONS}/${id}/liberar`)).status).toBe(404);
    expect((await stranger.get(`${VERSIONS}?companyId=${companyId()}`)).html).toContain('Nenhum balancete');
    expect((await people.ana.get(`${VERSIONS}/${id}?comparar=999999`)).status).toBe(404);
    expect((await people.ana.get(`${VERSIONS}?page=99999`)).status).toBe(200);
  });
});
