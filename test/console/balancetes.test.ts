// Enviar balancete: what is sent is shown before anything is stored, and only what was shown is imported.
import { beforeAll, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { nobody, signedIn, teamSignedIn, type Browsing } from '../support/console.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { buildCnpj, chartCsv } from '../support/builders.js';
import { commandLine } from '../support/operator.js';
import { textIn } from './conciliacao/support.js';
import { tablesOf } from '../support/xlsxFile.js';
import { xlsxBytes } from '../files/spreadsheets.js';
import { email, registerTeam } from '../support/team.js';
import { hidden, monthCsv, sendForm } from '../support/trialBalanceFiles.js';
import { releasedMonth, type ReleasedMonth } from '../support/releasedMonth.js';
import { serviceOfFile } from '../support/serviceOfFile.js';

const SEND = '/console/balancetes/enviar';

const service = serviceOfFile();
let ledger: Ledger;
let other: Ledger;
let people: Readonly<Record<'ana' | 'bia' | 'sol' | 'mara' | 'auro', Browsing>>;
let stranger: Browsing;

service.needs(async (dataDir) => {
  const cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 2 });
  other = await registerLedger(dataDir, { ref: 'outra', firstCnpj: 900 });
  await registerTeam(cli, ledger);
  await registerTeam(cli, other);
  const unplanned = { cnpj: buildCnpj(990), razaoSocial: 'Sem Plano Ltda', nomeFantasia: '' };
  await cli.apply({
    ref: 'outra',
    companies: [{ ...unplanned, regimeTributario: 'REAL_PROFIT', status: 'ACTIVE', modules: ['RECONCILIATION'] }],
    users: [{ email: email('caio', 'outra'), roles: [{ role: 'APPROVER', companies: [other.cnpjs[0]] }] }],
  });
});
beforeAll(async () => {
  people = await teamSignedIn(service, ['ana', 'bia', 'sol', 'mara', 'auro']);
  stranger = await signedIn(service, email('mara', 'outra'));
});

const companyId = () => String(ledger.companyIds[0]);

/** @returns the address of the preview */
async function sent(
  by: Browsing,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>>,
  name?: string,
) {
  const form = sendForm(content, { companyId: companyId(), ...fields }, name);
  const { status, location, html } = await by.upload(SEND, form);
  if (status !== 303 || location === null) throw new Error(`${status} ${html}`);
  return location;
}

const imported = async (by: Browsing, path: string) => {
  const { html } = await by.get(path);
  const done = await by.post(`${path}/importar`, { previa: hidden(html, 'previa') });
  // The person's next page waits until the import can be read.
  return { ...done, next: (await by.get(done.location ?? '')).html };
};
const versions = async (period: string) => {
  const url = `${service.url}/api/v1/trial-balances?period=${period}&companyId=${companyId()}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${ledger.key}` } });
  return ((await answer.json()) as { data: { id: number; importadoPor: string; versao: number }[] }).data;
};

describe('Enviar balancete', () => {
  it('refuses a closed competence, and shows the same file again once it was reopened', async () => {
    const { ana, mara } = people;
    const period = '2025-03';
    const act = `/console/competencias/${companyId()}/2025-03`;
    expect((await mara.post(`${act}/fechar`, { confirmado: 'sim' })).status).toBe(303);
    const path = await sent(ana, monthCsv(ledger), { period });
    const refused = (await ana.get(path)).html;
    expect([refused.includes('está fechada'), hidden(refused, 'previa')]).toEqual([true, '']);
    const reopened = await mara.post(`${act}/reabrir`, { justificativa: 'Falta uma conta' });
    expect((await mara.get(reopened.location ?? '')).html).toContain('foi reaberta');
    expect((await ana.get(path)).html).not.toContain('está fechada');
    expect((await imported(ana, path)).location).toMatch(/^\/console\/balancetes\/\d+$/);
    expect(await versions(period)).toHaveLength(1);
  });

  it('shows how the file was read and what would change, stores nothing, and imports it as the person', async () => {
    const { ana } = people;
    const form = await ana.get(SEND);
    expect(form.html).toContain('<h1>Enviar balancete</h1>');
    const path = await sent(ana, monthCsv(ledger), { period: '2026-03' });
    expect(path).toMatch(/^\/console\/balancetes\/enviar\/[0-9a-f-]{36}$/);
    const { status, html } = await ana.get(path);
    expect(status).toBe(200);
    const read = ['balancete.csv', 'CSV; UTF-8', 'Saldo Atual', '03/2026', 'Plano Geral', 'D/C junto ao valor'];
    for (const text of read) expect(html).toContain(text);
    expect(html).toMatch(/20 incluídas; 0 alteradas; 0\s+removidas/);
    expect(
      html.match(/<tr><td[^>]*>[^<]*<\/td><td[^>]*>Conta \d.*?<td class="number"[^>]*>[\d.]+,\d\d/g),
    ).toHaveLength(3);
    const one = await ana.get(await sent(ana, monthCsv(ledger, { accounts: 1 }), { period: '2026-03' }));
    expect(one.html).toMatch(/1 no arquivo; 1 entra; .*1 incluída; 0 alteradas/s);
    expect(await versions('2026-03')).toEqual([]);

    const done = await imported(ana, path);
    expect(done).toMatchObject({ status: 303 });
    const [version] = await versions('2026-03');
    expect(version).toMatchObject({ versao: 1, importadoPor: 'Ana Elaboradora' });
    expect(done.location).toBe(`/console/balancetes/${version?.id ?? ''}`);
    expect(done.next).toContain('Versão 1 importada, com 20 linhas');
    const gone = await ana.get(path);
    expect([gone.status, gone.html.includes('O arquivo já foi gravado ou descartado')]).toEqual([404, true]);
  });

  it('tells every error by line, and gives the file back with them, no cell of it a formula', async () => {
    const { ana } = people;
    const bad = [
      `${ledger.accounts[0]?.code ?? ''};<script>alert(1)</script>;0,00;5,00;0,00;7,00D`,
      `${ledger.accounts[1]?.code ?? ''};=HYPERLINK("http://x");abc;0,00;0,00;0,00`,
    ];
    const name = '<img src=x onerror=alert(1)>";\r\nx-y: 1.csv';
    const path = await sent(ana, monthCsv(ledger, { accounts: 0, more: bad }), { period: '2026-04' }, name);
    const { html } = await ana.get(path);
    expect(html).toContain('O que impede a importação');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;script>alert(1)');
    expect(html).not.toContain('>Importar<');
    expect((await imported(ana, path)).location).toBe(path);

    const csv = await ana.post(`${path}/erros`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff');
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[A-Za-z0-9 ._-]+ - erros\.csv"; filename\*=UTF-8''/,
    );
    expect(csv.headers.get('x-y')).toBeNull();
    expect(csv.html).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv.html).toMatch(/linha 3/);
    expect(await versions('2026-04')).toEqual([]);
  });

  it('gives a workbook back as a workbook, with its errors beside the heading it was read by', async () => {
    const { ana } = people;
    const rows = [['Empresa X'], ['a', 'b', 'c', 'd', 'e'], [ledger.accounts[0]?.code ?? '', 0, 5, 0, 7]];
    const workbook = new Uint8Array(await xlsxBytes([{ name: 'Plan1', rows }]));
    const path = await sent(ana, workbook, { period: '2026-04' }, 'abril.xlsx');
    const columns = { accountCode: 'a', previousBalance: 'b', debit: 'c', credit: 'd', finalBalance: 'e' };
    await ana.post(`${path}/colunas`, { ...columns, headerRow: '2', acao: 'conferir' });
    expect((await ana.get(path)).html).toContain('(XLSX)');
    const answer = await fetch(`${service.url}${path}/erros`, {
      method: 'POST',
      headers: { cookie: ana.cookie(), 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ csrf: ana.csrfToken }),
    });
    const [sheet] = await tablesOf(new Uint8Array(await answer.arrayBuffer()));
    expect(sheet?.rows[2]?.at(-1)).toBe('Erros');
    expect(sheet?.rows[3]?.at(-1)).toContain('linha 3');
  });

  it('asks for the competence and the chart that the file lacks, in words that are no field of the API', async () => {
    const { ana } = people;
    const path = await sent(ana, monthCsv(ledger), { chartName: 'Um que não há' }, 'sem mês.csv');
    const asked = (await ana.get(path)).html;
    expect(asked).toContain('Informe a competência');
    expect(asked).not.toMatch(/\b(period|chartName|companyId)\b(?!")/);
    expect(asked).toMatch(/required[^>]* name="period"/);
    await ana.post(`${path}/informar`, { period: '2026-13' });
    expect((await ana.get(path)).html).toContain('A competência é um mês');
    await ana.post(`${path}/informar`, { period: '2027-03' });
    const chosen = (await ana.get(path)).html;
    expect(chosen).toContain('Plano de contas &quot;Um que não há&quot; não encontrado');
    const charts = /name="chartName".*?<\/select>/s.exec(chosen)?.[0] ?? '';
    await ana.post(`${path}/informar`, { chartName: /<option value="([^"]+)"/.exec(charts)?.[1] ?? '' });
    expect((await ana.get(path)).html).toMatch(/20 incluídas/);
    expect((await imported(ana, path)).location).toMatch(/balancetes\/\d+$/);
    expect(await versions('2027-03')).toHaveLength(1);
  });

  it('understands a month as it is typed where a browser has no field for months', async () => {
    const { ana } = people;
    const path = await sent(ana, monthCsv(ledger), { period: '3/2028' });
    expect((await imported(ana, path)).location).toMatch(/balancetes\/\d+$/);
    expect(await versions('2028-03')).toHaveLength(1);
    const lacking = await sent(ana, monthCsv(ledger), {}, 'sem mês.csv');
    await ana.post(`${lacking}/informar`, { period: '04/2028' });
    expect((await ana.get(lacking)).html).toMatch(/Competência<\/dt><dd.*?04\/2028/s);
    const { html } = await ana.get('/console/balancetes?period=03/2028');
    const [version] = await versions('2028-03');
    expect(html.match(/balancetes\/\d+"/g)).toEqual([`balancetes/${version?.id}"`]);
    // From the list of a company and month the form begins with both.
    const place = `companyId=${companyId()}&period=2028-05`;
    const [, send = ''] =
      /href="([^"]*enviar[^"]*)"/.exec((await ana.get(`/console/balancetes?${place}`)).html) ?? [];
    expect(send.replaceAll('&amp;', '&')).toBe(`${SEND}?${place}`);
    const list = await ana.get('/console/conciliacoes?period=03/2028');
    expect(list.status).toBe(200);
    for (const page of [list.html, (await ana.get(SEND)).html])
      expect(page).toMatch(
        /<input[^>]*type="month"[^>]*placeholder="mm\/aaaa"|<input placeholder="mm\/aaaa"[^>]*type="month"/,
      );
    expect((await ana.get('/console/conciliacoes?period=13/2028')).status).toBe(400);
  });

  it('warns loudly of a file that lacks a tenth of the accounts of the current version or more', async () => {
    const { ana } = people;
    const period = '2025-09';
    await imported(ana, await sent(ana, monthCsv(ledger), { period }));
    const shown = async (accounts: number) =>
      textIn((await ana.get(await sent(ana, monthCsv(ledger, { accounts }), { period }))).html);
    expect(await shown(1)).toContain('19 contas das 20 da versão atual não estão neste arquivo.');
    expect(await shown(18)).toContain('2 contas das 20 da versão atual não estão neste arquivo.');
    expect(await shown(19)).not.toContain('da versão atual');
  });

  it('leads to the first chart where there is none, and takes the file that waits once there is one', async () => {
    const mara = await signedIn(service, email('mara', 'outra'));
    const { html } = await mara.get('/console');
    const [, id = ''] = /\/enviar\?companyId=(\d+)&amp;period=[\d-]+"[^>]*>Sem Plano/.exec(html) ?? [];
    const path = await sent(mara, monthCsv(other), { companyId: id, period: '2026-03' });
    expect((await mara.get(path)).html).toMatch(/Nenhum plano de contas está.*href="\/console\/planos\/enviar"/);
    const chart = { companyId: id, nome: 'Primeiro', vigenciaInicio: '', vigenciaFim: '', ativo: 'sim' };
    const upload = await mara.upload('/console/planos/enviar', sendForm(chartCsv(other.accounts), chart));
    const chartPath = upload.location ?? '';
    expect((await mara.get(chartPath)).html).toMatch(
      /Início da vigência: campo obrigatório.*name="vigenciaInicio"/s,
    );
    await mara.post(`${chartPath}/vigencia`, { vigenciaInicio: '2026-01-01' });
    const preview = hidden((await mara.get(chartPath)).html, 'previa');
    expect((await mara.post(`${chartPath}/gravar`, { previa: preview })).status).toBe(303);
    expect(textIn((await mara.get(path)).html)).toContain('20 incluídas');
    const { location, next } = await imported(mara, path);
    expect(next).toContain('Versão 1 importada, com 20 linhas');
    const question = textIn((await mara.post(`${location ?? ''}/liberar`)).html);
    expect(question).toContain('Ninguém tem em Sem Plano Ltda o papel Aprovador.');
  });

  it('names the kinds of file it reads where it reads none', async () => {
    const path = await sent(people.ana, '%PDF-1.7', { period: '2026-04' }, 'balancete.pdf');
    expect((await people.ana.get(path)).html).toContain(
      'Formato não aceito: envie XLSX, XLS, CSV, TXT, XML, HTML ou SPED ECD (o arquivo é PDF)',
    );
  });

  it('gives a file back whose long name would be cut within a character', async () => {
    const { ana } = people;
    const name = `😀${'a'.repeat(250)}.csv`;
    const path = await sent(ana, monthCsv(ledger), { period: '2026-04' }, name);
    const csv = await ana.post(`${path}/erros`);
    expect(csv.status).toBe(200);
    expect(csv.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${'a'.repeat(250)}%20-%20erros.csv`,
    );
  });

  it('names what the form lacks, and keeps what was chosen', async () => {
    const form = sendForm(monthCsv(ledger), { companyId: companyId(), period: '2026-13' });
    const { status, html } = await people.ana.upload(SEND, form);
    expect(status).toBe(422);
    expect(html).toContain('A competência é um mês');
    expect(html).toMatch(new RegExp(`value="${companyId()}" selected`));
    const empty = new FormData();
    empty.set('companyId', '999999');
    empty.set('file', new Blob([]), '');
    const refused = await people.ana.upload(SEND, empty);
    expect(refused.html).toContain('Escolha a empresa');
    expect(refused.html).toContain('Escolha o arquivo');
  });
});

describe('A staged file', () => {
  it('does not exist for another session of the same person, another person, or another client', async () => {
    const path = await sent(people.ana, monthCsv(ledger), { period: '2026-05' });
    const { html } = await people.ana.get(path);
    const previa = hidden(html, 'previa');
    const unknown = `${SEND}/${randomUUID()}`;
    const again = await signedIn(service, email('ana'));
    for (const by of [again, people.bia, stranger])
      expect(await by.get(path)).toMatchObject({ status: 404, html: (await by.get(unknown)).html });
    for (const act of ['importar', 'informar', 'colunas', 'erros', 'descartar'])
      expect((await again.post(`${path}/${act}`, { previa, acao: 'salvar' })).status).toBe(404);
    expect((await nobody(service).get(path)).status).toBe(303);
    expect(await versions('2026-05')).toEqual([]);
    expect((await people.ana.post(`${path}/descartar`)).location).toBe(SEND);
    expect((await people.ana.get(path)).status).toBe(404);
  });

  it('is refused with a form of another session, and for a company that the person does not see', async () => {
    const form = sendForm(monthCsv(ledger), { companyId: companyId(), csrf: people.mara.csrfToken });
    expect((await people.ana.upload(SEND, form)).status).toBe(403);
    const foreign = sendForm(monthCsv(other), { companyId: String(other.companyIds[0]) });
    expect((await people.ana.upload(SEND, foreign)).html).toContain('Escolha a empresa');
  });

  it('is imported only as the preview of this moment shows it', async () => {
    const { ana, sol } = people;
    const first = await sent(ana, monthCsv(ledger), { period: '2026-06' });
    const second = await sent(sol, monthCsv(ledger, { amount: '2,00' }), { period: '2026-06' });
    expect((await ana.post(`${first}/importar`, { previa: '' })).location).toBe(first);
    expect(await versions('2026-06')).toEqual([]);
    await imported(ana, first);
    const before = hidden((await sol.get(second)).html, 'previa');
    expect((await sol.post(`${second}/importar`, { previa: before })).location).toBe(second);
    expect(await versions('2026-06')).toHaveLength(1);
    const again = await sol.get(second);
    expect(again.html).toContain('confira de novo');
    expect(again.html).toMatch(/0 incluídas; 20 alteradas/);
    expect((await imported(sol, second)).location).toMatch(/\/console\/balancetes\/\d+$/);
    expect(await versions('2026-06')).toHaveLength(2);
  });
});

describe('The columns of a file', () => {
  const headings = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'];
  const right = {
    accountCode: 'A1',
    accountName: 'B1',
    previousBalance: 'C1',
    debit: 'D1',
    credit: 'E1',
    finalBalance: 'F1',
  };

  it('are corrected for this file by who may import, and only it is read with them', async () => {
    const { ana } = people;
    const path = await sent(ana, monthCsv(ledger, { headings }), { period: '2026-08' });
    const unread = (await ana.get(path)).html;
    expect(unread).toContain('<details class="columns" open');
    expect(unread).toContain('D1 (nº 4)');
    expect(unread).not.toContain('Salvar para os próximos arquivos');

    await ana.post(`${path}/colunas`, { ...right, credit: 'D1', acao: 'conferir' });
    expect((await ana.get(path)).html).toContain('foi escolhida mais de uma vez');
    await ana.post(`${path}/colunas`, { ...right, acao: 'conferir' });
    const tried = (await ana.get(path)).html;
    expect(tried).toMatch(/20 incluídas/);
    expect(tried).toContain('Com as colunas corrigidas para este arquivo');
    expect((await ana.post(`${path}/colunas`, { ...right, acao: 'salvar' })).status).toBe(403);
    expect((await imported(ana, path)).location).toMatch(/balancetes\/\d+$/);
    expect(await versions('2026-08')).toHaveLength(1);

    const next = await sent(ana, monthCsv(ledger, { headings }), { period: '2026-09' });
    expect((await ana.get(next)).html).toContain('O que impede a importação');
  });

  it('are saved for the next files by an Administrador, who sees what others sent', async () => {
    const { mara, ana, bia } = people;
    const path = await sent(ana, monthCsv(ledger, { headings }), { period: '2026-10' }, 'outubro.csv');
    const link = `<a href="${path}">outubro.csv</a>`;
    const seen = await Promise.all([mara, ana, bia, stranger].map(async (by) => (await by.get(SEND)).html));
    const days = await Promise.all([mara, ana, bia, stranger].map(async (by) => (await by.get('/console')).html));
    expect(days.map((html) => html.includes(path))).toEqual([true, true, false, false]);
    expect(seen.map((html) => html.includes(link))).toEqual([true, true, false, false]);
    expect((await bia.get(path)).status).toBe(404);
    expect((await mara.post(`${path}/descartar`)).status).toBe(404);

    await mara.post(`${path}/colunas`, { ...right, acao: 'salvar' });
    expect((await mara.get(path)).html).toContain('Colunas salvas para os próximos arquivos');
    const corrected = (await ana.get(path)).html;
    expect(corrected).toMatch(/20 incluídas/);
    expect((await ana.get(SEND)).html).toContain('Pronto para importar');
    expect((await imported(ana, path)).location).toMatch(/balancetes\/\d+$/);
    const next = await sent(ana, monthCsv(ledger, { headings }), { period: '2026-11' });
    expect((await ana.get(next)).html).toMatch(/20 incluídas/);
  });
});

// Balancetes: versions with who, when and warnings, their release, lines and differences, for people of the
// company alone.
describe('Balancetes', () => {
  const VERSIONS = '/console/balancetes';

  let month: ReleasedMonth;
  let people: Readonly<Record<'ana' | 'sol' | 'auro', Browsing>>;

  service.needs(async (dataDir) => {
    month = await releasedMonth(dataDir, { ref: 'versoes', firstCnpj: 20, companies: 2 });
    const [first = 0, second = 0] = month.ids;
    for (const id of [first, second]) {
      await month.does('sol', 'assign', id, '--to', email('ana', 'versoes'));
      await month.does('ana', 'start', id);
      await month.does('ana', 'submit', id);
    }
  });
  beforeAll(async () => {
    people = await teamSignedIn(service, ['ana', 'sol', 'auro'], 'versoes');
  });

  const companyId = () => String(month.ledger.companyIds[0]);

  const preview = (content: string, period: string) =>
    sent(people.ana, content, { companyId: companyId(), period });

  /** @returns the id of the version */
  async function importedAs(content: string, period: string): Promise<string> {
    const { location } = await imported(people.ana, await preview(content, period));
    return location?.split('/').at(-1) ?? '';
  }

  it('tells before an import which sent reconciliations it would undo, by both amounts', async () => {
    const path = await preview(monthCsv(month.ledger, { amount: '9,00' }), '2026-05');
    const { html } = await people.ana.get(path);
    expect(html).toContain('2 conciliações enviadas ou aprovadas voltariam');
    expect(html).toContain(`/console/conciliacoes/${month.ids[0]}`);
    expect(html).toMatch(/Enviada para revisão|Aguardando aprovação/);
    expect(html).toContain('<span class="money">9,00 <span class="side">D</span></span>');
    await people.ana.post(`${path}/descartar`);
  });

  it('shows every version with who and when, its counters and its warnings', async () => {
    const outside = { more: ['9.9.9;Fora;0,00;0,00;0,00;0,00D'] };
    const id = await importedAs(monthCsv(month.ledger, outside), '2026-05');
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
    expect((await page('?escopo=tudo')).status).toBe(400);
    const found = (await page('?escopo=todas&texto=9.9')).html;
    expect(found).toContain('1 linha<');
    expect(found).toContain('name="escopo" value="todas"');
    expect(older).toContain('Liberado');
    expect(older).toContain('Operador');
  });

  it('are released once, and no role sees the act that may not do it', async () => {
    const id = await importedAs(monthCsv(month.ledger, { amount: '3,00' }), '2026-05');
    for (const by of [people.ana, people.auro]) expect((await by.get(VERSIONS)).html).not.toContain('>Liberar<');
    const page = `${VERSIONS}/${id}?texto=1`;
    const listed = (await people.sol.get(`${VERSIONS}?period=2026-05`)).html;
    expect(hidden(listed, 'voltar')).toBe(`${VERSIONS}?period=2026-05`);
    const asked = await people.sol.post(`${VERSIONS}/${id}/liberar`, {
      voltar: hidden((await people.sol.get(page)).html, 'voltar'),
    });
    expect(asked.html).toContain(`href="${page}"`);
    const confirmed = { confirmado: hidden(asked.html, 'confirmado'), voltar: hidden(asked.html, 'voltar') };
    const done = await people.sol.post(`${VERSIONS}/${id}/liberar`, confirmed);
    expect(done).toMatchObject({ status: 303, location: page });
    const { html } = await people.sol.get(page);
    expect(html).toContain('balancete liberado, com 20 conciliações');
    expect(html).toContain('Sol Supervisora');
    await people.sol.post(`${VERSIONS}/${id}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('20 conciliações');
  });

  it('are not released once a newer version is there, nor in a closed competence', async () => {
    const older = await importedAs(monthCsv(month.ledger), '2026-06');
    const newer = await importedAs(monthCsv(month.ledger, { amount: '2,00' }), '2026-06');
    await people.sol.post(`${VERSIONS}/${older}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('Uma versão mais nova de 06/2026 foi importada');
    await month.cli.json('close', '--company', companyId(), '--period', '2026-06', '--yes');
    await people.sol.post(`${VERSIONS}/${newer}/liberar`);
    expect((await people.sol.get(VERSIONS)).html).toContain('está fechada e não aceita novas liberações');
  });

  it('show their lines by the beginning of code or words, and what differs from another version', async () => {
    const code = month.ledger.accounts[0]?.code ?? '';
    const before = await importedAs(monthCsv(month.ledger, { accounts: 3 }), '2026-07');
    const after = await importedAs(monthCsv(month.ledger, { accounts: 2, amount: '1.234.567,89' }), '2026-07');
    const page = await people.auro.get(`${VERSIONS}/${after}?texto=${encodeURIComponent(code)}`);
    expect(page.html).toContain('1 linha<');
    expect(page.html).toContain('1.234.567,89 <span class="side">D</span>');
    const { html: whole } = await people.auro.get(`${VERSIONS}/${after}?texto=CÓNTA`);
    expect(whole).toContain('2 linhas');
    // The first account was debited, the second credited.
    expect(textIn(whole)).toContain('Soma de 2 linhas 0,00 1.234.567,89 1.234.567,89 0,00');
    expect(page.html).not.toContain('Soma de');
    expect((await people.auro.get(`${VERSIONS}/${after}?texto=x`)).html).toContain('Nenhuma conta começa com');
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
    const id = await importedAs(monthCsv(month.ledger, { accounts: 1 }), '2026-08');
    expect((await people.auro.get(`${VERSIONS}/${id}`)).html).toContain('1 enviada; 1 importada');
    const closing = await people.auro.get('/console/fechamento?period=2026-03&papel=sim');
    expect(closing.html).toMatch(/08\/2026<\/a>.*0 de 1 fechada</s);
  });

  it('of another client, or of no one, are the same page that does not exist', async () => {
    const id = await importedAs(monthCsv(month.ledger), '2026-08');
    const absent = (await stranger.get(`${VERSIONS}/999999`)).html;
    for (const path of [`${VERSIONS}/${id}?comparar=1`, `${VERSIONS}/abc`, `${VERSIONS}/-1`])
      expect(await stranger.get(path)).toMatchObject({ status: 404, html: absent });
    expect((await stranger.get(`${VERSIONS}?companyId=${companyId()}`)).status).toBe(404);
    expect((await people.ana.get(`${VERSIONS}/${id}?comparar=999999`)).status).toBe(404);
  });

  it('are told after the last page of their list to be on fewer pages', async () => {
    const { status, html } = await people.ana.get(`${VERSIONS}?page=99999`);
    expect([status, html.includes('A lista tem só 1 página.')]).toEqual([200, true]);
    expect(html).toContain(`href="${VERSIONS}?page=1">Ver a lista<`);
    expect(html).not.toContain('Nenhum balancete');
  });
});
