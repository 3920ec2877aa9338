// Meu dia by role, over HTTP.
import { reconciliationStates } from '../../../src/domain/reconciliation/states.js';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysFrom } from '../../../src/messages/deadlines.js';
import { CHART, registerLedger, type Ledger } from '../../support/ledger.js';
import { signedIn, type Page } from '../../support/console.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { as, email, registerTeam, type Member } from '../../support/team.js';

let service: Service;
let cli: CommandLine;
let ledger: Ledger;

const shown = async (name: Member): Promise<Page> => (await signedIn(service, email(name))).get('/console');
const part = ({ html }: Page, title: string): string =>
  html.split('<section').find((each) => each.includes(`>${title}</h2>`)) ?? '';
const account = (at: number): string => ledger.accounts[at]?.code ?? '';
const act = (name: Member, id: number, what: string, ...more: readonly string[]) =>
  cli.json('reconciliations', 'do', what, '--id', String(id), ...as(name), ...more);

beforeAll(async () => {
  const dataDir = await temporaryDir();
  cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 1, accounts: 14 });
  const owners = [{ reviewer: email('bia'), approver: email('caio') }];
  await registerTeam(cli, dataDir, ledger, { owners });
  service = await startService({ dataDir });
  const path = join(dataDir, 'balancete.csv');
  const lines = ledger.accounts.map(({ code }) => `${code};0,00;0,00;1,00;-1,00`);
  await writeFile(path, ['Conta;Saldo Anterior;Débito;Crédito;Saldo Atual', ...lines].join('\n'));
  const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-04'];
  await cli.json('import', path, ...of, '--chart', CHART);
  await cli.json('release', ...of);
  const [first, second] = await cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
  for (const row of [first, second]) await act('sol', row?.id ?? 0, 'assign', '--to', email('ana'));
  await act('ana', first?.id ?? 0, 'start');
  const items = join(dataDir, 'itens.json');
  await writeFile(items, JSON.stringify([{ description: 'Extrato', date: '2026-04-30', amount: '-1.00' }]));
  await act('ana', first?.id ?? 0, 'compose', '--items', items);
  await act('ana', first?.id ?? 0, 'submit');
  await act('bia', first?.id ?? 0, 'open');
  await act('bia', first?.id ?? 0, 'return', '--comment', 'Falta o <extrato> do banco');
}, 120_000);
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

describe('Meu dia', () => {
  it('shows an Elaborador what was returned with its words, and what waits, with age and reason', async () => {
    const page = await shown('ana');
    const returned = part(page, 'Devolvidas a mim');
    expect(returned).toContain(account(0));
    expect(returned).toContain('Falta o &lt;extrato> do banco');
    const waiting = part(page, 'Espera por mim');
    expect(waiting).toContain(account(1));
    expect(waiting).not.toContain(account(0));
    expect(waiting).toContain(reconciliationStates.NOT_STARTED.waits);
    expect(waiting).toMatch(/class="state bad">há \d+ dias</);
    expect(page.html).toMatch(/Esperam por mim<\/dt><dd><a [^>]*>2</);
    expect(page.html).toMatch(/Devolvidas<\/dt><dd><a class="warn" href="#devolvidas">1</);
    expect(page.html).toMatch(/Atrasadas<\/dt><dd><a class="bad"[^>]*>2</);
    expect(part(page, 'Atrasadas por pessoa')).toBe('');
  });

  it('leads to all that wait where there are more than it shows', async () => {
    const sol = await signedIn(service, email('sol'));
    const { html } = await sol.get('/console');
    const [, href = ''] = /<a href="([^"]*)">Ver todas as 12</.exec(html) ?? [];
    expect((await sol.get(href.replaceAll('&amp;', '&'))).html).toContain('12 conciliações');
    expect((await shown('ana')).html).not.toContain('Ver todas as');
  });

  it.each(['bia', 'sol', 'mara'] as const)('shows %s who is late with how many', async (who) => {
    const late = part(await shown(who), 'Atrasadas por pessoa');
    expect(late).toMatch(/Ana Elaboradora<\/a><small>Elaborador.*?<\/svg> ?2</s);
    expect(late).toContain('Ninguém');
  });

  it('opens from the name exactly the late ones of the person', async () => {
    const sol = await signedIn(service, email('sol'));
    const late = part(await sol.get('/console'), 'Atrasadas por pessoa');
    const [, href = ''] = /href="([^"]*responsavel=[^"]*)"/.exec(late) ?? [];
    expect((await sol.get(href.replaceAll('&amp;', '&'))).html).toContain('2 conciliações');
  });

  it('tells who has nothing to do what to do next', async () => {
    const page = await shown('alice');
    expect(part(page, 'Espera por mim')).toMatch(/Nada espera por você agora\..*Ver todas as conciliações/s);
  });

  it('shows the Administrador what blocks closing, and the Auditor what was closed', async () => {
    const blocking = part(await shown('mara'), 'O que impede o fechamento');
    expect(blocking).toMatch(/Em conciliação<\/span>.*vez=abertas">14</s);
    expect(blocking).toContain('04/2026');
    expect(part(await shown('auro'), 'Fechadas por último')).toContain('Nenhuma competência foi fechada ainda.');
    const mara = await signedIn(service, email('mara'));
    await mara.post(`/console/competencias/${ledger.companyIds[0]}/2026-04/fechar`, { confirmado: 'sim' });
    expect(part(await shown('auro'), 'Fechadas por último')).toMatch(/Fechado<\/span>.*<time/s);
    expect(part(await shown('auro'), 'Espera por mim')).toBe('');
  });
});

describe('Avisos', () => {
  const notices = async (name: Member) => {
    const by = await signedIn(service, email(name));
    const rows = (await by.get('/console/avisos')).html.split('<tr').slice(2);
    return { rows, total: (await by.get('/console/avisos/total')).html };
  };

  it('tell an Elaborador what was returned, once, and what is late, and count them', async () => {
    const { rows, total } = await notices('ana');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('>Devolvida<');
    expect(rows[0]).toContain(account(0));
    expect(rows[1]).toContain('>Atrasada<');
    expect(total).toBe('<strong id="contagem">2</strong>');
    expect((await notices('auro')).total).toBe('');
  });

  it('tell who is mentioned by name in a comment, until they act there; nobody else', async () => {
    const of = ['--company', String(ledger.companyIds[0])];
    const listed = await cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
    const id = listed[5]?.id ?? 0;
    await act('sol', id, 'comment', '--comment', 'Veja com a @bia revisora e o banco@caio.com <b>');
    const isTold = async () => (await notices('bia')).rows.some((row) => row.includes('>Mencionou você<'));
    await until(isTold);
    const { rows } = await notices('bia');
    expect(rows.filter((row) => row.includes('>Mencionou você<'))).toEqual([expect.stringContaining(account(5))]);
    expect(rows.join('')).toContain('Sol Supervisora: “Veja com a @bia revisora e o banco@caio.com &lt;b>”');
    for (const other of ['caio', 'sol', 'ana'] as const)
      expect((await notices(other)).rows.join('')).not.toContain('Mencionou');
    await act('bia', id, 'comment', '--comment', 'Visto');
    await until(async () => !(await isTold()));
  });
});

describe('A deadline', () => {
  it.each([
    ['2026-11-10T02:59:59.999Z', 'há 15 dias'],
    ['2026-11-24T02:59:59.999Z', 'há 1 dia'],
    ['2026-11-25T02:59:59.999Z', 'hoje'],
    ['2026-11-28T02:59:59.999Z', 'em 3 dias'],
  ])('%s is named by days of São Paulo', (at, text) => {
    expect(daysFrom(at, new Date('2026-11-25T02:00:00Z'))).toBe(text);
  });
});
