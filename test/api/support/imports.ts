// Bodies of POST /api/v1/trial-balances and their clean answers, one for each sentence. None of these may change
// anything. Every value that is refused: test/domain/trialBalance/documentFields.test.ts,
// test/workers/jsonDocument.test.ts.
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

const LARGE = { status: 413, code: 'CONTEUDO_MUITO_GRANDE' } as const;
const wrong = (error: string | RegExp) => ({ ...WRONG, error });
const sent = (name: string, answer: Answer, ...parts: Parameters<typeof post>): Case => ({
  name,
  request: post(...parts),
  ...answer,
});
const typed = (type: string, answer: Answer): Case =>
  sent(`Content-Type ${type}`, answer, '{}', { 'Content-Type': type });
export const bodies: readonly Case[] = [
  sent('no body', wrong('o corpo está vazio'), ''),
  ...['[]', '1', 'null', '"text"', 'true'].map((text) =>
    sent(`body ${text}`, wrong('o corpo da requisição deve ser um objeto JSON'), text),
  ),
  ...['{', '{"a":1,}', "{'a':1}", 'undefined', '\u0000', '{"a":1}{"b":2}'].map((text) =>
    sent(`body ${text}`, wrong(/^o corpo não é JSON válido \(linha 1, coluna \d\)$/), text),
  ),
  sent('bytes that are not UTF-8', wrong('o corpo deve estar em UTF-8'), Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)),
  sent('{}', refused(/^o campo period deve .*, informe companyId ou cnpj, /), '{}'),
  sent('a BOM before the object', REFUSED, '\ufeff{}'),
  ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', ''].map((type) =>
    typed(type, OTHER_TYPE),
  ),
  typed('APPLICATION/JSON; Charset="UTF-8"', REFUSED),
  {
    name: 'no Content-Type',
    request: ({ keys }) => ({
      method: 'POST',
      path: '/api/v1/trial-balances',
      headers: { 'X-API-Key': keys.full },
      body: '{}',
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
  changed('period 2026-13', { period: '2026-13' }, refused(PERIOD)),
  changed('period 1999-12', { period: '1999-12' }, refused('period deve estar entre 2000-01 e 2100-12')),
  changed('neither companyId nor cnpj', { cnpj: '' }, refused('informe companyId ou cnpj')),
  changed('companyId 1.5', { companyId: 1.5 }, refused('companyId deve ser um número inteiro')),
  changed('cnpj AB', { cnpj: 'AB' }, refused('o CNPJ informado é inválido')),
  changed(
    'cnpj nobody has, masked, in small letters',
    { cnpj: '99.abc.999/0001-99' },
    { ...UNKNOWN_COMPANY, error: 'Empresa não encontrada para o CNPJ 99ABC999000199' },
  ),
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
  changed('chartName 5', { chartName: 5 }, refused('chartName deve ser o nome de um plano de contas')),
  changed(
    'chartName nobody has',
    { chartName: 'Outro, plano' },
    refused('plano de contas "Outro,plano" não encontrado para esta empresa'),
  ),
  changed('lineItems {}', { lineItems: {} }, refused(/lineItems/)),
  changed('lineItems of 20,001', { lineItems: Array(20_001).fill({}) }, refused(/no máximo 20\.000 itens/)),
  changed(
    'several wrong fields',
    { period: 'x', cnpj: undefined, chartName: undefined, lineItems: [] },
    refused(/^o campo period .*, informe companyId ou cnpj, .*lineItems deve conter pelo menos 1 item/),
  ),
];

export const lines: readonly Case[] = [
  {
    name: 'an item that is a list',
    request: (world) => post(withFirstLine(world, () => []))(world),
    ...refused(/linha 1/),
  },
  line('accountCode missing', { accountCode: undefined }, refused('a linha 1 está sem código de conta')),
  line(
    'debit as text',
    { debit: '50.25' },
    refused(
      /^o valor de debit na linha 1 não é um número válido \(conta [^)]*\): envie-o sem aspas e com ponto decimal \(por exemplo 50\.25\)$/,
    ),
  ),
  line('debit missing', { debit: undefined }, refused(/^o valor de debit na linha 1/)),
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
    { lineItems: [{ accountCode: '7.7', previousBalance: 0, debit: 0, credit: 0, finalBalance: 0 }] },
    refused(`nenhuma conta do balancete existe no plano de contas "${CHART}" ou participa da conciliação`),
  ),
  {
    name: 'every line wrong',
    request: (world) => {
      const good = body(world) as ImportBody;
      const lineItems = Array.from({ length: 1_200 }, () => ({ ...good.lineItems[0], debit: 'x' }));
      return post({ ...good, lineItems })(world);
    },
    ...refused(/, e mais 1180$/),
  },
];

function chunked(megabytes: number): Uint8Array {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1_048_576, ' '), Buffer.from('\r\n')]);
  return Buffer.concat([...Array.from({ length: megabytes }, () => chunk), Buffer.from('0\r\n\r\n')]);
}
