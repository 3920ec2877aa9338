// The page of a reconciliation through HTTP: composition typed and pasted, evidence, two people, and what it must
// not show.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '#jest';
import { maskCnpj } from '../../../src/domain/kernel/cnpj.js';
import { acts } from '../../../src/domain/reconciliation/transitions.js';
import { actPath, filePath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { buildCnpj } from '../../support/builders.js';
import { focusedIn, type Browsing, type FormValues } from '../../support/console.js';
import {
  alertIn,
  buttonsIn,
  does,
  done,
  historyIn,
  openOffice,
  pageOf,
  revisionIn,
  textIn,
  upload,
} from './support.js';
import { email } from '../../support/team.js';

const SCRIPT = '<script>alert(1)</script>';
const everything = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR'].map((role) => ({ role }));

/** The reconciliations are used in order, one for each test that changes one. */
let next = 0;
const freshId = (): number => ids[next++] ?? NaN;
/** One that Ana has begun. */
async function begun(): Promise<number> {
  const id = freshId();
  await done(office.people.ana, 'start', id);
  return id;
}

const office = await openOffice({
  accounts: 20,
  companies: 2,
  users: [
    { email: 'segunda@acme.com.br', name: 'Segunda', roles: [{ role: 'PREPARER', companies: [buildCnpj(2)] }] },
    { email: 'tudo@acme.com.br', name: 'Tudo', roles: everything },
  ],
  async prepare(_, month) {
    // A second version changes the last account after it was sent.
    for (const act of ['start', 'submit']) await month.does('ana', act, month.ids[18] ?? NaN);
    await month.releaseAnother(18);
  },
});
const ids = office.month.ids;

/** Of the form of a company's rules. */
const rules = { 'prazo-preparer': '5', 'prazo-reviewer': '7', 'prazo-approver': '8' };
const preparer = email('ana');
const reviewer = email('bia');
const approver = email('caio');
const owners = {
  'resp-1-escopo': 'all',
  'resp-1-valor': '',
  'resp-1-preparer': preparer,
  'resp-1-reviewer': reviewer,
  'resp-1-approver': approver,
};

describe('The page of a reconciliation', () => {
  it('has account and competence as its title, the four amounts, and the history in sentences', async () => {
    const html = await pageOf(office.people.ana, ids[17] ?? NaN);
    const { code = '', name = '' } = office.month.ledger.accounts[17] ?? {};
    expect(html).toContain(`<h1>${code} ${name} – 05/2026</h1>`);
    const text = textIn(html);
    expect(text).toMatch(/Saldo contábil 0,00 Saldo conciliado 0,00 Ajustes 0,00 Diferença 0,00/);
    expect(text).toMatch(
      /\d\d\/\d\d\/\d{4} \d\d:\d\d \S+ liberou a versão 1 do balancete e criou a conciliação com saldo contábil de 0,00: Não iniciada com Ana Elaboradora/,
    );
    expect(text).toContain('Ana Elaboradora (Elaborador)');
  });

  it('stands beside the accounts of its month where nothing waits for who opened it', async () => {
    const { html } = await office.people.mara.get(pagePath(ids[17] ?? NaN));
    const list = /<nav class="list-pane.*?<\/nav>/s.exec(html)?.[0] ?? '';
    expect(list).toMatch(/Todas<\/a> · \d+ conciliações.*aria-current/s);
  });

  it('says at its top that its month is closed, and takes work there unless the company freezes closed months', async () => {
    const { mara, ana } = office.people;
    const [companyId] = office.month.ledger.companyIds;
    const month = `/console/competencias/${companyId}/2026-05`;
    const changes = async (path: string, form: FormValues) =>
      expect((await mara.post(path, form)).status).toBe(303);
    const close = () => changes(`${month}/fechar`, { confirmado: 'sim' });
    const reopen = () => changes(`${month}/reabrir`, { justificativa: 'Falta uma nota' });
    const frozen = (congelarAoFechar: string) =>
      changes(`/console/regras/${companyId}`, { ...rules, ...owners, congelarAoFechar });
    const [id = NaN] = ids;
    const text = async () => textIn(await pageOf(mara, id));
    expect(await text()).not.toContain('foi fechada em');
    await close();
    expect(await text()).toMatch(
      /A competência 05\/2026 foi fechada em \d\d\/\d\d\/\d{4} \d\d:\d\d\. O que for feito agora fica registrado depois do fechamento\..*Saldo contábil/,
    );
    await done(ana, 'comment', id, { comentario: 'Depois' });
    expect(await text()).toMatch(/Ana Elaboradora comentou ?: “Depois” depois do fechamento/);

    await frozen('sim');
    expect((await mara.get('/console/regras')).html).toContain('recusam trabalho');
    const html = await pageOf(ana, id);
    expect(html).toContain('Por regra da empresa ela não aceita mais trabalho');
    expect(html).not.toContain('action="/console/conciliacoes/');
    const refused = await does(ana, 'comment', id);
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('está fechada e, por regra da empresa, não aceita mais trabalho');
    const words = ['reconciliations', 'do', 'comment', '--id', String(id), '--as', email('ana')];
    const told = await office.month.cli.run(...words, '--comment', 'Tarde', '--json');
    expect(told).toMatchObject({ status: 1, stdout: expect.stringContaining('"code":"COMPETENCE_CLOSED"') });
    await reopen();
    await frozen('nao');
    expect(await text()).not.toMatch(/foi fechada em|depois do fechamento/);
    await done(ana, 'comment', id, { comentario: 'A tempo' });
  });

  it('says above everything else with what tolerated difference it was sent', async () => {
    const { mara, ana, bia } = office.people;
    const [companyId] = office.month.ledger.companyIds;
    const tolerate = (tolerancia: string) =>
      mara.post(`/console/regras/${companyId}`, { ...rules, ...owners, tolerancia });
    const id = ids[16] ?? NaN;
    await done(ana, 'compose', id, { descricao_1: 'Centavos', data_1: '31/05/2026', valor_1: '0,50 D' });
    expect(await pageOf(ana, id)).toContain('Para enviar, a diferença do que foi salvo deve ser zero');
    expect((await tolerate('todas; 0,49')).status).toBe(303);
    expect(await pageOf(ana, id)).toContain('Para enviar, a diferença do que foi salvo pode ser de até 0,49');
    expect((await does(ana, 'submit', id)).status).toBe(400);
    expect((await tolerate('todas; 0,50')).status).toBe(303);
    await done(ana, 'submit', id);
    const html = await pageOf(bia, id);
    expect(html).toMatch(
      /id="diferenca-aceita">Enviada com a diferença de 0,50 C, dentro da tolerância.*Saldo contábil/s,
    );
    expect(html.replace(/<[^>]+>/g, '')).toContain(
      'enviou a conciliação para revisão com a diferença de 0,50 C, dentro da tolerância',
    );
    await done(bia, 'open', id);
    await done(bia, 'return', id, { comentario: 'Falta o arredondamento' });
    expect(await pageOf(ana, id)).not.toContain('diferenca-aceita');
    expect((await tolerate('')).status).toBe(303);
  });

  it('follows rules whose prefixes fit an account; of the others the registers file warns', async () => {
    const { ledger, cli } = office.month;
    const file = join(office.service.dataDir, 'prefixos.json');
    const warned = async (carry: readonly string[]) => {
      const companies = [{ cnpj: ledger.cnpjs[0], carry }];
      await writeFile(file, JSON.stringify({ clients: [{ ref: ledger.ref, companies }] }));
      const { status, stdout } = await cli.run('apply', file);
      return [status, ...stdout.split('Nenhuma conta dos planos da empresa começa com').slice(1)];
    };
    expect(await warned(['1.1', '8.8'])).toEqual([0, expect.stringContaining(' "8.8" (regra de ')]);
    expect(await warned([])).toEqual([0]);
  });

  it('is found by code, description and balance in the search over everything, with companies and people', async () => {
    const { ana } = office.people;
    const [account] = office.month.ledger.accounts;
    const found = async (texto: string, by = ana) =>
      (await by.get(`/console/busca?texto=${encodeURIComponent(texto)}`)).html;
    const link = `href="${pagePath(ids[0] ?? NaN)}"`;
    for (const text of [account?.code ?? '', account?.name.split(' ')[0] ?? '', '0,00', '0,00 C'])
      expect([text, (await found(text)).includes(link)]).toEqual([text, true]);
    expect(await found('bia')).toContain('>Bia Revisora</a>');
    expect(await found('exemplar')).toContain('fila=todas&amp;companyId=');
    const [cnpj = ''] = office.month.ledger.cnpjs;
    for (const text of [cnpj, cnpj.toLowerCase(), cnpj.slice(0, 8), maskCnpj(cnpj)])
      expect([text, (await found(text)).includes('fila=todas&amp;companyId=')]).toEqual([text, true]);
    expect(await found('nada disso')).toContain('Nada encontrado com este texto.');
    const second = await office.signIn('segunda@acme.com.br');
    expect(await found(account?.code ?? '', second)).not.toContain(link);
    const other = freshId();
    const item = { descricao_1: 'Nota', data_1: '31/05/2026', valor_1: '0,00', documento_1: 'NF-e 445.566/A' };
    await done(ana, 'compose', other, item);
    for (const text of ['445566', '445.566', 'nf-e 445', 'nfe', '566', '5566'])
      expect([text, (await found(text)).includes(`href="${pagePath(other)}"`)]).toEqual([text, text !== '5566']);
    expect((await found('445.566')).replace(/<!-- -->/g, '')).toContain('<small>Documento NF-e 445.566/A</small>');
    expect(await found('445.566', second)).not.toContain(pagePath(other));
  });

  it('tells on top what brought it here: who changed the balance, from what to what', async () => {
    const html = await pageOf(office.people.ana, ids[18] ?? NaN);
    const why = /<p class="note warn" id="motivo">(.*?)<\/p>/s.exec(html)?.[1] ?? '';
    expect(why).toMatch(
      /liberou a versão 2 do balancete .*: Saldo alterado com Ana Elaboradora \(antes 0,00, agora 1,00 D\)/,
    );
    const fresh = await pageOf(office.people.ana, freshId());
    expect([fresh.includes('Não iniciada'), fresh.includes('id="motivo"')]).toEqual([true, false]);
    // It cannot be sent with a difference, which is told; what the state refuses is not shown.
    const { enabled, disabled } = buttonsIn(html);
    expect([enabled.includes('Salvar composição'), disabled]).toEqual([true, ['Enviar']]);
    expect(html).toContain('Para enviar, a diferença do que foi salvo deve ser zero');
  });

  it('leads to the next in the person’s queue', async () => {
    const html = await pageOf(office.people.ana, ids[0] ?? NaN);
    expect(html).toMatch(new RegExp(`href="${pagePath(ids[1] ?? NaN)}"[^>]*>Próxima da fila<`));
    expect(await pageOf(office.people.auro, ids[0] ?? NaN)).not.toContain('Próxima da fila</a>');
  });

  it('answers 404 alike to what is no id, or no file', async () => {
    const { ana } = office.people;
    const missing = await ana.get(pagePath(999_999));
    for (const id of [0, -1, 1.5, 'x', '1e3', '99999999999', `${ids[0]}%20`]) {
      const { status, html } = await ana.get(`/console/conciliacoes/${id}`);
      expect([id, status, html]).toEqual([id, 404, missing.html]);
    }
    expect((await ana.get(filePath(ids[0] ?? NaN, 0))).status).toBe(404); // an event that is no file
  });

  it('has its acts at addresses that lead back to it when they are opened', async () => {
    const [id = NaN] = ids;
    for (const act of acts) expect((await office.people.auro.get(actPath(id, act))).location).toBe(pagePath(id));
  });
});

describe('Composition and adjustments', () => {
  const pasted =
    'Descrição\tData\tValor\tDocumento\nExtrato\t31/05/2026\t1.234,56\tNF 1\nTarifa\t31/05/2026\t-0,06\t';

  it('are typed and pasted, saved together, and shown again', async () => {
    const { ana, sol } = office.people;
    const id = await begun();
    const typed = { descricao_1: 'Caixa', data_1: '1/5/26', valor_1: '10', documento_1: '' };
    await done(ana, 'compose', id, { ...typed, colado: pasted });
    await done(ana, 'adjust', id, { descricao_1: 'Juros', valor_1: '-1.244,50' });
    const text = textIn(await pageOf(sol, id));
    // The balance is zero: the account's line tells the side.
    const [side, other] = text.includes('10,00 D') ? ['D', 'C'] : ['C', 'D'];
    expect(text).toContain(
      `Caixa 30 dias 01/05/2026 10,00 ${side} Extrato 31/05/2026 1.234,56 ${side} NF 1 Tarifa 31/05/2026 0,06 ${other} Soma`,
    );
    expect(text).toContain(`Saldo conciliado 1.244,50 ${side} Ajustes 1.244,50 ${other} Diferença 0,00`);
    await done(ana, 'compose', id, { ...typed, remover_1: 'sim' });
    expect(textIn(await pageOf(sol, id))).not.toContain('Extrato');
  });

  it('name what is wrong by row, save nothing, and keep what was typed', async () => {
    const { ana } = office.people;
    const id = await begun();
    const revision = revisionIn(await pageOf(ana, id));
    const { status, html } = await does(ana, 'compose', id, {
      descricao_1: 'Certa "aspas"',
      data_1: '31/05/2026',
      valor_1: '1,00',
      documento_1: 'A',
      descricao_2: '',
      data_2: '31/02/2026',
      valor_2: 'mil',
      documento_2: '',
      colado: 'Colada\t30/05/2026\t1,234\tX',
    });
    expect(status).toBe(400);
    const text = textIn(html);
    expect(text).toContain(
      'Linha 2: Informe a data como dd/mm/aaaa. Informe a descrição, com até 200 caracteres. Informe o valor em reais, com no máximo duas casas decimais.',
    );
    expect(text).toContain('Linha 3: Informe o valor em reais, com no máximo duas casas decimais.');
    expect(text).toContain('Nada foi salvo em Composição: corrija as 2 linhas indicadas e salve de novo.');
    expect(text.match(/duas casas decimais\. Nada foi salvo\./g)).toHaveLength(2);
    expect(html.indexOf('Nada foi salvo em Composição')).toBeLessThan(html.indexOf('class="state-line"'));
    const wrong = [...html.matchAll(/<input[^>]* name="(\w+)"[^>]*aria-invalid/g)].map(([, name]) => name);
    expect(wrong).toEqual(['descricao_2', 'data_2', 'valor_2', 'valor_3']);
    for (const value of ['Certa &quot;aspas&quot;', '31/02/2026', 'mil', 'Colada', '1,234'])
      expect(html).toContain(`value="${value}"`);
    expect(revisionIn(await pageOf(ana, id))).toBe(revision);
  });

  it('begin the elaboration when they are saved first, of what was pasted without being saved until then, with more rows', async () => {
    const { ana } = office.people;
    const id = freshId();
    const { status, html } = await does(ana, 'compose', id, { colado: pasted, acao: 'linhas' });
    expect(status).toBe(200);
    expect(html).toMatch(/data-unsaved.*value="1\.234,56 [DC]".*name="descricao_12"/s);
    expect(html).not.toContain('Nada foi salvo');
    expect(historyIn(await pageOf(ana, id))).toBe(1);
    await done(ana, 'compose', id, { colado: pasted });
    expect(textIn(await pageOf(ana, id))).toMatch(/registrou a composição.*iniciou a elaboração da conciliação/);
  });
});

describe('Evidence', () => {
  const html = `<!doctype html><title>x</title>${SCRIPT}`;

  it('is downloaded as an attachment of no type, with the bytes that were sent, also by an Auditor', async () => {
    const { bia, auro } = office.people;
    const id = freshId();
    const name = 'página "1" ç.html';
    await bia.upload(actPath(id, 'attach'), upload(html, name));
    const path = new RegExp(`${actPath(id, 'attach')}/\\d+`).exec(await pageOf(auro, id))?.[0] ?? '';
    const file = await auro.get(path);
    expect([file.status, file.html]).toEqual([200, html]);
    const header = (each: string) => file.headers.get(each);
    expect(header('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''p%C3%A1gina%20%221%22%20%C3%A7\.html$/,
    );
    expect([header('content-type'), header('x-content-type-options')]).toEqual([
      'application/octet-stream',
      'nosniff',
    ]);
    expect(header('content-security-policy')).toContain('sandbox');
  });

  it('has at most 10 MB and at least a byte each, and is nothing where one of several files is refused', async () => {
    const { ana } = office.people;
    const id = freshId();
    const sent = async (form: FormData) => {
      const { status, html: page } = await ana.upload(actPath(id, 'attach'), form);
      return [status, alertIn(page)];
    };
    expect(await sent(upload(''))).toEqual([400, 'O arquivo da evidência está vazio']);
    expect(await sent(upload('', ''))).toEqual([400, 'Escolha um arquivo']);
    expect(await sent(new FormData())).toEqual([400, 'Escolha um arquivo']);
    const six = new FormData();
    for (let at = 1; at <= 6; at++) six.append('file', new Blob(['a']), `${at}.txt`);
    const refused = await ana.upload(actPath(id, 'attach'), six);
    expect([refused.status, refused.html.includes('envie no máximo 5 arquivos de cada vez')]).toEqual([400, true]);
    const two = upload('a');
    two.append('file', new Blob(['']), 'b.txt');
    expect(await sent(two)).toEqual([400, 'O arquivo da evidência está vazio']);
    expect(await pageOf(ana, id)).toContain('Nenhum arquivo anexado.');
    two.set('file', new Blob(['a']), 'a.png');
    two.append('file', new Blob(['%PDF-1.4']), 'b.pdf');
    expect((await sent(two))[0]).toBe(303);
    const page = await pageOf(ana, id);
    const [picture = ''] = /<img class="thumb" src="[^"]*"/.exec(page) ?? [];
    expect(picture).toContain(`${actPath(id, 'attach')}/`);
    const shown = await ana.get(`${/href="([^"]*\?ver=sim)"/.exec(page)?.[1]}`);
    expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')?.slice(0, 7)]).toEqual([
      'application/pdf',
      'inline;',
    ]);
    // Only what begins as a PDF is shown by the browser.
    const other = await ana.get(`${/src="([^"]*)"/.exec(picture)?.[1]}?ver=sim`);
    expect(other.headers.get('content-type')).toBe('application/octet-stream');
    expect(await sent(upload(new Uint8Array(10_485_761)))).toEqual([
      400,
      'O arquivo da evidência tem mais de 10 MB',
    ]);
    expect((await sent(upload(new Uint8Array(10_485_760))))[0]).toBe(303);
  });
});

describe('Two people on one reconciliation', () => {
  it('the second to act is told who did what meanwhile, and keeps what was typed', async () => {
    const { bia } = office.people;
    const tudo = await office.signIn('tudo@acme.com.br');
    const id = await begun();
    await done(office.people.ana, 'submit', id);
    await done(bia, 'open', id);
    const seen = revisionIn(await pageOf(bia, id));
    await done(tudo, 'comment', id, { comentario: 'Espere o extrato novo' });
    const form = { revisao: seen, comentario: 'Falta a nota "7"' };
    const { status, html } = await does(bia, 'return', id, form);
    expect(status).toBe(409);
    expect(alertIn(html)).toMatch(
      /^A conciliação mudou enquanto você preenchia\. .* Tudo comentou ?: “Espere o extrato novo” Confira e envie de novo\.$/,
    );
    expect(html).toContain('>Falta a nota &quot;7&quot;</textarea>');
    await done(bia, 'return', id, { ...form, revisao: revisionIn(html) });
  });

  it('one has the words of the other’s return on top while answering them, who then who sent it', async () => {
    const { ana, bia } = office.people;
    const id = await begun();
    const why = async (by: Browsing) =>
      /<p class="note[^>]*id="motivo">(.*?)<\/p>/s.exec(await pageOf(by, id))?.[1];
    await done(ana, 'submit', id);
    await done(bia, 'open', id);
    expect(await why(bia)).toContain('Ana Elaboradora enviou');
    await done(bia, 'return', id, { comentario: 'Falta a nota 7' });
    for (const act of ['start', 'ask-documents', 'resume'] as const)
      await done(ana, act, id, { comentario: 'Peço a nota' });
    expect(await why(ana)).toMatch(/Bia Revisora devolveu.*“Falta a nota 7”/);
  });

  it('is told after a correction too, of what came after the page that was typed on', async () => {
    const { ana, sol } = office.people;
    const id = await begun();
    const revisao = revisionIn(await pageOf(ana, id));
    await done(sol, 'comment', id, { comentario: 'Espere' });
    const wrong = await does(ana, 'compose', id, { revisao, descricao_1: 'Sem valor' });
    expect(wrong.html).toMatch(new RegExp(`/composicao"[^>]*>.{0,200}name="revisao" value="${revisao}"`, 's'));
    const told = await does(ana, 'compose', id, { revisao, descricao_1: 'A', data_1: '1/5/2026', valor_1: '1' });
    expect([told.status, alertIn(told.html)]).toEqual([409, expect.stringContaining('Sol Supervisora comentou')]);
    expect(told.html).not.toMatch(new RegExp(`/composicao"[^>]*>.{0,200}name="revisao" value="${revisao}"`, 's'));
  });

  it('is not told of what they did themselves in another window but comment and attach', async () => {
    const { ana, sol } = office.people;
    const id = await begun();
    const revisao = revisionIn(await pageOf(ana, id));
    await done(ana, 'comment', id, { comentario: 'Confere com o extrato' });
    await done(ana, 'attach', id, { revisao });
    await done(ana, 'adjust', id, { revisao });
    await done(sol, 'comment', id, { comentario: 'Espere' });
    await done(ana, 'comment', id, { comentario: 'Está bem' });
    expect((await does(ana, 'submit', id, { revisao })).status).toBe(409);
  });

  it('is told so, and nothing else, where the same person sent the same twice', async () => {
    const { ana, bia } = office.people;
    const id = await begun();
    await done(ana, 'submit', id);
    const revisao = revisionIn(await pageOf(bia, id));
    await done(bia, 'pass', id, { revisao });
    const { status, html } = await does(bia, 'pass', id, { revisao });
    expect([status, alertIn(html)]).toEqual([409, expect.stringMatching(/^Você já mudou .*aprovação$/)]);
  });

  it('adds one comment and one file where a form is sent twice, as by a double click without scripts', async () => {
    const { ana, sol } = office.people;
    const id = await begun();
    const revisao = revisionIn(await pageOf(ana, id));
    const comment = { revisao, comentario: 'Falta\r\na nota' };
    for (const act of ['comment', 'attach', 'comment', 'attach'] as const)
      await done(ana, act, id, act === 'comment' ? comment : { revisao });
    const added = async () => {
      const html = await pageOf(ana, id);
      return [html.match(/<article/g)?.length, html.match(/ download/g)?.length];
    };
    expect(await added()).toEqual([1, 1]);
    await done(sol, 'comment', id, comment);
    await done(ana, 'comment', id, { ...comment, revisao: revisionIn(await pageOf(ana, id)) });
    expect(await added()).toEqual([3, 1]);
  });

  it('keeps what was typed also where the form is no longer possible', async () => {
    const { ana, sol } = office.people;
    const id = freshId();
    const { html: before } = await sol.get(pagePath(id));
    await done(ana, 'start', id);
    const { status, html } = await does(sol, 'waive', id, {
      revisao: revisionIn(before),
      justificativa: 'Conta sem movimento',
    });
    expect([status, buttonsIn(html).enabled.includes('Dispensar')]).toEqual([409, false]);
    expect(alertIn(html)).toMatch(/Ana Elaboradora iniciou a elaboração da conciliação$/);
    expect(html).toMatch(/O que você preencheu.*Conta sem movimento<\/textarea>/s);
  });

  it('lets a comment through, and tells what others did', async () => {
    const { ana, sol } = office.people;
    const id = ids[17] ?? NaN;
    const seen = revisionIn(await pageOf(sol, id));
    await done(ana, 'start', id);
    await done(sol, 'comment', id, { comentario: 'Olá', revisao: seen });
    expect(await pageOf(sol, id)).toContain(
      'Comentário registrado. Enquanto isso: Ana Elaboradora iniciou a elaboração da conciliação.',
    );
  });
});

it('An act without the text it needs is refused at that field, also where it is in the menu', async () => {
  const { ana, sol } = office.people;
  const id = await begun();
  const uncommented = await does(ana, 'comment', id, { comentario: ' ' });
  expect(uncommented.html).toMatch(/id="dica-campo-comentario"><div class="bad">Informe o comentário/);
  expect(focusedIn(uncommented.html)).toEqual(['comentario']);
  const unasked = await does(ana, 'ask-documents', id, { comentario: ' ' });
  expect(unasked.html).toMatch(/<details class="menu" open>.*<textarea[^>]*campo-comentario-ask-documents/s);
  expect(focusedIn(unasked.html)).toEqual(['comentario']);
  expect((await pageOf(sol, id)).match(/<details class="menu" open>/)).toBeNull();
});

describe('Attacks', () => {
  it('who prepared cannot review or approve, and who reviewed cannot approve, by a crafted form', async () => {
    const tudo = await office.signIn('tudo@acme.com.br');
    const { bia, caio } = office.people;
    const id = freshId();
    await done(tudo, 'start', id);
    await done(tudo, 'submit', id);
    const opened = async (person: Browsing) => {
      const { status, html } = await does(person, 'open', id);
      return [status, alertIn(html)];
    };
    expect(await opened(tudo)).toEqual([403, 'Você elaborou esta conciliação e não pode revisá-la nem aprová-la']);
    await done(bia, 'open', id);
    await done(bia, 'pass', id);
    expect((await opened(tudo))[0]).toBe(403);
    await done(caio, 'open', id);
    expect((await does(tudo, 'approve', id)).status).toBe(403);
  });
});
