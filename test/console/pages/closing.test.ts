// Fechamento, Competências and Auditoria as people see and use them, over HTTP.
import { beforeAll, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { approverDeadlines, daysLeftText, groupName } from '../../../src/messages/closing.js';
import { dataPaths } from '../../../src/app/stores.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { ReconciliationsCommented } from '../../../src/domain/reconciliation/events.js';
import { reconciliationsStream } from '../../../src/domain/reconciliation/fold.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { buildCnpj, buildMonth } from '../../support/builders.js';
import { client } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import {
  focusedIn,
  partOf,
  rowOf,
  signedIn,
  teamSignedIn,
  type Browsing,
  type Page,
} from '../../support/console.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { as, email, registerTeam, type Member } from '../../support/team.js';
import { until } from '../../support/until.js';
import { importLines } from '../../support/releasedMonth.js';

const ACCOUNTS = 4;

const ofCompany = (at: number, period: string) => ['--company', String(ledger.companyIds[at]), '--period', period];

/** The first `debits` accounts have a balance of 0, the others of −1,00. */
async function importMonth(dataDir: string, at: number, period: string, debits: number): Promise<void> {
  const lines = ledger.accounts.map(
    ({ code }, line) => `${code};0,00;1,00;${line < debits ? '1,00;0,00' : '0,00;1,00'}`,
  );
  await importLines(cli, dataDir, { of: ofCompany(at, period), lines });
}

async function act(name: Member, id: number, ...words: readonly string[]): Promise<void> {
  const [what = '', ...more] = words;
  await cli.json('reconciliations', 'do', what, '--id', String(id), ...as(name), ...more);
}

const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
const ledger = await registerLedger(dataDir, { companies: 3, accounts: ACCOUNTS });
await registerTeam(cli, ledger);
await registerTeam(cli, await registerLedger(dataDir, { ref: 'outra', firstCnpj: 50 }));
const roles = [{ role: 'MODULE_ADMIN', companies: [ledger.cnpjs[1]] }];
await cli.apply({ ref: ledger.ref, users: [{ email: 'uma@acme.com.br', name: 'Uma Administradora', roles }] });
await importMonth(dataDir, 0, '2026-03', ACCOUNTS);
await cli.json('release', ...ofCompany(0, '2026-03'));
await importMonth(dataDir, 0, '2026-04', 1);
await cli.json('release', ...ofCompany(0, '2026-04'));
await importMonth(dataDir, 1, '2026-04', 1);
const rows = await cli.json<readonly { id: number }[]>('reconciliations', 'list', ...ofCompany(0, '2026-04'));
const ids = rows.map(({ id }) => id);
const [first = 0, second = 0, third = 0] = ids;
await act('sol', first, 'assign', '--to', email('ana'));
await act('ana', first, 'start');
await act('ana', first, 'submit');
await act('sol', second, 'assign', '--to', email('ana'));
await act('sol', third, 'waive', '--reason', 'Sem movimento');
const service = await startService({ dataDir });
const people: Readonly<Record<'mara' | 'sol' | 'auro' | 'uma' | 'stranger', Browsing>> = {
  ...(await teamSignedIn(service, ['mara', 'sol', 'auro'])),
  uma: await signedIn(service, 'uma@acme.com.br'),
  stranger: await signedIn(service, email('mara', 'outra')),
};

const legalName = (at: number) => `Indústria Exemplar ${ledger.cnpjs[at]} Ltda`;
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)</g)].map(
    ([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')],
  );

describe('Fechamento', () => {
  it('names many deadlines by the first and the last, and a group once', () => {
    expect(approverDeadlines([8, 9])).toBe('prazo do Aprovador: fim do 8º e 9º dia útil');
    expect(approverDeadlines([8, 9, 23])).toBe('prazo do Aprovador: fim do 8º ao 23º dia útil');
    expect(['Acme S.A.', 'Grupo Acme S.A.'].map(groupName)).toEqual(['Grupo Acme S.A.', 'Grupo Acme S.A.']);
  });

  it('says how many working days are left, and when none is', () => {
    expect([3, 0, -1, null].map(daysLeftText)).toEqual(['3', 'Hoje', 'Passou', '–']);
  });

  it('shows the stage of each company in each competence, with numbers that open what they count', async () => {
    const page = await people.mara.get('/console/fechamento?period=2026-04');
    expect(page.status).toBe(200);
    const [company = 0] = ledger.companyIds;
    const april = rowOf(partOf(page, '04/2026'), legalName(0));
    const at = `companyId=${company}&period=2026-04`;
    expect(links(april)).toEqual([
      ['Em conciliação', `/console/conciliacoes?fila=todas&${at}`],
      ['Checklist', `/console/fechamento/${company}/2026-04/checklist`],
      ['4', `/console/conciliacoes?fila=todas&${at}`],
      ['1', `/console/conciliacoes?fila=todas&${at}&vez=supervisor`],
      ['1', `/console/conciliacoes?fila=todas&${at}&vez=elaborador`],
      ['1', `/console/conciliacoes?fila=todas&${at}&vez=aprovador`],
      ['1', `/console/conciliacoes?fila=concluidas&${at}`],
      ['3', `/console/conciliacoes?fila=atrasadas&${at}`],
      expect.arrayContaining([expect.stringMatching(/^\/console\/balancetes\/\d+$/)]),
    ]);
    // What nobody has begun has no difference yet, but a number of its own.
    expect(april).toContain('<span class="zero">0,00<');
    const unbegun = '/console/conciliacoes?fila=todas&period=2026-04&vez=naoIniciadas';
    expect(links(partOf(page, '04/2026'))).toContainEqual(['2', unbegun]);
    const imported = rowOf(partOf(page, '04/2026'), legalName(1));
    expect(links(imported)[0]?.[0]).toBe('Importado');
    const march = partOf(await people.mara.get('/console/fechamento?period=2026-03'), '03/2026');
    expect(march).toContain('Liberado');
    expect(march).not.toContain(legalName(1));
  });

  it('shows the oldest competence that is not closed, and the others one line each', async () => {
    const page = await people.mara.get('/console/fechamento');
    expect(partOf(page, '03/2026')).toContain('0 % <small>0 de 4 conciliações</small>');
    expect(partOf(page, '03/2026')).toMatch(/Dias úteis até o prazo<\/dt><dd>Passou</);
    const others = partOf(page, 'Outras competências abertas');
    expect(links(others)).toContainEqual(['04/2026', '/console/fechamento?period=2026-04']);
    expect(others).toContain('0 de 2 fechadas');
    expect(others).not.toContain('03/2026');
    expect(others).not.toContain('Atos posteriores');
    expect(partOf(page, 'Competências fechadas')).toBe('');
  });

  it('tells, as Competências does, where no company reconciles here, and leads to the companies', async () => {
    await cli.apply({
      ref: 'nenhuma',
      name: 'Nenhuma',
      companies: [
        { cnpj: buildCnpj(80), razaoSocial: 'Só', regimeTributario: 'MEI', status: 'ACTIVE', modules: [] },
      ],
      users: [{ email: 'nina@nenhuma.com.br', name: 'Nina', roles: [{ role: 'MODULE_ADMIN' }] }],
    });
    const nina = await signedIn({ url: service.url, dataDir }, 'nina@nenhuma.com.br');
    for (const path of ['/console/fechamento', '/console/competencias', '/console/competencias?period=2026-03'])
      expect((await nina.get(path)).html).toMatch(
        /Nenhuma empresa que você vê concilia as contas neste serviço\. <a href="\/console\/empresas">/,
      );
  });

  it('is where links to its earlier address lead', async () => {
    const { status, headers } = await people.mara.get('/console?competencia=2026-04');
    expect([status, headers.get('location')]).toEqual([303, '/console/fechamento?competencia=2026-04']);
    const page = await people.mara.get('/console/fechamento?competencia=2026-04');
    expect(partOf(page, '04/2026')).toContain(legalName(1));
  });

  it('counts what the lists that it opens show', async () => {
    const parts = await Promise.all(
      ['2026-04', '2026-03'].map(
        async (competence) => (await people.mara.get(`/console/fechamento?period=${competence}`)).html,
      ),
    );
    const opened = links(parts.join('')).filter(
      ([text = '', href = '']) => /^[1-9]\d*$/.test(text) && href.startsWith('/console/conciliacoes'),
    );
    expect(opened.length).toBeGreaterThan(12);
    for (const [text, href = ''] of opened) {
      const { html } = await people.mara.get(href);
      expect([href, /class="list-count"[^>]*>(\d+) concilia/.exec(html)?.[1]]).toEqual([href, text]);
    }
  });

  it('waits in the last calendar month for the trial balance of each company that works with the module', async () => {
    const month = new Date(Date.now() - 3 * 3_600_000);
    month.setUTCDate(0);
    const heading = `${String(month.getUTCMonth() + 1).padStart(2, '0')}/${month.getUTCFullYear()}`;
    const competence = month.toISOString().slice(0, 7);
    const rows = partOf(await people.mara.get(`/console/fechamento?period=${competence}`), heading);
    for (const at of [0, 1, 2]) expect(rowOf(rows, legalName(at))).toContain('Aguardando balancete');
    expect(rows).toContain('0 de 3 fechadas');
  });

  it('draws what was finished on each working day against the deadline, with the same numbers as a table', async () => {
    const { html } = await people.mara.get('/console/fechamento?period=2026-04');
    expect(html).toContain('Concluídas por dia útil');
    expect(html).toContain('prazo do Aprovador: fim do 8º dia útil');
    expect(html).toMatch(/<svg viewBox="0 0 \d+ \d+" width="\d+" height="\d+" role="img"/);
    expect(html).toMatch(
      /<th scope="row" class="start">30º em diante<\/th>.*?<td class="number"[^>]*>1<\/td><td class="number"[^>]*>1<\/td>/,
    );
    const twice = await people.mara.get('/console/fechamento?period=2026-03&period=2026-04');
    expect(twice.status).toBe(200);
  });

  it('says what of its address it does not show, beside the month to close, and answers no file of another', async () => {
    for (const [address, status, sentence] of [
      ['period=2026-99', 400, 'O filtro Competência tem um valor que não existe.'],
      ['ate=2026-13', 400, 'O filtro Até tem um valor que não existe.'],
      ['ate=%00', 400, 'O filtro Até tem um valor que não existe.'],
      ['period=2001-05', 200, 'A competência 05/2001 não está entre as desta página.'],
    ] as const) {
      const page = await people.mara.get(`/console/fechamento?${address}`);
      expect([address, page.status, page.html.includes(sentence)]).toEqual([address, status, true]);
      expect(partOf(page, '03/2026')).toContain(legalName(0));
      const file = await people.mara.get(`/console/fechamento?${address}&formato=csv`);
      expect([address, file.headers.get('content-type')]).toEqual([address, 'text/html; charset=utf-8']);
    }
  });

  it('shows older competences on request', async () => {
    const older = await people.mara.get('/console/fechamento?ate=2026-03');
    expect(partOf(older, '04/2026')).toBe('');
    expect(partOf(older, '03/2026')).toContain(legalName(0));
    expect(older.html).toContain('Competências mais novas');
    const none = await people.mara.get('/console/fechamento?ate=2000-01');
    expect(none.html).toContain('Nenhum balancete até 01/2000.');
  });

  it('shows the oldest open competence also where a year of newer ones follows', async () => {
    const old = await registerLedger(dataDir, { ref: 'antiga', firstCnpj: 80, accounts: 1 });
    await registerTeam(cli, old);
    const mara = await signedIn(service, email('mara', 'antiga'));
    const erp = client(service.url, old.key);
    const year = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
    for (const period of ['2024-11', '2024-12', ...year]) {
      const month = buildMonth(old.accounts, { cnpj: old.cnpjs[0] ?? '', period, chartName: CHART });
      expect((await erp.post('/api/v1/trial-balances', month)).status).toBeLessThan(300);
    }
    const of = (period: string) => `/console/competencias/${old.companyIds[0]}/${period}/fechar`;
    for (const [period, heading] of [
      ['2024-11', '12/2024'],
      ['2024-12', '01/2025'],
    ] as const) {
      const competences = await mara.get(`/console/competencias?period=${period}`);
      expect(competences.html).toContain(`action="${of(period)}?period=${period}"`);
      await mara.post(of(period), { confirmado: 'sim' });
      expect(partOf(await mara.get('/console/fechamento'), heading)).toContain('Checklist');
      expect(partOf(await mara.get('/console'), 'O que impede o fechamento')).toContain(heading);
    }
    expect((await mara.get('/console/auditoria?tipo=importacao')).html).toContain('<small>pedido ');
    const last = ['--company', String(old.companyIds[0]), '--period', '2024-12'];
    await cli.json('reopen', ...last, '--reason', 'Lançamento esquecido');
    expect(partOf(await mara.get('/console/fechamento'), '12/2024')).toContain('Checklist');
  });

  it('shows a person only the companies of their roles, and another client nothing', async () => {
    const page = await people.uma.get('/console/fechamento');
    expect(page.html).toContain(legalName(1));
    expect(page.html).not.toContain(legalName(0));
    expect(page.html).not.toContain(legalName(2));
    expect(partOf(page, '03/2026')).toBe('');
    const strange = await people.stranger.get('/console/fechamento');
    for (const at of [0, 1, 2]) expect(strange.html).not.toContain(legalName(at));
  });
});

describe('Competências', () => {
  const address = (at: number, period: string, does: string) =>
    `/console/competencias/${ledger.companyIds[at]}/${period}/${does}`;
  const april = async () => rowOf(partOf(await people.mara.get('/console/competencias'), legalName(0)), '04/2026');

  it('tells what is unfinished in each open competence', async () => {
    const row = await april();
    expect(row).toContain('Aberta');
    expect(row).toContain('3 conciliações de 04/2026 não estão concluídas');
    expect(row).toContain('A competência anterior 03/2026 está aberta');
    const second = partOf(await people.mara.get('/console/competencias'), legalName(1));
    const at = `companyId=${ledger.companyIds[1]}`;
    const unreleased = [
      'A versão 1 do balancete de 04/2026 não foi liberada',
      `/console/balancetes?${at}&period=2026-04`,
    ];
    expect(links(rowOf(second, '04/2026'))).toContainEqual(unreleased);
    const [missing = '', month = ''] = /Nenhum balancete de (\d\d)\/2026 foi importado/.exec(second) ?? [];
    const send = `/console/balancetes/enviar?${at}&period=2026-${month}`;
    expect(links(second)).toContainEqual([missing, send]);
    // Who imports nothing has no link to it.
    expect(links(partOf(await people.auro.get('/console/competencias'), legalName(1)))).not.toContainEqual([
      missing,
      send,
    ]);
  });

  it('asks before it closes, naming company, month and what is unfinished, and does nothing until then', async () => {
    const asked = await people.mara.post(`${address(0, '2026-04', 'fechar')}?period=2026-04`);
    expect(asked.status).toBe(200);
    expect(asked.html).toContain(`<h1>Fechar 04/2026 de ${legalName(0)}?</h1>`);
    expect(links(asked.html)).toContainEqual([
      '3 conciliações de 04/2026 não estão concluídas',
      `/console/conciliacoes?fila=todas&companyId=${ledger.companyIds[0]}&period=2026-04&vez=abertas`,
    ]);
    expect(asked.html).toContain('A competência anterior 03/2026 está aberta');
    const rows = asked.html.split('<tr>').map((row) => row.replace(/<[^>]+>/g, ' '));
    expect(rows.find((row) => row.includes('Ana Elaboradora'))).toMatch(/Elaborador\s+1/);
    expect(rows.find((row) => row.includes('Ninguém ainda'))).toMatch(/\s1\s/);
    expect(asked.html).not.toContain('ainda não terminou');
    expect(asked.html).toContain('/fechar?period=2026-04"');
    expect(links(asked.html)).toContainEqual(['Voltar', '/console/competencias?period=2026-04']);
    expect(await april()).toContain('Aberta');
  });

  it('says of a month that it has not ended, or not begun', async () => {
    const now = new Date(Date.now() - 3 * 3_600_000);
    const current = now.toISOString().slice(0, 7);
    const asked = async (period: string) => (await people.mara.post(address(2, period, 'fechar'))).html;
    expect(await asked(current)).toContain(`O mês ${current.slice(5)}/${current.slice(0, 4)} ainda não terminou.`);
    expect(await asked('2100-12')).toContain('O mês 12/2100 ainda não começou.');
    now.setUTCDate(0);
    expect(await asked(now.toISOString().slice(0, 7))).not.toContain('ainda não');
  });

  it('closes and reopens by the Administrador, and shows who did, when, and why', async () => {
    const closed = await people.mara.post(`${address(0, '2026-04', 'fechar')}?period=2026-04`, {
      confirmado: 'sim',
    });
    expect([closed.status, closed.location]).toEqual([303, '/console/competencias?period=2026-04']);
    const after = await people.mara.get('/console/competencias?period=2026-04');
    expect(after.html).toContain(`A competência 04/2026 de ${legalName(0)} foi fechada`);
    expect(rowOf(partOf(after, legalName(0)), '04/2026')).toMatch(/Fechada por Mara Administradora em <time/);
    const closing = await people.mara.get('/console/fechamento?period=2026-04');
    expect(partOf(closing, '04/2026')).toContain('1 de 2 fechadas');
    const late = await people.mara.post(address(0, '2026-04', 'fechar'));
    expect((await people.mara.get(late.location ?? '')).html).toContain(`de ${legalName(0)} já está fechada`);

    const empty = await people.mara.post(address(0, '2026-04', 'reabrir'), { justificativa: '  ' });
    expect([empty.status, focusedIn(empty.html)]).toEqual([400, ['justificativa']]);
    expect(rowOf(partOf(empty, legalName(0)), '04/2026')).toContain('Informe a justificativa');
    const long = await people.mara.post(address(0, '2026-04', 'reabrir'), { justificativa: 'x'.repeat(2_001) });
    expect([long.status, long.html.includes('x'.repeat(2_001))]).toEqual([422, true]);

    const justificativa = '<b>Erro</b> no "frete"';
    const reopened = await people.mara.post(address(0, '2026-04', 'reabrir'), { justificativa });
    expect([reopened.status, reopened.location]).toEqual([303, '/console/competencias']);
    expect(await april()).toContain('“&lt;b>Erro&lt;/b> no &quot;frete&quot;”');
    expect(await april()).toContain('Reaberta por Mara Administradora');
    const again = await people.mara.post(address(0, '2026-04', 'reabrir'), { justificativa });
    expect([again.status, again.html.includes('A competência 04/2026 não está fechada')]).toEqual([409, true]);
  });

  it('counts what people did after the closing, and leads to it', async () => {
    expect((await people.mara.post(address(0, '2026-04', 'fechar'), { confirmado: 'sim' })).status).toBe(303);
    expect(await april()).not.toContain('depois do fechamento');
    for (const comment of ['Visto', 'Conferido']) await act('sol', ids[1] ?? 0, 'comment', '--comment', comment);
    const [link = ''] = (/<a href="([^"]+)">2 atos depois do fechamento</.exec(await april()) ?? []).slice(1);
    const events = await people.mara.get(link.replaceAll('&amp;', '&'));
    expect(events.html).toContain('Conferido');
    const closing = await people.mara.get('/console/fechamento?period=2026-04');
    expect(rowOf(partOf(closing, '04/2026'), legalName(0))).toContain('2 atos depois do fechamento');
    await people.mara.post(address(0, '2026-04', 'reabrir'), { justificativa: 'x' });
    expect(await april()).not.toContain('depois do fechamento');
  });

  it('has the button that closes on the oldest open month, and under Mais on later ones', async () => {
    const part = partOf(await people.mara.get('/console/competencias'), legalName(0));
    expect(rowOf(part, '03/2026')).toMatch(/<button[^>]*>Fechar/);
    expect(rowOf(part, '03/2026')).not.toContain('Mais');
    expect(rowOf(part, '04/2026')).toMatch(/<summary[^>]*>Mais<.*<button[^>]*>Fechar/s);
  });

  it('reopens from the last closed one backwards, and says which one blocks', async () => {
    for (const period of ['2026-03', '2026-04'])
      expect((await people.mara.post(address(0, period, 'fechar'), { confirmado: 'sim' })).status).toBe(303);
    const part = partOf(await people.mara.get('/console/competencias'), legalName(0));
    expect(rowOf(part, '03/2026')).toMatch(/Para reabrir, reabra antes 04\/2026.*<button[^>]*disabled/s);
    const refused = await people.mara.post(address(0, '2026-03', 'reabrir'), { justificativa: 'x' });
    expect([refused.status, refused.html.includes('não pode ser reaberta antes de 04/2026')]).toEqual([409, true]);
    for (const period of ['2026-04', '2026-03'])
      expect((await people.mara.post(address(0, period, 'reabrir'), { justificativa: 'x' })).status).toBe(303);
  });

  it.each(['sol', 'auro'] as const)('does not show the forms to %s, and asks no question', async (name) => {
    const page = await people[name].get('/console/competencias');
    expect(page.html).toContain(legalName(0));
    expect(page.html).not.toMatch(/<button[^>]*>(Fechar|Reabrir)/);
    const crafted = await people[name].post(address(0, '2026-04', 'fechar'));
    expect([crafted.status, crafted.html.includes('Administrador do módulo')]).toEqual([403, true]);
  });

  it('answers alike for what does not exist and for companies that the person does not see', async () => {
    for (const path of [address(0, '2026-13', 'fechar'), '/console/competencias/x/2026-04/reabrir']) {
      const { status, html } = await people.mara.post(path, { justificativa: 'x' });
      expect([path, status, html.includes('Página não encontrada')]).toEqual([path, 404, true]);
    }
    for (const page of ['competencias', 'conciliacoes', 'balancetes', 'conciliacoes/itens', 'planos', 'auditoria'])
      for (const companyId of [ledger.companyIds[0], 987_654]) {
        const { status, html } = await people.uma.get(`/console/${page}?companyId=${companyId}`);
        expect([page, status, html.includes('Página não encontrada')]).toEqual([page, 404, true]);
      }
    expect((await people.uma.get('/console/competencias')).html).not.toContain(legalName(0));
  });
});

describe('Auditoria', () => {
  const of = (at: number, more = '') => `/console/auditoria?companyId=${ledger.companyIds[at]}${more}`;

  beforeAll(async () => {
    const company = ['--company', String(ledger.companyIds[0])];
    const { length } = await cli.json<readonly unknown[]>('history', ...company);
    const isWhole = async () => (await people.auro.get(of(0))).html.includes(`>${length} eventos`);
    await until(isWhole, 'every event');
  });

  it('tells the events of a company in sentences, newest first, by whom and when', async () => {
    const { status, html } = await people.auro.get(of(0));
    expect(status).toBe(200);
    expect(html).toContain('Mara Administradora fechou a competência 04/2026');
    expect(html).toContain('Ana Elaboradora');
    expect(html).toContain('&lt;b>Erro&lt;/b>');
    expect(html.indexOf('reabriu a competência 03/2026')).toBeLessThan(html.indexOf('importou a versão 1'));
    expect(html).not.toContain('Uma Administradora fez');
    expect(html).not.toContain('<small>pedido ');
  });

  it('filters by competence, kind, person and days', async () => {
    const march = await people.auro.get(of(0, '&period=2026-03'));
    expect(march.html).not.toContain('04/2026');
    const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
    for (const two of ['&tipo=importacao', '&quem=ANA+elab', `&de=${today}&ate=${today}&tipo=importacao`])
      expect((await people.auro.get(of(0, two))).html).toContain('2 eventos');
    expect((await people.auro.get(of(0, '&ate=2026-01-01'))).html).toContain('Nenhum evento com estes filtros');
    for (const odd of ['&page=99', '&quem=%3Cb%3E']) expect((await people.auro.get(of(0, odd))).status).toBe(200);
    for (const none of ['&page=-1', '&period=x', '&de=2026-02-30', '&tipo=x'])
      expect((await people.auro.get(of(0, none))).status).toBe(400);
  });

  it('exports what the filter finds, texts that a spreadsheet would run escaped', async () => {
    const csv = await people.auro.get(of(0, '&tipo=reabertura&formato=csv'));
    const name = `attachment; filename="auditoria-${ledger.companyIds[0]}.csv"`;
    expect([csv.status, csv.headers.get('content-disposition')]).toEqual([200, name]);
    expect(csv.html).toContain('<b>Erro</b>');
  });

  it('shows the lists of a month as they were at a moment, and whether it was closed', async () => {
    type Told = Readonly<{ at: string; type: string; data: Readonly<{ move?: string }> }>;
    const told = await cli.json<readonly Told[]>('history', ...ofCompany(0, '2026-04'));
    const atMoment = (isIt: (event: Told) => boolean, more = ''): Promise<Page> => {
      const { at } = told.find(isIt) ?? { at: '' };
      const local = new Date(Date.parse(at) - 3 * 3_600_000).toISOString().slice(0, -1);
      const days = `period=2026-04&em=${local}${more}`;
      return people.auro.get(`/console/auditoria/momento?companyId=${ledger.companyIds[0]}&${days}`);
    };
    const released = await atMoment(({ type }) => type === 'TrialBalanceReleased');
    expect(released.status).toBe(200);
    expect(released.html).toContain(`>${ACCOUNTS} conciliações</p>`);
    expect(released.html).toContain('como estava em');
    expect(released.html).not.toContain('Dispensada');
    const waived = await atMoment(({ data }) => data.move === 'waive');
    expect(waived.html).toContain('Dispensada');
    expect([waived.html.includes('aberta.'), waived.html.includes('fechada')]).toEqual([true, false]);
    const closed = await atMoment(({ type }) => type === 'CompetenceClosed');
    expect(closed.html).toContain('fechada por Mara Administradora em');
    const file = await atMoment(({ type }) => type === 'TrialBalanceReleased', '&formato=csv');
    expect(file.html.split('\r\n')[0]).toContain(
      'Conta;Descrição;Saldo contábil;Saldo contábil (devedor);Conciliado',
    );
    expect(file.html).not.toContain('Dispensada');
    expect(file.html.trim().split('\r\n')).toHaveLength(ACCOUNTS + 1);
  });

  it('asks for competence and moment, knows nothing before the first event, and takes the future for now', async () => {
    const moment = (query: string) => people.auro.get(of(0).replace('?', `/momento?${query}&`));
    const odd = ['', 'period=2026-04', 'em=2026-04-01T10:00', 'period=x&em=y', 'period=2026-04&em=2026-02-30'];
    for (const query of odd) expect([query, (await moment(query)).status]).toEqual([query, 400]);
    const before = await moment('period=2026-04&em=2020-01-01');
    expect(before.html).toContain('Nenhum balancete até este momento');
    expect(before.html).toContain('Nenhuma conciliação até este momento');
    expect((await moment('period=2026-04&em=2999-01-01T10:00')).html).toContain('Dispensada');
  });

  it('leads from each event to what it is about, and tells those of one account', async () => {
    const [first = 0, second = 0] = ids;
    const page = await people.auro.get(of(0));
    const hrefs = links(page.html).map(([, href]) => href);
    expect(hrefs).toContain(`/console/conciliacoes/${first}`);
    expect(hrefs).toContain(`/console/competencias?companyId=${ledger.companyIds[0]}&period=2026-04`);
    const code = ledger.accounts[0]?.code ?? '';
    const ofAccount = await people.auro.get(of(0, `&conta=${code}&period=2026-04`));
    // Released, assigned, started and sent.
    expect(ofAccount.html).toContain('4 eventos');
    expect(ofAccount.html).not.toContain(`conciliação ${second} `);
    expect((await people.auro.get(of(0, `&conta=${code}&tipo=ato&quem=ana`))).html).toContain('2 eventos');
    expect((await people.auro.get(of(0, '&conta=9.9.9'))).html).toContain('Nenhum evento com estes filtros');
  });

  it('shows a composition as it was before it was replaced, with the difference, and at a moment', async () => {
    const [, second = 0] = ids;
    const file = join(service.dataDir, 'itens.json');
    const compose = async (...amounts: readonly string[]) => {
      const items = amounts.map((amount) => ({ description: `Nota de ${amount}`, date: '2026-04-30', amount }));
      await writeFile(file, JSON.stringify(items));
      await act('ana', second, 'compose', '--items', file);
      return new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, -1);
    };
    const text = async (path: string) => (await people.auro.get(path)).html.replace(/<[^>]+>/g, ' ');
    await act('ana', second, 'start');
    const between = await compose('10.00', '20.00');
    await compose('20.00', '35.00');
    await writeFile(file, JSON.stringify([{ description: 'Tarifa', amount: '-5.00' }]));
    await act('ana', second, 'adjust', '--items', file);
    const sums = async (kind: string) =>
      [...(await text(of(0, `&tipo=${kind}`))).matchAll(/somando (.*?)\s*·/g)].map(([, sum]) => sum);
    expect([await sums('composicao'), await sums('ajustes')]).toEqual([['55,00 D', '30,00 D'], ['5,00 C']]);
    const events = await people.auro.get(of(0, '&tipo=composicao'));
    const [last = '', earlier = ''] = links(events.html)
      .filter(([text]) => text === 'o que foi registrado')
      .map(([, href = '']) => href);
    expect(await text(last)).toMatch(/a soma mudou em\s+25,00/);
    expect(await text(last)).toMatch(/Nota de 20\.00.*Nota de 35\.00.*incluído.*Nota de 10\.00.*retirado/s);
    expect(await text(earlier)).toContain(', o primeiro.');
    expect(await text(earlier)).not.toContain('Nota de 35.00');
    const then = await text(`/console/auditoria/momento/${second}?em=${between}`);
    expect(then).toContain('Nota de 10.00');
    expect(then).not.toContain('Nota de 35.00');
    const list = await people.auro.get(of(0).replace('?', `/momento?period=2026-04&em=${between}&`));
    expect(list.html).toContain(`/console/auditoria/momento/${second}?em=`);
    for (const person of [people.uma, people.stranger]) {
      for (const path of [last, `/console/auditoria/momento/${second}?em=${between}`])
        expect((await person.get(path)).status).toBe(404);
    }
  });

  it('shows nothing of companies that the person does not see, and exports nothing of them', async () => {
    const moment = 'period=2026-04&em=2030-01-01&';
    const paths = ['?', '?formato=csv&', `/momento?${moment}`, `/momento?formato=csv&${moment}`];
    for (const path of paths.map((part) => of(0).replace('?', part)))
      for (const person of [people.uma, people.stranger]) expect((await person.get(path)).status).toBe(404);
    const own = await people.uma.get('/console/auditoria');
    expect(own.html).toContain(legalName(1));
    expect(own.html).not.toContain(legalName(0));
  });

  it('exports each event once, however many pages of them there are', async () => {
    await act('ana', ids[0] ?? 0, 'comment', '--comment', 'Conferido');
    const log = withCodec(await openEmbeddedLog(dataPaths(service.dataDir).log, { creates: false }));
    const stream = reconciliationsStream(ledger.companyIds[0] ?? 0, '2026-04' as Competence);
    const recorded: Recorded[] = [];
    for await (const event of log.read(stream, 0)) recorded.push(event);
    const last = recorded.at(-1) as Recorded<ReconciliationsCommented>;
    const comments = Array.from({ length: 120 }, (_, at) => `Conferido ${at};`);
    const events = comments.map((comment) => ({
      id: randomUUID(),
      type: last.type,
      metadata: last.metadata,
      data: { ...last.data, comment },
    }));
    await log.append([{ stream, events, expectedRevision: last.revision }]);
    await log.close();
    const path = of(0, '&tipo=comentario');
    await until(async () => (await people.auro.get(path)).html.includes(comments.at(-1) ?? ''), 'every comment');
    const csv = await people.auro.get(path.replace('?', '?formato=csv&'));
    const told = csv.html.trim().split('\r\n').slice(1);
    expect(comments.filter((comment) => told.filter((row) => row.includes(comment)).length !== 1)).toEqual([]);
  });
});
