// Bad inputs of POST /api/v1/graphql and their clean answers.
type Answer = Readonly<{ status: number; code: string; error?: string | RegExp }>;
export type GraphqlCase = Answer &
  Readonly<{ name: string; body: unknown; headers?: Readonly<Record<string, string>> }>;

const IDS = '{ empresas { data { id } } }';
const WRONG = { status: 400, code: 'CONSULTA_INVALIDA' } as const;
const COMPLEX = {
  status: 400,
  code: 'COMPLEXIDADE_EXCEDIDA',
  error: /^Consulta muito grande: reduza os campos ou o limite( \(no máximo [^()]+\))?$/,
} as const;
const DEEP = {
  status: 400,
  code: 'PROFUNDIDADE_EXCEDIDA',
  error: 'Consulta muito profunda: reduza os níveis',
} as const;
const TYPE = { status: 415, code: 'CONTENT_TYPE_INVALIDO' } as const;
const LARGE = { status: 413, code: 'CONTEUDO_MUITO_GRANDE' } as const;
const READING = { status: 400, code: 'SO_LEITURA', error: 'Esta API é somente leitura' } as const;
const wrong = (error: string | RegExp): Answer => ({ ...WRONG, error });
const query = (text: string, more: object = {}) => ({ query: text, ...more });
const roots = (count: number, text: string): string =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${text}`).join(' ')} }`;
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ');
const ofType = (count: number): string => `${'ofType { '.repeat(count)}name${' }'.repeat(count)}`;

/** Cases with the same answer, by name: a text is the query, anything else the whole body. */
function answered(answer: Answer, cases: Readonly<Record<string, unknown>>): readonly GraphqlCase[] {
  return Object.entries(cases).map(([name, sent]) => ({
    name,
    ...answer,
    body: typeof sent === 'string' ? query(sent) : sent,
  }));
}

const json = (more: string) => ({ 'Content-Type': `application/json${more}` });
export const bodies: readonly GraphqlCase[] = [
  { name: 'no content type', body: query(IDS), headers: {}, ...TYPE },
  { name: 'text/plain', body: query(IDS), headers: { 'Content-Type': 'text/plain' }, ...TYPE },
  { name: 'application/graphql', body: IDS, headers: { 'Content-Type': 'application/graphql' }, ...TYPE },
  {
    name: 'a form',
    body: 'query=%7Bempresas%7D',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    ...TYPE,
  },
  {
    name: 'another charset',
    body: query(IDS),
    headers: json('; charset=latin1'),
    ...TYPE,
    error: 'O charset "latin1" do Content-Type não é aceito: envie o corpo em UTF-8',
  },
  {
    name: 'a body that says it is gzip and is none',
    body: 'x',
    headers: { ...json(''), 'Content-Encoding': 'gzip' },
    ...WRONG,
  },
  { name: 'no body', body: '', ...wrong('o corpo está vazio') },
  { name: 'no JSON', body: '{"query":', ...wrong('o corpo não é JSON válido (linha 1, coluna 10)') },
  { name: 'null', body: 'null', ...WRONG },
  ...answered(LARGE, { 'a body of more than 1 MB': `#${'a'.repeat(1_048_576)}` }),
  ...answered(wrong('o corpo deve estar em UTF-8'), {
    'bytes that are no UTF-8': Uint8Array.of(0x7b, 0xff, 0x7d),
  }),
  ...answered(wrong(/deve ser um objeto JSON/), { 'an array, as for a batch': [query(IDS)] }),
  ...answered(wrong('o campo query deve ser o texto da consulta'), { 'no query': {} }),
  ...answered(wrong(/, .*, /), { 'several things at once': { variables: 1, operationName: 1 } }),
  ...answered(WRONG, {
    'an empty query': '',
    'a query that is a number': { query: 1 },
    'a query that is an object': { query: {} },
    'variables as text': query(IDS, { variables: 'x' }),
    'variables as a list': query(IDS, { variables: [1] }),
    'operationName as a number': query(IDS, { operationName: 1 }),
  }),
];

export const documents: readonly GraphqlCase[] = [
  ...answered(COMPLEX, {
    'a document of 20,001 bytes': `${IDS}${' '.repeat(20_001 - IDS.length)}`,
    'accents count as bytes': `${IDS}#${'é'.repeat(10_000)}`,
    'one token of 50 kB': `{ ${'a'.repeat(50_000)} }`,
    '1,001 tokens': `{ empresas { data { ${times(995, 'id')} } } }`,
    '1,001 tokens and no sense after them': `{ ${times(1_005, 'x')} ]]]`,
  }),
  ...answered(wrong(/^A consulta tem um erro de sintaxe \(linha 1/), { 'a syntax error': '{ empresas {' }),
  ...answered(wrong('a consulta não tem operação'), {
    'a fragment alone': 'fragment F on Query { empresas { data { id } } }',
  }),
  ...answered(wrong('operationName não corresponde a nenhuma operação da consulta'), {
    'an operation without a name by "A"': query(IDS, { operationName: 'A' }),
  }),
  ...answered(WRONG, {
    'a syntax error before 1,001 tokens': `{ ] ${times(1_005, 'x')}`,
    'a comment alone': '# nada',
    'a string without end': '{ balancetes(period: "2026) { data { id } } }',
    'a schema': 'type Query { a: Int }',
    'an unknown operation': query(`query A ${IDS}`, { operationName: 'B' }),
    'two operations and no name': `query A ${IDS} query B ${IDS}`,
  }),
  ...answered(READING, {
    'a mutation': 'mutation { apagar { id } }',
    'a mutation far too deep': 'mutation { a { b { c { d { e { f { g } } } } } } }',
    'a mutation by its name': query(`query A ${IDS} mutation B { x }`, { operationName: 'B' }),
    'a subscription': 'subscription { balancetes { data { id } } }',
  }),
];

const wide = times(101, 'id');
export const limits: readonly GraphqlCase[] = [
  ...answered(DEEP, {
    'seven levels': '{ a { b { c { d { e { f { g } } } } } } }',
    'seven levels through fragments':
      '{ a { b { c { ...F } } } } fragment F on X { d { e { f { ... on Y { g } } } } }',
    'introspection without end': `{ __schema { queryType { ${ofType(20)} } } }`,
    'fields of the types of fields of the types of fields':
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    'the same through fragments':
      '{ __type(name: "Query") { fields { type { ...F } } } } ' +
      'fragment F on __Type { fields { type { interfaces { name } } } }',
  }),
  ...answered(COMPLEX, {
    'eleven queries': roots(11, 'empresas(limit: 1) { data { id } }'),
    'eleven queries through a fragment': `{ ${times(11, '...F')} } fragment F on Query { empresas(limit: 1) { data { id } } }`,
    '16 aliases': roots(16, 'empresas { pagination { total } }'),
    '51 directives': `{ empresas { data { id ${times(51, '@include(if: true)')} } } }`,
    '51 directives in a fragment nobody uses': `${IDS} fragment F on Empresa { id ${times(51, '@include(if: true)')} }`,
    '100 rows of 101 fields': `{ empresas(limit: 100) { data { ${wide} } } }`,
    '100 rows of 101 fields, by a variable': query(
      `query ($n: Int) { empresas(limit: $n) { data { ${wide} } } }`,
      { variables: { n: 100 } },
    ),
    '100 rows of 101 fields, by the default of a variable': `query ($n: Int = 100) { empresas(limit: $n) { data { ${wide} } } }`,
    '201 fields and no limit': `{ empresas { data { ${times(201, 'id')} } } }`,
    'fragments in fragments':
      `{ empresas(limit: 100) { data { ...A } } } fragment A on Empresa { ${times(8, '...B')} } ` +
      `fragment B on Empresa { ${times(13, '...C')} } fragment C on Empresa { id }`,
    'data under another name': `{ empresas(limit: 100) { pagination: data { ${wide} } } }`,
    'a limit of a million': '{ empresas(limit: 1000000) { data { id } } }',
    'the whole of ten lists': roots(10, `conciliacoes(limit: 100) { data { ${times(11, 'id')} } }`),
    'introspection of everything, 45 times': `{ __schema { ${Array.from({ length: 45 }, (_, at) => `t${at}: types { fields { args { name type { name } } } }`).join(' ')} } }`,
  }),
];

/** Documents that do not fit the schema: a message that the graphql package words anew is no longer recognized. */
export const invalid: readonly (readonly [query: string, sentence: string])[] = [
  ['{ empresas { data { nome } } }', 'O campo "nome" não existe onde foi pedido'],
  ['{ empresas }', 'O campo "empresas" foi pedido com subcampos que não tem ou sem os subcampos necessários'],
  [
    '{ empresas { data { id { x } } } }',
    'O campo "id" foi pedido com subcampos que não tem ou sem os subcampos necessários',
  ],
  ['{ empresas(x: 1) { data { id } } }', 'O argumento "x" não existe'],
  ['{ empresas { data { id @skip(if: true, x: 1) } } }', 'O argumento "x" não existe'],
  ['{ contas { data { id } } }', 'Falta o argumento obrigatório "chartId" em "contas"'],
  ['{ empresas { data { id @skip } } }', 'Falta o argumento obrigatório "if" em "skip"'],
  ['{ empresas(page: 1, page: 1) { data { id } } }', 'O argumento "page" foi informado mais de uma vez'],
  ['{ contas(chartId: null) { data { id } } }', 'O valor de "chartId" na consulta não é do tipo esperado'],
  ['{ contas(chartId: 1, page: "2") { data { id } } }', 'O valor de "page" na consulta não é do tipo esperado'],
  ['{ empresas(page: [{ a: 1 }]) { data { id } } }', 'O valor de "page" na consulta não é do tipo esperado'],
  ['{ balancetes(period: 1) { data { id } } }', 'O valor de "period" na consulta não é do tipo esperado'],
  [
    'query ($id: Int = "um") { contas(chartId: 1, page: $id) { data { id } } }',
    'O valor de "id" na consulta não é do tipo esperado',
  ],
  ['{ empresas { data { id @defer } } }', 'A diretiva "defer" não existe ou não cabe onde foi usada'],
  [`query @skip(if: true) ${IDS}`, 'A diretiva "skip" não existe ou não cabe onde foi usada'],
  [
    '{ empresas { data { id @skip(if: true) @skip(if: true) } } }',
    'A diretiva "skip" foi usada mais de uma vez no mesmo lugar',
  ],
  ['{ empresas { data { ... on X { id } } } }', 'O tipo "X" não existe'],
  ['{ empresas { data { ...F } } }', 'O fragmento "F" não existe'],
  [
    '{ empresas { data { ...F } } } fragment F on Empresa { id } fragment F on Empresa { id }',
    'O fragmento "F" foi definido mais de uma vez',
  ],
  [`${IDS} fragment F on Empresa { id }`, 'O fragmento "F" não é usado'],
  ['{ empresas { data { ...F } } } fragment F on Empresa { id ...F }', 'O fragmento "F" contém a si mesmo'],
  ['{ empresas { data { ... on Int { id } } } }', 'Um fragmento foi definido sobre um tipo sem campos'],
  [
    '{ empresas { data { ...F } } } fragment F on Int { id }',
    'Um fragmento foi definido sobre um tipo sem campos',
  ],
  ['{ empresas { data { ... on Conta { codigo } } } }', 'Um fragmento foi usado onde o seu tipo não cabe'],
  [
    '{ empresas { data { ...F } } } fragment F on Conta { codigo }',
    'Um fragmento foi usado onde o seu tipo não cabe',
  ],
  ['{ empresas(page: $p) { data { id } } }', 'A variável "p" não foi declarada'],
  ['query A { empresas(page: $p) { data { id } } }', 'A variável "p" não foi declarada'],
  [`query ($p: Int) ${IDS}`, 'A variável "p" não é usada'],
  [
    'query ($p: Int, $p: Int) { empresas(page: $p) { data { id } } }',
    'A variável "p" foi declarada mais de uma vez',
  ],
  [
    'query ($p: Empresa) { empresas(page: $p) { data { id } } }',
    'Uma variável foi declarada com um tipo que não é de entrada',
  ],
  [
    'query ($p: String) { empresas(page: $p) { data { id } } }',
    'A variável "p" não é do tipo esperado onde foi usada',
  ],
  [`query A ${IDS} query A ${IDS}`, 'A operação "A" foi definida mais de uma vez'],
  [`${IDS} type X { id: Int }`, 'Uma consulta tem somente operações e fragmentos'],
  [`${IDS} query A ${IDS}`, 'Uma operação sem nome deve ser a única da consulta'],
  ['{ empresas { data { id id: cnpj } } }', 'O campo "id" foi pedido de duas formas com o mesmo nome de resposta'],
  [`{ empresas(limit: 1) { data { ${'id '.repeat(987)} } } }`, 'A consulta repete o mesmo campo vezes demais'],
  ['{ empresas { data { clientId } } }', 'O campo "clientId" não existe onde foi pedido'],
  ['{ contas(chartId: 2147483648) { data { id } } }', 'O valor de "chartId" na consulta não é do tipo esperado'],
  ['{ empresas(limit: 1.5) { data { id } } }', 'O valor de "limit" na consulta não é do tipo esperado'],
  [
    '{ empresas { data { ...A } } } fragment A on Empresa { ...B } fragment B on Empresa { ...A }',
    'O fragmento "A" contém a si mesmo',
  ],
];

const CHART = 'query ($id: Int!) { contas(chartId: $id) { data { id } } }';
const ONES = query('query ($n: Int = 1) { contas(chartId: $n) { data { id } } }');
const WITHOUT_VALUE = wrong('A variável "n" está sem valor onde um valor é obrigatório');
/**
 * A default lets a nullable variable stand where a value is needed; null given for it is then found as it runs.
 */
export const values: readonly GraphqlCase[] = [
  ...answered(wrong('A variável "id" não foi informada'), {
    'a variable without a value': CHART,
    'a required variable that is null': query(CHART, { variables: { id: null } }),
  }),
  ...answered(wrong('A variável "id" não é do tipo declarado na consulta'), {
    'a variable with a text for a number': query(CHART, { variables: { id: '1' } }),
  }),
  ...answered(WRONG, {
    'a variable past 32 bits': query(CHART, { variables: { id: 2 ** 31 } }),
    'a name no schema knows, with 2 kB': `{ ${'x'.repeat(2_000)} }`,
  }),
  ...answered(WITHOUT_VALUE, {
    'null for an argument': { ...ONES, variables: { n: null } },
    'null for an argument beside a list that is fine': query(
      'query ($n: Int = 1) { empresas { data { id } } contas(chartId: $n) { data { id } } }',
      { variables: { n: null } },
    ),
    'null for an argument of introspection': query(
      'query ($n: String = "Empresa") { __type(name: $n) { name } }',
      { variables: { n: null } },
    ),
  }),
  ...[
    'empresas @include(if: $n) { data { id } }',
    'empresas { data { id @skip(if: $n) cnpj } }',
    'empresas { ... @include(if: $n) { data { id } } }',
  ].map((text) => ({
    name: `null for a directive: ${text}`,
    body: query(`query ($n: Boolean = true) { ${text} }`, { variables: { n: null } }),
    ...WITHOUT_VALUE,
  })),
  {
    name: 'a name no variable can have',
    body: '{"query":"query ($__proto__: Int!) { contas(chartId: $__proto__) { data { id } } }","variables":{"__proto__":1}}',
    ...WRONG,
  },
];

const PARAMETER = 'PARAMETRO_INVALIDO';
const LIMIT = 'limit deve ser um número inteiro de 1 a 100';
/** Each is answered 200, with this error beside the data of the other field. */
export const fields: readonly (readonly [field: string, code: string, message: string | RegExp])[] = [
  ['empresas(page: 0)', PARAMETER, 'page deve ser um número inteiro a partir de 1'],
  ['empresas(limit: 101)', PARAMETER, LIMIT],
  ['empresas(limit: 0)', PARAMETER, LIMIT],
  ['empresas(limit: -1)', PARAMETER, LIMIT],
  ['empresas(page: 0, limit: 0)', PARAMETER, /page .*, limit /],
  ['balancetes(period: "2026-13")', PARAMETER, /^o campo period deve estar no formato AAAA-MM/],
  ['conciliacoes(period: "")', PARAMETER, /period/],
  ['balancetes(status: "X")', PARAMETER, /^status deve ser/],
  ['balancetes(cnpj: "1")', PARAMETER, 'o CNPJ informado é inválido'],
  ['balancetes(companyId: -1)', PARAMETER, 'companyId deve ser um número inteiro'],
  ['contas(chartId: -1)', PARAMETER, 'chartId deve ser um número inteiro'],
  ['planosDeContas', PARAMETER, 'informe companyId'],
  ['balancetes(companyId: 999999)', 'EMPRESA_NAO_ENCONTRADA', 'Empresa não encontrada para o companyId 999999'],
  ['contas(chartId: 999999)', 'PLANO_NAO_ENCONTRADO', 'Plano de contas não encontrado'],
  ['linhasDoBalancete(trialBalanceId: 999999)', 'BALANCETE_NAO_ENCONTRADO', 'Balancete não encontrado'],
];
