// Bodies of POST /api/v1/trial-balances and their clean answers. None of these may change anything.
import { post, type Case } from './cases.js';
import { CHART, CNPJS, type CompanyName, type World } from './world.js';
import type { ImportBody, ImportItem } from '../../support/builders.js';

const REFUSED = { status: 400, code: 'IMPORTACAO_RECUSADA' } as const;
const WRONG = { status: 400, code: 'PARAMETRO_INVALIDO' } as const;
const OTHER_TYPE = { status: 415, code: 'CONTENT_TYPE_INVALIDO' } as const;
const UNKNOWN_COMPANY = { status: 404, code: 'EMPRESA_NAO_ENCONTRADA' } as const;

type Answer = Omit<Case, 'name' | 'request'>;
const refused = (error: string | RegExp) => ({ ...REFUSED, error });

const PERIOD = 'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08)';

/** A good body of a month nothing was imported for, changed. */
const body = (world: World, changes: object = {}, company: CompanyName = 'acme'): object => ({
  ...world.month(company, '2026-03'),
  ...changes,
});
const changed = (name: string, changes: object, answer: Answer): Case => ({
  name,
  request: (world) => post(body(world, changes))(world),
  ...answer,
});

/** The good body with its first line changed. */
const line = (name: string, changes: object, answer: Answer): Case => ({
  name,
  request: (world) => post(withFirstLine(world, (item) => ({ ...item, ...changes })))(world),
  ...answer,
});

function withFirstLine(world: World, change: (item: ImportItem) => unknown): object {
  const good = body(world) as ImportBody;
  const [first, ...rest] = good.lineItems;
  return { ...good, lineItems: first ? [change(first), ...rest] : [] };
}

/** The good body as text, with the amount of the first line's debit replaced as it stands in the JSON. */
const debit = (name: string, text: string, error: RegExp): Case => ({
  name: `debit ${name}`,
  request: (world) =>
    post(JSON.stringify(withFirstLine(world, (item) => ({ ...item, debit: '@' }))).replace('"@"', text))(world),
  ...REFUSED,
  error,
});

const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('{"period":"2026-01"}', 'utf16le')]);

const LARGE = { status: 413, code: 'CONTEUDO_MUITO_GRANDE' } as const;
const wrong = (error: string | RegExp) => ({ ...WRONG, error });
const sent = (name: string, answer: Answer, ...parts: Parameters<typeof post>): Case => ({
  ...{ name, request: post(...parts), ...answer },
});
const typed = (type: string, answer: Answer): Case =>
  sent(`Content-Type ${type}`, answer, '{}', { 'Content-Type': type });
const otherCharset = (charset: string): Answer => ({
  ...OTHER_TYPE,
  error: `O charset "${charset}" do Content-Type não é aceito: envie o corpo em UTF-8`,
});

export const bodies: readonly Case[] = [
  sent('no body', wrong('o corpo está vazio'), ''),
  ...['[]', '1', 'null', '"text"', 'true'].map((text) =>
    sent(`body ${text}`, wrong('o corpo da requisição deve ser um objeto JSON'), text),
  ),
  ...['{', '{"a":1,}', "{'a':1}", 'undefined', '\u0000', '{"a":1}{"b":2}'].map((text) =>
    sent(`body ${text}`, wrong(/^o corpo não é JSON válido \(linha 1, coluna \d\)$/), text),
  ),
  sent('a body in UTF-16', wrong('o corpo deve estar em UTF-8'), utf16),
  sent('bytes that are not UTF-8', wrong('o corpo deve estar em UTF-8'), Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)),
  sent('1 MB of [', WRONG, '['.repeat(1_000_000)),
  sent('200,000 levels deep', { status: 400 }, `{"lineItems":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  sent('{}', refused(/^o campo period deve .*, informe companyId ou cnpj, /), '{}'),
  sent('a BOM before the object', REFUSED, '\ufeff{}'),
  ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', ''].map((type) =>
    typed(type, OTHER_TYPE),
  ),
  typed('application/json; charset=utf-16', otherCharset('utf-16')),
  typed('application/json; charset="ISO-8859-1"', otherCharset('iso-8859-1')),
  typed('APPLICATION/JSON; Charset="UTF-8"', REFUSED),
  {
    name: 'no Content-Type',
    request: ({ keys }) => ({
      ...{ method: 'POST', path: '/api/v1/trial-balances', headers: { 'X-API-Key': keys.full }, body: '{}' },
    }),
    ...OTHER_TYPE,
  },
  sent('a length above 32 MB', { ...LARGE, error: /32 MB/ }, '', {
    'Content-Length': String(32 * 1_048_576 + 1),
  }),
  sent('chunks above 32 MB', LARGE, chunked(33), { 'Transfer-Encoding': 'chunked' }),
  sent('chunks', REFUSED, '2\r\n{}\r\n0\r\n\r\n', { 'Transfer-Encoding': 'chunked' }),
  sent('a client that waits for 100 Continue', REFUSED, '{}', { Expect: '100-continue' }),
  ...['', 'TRUE', '1', 'yes'].map((value) => {
    const answer = wrong('validateOnly deve ser true ou false');
    return sent(`validateOnly=${value}`, answer, '{}', {}, `?validateOnly=${value}`);
  }),
  sent('validateOnly twice', WRONG, '{}', {}, '?validateOnly=true&validateOnly=true'),
];

export const fields: readonly Case[] = [
  ...['2026-13', '2026-00', '2026-1', '202601', '2026-01-01', '2026-01 ', '１026-01', '', null, 202601, {}].map(
    (period) => changed(`period ${JSON.stringify(period)}`, { period }, refused(PERIOD)),
  ),
  ...['1999-12', '2101-01'].map((period) =>
    changed(`period ${period}`, { period }, refused('period deve estar entre 2000-01 e 2100-12')),
  ),
  changed('an empty cnpj alone', { cnpj: '' }, refused('informe companyId ou cnpj')),
  changed('neither companyId nor cnpj', { cnpj: undefined }, refused('informe companyId ou cnpj')),
  ...['12', 1.5, -1, 1e20, {}, true].map((companyId) =>
    changed(
      `companyId ${JSON.stringify(companyId)}`,
      { companyId, cnpj: undefined },
      refused('companyId deve ser um número inteiro'),
    ),
  ),
  ...['1122233300018', '112223330001811', 'AB', '11222333/0001-8X', 11222333000181, {}].map((cnpj) =>
    changed(`cnpj ${JSON.stringify(cnpj)}`, { cnpj }, refused('o CNPJ informado é inválido')),
  ),
  changed(
    'cnpj with wrong check digits',
    { cnpj: '11222333000182' },
    { ...UNKNOWN_COMPANY, error: 'Empresa não encontrada para o CNPJ 11222333000182' },
  ),
  changed(
    'cnpj nobody has, masked, in small letters',
    { cnpj: '99.abc.999/0001-99' },
    { ...UNKNOWN_COMPANY, error: 'Empresa não encontrada para o CNPJ 99ABC999000199' },
  ),
  changed(
    'companyId nobody has',
    { companyId: 999_999 },
    { ...UNKNOWN_COMPANY, error: 'Empresa não encontrada para o companyId 999999' },
  ),
  {
    name: 'companyId and cnpj of two companies',
    request: (world) => post(body(world, { companyId: world.companyIds.acme, cnpj: CNPJS.acmeInactive }))(world),
    ...REFUSED,
    error: 'o CNPJ 11.444.777/0001-61 não pertence à empresa informada em companyId',
  },
  {
    name: 'a company that is not active',
    request: (world) => post(body(world, {}, 'acmeInactive'))(world),
    status: 403,
    code: 'EMPRESA_INATIVA',
    error: 'A empresa não está ativa',
  },
  {
    name: 'a company without the module',
    request: (world) => post(body(world, {}, 'acmeWithoutModule'))(world),
    status: 403,
    code: 'MODULO_NAO_CONTRATADO',
  },
  changed(
    'chartName missing',
    { chartName: undefined },
    refused('informe o plano de contas em chartName: nenhuma conta do balancete pôde ser localizada'),
  ),
  ...['', 5, { $ne: 1 }, []].map((chartName) =>
    changed(`chartName ${JSON.stringify(chartName)}`, { chartName }, REFUSED),
  ),
  changed(
    'chartName nobody has',
    { chartName: 'Outro, plano' },
    refused('plano de contas "Outro,plano" não encontrado para esta empresa'),
  ),
  changed(
    'chartName of 5,000 characters',
    { chartName: 'x'.repeat(5_000) },
    refused('chartName deve ser o nome de um plano de contas'),
  ),
  changed('lineItems missing', { lineItems: undefined }, refused(/lineItems/)),
  changed('lineItems {}', { lineItems: {} }, refused(/lineItems/)),
  changed('lineItems []', { lineItems: [] }, refused('lineItems deve conter pelo menos 1 item')),
  {
    name: '20,001 lines',
    request: (world) => post(body(world, { lineItems: Array(20_001).fill({}) }))(world),
    ...REFUSED,
    error: /lineItems aceita no máximo 20\.000 itens/,
  },
  changed(
    'several wrong fields',
    { period: 'x', cnpj: undefined, chartName: undefined, lineItems: [] },
    refused(/^o campo period .*, informe companyId ou cnpj, .*lineItems deve conter pelo menos 1 item/),
  ),
];

const NOTHING = { previousBalance: 0, debit: 0, credit: 0, finalBalance: 0 };
export const lines: readonly Case[] = [
  ...[null, 5, [], 'x'].map((item): Case => ({
    name: `an item ${JSON.stringify(item)}`,
    request: (world) => post(withFirstLine(world, () => item))(world),
    ...REFUSED,
    error: /linha 1/,
  })),
  line('accountCode ""', { accountCode: '' }, refused('a linha 1 está sem código de conta')),
  line('accountCode missing', { accountCode: undefined }, refused('a linha 1 está sem código de conta')),
  line('accountCode a number', { accountCode: 11 }, refused(/linha 1/)),
  line('accountCode of 1,000 characters', { accountCode: '1'.repeat(1_000) }, refused(/linha 1/)),
  line('accountCode with control characters', { accountCode: '1\u0000\u001b[2J' }, refused(/linha 1/)),
  line(
    'debit as text',
    { debit: '50.25' },
    refused(
      /^o valor de debit na linha 1 não é um número válido \(conta [^)]*\): envie-o sem aspas e com ponto decimal \(por exemplo 50\.25\)$/,
    ),
  ),
  line('debit missing', { debit: undefined }, refused(/^o valor de debit na linha 1/)),
  line('debit null', { debit: null }, refused(/^o valor de debit na linha 1/)),
  line('debit {}', { debit: { $gt: 0 } }, refused(/^o valor de debit na linha 1/)),
  debit('1e999', '1e999', /debit na linha 1/),
  debit('1e15', '1e15', /debit na linha 1/),
  debit('0.001', '0.001', /debit na linha 1/),
  debit('2^53 + 1', '9007199254740993', /debit na linha 1/),
  line(
    'a closing balance off by a centavo',
    { finalBalance: 0.01 },
    refused(/^linha 1: a conta .* não fecha: saldo anterior /),
  ),
  line(
    'the CNPJ of another company',
    { cnpj: CNPJS.acmeInactive },
    refused(/^a linha 1 traz o CNPJ 11\.444\.777\/0001-61 diferente do CNPJ da importação/),
  ),
  line(
    'another competence',
    { period: '2026-02' },
    refused(/^a linha 1 traz a competência 02\/2026 diferente da competência 03\/2026 da importação/),
  ),
  changed(
    'not one account of the chart',
    { lineItems: [{ accountCode: '7.7', ...NOTHING }] },
    refused(`nenhuma conta do balancete existe no plano de contas "${CHART}" ou participa da conciliação`),
  ),
  changed(
    'not one account that reconciles',
    { lineItems: ['1', '9.9'].map((accountCode) => ({ accountCode, ...NOTHING })) },
    refused(/nenhuma conta/),
  ),
  {
    name: 'every line wrong',
    request: (world) => {
      const good = body(world) as ImportBody;
      const lineItems = Array.from({ length: 1_200 }, () => ({ ...good.lineItems[0], debit: 'x' }));
      return post({ ...good, lineItems })(world);
    },
    ...REFUSED,
    error: /, e mais 1180$/,
  },
];

function chunked(megabytes: number): Uint8Array {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1_048_576, ' '), Buffer.from('\r\n')]);
  return Buffer.concat([...Array.from({ length: megabytes }, () => chunk), Buffer.from('0\r\n\r\n')]);
}
