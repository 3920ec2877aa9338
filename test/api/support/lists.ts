// Parameters of the list routes, ids in paths, and filters by company (bad inputs: lists, {id}).
import { get, type Case } from './cases.js';
import type { World } from './world.js';

const WRONG = { status: 400, code: 'PARAMETRO_INVALIDO' } as const;

type List = Readonly<{ name: string; path(world: World): string; filters: readonly ('companyId' | 'period')[] }>;

export const lists: readonly List[] = [
  { name: 'trial balances', path: () => '/api/v1/trial-balances?', filters: ['companyId', 'period'] },
  {
    name: 'lines',
    path: ({ trialBalanceIds }) => `/api/v1/trial-balances/${trialBalanceIds.acme}/lines?`,
    filters: [],
  },
  { name: 'companies', path: () => '/api/v1/companies?', filters: [] },
  {
    name: 'charts',
    path: ({ companyIds }) => `/api/v1/chart-of-accounts?companyId=${companyIds.acme}&`,
    filters: [],
  },
  {
    name: 'accounts',
    path: ({ chartIds }) => `/api/v1/chart-of-accounts/${chartIds.acme}/accounts?`,
    filters: ['companyId'],
  },
  {
    name: 'balances of an account',
    path: ({ accountIds }) => `/api/v1/accounts/${accountIds.acme}/balances?`,
    filters: [],
  },
  { name: 'reconciliations', path: () => '/api/v1/reconciliations?', filters: ['companyId', 'period'] },
];

const NOT_WHOLE = [
  '-1',
  '1.5',
  'abc',
  '',
  '1e3',
  '0x10',
  '%201',
  '1%20',
  '+1',
  '9007199254740993',
  '1e309',
  '%D9%A1',
  '%EF%BC%91',
];
const NOT_PERIODS = [
  '2026-13',
  '2026-00',
  '2026-1',
  '202601',
  '2026-01-01',
  '2026-01%20',
  '%202026-01',
  '1999-12',
  '2101-01',
  '',
  '%EF%BC%92026-01',
  '2026-01%27%20||%201',
  '2026-01%00',
];

const wrong = (list: List, query: string): Case => ({
  name: `${list.name}: ${query}`,
  request: (world) => get(list.path(world) + query)(world),
  ...WRONG,
});
const fine = (list: List, query: string): Case => {
  const { name, request } = wrong(list, query);
  return { name, request, status: 200 };
};

export const parameterCases: readonly Case[] = lists.flatMap((list) => [
  ...[...NOT_WHOLE, '0'].map((value) => wrong(list, `page=${value}`)),
  ...[...NOT_WHOLE, '0', '101', '1000000000'].map((value) => wrong(list, `limit=${value}`)),
  wrong(list, 'page=1&page=2'),
  wrong(list, 'limit=1&limit=1'),
  wrong(list, 'page[$gt]=1'),
  wrong(list, 'page%5B%5D=1'),
  fine(list, 'limit=1'),
  fine(list, 'limit=100'),
  fine(list, 'page=9007199254740991&limit=100'),
  ...(
    [
      ['pagina=2', 'parâmetro desconhecido: pagina (você quis dizer page?)'],
      ['limt=2', 'parâmetro desconhecido: limt (você quis dizer limit?)'],
      ['ordem=desc&order=x', /^parâmetro desconhecido: ordem \(você quis dizer order\?\), order deve ser/],
    ] as const
  ).map(([query, error]) => ({ ...wrong(list, query), error })),
  wrong(list, 'order='),
  fine(list, 'order=desc'),
  fine(list, 'unknown=1&another=%3Cscript%3E&__proto__=1&constructor=2'),
  ...(list.filters.includes('companyId')
    ? [
        ...NOT_WHOLE.map((value) => wrong(list, `companyId=${value}`)),
        ...['', '123', 'x'.repeat(500)].map((cnpj) => wrong(list, `cnpj=${cnpj}`)),
      ]
    : []),
  ...(list.filters.includes('period') ? NOT_PERIODS.map((value) => wrong(list, `period=${value}`)) : []),
]);

const CHARTS = '/api/v1/chart-of-accounts';
export const companyCases: readonly Case[] = [
  { name: 'charts without a company', request: get(CHARTS), ...WRONG, error: 'informe companyId ou cnpj' },
  {
    name: 'charts without a company, and a wrong page',
    request: get(`${CHARTS}?page=0`),
    ...WRONG,
    error: 'page deve ser um número inteiro a partir de 1, informe companyId ou cnpj',
  },
  {
    name: 'charts of a wrong companyId',
    request: get(`${CHARTS}?companyId=x`),
    ...WRONG,
    error: 'companyId deve ser um número inteiro',
  },
  {
    name: 'charts of a CNPJ nobody has',
    request: get(`${CHARTS}?cnpj=99999999999999`),
    status: 404,
    code: 'EMPRESA_NAO_ENCONTRADA',
    error: 'Empresa não encontrada para o CNPJ 99999999999999',
  },
  ...NOT_WHOLE.map((value): Case => ({
    name: `charts: companyId=${value}`,
    request: get(`${CHARTS}?companyId=${value}`),
    ...WRONG,
  })),
  { name: 'status nobody knows', request: get('/api/v1/trial-balances?status=released'), ...WRONG },
  {
    name: 'status nobody knows, of reconciliations',
    request: get('/api/v1/reconciliations?status=RELEASED'),
    ...WRONG,
  },
  {
    name: 'state of the deadline nobody knows',
    request: get('/api/v1/reconciliations?slaStatus=LATE'),
    ...WRONG,
    error: 'slaStatus deve ser um destes valores: ON_TIME; DUE_SOON; OVERDUE; COMPLETED_ON_TIME; COMPLETED_LATE',
  },
  { name: 'an empty name of owner', request: get('/api/v1/reconciliations?responsavel='), ...WRONG },
  { name: 'an owner given twice', request: get('/api/v1/reconciliations?responsavel=A&responsavel=B'), ...WRONG },
  { name: 'an empty code of account', request: get('/api/v1/chart-of-accounts/1/accounts?codigo='), ...WRONG },
  { name: 'an empty code of a line', request: get('/api/v1/trial-balances/1/lines?contaCodigo='), ...WRONG },
  {
    name: 'everything wrong at once',
    request: get('/api/v1/trial-balances?page=0&limit=0&companyId=x&cnpj=1&period=1&status=1'),
    ...WRONG,
    error:
      'page deve ser um número inteiro a partir de 1, limit deve ser um número inteiro de 1 a 100, ' +
      'companyId deve ser um número inteiro, o CNPJ informado é inválido, ' +
      'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08), ' +
      'status deve ser um destes valores: IMPORTED; RELEASED; SUPERSEDED',
  },
  {
    name: 'a company that does not exist',
    request: get('/api/v1/trial-balances?companyId=999999'),
    status: 404,
    code: 'EMPRESA_NAO_ENCONTRADA',
    error: 'Empresa não encontrada para o companyId 999999',
  },
  {
    name: 'a masked CNPJ nobody has',
    request: get('/api/v1/reconciliations?cnpj=99.999.999/9999-99'),
    status: 404,
    code: 'EMPRESA_NAO_ENCONTRADA',
    error: 'Empresa não encontrada para o CNPJ 99999999999999',
  },
  {
    name: 'a company without the module',
    request: (world) => get(`/api/v1/trial-balances?companyId=${world.companyIds.acmeWithoutModule}`)(world),
    status: 403,
    code: 'MODULO_NAO_CONTRATADO',
    error: 'A empresa não contratou o módulo de conciliação',
  },
  ...['/api/v1/trial-balances', '/api/v1/reconciliations'].map((path): Case => ({
    name: `a client without the module: ${path}`,
    request: (world) => get(path, { Authorization: `Bearer ${world.keys.lone}` })(world),
    status: 403,
    code: 'MODULO_NAO_CONTRATADO',
  })),
  {
    name: 'a CNPJ of another company of the client',
    request: (world) =>
      get(`/api/v1/trial-balances?companyId=${world.companyIds.acme}&cnpj=11444777000161`)(world),
    ...WRONG,
    error: 'o CNPJ 11.444.777/0001-61 não pertence à empresa informada em companyId',
  },
];

const NOT_IDS = [
  'abc',
  '1.5',
  '-1',
  '1e3',
  '99999999999999999999',
  '1%27',
  '%00',
  '+1',
  '%201',
  '1%2F2',
  '%D9%A1',
];
const NOT_THERE = ['0', '999999', '9007199254740991'];
const ID_ROUTES = [
  {
    path: (id: string) => `/api/v1/trial-balances/${id}/lines`,
    code: 'BALANCETE_NAO_ENCONTRADO',
    error: 'Balancete não encontrado',
  },
  {
    path: (id: string) => `/api/v1/chart-of-accounts/${id}/accounts`,
    code: 'PLANO_NAO_ENCONTRADO',
    error: 'Plano de contas não encontrado',
  },
  {
    path: (id: string) => `/api/v1/accounts/${id}/balances`,
    code: 'CONTA_NAO_ENCONTRADA',
    error: 'Conta não encontrada',
  },
] as const;

export const idCases: readonly Case[] = ID_ROUTES.flatMap(({ path, code, error }) => [
  ...NOT_IDS.map((id): Case => ({ name: path(id), request: get(path(id)), ...WRONG })),
  ...NOT_THERE.map((id): Case => ({ name: path(id), request: get(path(id)), status: 404, code, error })),
  {
    name: `${path('x')} with a wrong page too`,
    request: get(`${path('x')}?page=0`),
    ...WRONG,
    error: 'o identificador no endereço deve ser um número inteiro, page deve ser um número inteiro a partir de 1',
  },
]);
