// Files of an account's movements: a list added to the composition, a ledger matched with a statement, and who may
// send them.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { releaseLines } from '../../support/releasedMonth.js';
import { hidden } from '../../support/trialBalanceFiles.js';
import { as } from '../../support/team.js';
import { alertIn, openOffice, pageOf } from './support.js';

/** The reconciliations are used in order, one for each test; every account has 1,00 D. */
let next = 0;
const freshId = (): number => office.month.ids[next++] ?? NaN;

const office = await openOffice({ accounts: 10, prepare: (_, month) => month.releaseAnother(0) });
const { ana } = office.people;

type Line = Readonly<{ documento: string }>;
type Matched = Readonly<{
  pares: readonly Readonly<{ regra: string; razao: readonly Line[] }>[];
  sobras: Readonly<{ razao: readonly Line[]; extrato: readonly Line[] }>;
  totais: object;
  itens: readonly object[];
}>;

const csv = (...rows: readonly string[]): string => ['Data;Histórico;Documento;Valor', ...rows].join('\r\n');
const LEDGER = csv('04/05/2026;Depósito;1;100,00', '05/05/2026;Fornecedor;;-60,00', '06/05/2026;Cheque;;-39,00');
const movement = (date: string, amount: string, memo: string, document = ''): string =>
  `<STMTTRN><DTPOSTED>${date}<TRNAMT>${amount}<FITID>${date}${document && `<CHECKNUM>${document}`}<MEMO>${memo}</STMTTRN>`;
const STATEMENT =
  'OFXHEADER:100\r\n\r\n<OFX><STMTRS><ACCTID>77<BANKTRANLIST>' +
  movement('20260504', '100.00', 'TED', '001') +
  movement('20260507', '-60.00', 'Boleto') +
  movement('20260507', '-5.00', 'Tarifa') +
  '</BANKTRANLIST><LEDGERBAL><BALAMT>35.00<DTASOF>20260531</LEDGERBAL></STMTRS></OFX>';

async function sent(id: number, ledger: string, statement?: string, by = ana): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([ledger]), 'razao.csv');
  form.append('file', new Blob([statement ?? '']), statement === undefined ? '' : 'extrato.ofx');
  const { status, location, html } = await by.upload(filesPath(id), form);
  if (status !== 303 || location === null) throw new Error(`${status} ${alertIn(html)}`);
  return location;
}
/** As an integrator. */
async function posted(
  id: number,
  contents: readonly string[],
  saldo?: string,
  fields: Readonly<Record<string, string>> = {},
  query = '',
) {
  const form = new FormData();
  for (const [at, content] of contents.entries()) form.append('file', new Blob([content]), `${at}.csv`);
  if (saldo !== undefined) form.append('saldo', saldo);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: `Bearer ${office.month.ledger.key}` };
  const url = `${office.service.url}/api/v1/reconciliations/${id}/arquivos${query}`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return {
    status: answer.status,
    ...((await answer.json()) as Readonly<{ data?: Matched; code?: string; error?: string }>),
  };
}
/** Words of the command line that match it. */
const match = (id: number, ledger: string, ...more: readonly string[]): readonly string[] => [
  'reconciliations',
  'match',
  '--id',
  String(id),
  '--ledger',
  ledger,
  ...more,
];
async function written(name: string, content: string): Promise<string> {
  const path = join(office.service.dataDir, name);
  await writeFile(path, content);
  return path;
}
const page = async (path: string): Promise<string> => (await ana.get(path)).html;
const record = async (path: string) => ana.post(`${path}/gravar`, { previa: hidden(await page(path), 'previa') });
const amountsIn = (html: string): readonly string[] =>
  [...html.matchAll(/name="valor_\d+" value="([^"]+)"/g)].map(([, amount = '']) => amount);
const fact = (html: string, name: string): string =>
  new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`)
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, '')
    .trim() ?? '';

describe('A list', () => {
  it('is shown, added to the composition when it is recorded, and doubles nothing when it is sent again', async () => {
    const id = freshId();
    const list = csv('04/04/2026;Antigo;NF 1;0,40', '04/05/2026;Novo;;0,60');
    const path = await sent(id, list);
    const shown = await page(path);
    expect(shown).toContain('Antigo');
    expect(fact(shown, 'Diferença')).toBe('0,00');
    expect(amountsIn(await pageOf(ana, id))).toEqual([]);
    expect((await record(path)).location).toBe(pagePath(id));
    const recorded = await pageOf(ana, id);
    expect(amountsIn(recorded)).toEqual(['0,40 D', '0,60 D']);
    expect(recorded).toContain('razao.csv');
    const again = await sent(id, list);
    const told = await page(again);
    expect(told).toContain('O arquivo razao.csv já foi enviado para esta conta');
    expect(fact(told, 'Repetidas')).toContain('2 linhas');
    await record(again);
    const same = await pageOf(ana, id);
    expect(amountsIn(same)).toEqual(['0,40 D', '0,60 D']);
    expect(same.match(/razao\.csv<\/a>/g)).toHaveLength(1);
  });

  it('has its signs turned round by one button', async () => {
    const id = freshId();
    const path = await sent(id, csv('04/05/2026;Título;;-1,00'));
    expect(fact(await page(path), 'Diferença')).toBe('2,00 D');
    await ana.post(`${path}/pares`, { inverter: 'razao' });
    expect(fact(await page(path), 'Diferença')).toBe('0,00');
    await ana.post(`${path}/pares`, { inverter: 'razao' });
    expect(fact(await page(path), 'Diferença')).toBe('2,00 D');
  });
});

describe('A ledger and a statement', () => {
  it('are matched, and what is left with the balance of the statement explains the account; nothing is sent by it', async () => {
    const id = freshId();
    const path = await sent(id, LEDGER, STATEMENT);
    const shown = await page(path);
    expect(fact(shown, 'Mesmo valor e documento')).toBe('1 par');
    expect(shown).toContain('Mesmo valor, até 3 dias, única possibilidade');
    expect(fact(shown, 'Sobram')).toBe('1 do razão; 1 do extrato');
    expect(fact(shown, 'Diferença')).toBe('0,00');
    await record(path);
    const recorded = await pageOf(ana, id);
    expect(amountsIn(recorded)).toEqual(['35,00 D', '39,00 C', '5,00 D']);
    for (const source of ['saldo do extrato', 'do razão', 'do extrato', 'extrato.ofx'])
      expect(recorded).toContain(source);
    expect(recorded).toContain('Em elaboração');
    expect((await ana.get(path)).status).toBe(404);
    // The same files again.
    await record(await sent(id, LEDGER, STATEMENT));
    expect(amountsIn(await pageOf(ana, id))).toEqual(['35,00 D', '39,00 C', '5,00 D']);
  });

  it('have pairs undone and formed by hand where the sums agree, and another balance', async () => {
    const id = freshId();
    const path = await sent(id, LEDGER, STATEMENT);
    const key = /name="desfazer" value="([^"]+)"/.exec(await page(path))?.[1] ?? '';
    await ana.post(`${path}/pares`, { desfazer: key });
    await ana.post(`${path}/pares`, { desfazer: 'nenhum' });
    expect(fact(await page(path), 'Sobram')).toBe('2 do razão; 2 do extrato');
    await ana.post(`${path}/pares`, { acao: 'par', razao: '0', extrato: '2' });
    expect(await page(path)).toContain('não têm a mesma soma');
    for (const form of [{ razao: '0' }, { razao: ['0', '99'], extrato: '0' }, { razao: '1', extrato: '1' }]) {
      await ana.post(`${path}/pares`, { acao: 'par', ...form });
      expect(await page(path)).toContain('Marque ao menos uma linha');
    }
    await ana.post(`${path}/pares`, { acao: 'par', razao: '0', extrato: '0' });
    expect(fact(await page(path), 'Formado à mão')).toBe('1 par');
    await ana.post(`${path}/pares`, { desfazer: '0-0' });
    expect(fact(await page(path), 'Formado à mão')).toBe('');
    await ana.post(`${path}/pares`, { acao: 'saldo', saldo: '36,00' });
    expect(fact(await page(path), 'Diferença')).toBe('1,00 C');
    await ana.post(`${path}/pares`, { acao: 'saldo', saldo: '36,00 C' });
    expect(fact(await page(path), 'Diferença')).toBe('1,00 C');
    for (const saldo of ['36,00 D', 'R$ -36,00 D']) {
      await ana.post(`${path}/pares`, { acao: 'saldo', saldo });
      expect(fact(await page(path), 'Diferença')).toBe('71,00 D');
    }
    await ana.post(`${path}/pares`, { acao: 'saldo', saldo: 'muito' });
    expect(await page(path)).toContain('Informe o saldo final do extrato');
    await ana.post(`${path}/pares`, { acao: 'saldo', saldo: '' });
    expect(fact(await page(path), 'Diferença')).toBe('0,00');
  });

  it('are shown again, not recorded, where the composition changed meanwhile', async () => {
    const id = freshId();
    const path = await sent(id, LEDGER, STATEMENT);
    const previa = hidden(await page(path), 'previa');
    const typed = { descricao_1: 'Digitado', data_1: '01/05/2026', valor_1: '7,00 D' };
    await ana.post(`${pagePath(id)}/composicao`, typed);
    expect((await ana.post(`${path}/gravar`, { previa })).location).toBe(path);
    expect(await page(path)).toContain('confira de novo');
    await record(path);
    expect(amountsIn(await pageOf(ana, id))).toEqual(['35,00 D', '7,00 D', '39,00 C', '5,00 D']);
  });

  it('are matched and recorded the same by the command line, which doubles nothing and asks for a person', async () => {
    const id = freshId();
    const razao = await written('razao.csv', LEDGER);
    const extrato = await written('extrato.ofx', STATEMENT);
    const { cli } = office.month;
    const words = match(id, razao, '--statement', extrato);
    const events = async () =>
      (await cli.json<readonly object[]>('history', ...office.month.of, '--id', String(id))).length;
    const before = await events();
    const shown = await cli.json<Matched>(...words);
    expect(shown.pares.map(({ regra }) => regra)).toEqual(['DOCUMENTO', 'DATA']);
    expect(shown.sobras).toMatchObject({ razao: [{ descricao: 'Cheque' }], extrato: [{ descricao: 'Tarifa' }] });
    expect(shown).toMatchObject({ saldoExtrato: 35, saldoConciliado: 1, diferenca: 0, somasNaoProcuradas: 0 });
    expect((await cli.run(...words, '--apply')).stderr).toContain('Informe --as');
    expect((await cli.run(...words, '--apply', ...as('bia'))).status).toBe(1);
    expect(await events()).toBe(before);
    await cli.json(...words, '--apply', ...as('ana'));
    expect(amountsIn(await pageOf(ana, id))).toEqual(['35,00 D', '39,00 C', '5,00 D']);
    const once = await events();
    const { stdout } = await cli.run(...words, '--apply', ...as('ana'));
    expect(stdout).toContain('Mesmo valor e documento');
    expect(stdout).not.toMatch(/\d{4}-\d\d-\d\d/);
    expect(await events()).toBe(once);
    const other = ['--balance', '36', '--invert', 'extrato'];
    expect(await cli.json<Matched>(...words, ...other)).toMatchObject({ saldoExtrato: 36 });
    const { status, data } = await posted(id, [LEDGER, STATEMENT]);
    expect([status, data]).toEqual([200, shown]);
    expect((await cli.run(...match(id, razao, '--statement', razao))).stderr).toContain('são o mesmo arquivo');
    await written('razao.csv', csv('31/02/2026;Depósito;;1,00'));
    expect((await cli.run(...words)).stderr).toContain('Razão: Linha 2: a data não existe');
  });

  it('are answered by pages of each list, with how long they are', async () => {
    const id = office.month.ids[0] ?? NaN;
    const lines = Array.from({ length: 130 }, (_, at) => `04/05/2026;Compra ${at};D${at};${at + 1},00`);
    const bank = lines.slice(0, 120).map((line) => line.replace('Compra', 'Pagamento'));
    const files = [csv(...lines), csv(...bank)];
    const whole = await posted(id, files);
    expect(whole.data).toMatchObject({ totais: { pares: 120, sobrasRazao: 10, sobrasExtrato: 0, itens: 10 } });
    expect([whole.data?.pares.length, whole.data?.sobras.razao.length]).toEqual([50, 10]);
    const pageAt = (page: number) => posted(id, files, undefined, {}, `?limit=100&page=${page}`);
    const pages = [await pageAt(1), await pageAt(2)];
    const codes = pages.flatMap(({ data }) => data?.pares ?? []).map(({ razao }) => razao[0]?.documento);
    expect([codes.length, new Set(codes).size]).toEqual([120, 120]);
    expect(pages[1]?.data).toMatchObject({ totais: whole.data?.totais, sobras: { razao: [] }, itens: [] });
    expect(await posted(id, files, undefined, {}, '?limit=101&page=0')).toMatchObject({
      status: 400,
      code: 'PARAMETRO_INVALIDO',
      error: expect.stringContaining('limit deve ser um número inteiro de 1 a 100'),
    });
    const paths = [await written('longo.csv', csv(...lines)), await written('banco.csv', csv(...bank))] as const;
    const words = match(id, paths[0], '--statement', paths[1]);
    const { cli } = office.month;
    expect(await cli.json<Matched>(...words, '--page', '2')).toEqual(pages[1]?.data);
    expect((await cli.run(...words)).stdout).toContain(
      'Página 1 de 2 (--page): ao todo 120 pares, 10 linhas sem par e 10 itens',
    );
  });

  it('are matched for an API key, which records nothing, and refused with the same sentences', async () => {
    const id = office.month.ids[0] ?? NaN;
    const before = await pageOf(ana, id);
    expect(await posted(id, [LEDGER, STATEMENT], '1.00')).toMatchObject({
      status: 200,
      data: { saldoExtrato: 1 },
    });
    expect(await pageOf(ana, id)).toBe(before);
    const refused = { status: 400, code: 'PARAMETRO_INVALIDO' };
    const cases: readonly (readonly [sentence: string, files: readonly string[], saldo?: string])[] = [
      ['um arquivo (o razão ou uma lista de itens) ou dois (o razão e o extrato)', []],
      ['ou dois (o razão e o extrato)', [LEDGER, STATEMENT, csv()]],
      ['mesmo arquivo', [LEDGER, LEDGER]],
      ['saldo', [LEDGER], '1,00'],
      ['Razão: Linha 2: a data não existe', [csv('31/02/2026;Depósito;;1,00')]],
    ];
    for (const [sentence, files, saldo] of cases)
      expect(await posted(id, files, saldo)).toMatchObject({
        ...refused,
        error: expect.stringContaining(sentence),
      });
    expect(await posted(999_999, [LEDGER])).toMatchObject({ status: 404 });
    expect(await posted(999_999, [LEDGER], '1,00')).toMatchObject(refused);
    const headers = { authorization: `Bearer ${office.month.ledger.key}` };
    const unknown = `${office.service.url}/api/v1/reconciliations/999999/arquivos`;
    expect((await fetch(unknown, { method: 'POST', headers, body: '{}' })).status).toBe(415);
  });

  it('are refused as one file, without a ledger, and with lines that are wrong, each with its sentence', async () => {
    const id = freshId();
    await expect(sent(id, LEDGER, LEDGER)).rejects.toThrow('são o mesmo arquivo');
    const empty = await ana.upload(filesPath(id), new FormData());
    expect([empty.status, alertIn(empty.html)]).toEqual([422, 'Escolha o arquivo do razão ou da lista de itens']);
    const outside = await ana.get(await sent(id, LEDGER, STATEMENT.replace('20260504', '20260430')));
    expect(outside.status).toBe(422);
    expect(outside.html).toContain('Extrato: Linha 3: 30/04/2026 está fora da competência');
    const wrong = await sent(id, csv('31/02/2026;Depósito;;um'));
    expect(await page(wrong)).toContain('Razão: Linha 2: a data não existe ou não foi reconhecida (31/02/2026)');
    await ana.post(`${wrong}/descartar`);
    expect((await ana.get(wrong)).status).toBe(404);
    expect(await page(await sent(id, '%PDF-1.4'))).toContain('ou XLS ou OFX (o arquivo é PDF)');
  });
});

describe('Columns that are not recognised', () => {
  const strange = (description: string) => `Quando;O quê;Quanto\r\n04/05/2026;${description};1,00`;
  const columns = { data: 'Quando', descricao: 'O quê', valor: 'Quanto' };

  it('are chosen on the page for this file, and saved by an Administrador for the next', async () => {
    const id = freshId();
    const path = await sent(id, strange('Taxa'));
    const refused = await ana.get(path);
    expect([refused.status, refused.html.includes('Títulos encontrados: Quando; O quê; Quanto')]).toEqual([
      422,
      true,
    ]);
    expect(refused.html).not.toContain('Salvar para os próximos');
    await ana.post(`${path}/colunas`, { arquivo: 'razao', data: 'Quando' });
    expect(await page(path)).toContain('Escolha a coluna de Descrição, Valor');
    await ana.post(`${path}/colunas`, { arquivo: 'razao', ...columns, documento: 'Quando' });
    expect(await page(path)).toContain('Cada coluna é escolhida uma vez');
    await ana.post(`${path}/colunas`, { arquivo: 'razao', ...columns, acao: 'conferir' });
    expect(fact(await page(path), 'Diferença')).toBe('0,00');
    expect((await ana.post(`${path}/colunas`, { arquivo: 'razao', ...columns, acao: 'salvar' })).status).toBe(403);
    // An Administrador opens the address of the page.
    const { mara } = office.people;
    const seen = await mara.get(path);
    expect([seen.status, seen.html.includes('Gravar a composição')]).toEqual([200, false]);
    await mara.post(`${path}/colunas`, { arquivo: 'razao', ...columns, acao: 'salvar' });
    expect((await mara.get(path)).html).toContain('Colunas do razão salvas');
    expect((await mara.post(`${path}/gravar`, { previa: 'x' })).status).toBe(403);
    await record(path);
    expect(amountsIn(await pageOf(ana, id))).toEqual(['1,00 D']);
    expect(fact(await page(await sent(id, strange('Outra'))), 'Diferença')).toBe('1,00 C');
  });

  it('are named by an API key and on the command line, which saves them too', async () => {
    const id = office.month.ids[0] ?? NaN;
    const list = 'Dia;Texto;Total\r\n04/05/2026;A;-1,00';
    const named = { razao: { data: 'Dia', descricao: 'Texto', valor: 'Total' } };
    expect(await posted(id, [list])).toMatchObject({
      status: 400,
      error: expect.stringContaining('Dia; Texto; Total'),
    });
    const fields = { colunas: JSON.stringify(named), inverter: 'razao' };
    const answered = await posted(id, [list], undefined, fields);
    expect(answered).toMatchObject({ status: 200, data: { sobras: { razao: [{ valor: 1 }] } } });
    for (const colunas of ['x', '[]', '{}', '{"outro":{}}', '{"razao":{"data":"Dia"}}', '{"razao":{"data":1}}'])
      expect((await posted(id, [list], undefined, { colunas })).error).toContain('colunas deve ser um JSON');
    const unfound = { colunas: JSON.stringify({ razao: { ...named.razao, valor: 'Quantia' } }) };
    expect((await posted(id, [list], undefined, unfound)).error).toBe(
      'Razão: O arquivo não tem as colunas indicadas: Quantia, Razão: Títulos encontrados: Dia; Texto; Total',
    );
    // All of them at once, and none may be split in two at a comma.
    const wrong = await posted(id, [list, list], undefined, { inverter: 'tudo', colunas: 'x', saldo: '1,00' });
    expect(wrong.error?.split(', ')).toEqual([
      expect.stringContaining('o mesmo arquivo'),
      expect.stringContaining('colunas deve ser um JSON'),
      expect.stringContaining('inverter deve ser'),
      expect.stringContaining('saldo deve ser'),
    ]);
    const map = await written('mapa.json', JSON.stringify(named));
    const { cli } = office.month;
    const words = match(id, await written('lista.csv', list), '--invert', 'razao');
    expect(await cli.json<Matched>(...words, '--columns', map)).toEqual(answered.data);
    expect((await cli.run(...words)).stderr).toContain('Títulos encontrados');
    await cli.json('mapping', 'set', '--company', office.month.of[1] ?? '', '--statements', map);
    expect(await cli.json<Matched>(...words)).toEqual(answered.data);
    expect((await posted(id, [list])).status).toBe(200);
    await written('mapa.json', '{"razao":{}}');
    expect((await cli.run(...words, '--columns', map)).stderr).toContain('colunas deve ser um JSON');
  });
});

describe('Files of an account', () => {
  it('are sent by the Elaborador alone, while the composition may be recorded, and seen by that session alone', async () => {
    const id = freshId();
    const path = await sent(id, LEDGER, STATEMENT);
    const { bia, sol } = office.people;
    expect((await bia.get(filesPath(id))).status).toBe(403);
    expect((await sol.get(path)).status).toBe(403);
    expect((await ana.get(path.replace(`/${id}/`, `/${office.month.ids[0]}/`))).status).toBe(404);
    expect(await pageOf(bia, id)).not.toContain('Enviar razão e extrato');
    expect(await pageOf(ana, id)).toContain('Enviar razão e extrato');
    await record(path);
    await ana.post(`${pagePath(id)}/enviar`, {});
    const sentOn = await ana.get(filesPath(id));
    expect([sentOn.status, sentOn.location]).toEqual([303, pagePath(id)]);
  });

  it('give an account without a balance the same amounts by page, key and command line, where a credit counts positive', async () => {
    const { cli, ledger, of } = office.month;
    const account = { tipo: 'ANALYTICAL', natureza: 'CREDIT', exigeConciliacao: true };
    const accounts = ['9.1', '9.2'].map((codigo) => ({ codigo, descricao: codigo, ...account }));
    const chart = { nome: 'Credoras', vigenciaInicio: '2026-01-01', ativo: true, accounts };
    const june = [...of.slice(0, 2), '--period', '2026-06'];
    await cli.apply({ ref: ledger.ref, companies: [{ cnpj: ledger.cnpjs[0], charts: [chart] }] });
    const lines = ['9.1;0,00;0,00;5,00;5,00', '9.2;0,00;7,00;7,00;0,00'];
    const rows = await releaseLines(cli, office.service.dataDir, { of: june, lines, chart: 'Credoras' });
    const id = rows[1]?.id ?? NaN;
    await ana.post(`${pagePath(id)}/iniciar`, {});
    const list = csv('04/06/2026;Devido;;-7,00', '05/06/2026;Pago;;4,00');
    expect(fact(await page(await sent(id, list)), 'Composição')).toBe('2 itens; soma 3,00 C');
    const items = [
      { descricao: 'Devido', valor: 7 },
      { descricao: 'Pago', valor: -4 },
    ];
    expect(await posted(id, [list])).toMatchObject({ data: { itens: items, saldoConciliado: 3, diferenca: -3 } });
    expect(await cli.json(...match(id, await written('lista.csv', list)))).toMatchObject({ itens: items });
  });
});
