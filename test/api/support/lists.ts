// Parameters of the list routes, ids in paths, and filters by company (bad inputs: lists, {id}).
import { get, type Case } from './cases.js';
import type { World } from './world.js';

const WRONG = { status: 400, code: 'PARAMETRO_INVALIDO' } as const;

type List = Readonly<{ name: string; path(world: World): string }>;

const TRIAL_BALANCES: List = { name: 'trial balances', path: () => '/api/v1/trial-balances?' };

export const lists: readonly List[] = [
  TRIAL_BALANCES,
  { name: 'lines', path: ({ trialBalanceIds }) => `/api/v1/trial-balances/${trialBalanceIds.acme}/lines?` },
  { name: 'companies', path: () => '/api/v1/companies?' },
  { name: 'charts', path: ({ companyIds }) => `/api/v1/chart-of-accounts?companyId=${companyIds.acme}&` },
  { name: 'accounts', path: ({ chartIds }) => `/api/v1/chart-of-accounts/${chartIds.acme}/accounts?` },
  {
    name: 'balances of an account',
    path: ({ accountIds }) => `/api/v1/accounts/${accountIds.acme}/balances?`,
  },
  { name: 'reconciliations', path: () => '/api/v1/reconciliations?' },
];

const NOT_WHOLE = '-1 1.5 abc  1e3 0x10 %201 1%20 +1 9007199254740993 1e309 %D9%A1 %EF%BC%91'.split(' ');
const NOT_PERIODS = (
  '2026-13 2026-00 2026-1 202601 2026-01-01 2026-01%20 %202026-01 1999-12 2101-01  ' +
  '%EF%BC%92026-01 2026-01%27%20||%201 2026-01%00'
).split(' ');

const wrong = (list: List, query: string): Case => ({
  name: `${list.name}: ${query}`,
  request: (world) => get(list.path(world) + query)(world),
  ...WRONG,
});
const fine = (list: List, query: string): Case => {
  const { name, request } = wrong(list, query);
  return { name, request, status: 200 };
};

/** Values of parameters that all lists share: of one list. */
const valueCases: readonly Case[] = [
  ...NOT_WHOLE.flatMap((value) => [`page=${value}`, `limit=${value}`, `companyId=${value}`]),
  'limit=0',
  'limit=1000000000',
  'limit=1&limit=1',
  'page%5B%5D=1',
  ...['', '123', 'x'.repeat(500)].map((cnpj) => `cnpj=${cnpj}`),
  ...NOT_PERIODS.map((value) => `period=${value}`),
].map((query) => wrong(TRIAL_BALANCES, query));

const SUGGESTED = [
  ['pagina=2', 'parâmetro desconhecido: pagina (você quis dizer page?)'],
  ['limt=2', 'parâmetro desconhecido: limt (você quis dizer limit?)'],
  ['ordem=desc&order=x', /^parâmetro desconhecido: ordem \(você quis dizer order\?\), order deve ser/],
] as const;

export const parameterCases: readonly Case[] = [
  ...valueCases,
  ...lists.flatMap((list) => [
    ...['page=0', 'limit=101', 'page=1&page=2', 'page[$gt]=1', 'order='].map((query) => wrong(list, query)),
    ...['limit=1', 'limit=100', 'page=9007199254740991&limit=100', 'order=desc'].map((query) => fine(list, query)),
    ...SUGGESTED.map(([query, error]) => ({ ...wrong(list, query), error })),
    fine(list, 'unknown=1&another=%3Cscript%3E&__proto__=1&constructor=2'),
  ]),
];

const CHARTS = '/api/v1/chart-of-accounts';
const BALANCES = '/api/v1/trial-balances';
const RECONCILIATIONS = '/api/v1/reconciliations';
const UNKNOWN_COMPANY = { status: 404, code: 'EMPRESA_NAO_ENCONTRADA' } as const;
const NO_MODULE = {
  status: 403,
  code: 'MODULO_NAO_CONTRATADO',
  error: 'A empresa não contratou o módulo de conciliação',
} as const;

const answered = (path: string, error?: string, answer: Omit<Case, 'name' | 'request'> = WRONG): Case => ({
  name: path,
  request: get(path),
  ...answer,
  ...(error !== undefined && { error }),
});
const ofCompany = (
  name: keyof World['companyIds'],
  more: string,
  answer: Omit<Case, 'name' | 'request'>,
): Case => ({
  name: `trial balances of ${name}${more}`,
  request: (world) => get(`${BALANCES}?companyId=${world.companyIds[name]}${more}`)(world),
  ...answer,
});

export const companyCases: readonly Case[] = [
  answered(CHARTS, 'informe companyId'),
  answered(`${CHARTS}?page=0`, 'page deve ser um número inteiro a partir de 1, informe companyId'),
  answered(`${CHARTS}?companyId=x`, 'companyId deve ser um número inteiro'),
  ...NOT_WHOLE.map((value) => answered(`${CHARTS}?companyId=${value}`)),
  ...[`${CHARTS}?cnpj=99999999999999`, `${RECONCILIATIONS}?cnpj=99.999.999/9999-99`].map((path) =>
    answered(path, 'Empresa não encontrada para o CNPJ 99999999999999', UNKNOWN_COMPANY),
  ),
  answered(`${BALANCES}?companyId=999999`, 'Empresa não encontrada para o companyId 999999', UNKNOWN_COMPANY),
  answered(`${BALANCES}?status=released`),
  answered(`${RECONCILIATIONS}?status=RELEASED`),
  answered(
    `${RECONCILIATIONS}?slaStatus=LATE`,
    'slaStatus deve ser um destes valores: ON_TIME; DUE_SOON; OVERDUE; COMPLETED_ON_TIME; COMPLETED_LATE',
  ),
  answered(`${RECONCILIATIONS}?responsavel=`),
  answered(`${RECONCILIATIONS}?responsavel=A&responsavel=B`),
  answered(`${CHARTS}/1/accounts?codigo=`),
  answered(`${BALANCES}/1/lines?contaCodigo=`),
  answered(
    `${BALANCES}?page=0&limit=0&companyId=x&cnpj=1&period=1&status=1`,
    'page deve ser um número inteiro a partir de 1, limit deve ser um número inteiro de 1 a 100, ' +
      'companyId deve ser um número inteiro, o CNPJ informado é inválido, ' +
      'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08), ' +
      'status deve ser um destes valores: IMPORTED; RELEASED; SUPERSEDED',
  ),
  ofCompany('acmeWithoutModule', '', NO_MODULE),
  ofCompany('acme', '&cnpj=11444777000161', {
    ...WRONG,
    error: 'o CNPJ 11.444.777/0001-61 não pertence à empresa informada em companyId',
  }),
  ...[BALANCES, RECONCILIATIONS].map((path): Case => ({
    name: `a client without the module: ${path}`,
    request: (world) => get(path, { Authorization: `Bearer ${world.keys.lone}` })(world),
    status: 403,
    code: 'MODULO_NAO_CONTRATADO',
  })),
];

const NOT_IDS = 'abc 1.5 -1 1e3 99999999999999999999 1%27 %00 +1 %201 1%2F2 %D9%A1'.split(' ');
const NOT_THERE = ['0', '999999', '9007199254740991'];
const ID_ROUTES = [
  ['trial-balances', 'lines', 'BALANCETE_NAO_ENCONTRADO', 'Balancete não encontrado'],
  ['chart-of-accounts', 'accounts', 'PLANO_NAO_ENCONTRADO', 'Plano de contas não encontrado'],
  ['accounts', 'balances', 'CONTA_NAO_ENCONTRADA', 'Conta não encontrada'],
] as const;

export const idCases: readonly Case[] = ID_ROUTES.flatMap(([list, below, code, error]) => {
  const path = (id: string) => `/api/v1/${list}/${id}/${below}`;
  return [
    ...NOT_IDS.map((id) => answered(path(id))),
    ...NOT_THERE.map((id) => answered(path(id), error, { status: 404, code })),
    answered(
      `${path('x')}?page=0`,
      'o identificador no endereço deve ser um número inteiro, page deve ser um número inteiro a partir de 1',
    ),
  ];
});
