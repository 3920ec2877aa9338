// Planos de contas: the charts a person sees, and a file that is shown before it changes one.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import xlsx from 'node-xlsx';
import { signedIn, type Browsing } from '../support/console.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { commandLine } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { email, registerTeam, type Member } from '../support/team.js';
import { hidden, sendForm } from '../support/trialBalanceFiles.js';

const CHARTS = '/console/planos';
const UPLOAD = `${CHARTS}/enviar`;
const NEW_CHART = { nome: 'Plano Novo', vigenciaInicio: '2026-01-01', vigenciaFim: '', ativo: 'sim' };
const ACCOUNTS = [
  ['Conta', 'Nome da conta', 'Tipo', 'Natureza', 'Concilia', 'Setor', 'Nível'],
  ['1', 'Ativo', 'Sintética', 'Devedora', '', '', '1'],
  ['1.1', 'Caixa <b>geral</b>', 'Analítica', 'Devedora', 'Sim', 'Tesouraria', '2'],
  ['2.10', 'Fornecedores', 'A', 'C', 'S', '', '2'],
] as const;

let service: Service;
let ledger: Ledger;
const people = {} as Record<Member, Browsing>;
let stranger: Browsing;
/** Revisora of the second company alone. */
let dora: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  const cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 2 });
  const other = await registerLedger(dataDir, { ref: 'outra', firstCnpj: 900 });
  await registerTeam(cli, dataDir, ledger);
  await registerTeam(cli, dataDir, other);
  const users = [
    { email: 'dora@acme.com.br', name: 'Dora', roles: [{ role: 'REVIEWER', companies: [ledger.cnpjs[1]] }] },
  ];
  const file = join(dataDir, 'mais.json');
  await writeFile(file, JSON.stringify({ clients: [{ ref: 'acme', users }] }));
  await cli.json('apply', file);
  service = await startService({ dataDir });
  for (const name of ['ana', 'sol', 'mara', 'auro'] as const) people[name] = await signedIn(service, email(name));
  stranger = await signedIn(service, email('mara', 'outra'));
  dora = await signedIn(service, 'dora@acme.com.br');
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(';')).join('\r\n');
const companyId = () => String(ledger.companyIds[0]);
const chartPath = async (by: Browsing, name: string): Promise<string> => {
  const { html } = await by.get(CHARTS);
  return new RegExp(`<a href="(/console/planos/\\d+)">${name}</a>`).exec(html)?.[1] ?? '';
};

/** @returns the address of the preview */
async function sent(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  name = 'plano.csv',
): Promise<string> {
  const form = sendForm(content, { companyId: companyId(), ...NEW_CHART, ...fields }, name);
  const { status, location, html } = await people.mara.upload(UPLOAD, form);
  if (status !== 303 || location === null) throw new Error(`${status} ${html}`);
  return location;
}
const save = async (path: string) =>
  people.mara.post(`${path}/gravar`, { previa: hidden((await people.mara.get(path)).html, 'previa') });

describe('Planos de contas', () => {
  it('lists the charts of the companies a person sees, with accounts that a search finds and versions', async () => {
    const { ana } = people;
    const list = await ana.get(CHARTS);
    expect(list.status).toBe(200);
    expect(list.html.match(/Plano Geral<\/a>/g)).toHaveLength(2);
    const path = await chartPath(ana, 'Plano Geral');
    const all = await ana.get(path);
    expect(all.html).toContain('<h1>Plano Geral</h1>');
    const code = ledger.accounts[3]?.code ?? '';
    const found = await ana.get(`${path}?texto=${code}`);
    expect(found.html).toContain(`>${code}</td>`);
    expect((await ana.get(`${path}?texto=nada-com-isto`)).html).toContain('Nenhuma conta com esta busca');
    expect(all.html).toContain('Versões do plano');
  });

  it('shows what a new chart would be, stores nothing before it is asked to, and registers what was shown', async () => {
    const path = await sent(csv(ACCOUNTS));
    const { html } = await people.mara.get(path);
    for (const text of [
      ...['Nada foi gravado ainda', '3 novas; 0 alteradas; 0 iguais', 'desde 01/01/2026', 'Nível'],
      ...['Natureza: Credora', 'Caixa &lt;b>geral&lt;/b>'],
    ])
      expect(html).toContain(text);
    expect(await chartPath(people.mara, 'Plano Novo')).toBe('');

    const done = await save(path);
    expect(done.location).toMatch(/^\/console\/planos\/\d+$/);
    const shown = (await people.mara.get(done.location ?? '')).html;
    expect(shown).toContain('Plano Novo: plano gravado, com 3 contas novas ou alteradas');
    expect(shown).toContain('2.10');
    expect(shown).toContain('Mara Administradora');
    const rows = await accountsOf(done.location ?? '');
    expect(rows).toMatchObject([
      { codigo: '1', tipo: 'SYNTHETIC', natureza: 'DEBIT', exigeConciliacao: false },
      { codigo: '1.1', tipo: 'ANALYTICAL', natureza: 'DEBIT', exigeConciliacao: true, setor: 'Tesouraria' },
      { codigo: '2.10', tipo: 'ANALYTICAL', natureza: 'CREDIT', exigeConciliacao: true },
    ]);
    expect((await people.mara.get(path)).status).toBe(404); // the staged file is gone
  });

  it('reads a workbook, says what changes field by field, and leaves what the file does not name', async () => {
    const rows = [
      ['Plano de contas da empresa'],
      [],
      ['Código', 'Descrição', 'Departamento'],
      ['1.1', 'Caixa central', 'Financeiro'],
      ['3', 'Receitas', ''],
    ];
    const bytes = new Uint8Array(xlsx.build([{ name: 'Plano', data: rows, options: {} }]));
    const refused = await people.mara.get(await sent(bytes, {}, 'plano.xlsx'));
    expect(refused.html).toContain('Linha 5, Tipo: campo obrigatório');
    expect(refused.html).not.toContain('Gravar o plano');

    const known = new Uint8Array(xlsx.build([{ name: 'Plano', data: rows.slice(0, 4), options: {} }]));
    const path = await sent(known, { vigenciaFim: '2026-12-31' }, 'plano.xlsx');
    const { html } = await people.mara.get(path);
    expect(html).toContain('desde 01/01/2026 → de 01/01/2026 a 31/12/2026');
    expect(html).toContain('0 novas; 1 alterada; 0 iguais; 2 do plano não estão no arquivo e ficam como estão');
    expect(html).toContain('<del>Caixa &lt;b>geral&lt;/b></del> → <ins>Caixa central</ins>');
    const { location } = await save(path);
    expect((await accountsOf(location ?? ''))[1]).toMatchObject({
      descricao: 'Caixa central',
      departamento: 'Financeiro',
      setor: 'Tesouraria',
    });
    const again = await people.mara.get(await sent(known, { vigenciaFim: '2026-12-31' }, 'plano.xlsx'));
    expect(again.html).toContain('O plano já está assim');
  });

  it('says by line and column what is wrong, and registers nothing', async () => {
    const wrong = [
      ['Código', 'Descrição', 'Tipo', 'Natureza', 'Exige conciliação'],
      ['1', 'Ativo', 'Outra', 'Devedora', 'talvez'],
      ['1', '', 'Analítica', 'Nenhuma', 'Sim'],
    ];
    const { html } = await people.mara.get(await sent(csv(wrong), { nome: 'Errado', vigenciaInicio: '' }));
    for (const sentence of [
      'Linha 2, Tipo: deve ser Analítica ou Sintética',
      'Linha 2, Exige conciliação: deve ser Sim ou Não',
      'Linha 3, Natureza: deve ser Devedora ou Credora ou Mista',
      'Linha 3, Código: esta conta aparece mais de uma vez no plano',
      'Início da vigência: campo obrigatório',
    ])
      expect(html).toContain(sentence);
    expect((await people.mara.get(await sent('nada;aqui\r\n1;2', { nome: 'Errado' }))).html).toContain(
      'não tem linha de cabeçalho com as colunas Código e Descrição',
    );
    expect(await chartPath(people.mara, 'Errado')).toBe('');
  });

  it('refuses codes that a spreadsheet turned into numbers', async () => {
    const rows = [
      ['Código', 'Descrição', 'Tipo', 'Natureza', 'Concilia'],
      [1.1, 'Caixa', 'Analítica', 'Devedora', 'Sim'],
    ];
    const bytes = new Uint8Array(xlsx.build([{ name: 'Plano', data: rows, options: {} }]));
    const { html } = await people.mara.get(await sent(bytes, {}, 'plano.xlsx'));
    expect(html).toContain('Linha 2, Código: o código está na planilha como número ou data (1.1)');
  });

  it('shows again what would change where the chart changed since', async () => {
    const first = await sent(csv([...ACCOUNTS, ['4', 'Quarta', 'A', 'C', 'S', '', '']]), { nome: 'Dois' });
    const second = await sent(csv([...ACCOUNTS, ['4', 'Outra', 'A', 'C', 'S', '', '']]), { nome: 'Dois' });
    await save(second);
    const stale = await save(first);
    expect(stale.location).toBe(first);
    const { html } = await people.mara.get(first);
    expect(html).toContain('confira de novo');
    expect(html).toContain('<del>Outra</del> → <ins>Quarta</ins>');
    expect((await save(first)).location).toMatch(/\/console\/planos\/\d+$/);
  });

  it('keeps what was typed where the form is incomplete', async () => {
    const form = sendForm('', { companyId: companyId(), ...NEW_CHART, nome: '' }, '');
    const { status, html } = await people.mara.upload(UPLOAD, form);
    expect(status).toBe(422);
    expect(html).toContain('Informe o nome do plano');
    expect(html).toContain('Escolha o arquivo do plano de contas');
    expect(html).toContain('value="2026-01-01"');
  });

  it('is changed by an Administrador alone, and seen by who sees its company', async () => {
    const path = await chartPath(people.mara, 'Plano Novo');
    for (const by of [people.ana, people.sol, people.auro]) {
      expect((await by.get(path)).status).toBe(200);
      expect((await by.get(path)).html).not.toContain('Enviar nova versão');
      expect((await by.get(UPLOAD)).status).toBe(403);
      expect(
        (await by.upload(UPLOAD, sendForm(csv(ACCOUNTS), { companyId: companyId(), ...NEW_CHART }))).status,
      ).toBe(403);
    }
    expect((await dora.get(path)).status).toBe(404);
    expect((await dora.get(CHARTS)).html.match(/Plano Geral<\/a>/g)).toHaveLength(1);
    expect((await stranger.get(path)).status).toBe(404);
    const staged = await sent(csv(ACCOUNTS), { nome: 'Terceiro' });
    expect((await stranger.get(staged)).status).toBe(404);
    expect((await stranger.post(`${staged}/gravar`, { previa: 'x' })).status).toBe(404);
    // A file that waits for one page is not found by another.
    const balancete = staged.replace(CHARTS, '/console/balancetes');
    expect((await people.mara.get(balancete)).status).toBe(404);
    expect((await people.mara.post(`${staged}/descartar`)).location).toBe(UPLOAD);
    expect((await people.mara.get(staged)).status).toBe(404);
  });
});

type AccountAnswer = Readonly<Record<string, unknown>>;

async function accountsOf(path: string): Promise<readonly AccountAnswer[]> {
  const id = path.split('/').at(-1) ?? '';
  const url = `${service.url}/api/v1/chart-of-accounts/${id}/accounts`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${ledger.key}` } });
  return ((await answer.json()) as { data: AccountAnswer[] }).data;
}
