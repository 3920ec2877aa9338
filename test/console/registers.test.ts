// The registers on screen: who sees which of them, and what an Administrador changes.
import { beforeAll, describe, expect, it } from '#jest';
import { buildCnpj } from '../support/builders.js';
import { focusedIn, signedIn, teamSignedIn, type Browsing, type FormValues } from '../support/console.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { commandLine } from '../support/operator.js';
import { email, registerTeam } from '../support/team.js';
import xlsx from 'node-xlsx';
import { hidden, sendForm } from '../support/trialBalanceFiles.js';
import { serviceOfFile } from '../support/serviceOfFile.js';

const service = serviceOfFile();
let acme: Ledger;
let mara: Browsing;
/** Elaboradora of the first company alone. */
let uma: Browsing;
/** Administrador of the first company alone. */
let gil: Browsing;

service.needs(async (dataDir) => {
  const cli = commandLine(dataDir);
  acme = await registerLedger(dataDir, { companies: 2 });
  await registerTeam(cli, acme);
  const ofFirst = { companies: [acme.cnpjs[0]] };
  const users = [
    { email: 'uma@acme.com.br', name: 'Uma <b>Só</b>', roles: [{ role: 'PREPARER', ...ofFirst }] },
    { email: 'gil@acme.com.br', name: 'Gil de Uma', roles: [{ role: 'MODULE_ADMIN', ...ofFirst }] },
    { email: 'dois@acme.com.br', name: 'Dora Dois', roles: [{ role: 'REVIEWER', companies: [acme.cnpjs[1]] }] },
  ];
  const names = acme.cnpjs.map((cnpj, index) => ({ cnpj, razaoSocial: ['Primeira S.A.', 'Segunda Ltda'][index] }));
  await cli.apply({ ref: 'acme', companies: names, users });
});
beforeAll(async () => {
  mara = await signedIn(service, email('mara'));
  uma = await signedIn(service, 'uma@acme.com.br');
  gil = await signedIn(service, 'gil@acme.com.br');
});

const first = () => acme.companyIds[0] ?? 0;

const company: FormValues = {
  razaoSocial: 'Terceira S.A.',
  nomeFantasia: '',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  controladoraCnpj: '',
  conciliacao: 'sim',
};
const rules: FormValues = {
  'prazo-preparer': '4',
  'prazo-reviewer': '6',
  'prazo-approver': '9',
  zero: 'sim',
  ate: 'R$ 1.250,50',
  trazer: ' 2.1 \r\n\r\n1.1.02',
  'resp-1-escopo': 'sector',
  'resp-1-valor': 'Tesouraria',
  'resp-1-preparer': email('ana'),
};

describe('Registers are seen', () => {
  it('without a way to edit by those who are no Administrador of the client', async () => {
    for (const by of [await signedIn(service, email('sol')), gil])
      for (const page of ['empresas', 'regras'])
        expect((await by.get(`/console/${page}`)).html).not.toMatch(/Cadastrar (?:empresa|pessoa)|Salvar/);
    expect((await gil.get('/console/empresas')).html).toContain('Administrador do módulo de todas as empresas');
  });

  it('for the companies of the roles alone: no other company, its people, rules or address', async () => {
    const pages = await Promise.all(['empresas', 'regras'].map((page) => uma.get(`/console/${page}`)));
    for (const { html } of pages) {
      expect(html).not.toContain('Segunda');
      expect(html).not.toContain('Dora');
    }
    expect(pages[0]?.html).toContain('Primeira S.A.');
  });
});

describe('Registers are edited', () => {
  it('companies: registered, changed, and refused with what was typed kept', async () => {
    const typed = { ...company, cnpj: '11.222.333/0001-80' };
    const refused = await mara.post('/console/empresas/nova', typed);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('CNPJ: os dígitos verificadores do CNPJ não conferem');
    expect(refused.html).toContain('value="11.222.333/0001-80"');
    const { aria = '', id = '' } =
      /name="cnpj" aria-describedby="(?<id>[^"]*)"(?<aria>[^>]*)/.exec(refused.html)?.groups ?? {};
    expect([aria.includes('aria-invalid'), aria.includes('autofocus')]).toEqual([true, true]);
    expect(refused.html.split(`id="${id}"`)[1]).toMatch(/^><div class="bad">CNPJ: os dígitos/);
    expect(refused.html).toContain('value="Terceira S.A."');
    const twice = await mara.post('/console/empresas/nova', { ...company, cnpj: acme.cnpjs[0] ?? '' });
    expect(twice.html).toContain('CNPJ: esta empresa já está cadastrada');

    const done = await mara.post('/console/empresas/nova', { ...company, cnpj: buildCnpj(90) });
    expect([done.status, done.location]).toEqual([303, '/console/empresas']);
    const { html } = await mara.get('/console/empresas');
    expect(html).toContain('Empresa Terceira S.A. cadastrada');
    const address = /href="(\/console\/empresas\/\d+)">Terceira/.exec(html)?.[1] ?? '';
    // What comes next, until it has one.
    const upload = `/console/planos/enviar?companyId=${address.split('/')[3]}`;
    expect(html.match(/<a href="[^"]*">Enviar plano de contas</g)).toEqual([expect.stringContaining(upload)]);
    expect((await mara.get(upload)).html).toMatch(/selected>Terceira S\.A\./);
    expect((await gil.get('/console/empresas')).html).not.toContain('Enviar plano de contas');
    const changed = { ...company, status: 'SUSPENDED', controladoraCnpj: acme.cnpjs[0] ?? '' };
    expect((await mara.post(address, changed)).status).toBe(303);
    expect((await mara.get('/console/empresas')).html).toMatch(/Terceira.*Primeira S\.A\..*Suspensa/);
    const circle = await mara.post(`/console/empresas/${first()}`, {
      ...company,
      controladoraCnpj: buildCnpj(90),
    });
    expect(circle.html).toContain('Controladora: as controladoras formam um ciclo');

    const vistas = hidden((await mara.get(address)).html, 'vistas');
    expect((await mara.post(address, { ...changed, vistas, status: 'ACTIVE' })).status).toBe(303);
    expect((await mara.post(address, { ...changed, vistas, nomeFantasia: 'Três' })).status).toBe(303);
    const left = await mara.post(address, { ...changed, vistas, nomeFantasia: 'Trio' });
    expect([left.status, left.html.includes('value="ACTIVE" selected')]).toEqual([422, true]);
    const resent = { ...changed, vistas: hidden(left.html, 'vistas'), nomeFantasia: 'Três', status: 'INACTIVE' };
    expect((await mara.post(address, resent)).status).toBe(303);
    expect((await mara.post(address, { ...resent, vistas: '', status: 'ACTIVE' })).status).toBe(303);
    const crossed = await mara.post(address, { ...changed, vistas, nomeFantasia: 'Trio', status: 'INACTIVE' });
    expect(crossed.status).toBe(422);
    for (const told of ['Nome fantasia: outra pessoa mudou isto', '(agora: Três)', '(agora: Ativa)'])
      expect(crossed.html).toContain(told);
    expect(crossed.html).toContain('value="Trio"');
    const again = { ...changed, nomeFantasia: 'Trio', vistas: hidden(crossed.html, 'vistas') };
    expect((await mara.post(address, again)).status).toBe(303);
    expect((await mara.get('/console/empresas')).html).toMatch(/Terceira.*Trio.*Primeira S\.A\..*Suspensa/s);
  });

  it('holidays: written as in Brazil, refused by line', async () => {
    const refused = await mara.post('/console/regras/feriados', {
      feriados: '09/07/2026\n31/02/2026\namanhã\n01/01/9999',
    });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(
      'Feriados, linha 2: &quot;31/02/2026&quot; não é uma data de 1900 a 2199: use dd',
    );
    expect(refused.html).toContain('Feriados, linha 3');
    expect(refused.html).toContain('Feriados, linha 4: &quot;01/01/9999&quot; não é uma data de 1900 a 2199');
    expect(refused.html).toContain('01/01/9999</textarea>');
    const wrong = await mara.post('/console/regras/feriados', { feriados: 'x\n'.repeat(1_000) });
    expect(wrong.status).toBe(422);
    // Above the form, and the first of them at the field.
    expect(wrong.html.match(/não é uma data/g)).toHaveLength(50 + 5);
    expect(wrong.html).toContain('<li>e mais 950</li>');
    const many = await mara.post('/console/regras/feriados', { feriados: 'x\n'.repeat(200_000) });
    expect([many.status, many.html.includes('Há mais de 1.000 linhas')]).toEqual([422, true]);
    expect(many.html).not.toContain('não é uma data');
    const saved = await mara.post('/console/regras/feriados', { feriados: '25/01/2027\r\n9/7/26' });
    expect(saved.status).toBe(303);
    expect((await uma.get('/console/regras')).html).toContain('09/07/2026, 25/01/2027');
    const vistas = hidden((await mara.get('/console/regras')).html, 'vistas');
    const others = { vistas, feriados: '09/07/2026\r\n25/01/2027\r\n20/11/2027' };
    expect((await mara.post('/console/regras/feriados', others)).status).toBe(303);
    const crossed = await mara.post('/console/regras/feriados', { vistas, feriados: '25/01/2027' });
    expect([crossed.status, crossed.html.includes('outra pessoa mudou isto')]).toEqual([422, true]);
    expect((await uma.get('/console/regras')).html).toContain('25/01/2027, 20/11/2027');
  });

  it('rules of a company: deadlines in order, amounts as in Brazil, owners by e-mail', async () => {
    const path = `/console/regras/${first()}`;
    const refused = await mara.post(path, {
      ...rules,
      'prazo-preparer': '8',
      ate: 'dez',
      'resp-2-escopo': 'all',
      'resp-2-valor': '',
      'resp-3-escopo': 'account',
      'resp-3-valor': '1.1',
      'resp-3-reviewer': 'ninguem@acme.com.br',
    });
    expect(refused.status).toBe(422);
    for (const shown of [
      'Prazo do Elaborador: o prazo do Elaborador (8) não pode passar do prazo do Revisor (6)',
      'Saldo de até: informe um valor maior ou igual a zero como 10,00',
      'Responsáveis, linha 3, Revisor: ninguem@acme.com.br não é um usuário deste cliente',
      'value="dez"',
      'value="ninguem@acme.com.br"',
    ])
      expect(refused.html).toContain(shown);
    expect(focusedIn(refused.html)).toEqual(['prazo-preparer', 'ate', 'resp-3-reviewer']);
    const unscoped = await mara.post(path, { ...rules, 'resp-1-escopo': 'all' });
    const sentence = 'Responsáveis, linha 1: escolha Departamento, Setor ou Conta';
    expect(unscoped.html).toContain('aria-describedby="dica-resp-1-escopo" aria-invalid');
    expect(unscoped.html).toContain(`id="dica-resp-1-escopo"><div class="bad">${sentence}`);
    expect(focusedIn(unscoped.html)).toEqual(['resp-1-escopo']);
    const placeless = await mara.post(path, { ...rules, 'resp-1-valor': '' });
    expect(focusedIn(placeless.html)).toEqual(['resp-1-valor']);

    expect((await mara.post(path, rules)).location).toBe(path);
    const { html } = await uma.get(path);
    expect(html).toContain('Elaborador 4º dia útil, Revisor 6º dia útil, Aprovador 9º dia útil');
    expect(html).toContain('saldo zero; saldo de até 1.250,50');
    expect(html).toContain('<dt>Trazer do mês anterior</dt><dd>1.1.02, 2.1</dd>');
    expect(html).toMatch(/Setor Tesouraria.*ana@acme\.com\.br/);
    expect(html).toContain('<dt>Tolerância</dt><dd>desligada</dd>');
    expect(html).toContain('<dt>Variação a explicar</dt><dd>desligada</dd>');
    const wrong: readonly (readonly [field: string, typed: string, ...sentences: string[]])[] = [
      [
        'variacao',
        'todas; 1,00; 5%; sempre',
        'Variação, linha 1: escreva contas; valor; percentual; anterior ou média',
      ],
      ['risco', '1.1; altíssimo', 'Risco, linha 1: escreva contas; alto, médio ou baixo'],
      ['tolerancia', '1.1\ntodas; 1,00', 'Tolerância, linha 1: escreva contas; valor; percentual'],
      [
        'tolerancia',
        'todas; dez\n\n1.1; 1,00; 101\n1.1.02',
        'Tolerância, linha 1, valor: informe um valor',
        'Tolerância, linha 3, percentual: informe um número maior que zero e até 100',
        'Tolerância, linha 4: escreva contas; valor; percentual',
      ],
      ['tolerancia', '1.1.02\ntodas; 10,00', 'Tolerância, linha 1: escreva', '!linha 2'],
      ['trazer', `1.1\n\n${'9'.repeat(300)}`, 'Contas a trazer do mês anterior, linha 3: deve ter no máximo'],
    ];
    for (const [field, typed, ...sentences] of wrong) {
      const { status, html } = await mara.post(path, { ...rules, [field]: typed });
      expect([typed, status]).toEqual([typed, 422]);
      for (const sentence of sentences)
        if (sentence.startsWith('!')) expect(html).not.toContain(sentence.slice(1));
        else expect(html).toContain(sentence);
    }
    const tolerancia = 'todas; 10,00\n1.1.02; 1.150,00; 0,5%\n2; ; 1%';
    const variacao = 'todas; 1.000,00; 20%; anterior\n4; 0,00; 50%; média';
    const risco = '1.1; alto\n9.9; baixo';
    expect((await mara.post(path, { ...rules, tolerancia, variacao, risco })).location).toBe(path);
    const read = (await uma.get(path)).html;
    for (const words of [
      'todas as contas acima de 1.000,00 e 20% contra mês anterior; contas 4 acima de 0,00 e 50% contra média de doze meses',
      '<dt>Risco</dt><dd>contas 1.1: alto; contas 9.9: baixo',
      '<dd>todas as contas até 10,00; contas 1.1.02 até 1.150,00 ou 0,5% do saldo; contas 2 até 1% do saldo',
    ])
      expect(read).toContain(words);
    const form = (await mara.get(path)).html;
    for (const typed of [tolerancia, variacao, risco]) expect(form).toContain(`>${typed}</textarea>`);
    expect(form).toContain('Nenhuma conta dos planos da empresa começa com &quot;9.9&quot; (regra de risco)');
  });

  it('rules whose fields a form lacks stay: it was opened before they were there', async () => {
    const path = `/console/regras/${first()}`;
    const cnpj = (acme.cnpjs[1] ?? '').replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
    const entreEmpresas = `1.1.08; ${cnpj}; 2.1.08`;
    const newer = { checklist: 'Inventário; ; 3; impede', declaracao: 'Conferi.', congelarAoFechar: 'sim' };
    expect((await mara.post(path, { ...rules, ...newer, entreEmpresas })).location).toBe(path);
    const shown = async () => /<fieldset.*<\/fieldset>/s.exec((await mara.get(path)).html)?.[0] ?? '';
    const before = await shown();
    expect(before).toContain(`>${entreEmpresas}</textarea>`);
    expect((await mara.post(path, rules)).location).toBe(path);
    expect((await mara.post(path, { 'prazo-preparer': '4' })).location).toBe(path);
    // A refused form is shown with them, so that the next one does not clear them either.
    const refused = await mara.post(path, { ...rules, ate: 'dez' });
    expect(refused.html).toContain(`>${entreEmpresas}</textarea>`);
    expect(refused.html).toMatch(/value="sim" selected[^>]*>recusam trabalho/);
    expect(await shown()).toBe(before);
    // Whoever does not see the other company reads that there is a rule.
    expect((await uma.get(path)).html).toContain('<dd>1.1.08; outra empresa; 2.1.08</dd>');
    const cleared = { ...rules, checklist: '', declaracao: '', congelarAoFechar: 'nao', entreEmpresas: '' };
    expect((await mara.post(path, cleared)).location).toBe(path);
    expect((await uma.get(path)).html).toMatch(
      /aceitam trabalho.*Checklist de fechamento<\/dt><dd>sem pontos próprios.*>nenhuma<.*>nenhum</s,
    );
  });

  it('rules of two people at once: each leaves what the other changed, and a rule of both is told first', async () => {
    const path = `/console/regras/${first()}`;
    const shown = async () => (await mara.get(path)).html;
    const seenIn = (html: string) => /name="vistas" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const opened = await shown();
    const vistas = seenIn(opened);
    const tolerancia = /name="tolerancia"[^>]*>([^<]*)</.exec(opened)?.[1] ?? '';
    const people = { 'resp-1-escopo': 'sector', 'resp-1-valor': 'Tesouraria', 'resp-1-preparer': email('ana') };
    const first5 = { ...people, vistas, tolerancia: 'todas; 5,00', 'resp-1-reviewer': email('bia') };
    expect((await mara.post(path, first5)).location).toBe(path);
    expect((await mara.post(path, { ...people, vistas, tolerancia, declaracao: 'Conferi.' })).location).toBe(path);
    const both = await shown();
    for (const kept of ['>todas; 5,00</textarea>', '>Conferi.</textarea>', `value="${email('bia')}"`])
      expect(both).toContain(kept);
    const crossed = await mara.post(path, { ...people, vistas, tolerancia: 'todas; 7,00' });
    expect(crossed.status).toBe(422);
    expect(crossed.html).toContain(
      'Tolerância: outra pessoa mudou isto enquanto você preenchia (agora: todas as contas até 5,00)',
    );
    expect(crossed.html).toContain('>todas; 7,00</textarea>');
    const again = { ...people, vistas: seenIn(crossed.html), tolerancia: 'todas; 7,00' };
    expect((await mara.post(path, again)).location).toBe(path);
    expect(await shown()).toContain('>todas; 7,00</textarea>');
    const sent = { ...people, vistas: seenIn(await shown()) };
    const atOnce = await Promise.all(
      ['todas; 8,00', 'todas; 9,00'].map((tolerancia) => mara.post(path, { ...sent, tolerancia })),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(
      (await mara.post(path, { ...people, vistas: seenIn(await shown()), tolerancia: 'todas; 7,00' })).status,
    ).toBe(303);
    expect(await shown()).toContain(`value="${email('bia')}"`);
    // Who lost the role counts as nobody: without a word, reviews would be skipped.
    expect(await shown()).not.toContain('conta como ninguém');
    const ana = {
      ...people,
      vistas: seenIn(await shown()),
      tolerancia: 'todas; 7,00',
      'resp-1-reviewer': email('ana'),
    };
    expect((await mara.post(path, ana)).location).toBe(path);
    expect(await shown()).toContain(
      `Responsáveis padrão, Setor Tesouraria: ${email('ana')} não tem o papel de Revisor nesta empresa e conta como ninguém`,
    );
  });
});

// Planos de contas: the charts a person sees, and a file that is shown before it changes one.
describe('Planos de contas', () => {
  const CHARTS = '/console/planos';
  const UPLOAD = `${CHARTS}/enviar`;
  const NEW_CHART = { nome: 'Plano Novo', vigenciaInicio: '2026-01-01', vigenciaFim: '', ativo: 'sim' };
  const ACCOUNTS = [
    ['Conta', 'Nome da conta', 'Tipo', 'Natureza', 'Concilia', 'Setor', 'Nível'],
    ['1', 'Ativo', 'Sintética', 'Devedora', '', '', '1'],
    ['1.1', 'Caixa <b>geral</b>', 'Analítica', 'Devedora', 'Sim', 'Tesouraria', '2'],
    ['2.10', 'Fornecedores', 'A', 'C', 'S', '', '2'],
  ] as const;

  let ledger: Ledger;
  let people: Readonly<Record<'ana' | 'mara', Browsing>>;
  /** Revisora of the second company alone. */
  let dora: Browsing;

  service.needs(async (dataDir) => {
    const cli = commandLine(dataDir);
    ledger = await registerLedger(dataDir, { ref: 'planos', firstCnpj: 20, companies: 2 });
    await registerTeam(cli, ledger);
    const roles = [{ role: 'REVIEWER', companies: [ledger.cnpjs[1]] }];
    await cli.apply({ ref: 'planos', users: [{ email: 'dora@planos.com.br', name: 'Dora', roles }] });
  });
  beforeAll(async () => {
    people = await teamSignedIn(service, ['ana', 'mara'], 'planos');
    dora = await signedIn(service, 'dora@planos.com.br');
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
  const previewOf = async (path: string) => hidden((await people.mara.get(path)).html, 'previa');
  const save = async (path: string) => people.mara.post(`${path}/gravar`, { previa: await previewOf(path) });

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
    expect(found.html).toContain(`>${code}</th>`);
    expect((await ana.get(`${path}?texto=nada-com-isto`)).html).toContain('Nenhuma conta com esta busca');
    expect(all.html).toContain('Versões do plano');
  });

  it('shows what a new chart would be, stores nothing before it is asked to, and registers what was shown', async () => {
    const path = await sent(csv(ACCOUNTS));
    const { html } = await people.mara.get(path);
    for (const text of [
      'nada foi gravado ainda',
      '3 novas; 0 alteradas; 0 iguais',
      'desde 01/01/2026',
      'Nível',
      'Natureza: Credora',
      'Caixa &lt;b>geral&lt;/b>',
    ])
      expect(html).toContain(text);
    expect(await chartPath(people.mara, 'Plano Novo')).toBe('');

    const done = await save(path);
    expect(done.location).toMatch(/^\/console\/planos\/\d+$/);
    const shown = (await people.mara.get(done.location ?? '')).html;
    expect(shown).toContain('Plano Novo: plano gravado, com 3 contas novas ou alteradas');
    expect(shown).toMatch(/href="\/console\/balancetes\/enviar\?companyId=\d+">Enviar balancete</);
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
    const unread = await people.mara.get(await sent('nada;aqui\r\n1;2', { nome: 'Errado' }));
    expect(unread.html).toContain('não tem linha de cabeçalho com as colunas Código e Descrição');
    const many = Array.from({ length: 60 }, (_, at) => [String(at + 1), 'Conta', 'Outra', 'Devedora', 'Sim']);
    const refused = await people.mara.get(await sent(csv([wrong[0] ?? [], ...many]), { nome: 'Errado' }));
    expect(refused.html).toMatch(/<li>e mais 10<\/li><\/ul><\/div><\/section>/);
    expect(await chartPath(people.mara, 'Errado')).toBe('');
  });

  it('reads what accounting systems print: their words, and the heading of each page', async () => {
    const heading = ['Conta', 'Descrição', 'Classe', 'Cond. normal', 'Concilia'];
    const rows = [
      ['Plano de contas'],
      heading,
      ['1', 'Ativo', '1 - Sintética', '1 - Devedora', 'Não'],
      heading,
      ['1.1', "'- Caixa", '2 - Analítica', '1 - Devedora', 'Sim'],
    ];
    const { html } = await people.mara.get(await sent(csv(rows), { nome: 'Impresso' }));
    expect(html).toContain('2 novas; 0 alteradas; 0 iguais');
    // An apostrophe that a CSV has before what a spreadsheet would run.
    expect(html).toContain('>- Caixa<');
    expect(html).not.toContain('deve ser');
  });

  it('refuses codes that a spreadsheet turned into numbers', async () => {
    const rows = [
      ['Código', 'Descrição', 'Tipo', 'Natureza', 'Concilia'],
      [1.1, 'Caixa', 'Analítica', 'Devedora', 'Sim'],
    ];
    const bytes = new Uint8Array(xlsx.build([{ name: 'Plano', data: rows, options: {} }]));
    const { html } = await people.mara.get(await sent(bytes, {}, 'plano.xlsx'));
    expect(html).toContain('Linha 2, Código: o código está na planilha como número ou data (1.1)');
    const saved = csv(
      [rows[0] ?? [], ['1,1', 'Caixa', 'Analítica', 'Devedora', 'Sim']].map((row) => row.map(String)),
    );
    expect((await people.mara.get(await sent(saved, {}))).html).toContain('como número ou data (1,1)');
  });

  it('shows again what would change where the chart changed since', async () => {
    const first = await sent(csv([...ACCOUNTS, ['4', 'Quarta', 'A', 'C', 'S', '', '']]), { nome: 'Dois' });
    const second = await sent(csv([...ACCOUNTS, ['4', 'Outra', 'A', 'C', 'S', '', '']]), { nome: 'Dois' });
    const previa = await previewOf(first);
    await save(second);
    const stale = await people.mara.post(`${first}/gravar`, { previa });
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
    expect((await people.ana.get(path)).html).not.toContain('Enviar nova versão');
    expect((await dora.get(CHARTS)).html.match(/Plano Geral<\/a>/g)).toHaveLength(1);
    const staged = await sent(csv(ACCOUNTS), { nome: 'Terceiro' });
    // A file that waits for one page is not found by another.
    const balancete = staged.replace(CHARTS, '/console/balancetes');
    expect((await people.mara.get(balancete)).status).toBe(404);
    expect((await people.mara.post(`${staged}/descartar`)).location).toBe(UPLOAD);
    expect((await people.mara.get(staged)).status).toBe(404);
  });

  type AccountAnswer = Readonly<Record<string, unknown>>;

  async function accountsOf(path: string): Promise<readonly AccountAnswer[]> {
    const id = path.split('/').at(-1) ?? '';
    const url = `${service.url}/api/v1/chart-of-accounts/${id}/accounts`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${ledger.key}` } });
    return ((await answer.json()) as { data: AccountAnswer[] }).data;
  }
});
