// Bad inputs of POST /api/v1/graphql and their clean answers.
export type GraphqlCase = Readonly<{
  name: string;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  status: number;
  code: string;
  error?: string | RegExp;
}>;

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
const query = (text: string, more: object = {}) => ({ query: text, ...more });
const roots = (count: number, text: string): string =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${text}`).join(' ')} }`;
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ');
const ofType = (count: number): string => `${'ofType { '.repeat(count)}name${' }'.repeat(count)}`;

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
    headers: { 'Content-Type': 'application/json; charset=latin1' },
    ...TYPE,
    error: 'O charset "latin1" do Content-Type não é aceito: envie o corpo em UTF-8',
  },
  { name: 'a body of more than 1 MB', body: query(`#${'a'.repeat(1_048_576)}`), ...LARGE },
  {
    name: 'a body that says it is gzip and is none',
    body: 'x',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    ...WRONG,
  },
  { name: 'no body', body: '', ...WRONG, error: /^o corpo está vazio$/ },
  { name: 'no JSON', body: '{"query":', ...WRONG, error: /^o corpo não é JSON válido \(linha 1, coluna 10\)$/ },
  {
    name: 'bytes that are no UTF-8',
    body: Uint8Array.of(0x7b, 0xff, 0x7d),
    ...WRONG,
    error: /^o corpo deve estar em UTF-8$/,
  },
  { name: 'an array, as for a batch', body: [query(IDS)], ...WRONG, error: /deve ser um objeto JSON/ },
  { name: 'null', body: 'null', ...WRONG },
  { name: 'no query', body: {}, ...WRONG, error: 'o campo query deve ser o texto da consulta' },
  { name: 'an empty query', body: query(''), ...WRONG },
  { name: 'a query that is a number', body: { query: 1 }, ...WRONG },
  { name: 'a query that is an object', body: { query: {} }, ...WRONG },
  { name: 'variables as text', body: query(IDS, { variables: 'x' }), ...WRONG },
  { name: 'variables as a list', body: query(IDS, { variables: [1] }), ...WRONG },
  { name: 'operationName as a number', body: query(IDS, { operationName: 1 }), ...WRONG },
  { name: 'several things at once', body: { variables: 1, operationName: 1 }, ...WRONG, error: /, .*, / },
];

export const documents: readonly GraphqlCase[] = [
  { name: 'a document of 20,001 bytes', body: query(`${IDS}${' '.repeat(20_001 - IDS.length)}`), ...COMPLEX },
  { name: 'accents count as bytes', body: query(`${IDS}#${'é'.repeat(10_000)}`), ...COMPLEX },
  { name: 'one token of 50 kB', body: query(`{ ${'a'.repeat(50_000)} }`), ...COMPLEX },
  { name: '1,001 tokens', body: query(`{ empresas { data { ${times(995, 'id')} } } }`), ...COMPLEX },
  { name: '1,001 tokens and no sense after them', body: query(`{ ${times(1_005, 'x')} ]]]`), ...COMPLEX },
  { name: 'a syntax error before 1,001 tokens', body: query(`{ ] ${times(1_005, 'x')}`), ...WRONG },
  {
    name: 'a syntax error',
    body: query('{ empresas {'),
    ...WRONG,
    error: /^A consulta tem um erro de sintaxe \(linha 1/,
  },
  { name: 'a comment alone', body: query('# nada'), ...WRONG },
  { name: 'a string without end', body: query('{ balancetes(period: "2026) { data { id } } }'), ...WRONG },
  {
    name: 'a fragment alone',
    body: query('fragment F on Query { empresas { data { id } } }'),
    ...WRONG,
    error: 'a consulta não tem operação',
  },
  { name: 'a schema', body: query('type Query { a: Int }'), ...WRONG },
  { name: 'an unknown operation', body: query(`query A ${IDS}`, { operationName: 'B' }), ...WRONG },
  {
    name: 'an operation without a name by "A"',
    body: query(IDS, { operationName: 'A' }),
    ...WRONG,
    error: 'operationName não corresponde a nenhuma operação da consulta',
  },
  { name: 'two operations and no name', body: query(`query A ${IDS} query B ${IDS}`), ...WRONG },
  { name: 'a mutation', body: query('mutation { apagar { id } }'), ...READING },
  {
    name: 'a mutation far too deep',
    body: query('mutation { a { b { c { d { e { f { g } } } } } } }'),
    ...READING,
  },
  {
    name: 'a mutation by its name',
    body: query(`query A ${IDS} mutation B { x }`, { operationName: 'B' }),
    ...READING,
  },
  { name: 'a subscription', body: query('subscription { balancetes { data { id } } }'), ...READING },
];

export const limits: readonly GraphqlCase[] = [
  { name: 'seven levels', body: query('{ a { b { c { d { e { f { g } } } } } } }'), ...DEEP },
  {
    name: 'seven levels through fragments',
    body: query('{ a { b { c { ...F } } } } fragment F on X { d { e { f { ... on Y { g } } } } }'),
    ...DEEP,
  },
  { name: 'introspection without end', body: query(`{ __schema { queryType { ${ofType(20)} } } }`), ...DEEP },
  {
    name: 'fields of the types of fields of the types of fields',
    body: query('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'),
    ...DEEP,
  },
  {
    name: 'the same through fragments',
    body: query(
      '{ __type(name: "Query") { fields { type { ...F } } } } ' +
        'fragment F on __Type { fields { type { interfaces { name } } } }',
    ),
    ...DEEP,
  },
  { name: 'eleven queries', body: query(roots(11, 'empresas(limit: 1) { data { id } }')), ...COMPLEX },
  {
    name: 'eleven queries through a fragment',
    body: query(`{ ${times(11, '...F')} } fragment F on Query { empresas(limit: 1) { data { id } } }`),
    ...COMPLEX,
  },
  { name: '16 aliases', body: query(roots(16, 'empresas { pagination { total } }')), ...COMPLEX },
  {
    name: '51 directives',
    body: query(`{ empresas { data { id ${times(51, '@include(if: true)')} } } }`),
    ...COMPLEX,
  },
  {
    name: '51 directives in a fragment nobody uses',
    body: query(`${IDS} fragment F on Empresa { id ${times(51, '@include(if: true)')} }`),
    ...COMPLEX,
  },
  {
    name: '100 rows of 101 fields',
    body: query(`{ empresas(limit: 100) { data { ${times(101, 'id')} } } }`),
    ...COMPLEX,
  },
  {
    name: '100 rows of 101 fields, by a variable',
    body: query(`query ($n: Int) { empresas(limit: $n) { data { ${times(101, 'id')} } } }`, {
      variables: { n: 100 },
    }),
    ...COMPLEX,
  },
  {
    name: '100 rows of 101 fields, by the default of a variable',
    body: query(`query ($n: Int = 100) { empresas(limit: $n) { data { ${times(101, 'id')} } } }`),
    ...COMPLEX,
  },
  { name: '201 fields and no limit', body: query(`{ empresas { data { ${times(201, 'id')} } } }`), ...COMPLEX },
  {
    name: 'fragments in fragments',
    body: query(
      `{ empresas(limit: 100) { data { ...A } } } fragment A on Empresa { ${times(8, '...B')} } ` +
        `fragment B on Empresa { ${times(13, '...C')} } fragment C on Empresa { id }`,
    ),
    ...COMPLEX,
  },
  {
    name: 'data under another name',
    body: query(`{ empresas(limit: 100) { pagination: data { ${times(101, 'id')} } } }`),
    ...COMPLEX,
  },
  { name: 'a limit of a million', body: query('{ empresas(limit: 1000000) { data { id } } }'), ...COMPLEX },
  {
    name: 'the whole of ten lists',
    body: query(roots(10, `conciliacoes(limit: 100) { data { ${times(11, 'id')} } }`)),
    ...COMPLEX,
  },
  {
    name: 'introspection of everything, 45 times',
    body: query(
      `{ __schema { ${Array.from({ length: 45 }, (_, at) => `t${at}: types { fields { args { name type { name } } } }`).join(' ')} } }`,
    ),
    ...COMPLEX,
  },
];

export const invalid: readonly GraphqlCase[] = [
  {
    name: 'a field that does not exist',
    body: query('{ empresas { data { nome } } }'),
    ...WRONG,
    error: 'O campo "nome" não existe onde foi pedido',
  },
  {
    name: 'a query that does not exist',
    body: query('{ empresa { id } }'),
    ...WRONG,
    error: 'O campo "empresa" não existe onde foi pedido',
  },
  { name: 'what belongs to no client', body: query('{ empresas { data { clientId } } }'), ...WRONG },
  { name: 'rows without fields', body: query('{ empresas { data } }'), ...WRONG },
  {
    name: 'fields of a text',
    body: query('{ empresas { data { cnpj { x } } } }'),
    ...WRONG,
    error: 'O campo "cnpj" foi pedido com subcampos que não tem ou sem os subcampos necessários',
  },
  {
    name: 'a directive twice in one place',
    body: query('{ empresas @skip(if: false) @skip(if: true) { data { id } } }'),
    ...WRONG,
    error: 'A diretiva "skip" foi usada mais de uma vez no mesmo lugar',
  },
  {
    name: 'a type beside the query',
    body: query(`${IDS} type Empresa { id: Int }`),
    ...WRONG,
    error: 'Uma consulta tem somente operações e fragmentos',
  },
  {
    name: 'an argument that does not exist',
    body: query('{ empresas(nome: "x") { data { id } } }'),
    ...WRONG,
    error: 'O argumento "nome" não existe',
  },
  {
    name: 'no chart',
    body: query('{ contas { data { id } } }'),
    ...WRONG,
    error: 'Falta o argumento obrigatório "chartId" em "contas"',
  },
  { name: 'null for a chart', body: query('{ contas(chartId: null) { data { id } } }'), ...WRONG },
  { name: 'a text for a number', body: query('{ empresas(page: "1") { data { id } } }'), ...WRONG },
  { name: 'a number past 32 bits', body: query('{ contas(chartId: 2147483648) { data { id } } }'), ...WRONG },
  { name: 'a broken number', body: query('{ empresas(limit: 1.5) { data { id } } }'), ...WRONG },
  {
    name: 'a cycle of fragments',
    body: query('{ empresas { data { ...A } } } fragment A on Empresa { ...B } fragment B on Empresa { ...A }'),
    ...WRONG,
    error: /contém a si mesmo/,
  },
  {
    name: 'a fragment nobody uses',
    body: query(`${IDS} fragment F on Empresa { id }`),
    ...WRONG,
    error: 'O fragmento "F" não é usado',
  },
  { name: 'a fragment nobody defined', body: query('{ empresas { data { ...F } } }'), ...WRONG },
  {
    name: '@defer',
    body: query('{ empresas { data { ... @defer { id } } } }'),
    ...WRONG,
    error: 'A diretiva "defer" não existe ou não cabe onde foi usada',
  },
  { name: 'a variable nobody declared', body: query('{ empresas(page: $p) { data { id } } }'), ...WRONG },
  { name: 'a variable nobody uses', body: query(`query ($p: Int) ${IDS}`), ...WRONG },
  {
    name: 'a variable of another type',
    body: query('query ($p: Int) { balancetes(period: $p) { data { id } } }'),
    ...WRONG,
  },
  {
    name: 'one field 987 times',
    body: query(`{ empresas(limit: 1) { data { ${times(987, 'id')} } } }`),
    ...WRONG,
    error: 'A consulta repete o mesmo campo vezes demais',
  },
  { name: 'two fields under one name', body: query('{ empresas { data { id: cnpj id } } }'), ...WRONG },
  { name: 'a name no schema knows, with 2 kB', body: query(`{ ${'x'.repeat(2_000)} }`), ...WRONG },
  {
    name: 'a variable without a value',
    body: query('query ($id: Int!) { contas(chartId: $id) { data { id } } }'),
    ...WRONG,
    error: 'A variável "id" não foi informada',
  },
  {
    name: 'a required variable that is null',
    body: query('query ($id: Int!) { contas(chartId: $id) { data { id } } }', { variables: { id: null } }),
    ...WRONG,
    error: 'A variável "id" não foi informada',
  },
  {
    name: 'a variable with a text for a number',
    body: query('query ($id: Int!) { contas(chartId: $id) { data { id } } }', { variables: { id: '1' } }),
    ...WRONG,
    error: 'A variável "id" não é do tipo declarado na consulta',
  },
  {
    name: 'a variable past 32 bits',
    body: query('query ($id: Int!) { contas(chartId: $id) { data { id } } }', { variables: { id: 2 ** 31 } }),
    ...WRONG,
  },
];

const ONES = query('query ($n: Int = 1) { contas(chartId: $n) { data { id } } }');
const NO_VALUE = { ...WRONG, error: 'A variável "n" está sem valor onde um valor é obrigatório' };
/** A default lets a nullable variable stand where a value is needed; null given for it is then found as it runs. */
export const nulls: readonly GraphqlCase[] = [
  { name: 'an argument', body: { ...ONES, variables: { n: null } }, ...NO_VALUE },
  {
    name: 'an argument beside a list that is fine',
    body: query('query ($n: Int = 1) { empresas { data { id } } contas(chartId: $n) { data { id } } }', {
      variables: { n: null },
    }),
    ...NO_VALUE,
  },
  {
    name: 'an argument of introspection',
    body: query('query ($n: String = "Empresa") { __type(name: $n) { name } }', { variables: { n: null } }),
    ...NO_VALUE,
  },
  ...[
    'empresas @include(if: $n) { data { id } }',
    'empresas { data { id @skip(if: $n) cnpj } }',
    'empresas { ... @include(if: $n) { data { id } } }',
  ].map((text) => ({
    name: `a directive: ${text}`,
    body: query(`query ($n: Boolean = true) { ${text} }`, { variables: { n: null } }),
    ...NO_VALUE,
  })),
  {
    name: 'a name no variable can have',
    body: '{"query":"query ($__proto__: Int!) { contas(chartId: $__proto__) { data { id } } }","variables":{"__proto__":1}}',
    ...WRONG,
  },
];

/** Each is answered 200, with this error beside the data of the other field. */
export const fields: readonly Readonly<{ name: string; field: string; code: string; message: string | RegExp }>[] =
  [
    {
      name: 'page 0',
      field: 'empresas(page: 0)',
      code: 'PARAMETRO_INVALIDO',
      message: 'page deve ser um número inteiro a partir de 1',
    },
    {
      name: 'limit 101',
      field: 'empresas(limit: 101)',
      code: 'PARAMETRO_INVALIDO',
      message: 'limit deve ser um número inteiro de 1 a 100',
    },
    {
      name: 'limit 0',
      field: 'empresas(limit: 0)',
      code: 'PARAMETRO_INVALIDO',
      message: 'limit deve ser um número inteiro de 1 a 100',
    },
    {
      name: 'limit -1',
      field: 'empresas(limit: -1)',
      code: 'PARAMETRO_INVALIDO',
      message: 'limit deve ser um número inteiro de 1 a 100',
    },
    { name: 'both', field: 'empresas(page: 0, limit: 0)', code: 'PARAMETRO_INVALIDO', message: /page .*, limit / },
    {
      name: 'a month that is none',
      field: 'balancetes(period: "2026-13")',
      code: 'PARAMETRO_INVALIDO',
      message: /^o campo period deve estar no formato AAAA-MM/,
    },
    { name: 'an empty month', field: 'conciliacoes(period: "")', code: 'PARAMETRO_INVALIDO', message: /period/ },
    {
      name: 'a status that is none',
      field: 'balancetes(status: "X")',
      code: 'PARAMETRO_INVALIDO',
      message: /^status deve ser/,
    },
    {
      name: 'a CNPJ that is none',
      field: 'balancetes(cnpj: "1")',
      code: 'PARAMETRO_INVALIDO',
      message: 'o CNPJ informado é inválido',
    },
    {
      name: 'a negative company',
      field: 'balancetes(companyId: -1)',
      code: 'PARAMETRO_INVALIDO',
      message: 'companyId deve ser um número inteiro',
    },
    {
      name: 'a negative chart',
      field: 'contas(chartId: -1)',
      code: 'PARAMETRO_INVALIDO',
      message: 'chartId deve ser um número inteiro',
    },
    {
      name: 'a company that does not exist',
      field: 'balancetes(companyId: 999999)',
      code: 'EMPRESA_NAO_ENCONTRADA',
      message: 'Empresa não encontrada para o companyId 999999',
    },
    {
      name: 'a chart that does not exist',
      field: 'contas(chartId: 999999)',
      code: 'PLANO_NAO_ENCONTRADO',
      message: 'Plano de contas não encontrado',
    },
    {
      name: 'a trial balance that does not exist',
      field: 'linhasDoBalancete(trialBalanceId: 999999)',
      code: 'BALANCETE_NAO_ENCONTRADO',
      message: 'Balancete não encontrado',
    },
  ];
