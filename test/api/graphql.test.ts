// POST /api/v1/graphql on the running service: the rows of REST, read-only, bounded, and nothing of another
// client.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { QUERY_NAMES } from '../../src/api/rest/lists.js';
import { anyCharacter } from '../support/anyCharacter.js';
import { expectClean, sameness } from './support/clean.js';
import {
  askGraphql,
  expectBothShapes,
  GRAPHQL,
  rowsOf,
  type GraphqlAnswer,
  type GraphqlPage,
} from './support/graphql.js';
import { bodies, documents, fields, invalid, limits, values, type GraphqlCase } from './support/graphqlCases.js';
import { ask, type RawAnswer } from './support/http.js';
import { CNPJS, imported, startReleasedWorld } from './support/world.js';

const NOBODY = 999_999;
const PAGINATION = 'pagination { page limit total pages }';

const world = await startReleasedWorld();
const { service, keys, month } = world;
await imported(service.url, keys.full, month('acme', '2026-06', 1));
await imported(service.url, keys.full, month('acmeAlphanumeric', '2026-06'));
/** Every field of a list's rows, in the order of the schema. */
const rowFields = fieldsOf((await introspection()).__schema);

async function introspection(): Promise<IntrospectionQuery> {
  const answer = await askGraphql(world, {
    query: getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true }),
  });
  expect(answer.status).toBe(200);
  return answer.body.data as unknown as IntrospectionQuery;
}

function fieldsOf({ types }: IntrospectionQuery['__schema']): ReadonlyMap<string, string> {
  const objects = new Map(types.flatMap((one) => (one.kind === 'OBJECT' ? [[one.name, one] as const] : [])));
  const typeName = (type: { name?: string; ofType?: unknown }): string =>
    type.name ?? typeName(type.ofType as { name?: string });
  return new Map(
    (objects.get('Query')?.fields ?? []).map(({ name, type }) => {
      const page = objects.get(typeName(type));
      const data = page?.fields.find((field) => field.name === 'data');
      const row = objects.get(typeName(data?.type as never));
      return [name, (row?.fields ?? []).map((field) => field.name).join(' ')] as const;
    }),
  );
}

const get = (path: string, key = world.keys.full): Promise<RawAnswer> =>
  ask(world.service.url, { path, headers: { 'X-API-Key': key } });

async function answers({ body, headers, status, code, error }: Omit<GraphqlCase, 'name'>): Promise<GraphqlAnswer> {
  const answer = await askGraphql(world, body, headers);
  expect({ status: answer.status, text: answer.text.slice(0, 500) }).toMatchObject({ status });
  expectClean(answer);
  expectBothShapes(answer);
  expect(answer.body.code).toBe(code);
  if (typeof error === 'string') expect(answer.body.error).toBe(error);
  else if (error) expect(answer.body.error).toMatch(error);
  // A library that says what it would have taken tells what a schema holds.
  expect(answer.text).not.toMatch(/did you mean|Cannot|Unknown|Syntax Error|GraphQL/i);
  return answer;
}

describe.each<[string, readonly GraphqlCase[]]>([
  ['bodies', bodies],
  ['documents', documents],
  ['limits', limits],
  ['values', values],
])('%s', (_, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    await answers(one);
  });
});

describe('what does not fit the schema', () => {
  const refused = (query: string) => {
    const body = { query, operationName: query.includes('query A') ? 'A' : null };
    return answers({ body, status: 400, code: 'CONSULTA_INVALIDA' });
  };
  it.each(invalid)('%s', async (query, sentence) => {
    expect((await refused(query)).body.error?.split(', ')).toContain(sentence);
  });

  it('is told in five sentences at most, each once', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `x${at}`);
    const { error } = (await refused(`{ empresas { data { ${names.join(' ')} } } }`)).body;
    const sentences = names.slice(0, 5).map((name) => `O campo "${name}" não existe onde foi pedido`);
    expect(error?.split(', ')).toEqual(sentences);
    const { errors } = (await refused('{ empresas { data { x x x } } }')).body;
    expect(errors?.[0]?.locations).toHaveLength(1);
  });
});

describe('a query at a limit', () => {
  const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ');
  it.each<[string, string]>([
    ['1,000 tokens', `{ empresas(limit: 1) { data { ${times(329, 'x: id')} } } }`],
    ['20,000 bytes', `{ empresas { data { id } } }${' '.repeat(20_000 - 28)}`],
    ['100 rows of 100 fields', `{ empresas(limit: 100) { data { ${times(100, 'id')} } } }`],
    ['ten queries', `{ ${Array.from({ length: 10 }, (_, at) => `a${at}: empresas { data { id } }`).join(' ')} }`],
    ['50 directives', `{ empresas { data { ${times(50, 'id @include(if: true)')} } } }`],
    ['a bounded look at the schema', '{ __type(name: "Empresa") { fields { name type { ofType { name } } } } }'],
    ['one operation beside a mutation', 'query A { empresas { data { id } } }'],
    ['a null limit', '{ empresas(limit: null) { data { id } } }'],
  ])('%s', async (_, query) => {
    const answer = await askGraphql(world, { query, operationName: query.startsWith('query A') ? 'A' : null });
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
    expectClean(answer);
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
    'application/json; profile="x"; charset=utf-8;',
  ])('is accepted with %s', async (type) => {
    const answer = await askGraphql(world, { query: '{ __typename }' }, { 'Content-Type': type });
    expect([answer.status, answer.text]).toEqual([200, '{"data":{"__typename":"Query"}}']);
  });

  it('ignores a BOM, unknown members and a variable called __proto__', async () => {
    const text = `\ufeff{"query":"query ($__proto__: Int) { empresas(limit: $__proto__) { pagination { limit } } }","variables":{"__proto__":7},"extra":[1]}`;
    const answer = await askGraphql(world, text);
    expect(answer.body.data).toEqual({ empresas: { pagination: { limit: 50 } } });
  });

  it.each([null, ''])('takes variables and operationName of %j as left out', async (none) => {
    const query = '{ empresas { pagination { total } } }';
    const { body } = await askGraphql(world, { query, variables: none, operationName: none });
    expect(body).toEqual({ data: { empresas: { pagination: { total: 4 } } } });
  });

  it('runs the operation that is named', async () => {
    const query = 'query A { empresas { data { id } } } query B { empresas { pagination { total } } }';
    const { body } = await askGraphql(world, { query, operationName: 'B' });
    expect(body.data).toEqual({ empresas: { pagination: { total: 4 } } });
  });
});

describe('errors of a field', () => {
  it.each(fields)('%s', async (field, code, message) => {
    const answer = await askGraphql(world, {
      query: `{ bad: ${field} { data { ${field.startsWith('linhas') ? 'balanceteId' : 'id'} } } good: empresas { pagination { total } } }`,
    });
    expectClean(answer);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ bad: null, good: { pagination: { total: 4 } } });
    expect(answer.body.errors).toEqual([
      {
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
        locations: [{ line: 1, column: 3 }],
        path: ['bad'],
        extensions: { code },
      },
    ]);
  });

  it('say where they are in the document, before execution too', async () => {
    const places = async (query: string, variables = {}) =>
      (await askGraphql(world, { query, variables })).body.errors?.map(({ locations }) => locations);
    expect(await places('{\n  empresas { data { id nome } }\n}')).toEqual([[{ line: 2, column: 24 }]]);
    expect(await places('{ empresas {\n data { id nome } }\n  contas { data { id } } }')).toEqual([
      [
        { line: 2, column: 12 },
        { line: 3, column: 3 },
      ],
    ]);
    expect(await places('{ empresas {')).toEqual([[{ line: 1, column: 13 }]]);
    expect(await places('query ($c: Int!) { contas(chartId: $c) { data { id } } }', { c: 'x' })).toEqual([
      [{ line: 1, column: 8 }],
    ]);
    expect(await places('mutation { x }')).toEqual([undefined]);
  });

  it('have the code of REST when the module is missing', async () => {
    const query = '{ conciliacoes { data { id } } }';
    const { body } = await askGraphql(world, { query }, undefined, world.keys.lone);
    expect(body.errors?.[0]?.extensions.code).toBe('MODULO_NAO_CONTRATADO');
  });
});

describe('a row of GraphQL', () => {
  it('is the row of REST, member by member, for every query and on every page', async () => {
    const { companyIds, chartIds, accountIds, trialBalanceIds } = world;
    const lists: readonly [string, string, string][] = [
      ['empresas', '', '/api/v1/companies?'],
      [
        'planosDeContas',
        `companyId: ${companyIds.acme}`,
        `/api/v1/chart-of-accounts?companyId=${companyIds.acme}&`,
      ],
      ['contas', `chartId: ${chartIds.acme}`, `/api/v1/chart-of-accounts/${chartIds.acme}/accounts?`],
      ['saldosDaConta', `accountId: ${accountIds.acme}`, `/api/v1/accounts/${accountIds.acme}/balances?`],
      ['balancetes', '', '/api/v1/trial-balances?'],
      [
        'linhasDoBalancete',
        `trialBalanceId: ${trialBalanceIds.acme}, escopo: "todas"`,
        `/api/v1/trial-balances/${trialBalanceIds.acme}/lines?escopo=todas&`,
      ],
      ['conciliacoes', '', '/api/v1/reconciliations?'],
      ['itensEmAberto', '', '/api/v1/open-items?'],
      ['checklistDoFechamento', 'period: "2026-06"', '/api/v1/closing-checklist?period=2026-06&'],
      ['saldosEntreEmpresas', 'period: "2026-06"', '/api/v1/intercompany-balances?period=2026-06&'],
      ['cronogramas', 'period: "2026-06"', '/api/v1/schedules?period=2026-06&'],
    ];
    expect(lists.map(([name]) => name)).toEqual(QUERY_NAMES);
    for (const [name, args, path] of lists) {
      const selection = `data { ${rowFields.get(name)} } ${PAGINATION}`;
      const given = args === '' ? '' : `, ${args}`;
      for (let page = 1, pages = 1; page <= pages; page++) {
        const data = await rowsOf(world, `{ ${name}(page: ${page}, limit: 3${given}) { ${selection} } }`);
        const rest = JSON.parse((await get(`${path}page=${page}&limit=3`)).text) as GraphqlPage;
        expect(JSON.stringify(data[name])).toBe(JSON.stringify(rest));
        expect(rest.data.length > 0).toBe(!EMPTY_HERE.includes(name));
        pages = rest.pagination['pages'] ?? 0;
      }
      const whole = await rowsOf(world, `{ ${name}${args && `(${args})`} { ${selection} } }`);
      expect(whole[name]).toEqual(JSON.parse((await get(path)).text));
    }
  });

  it('is filtered as REST filters', async () => {
    const { companyIds, chartIds, trialBalanceIds, accounts } = world;
    const code = accounts[0]?.code ?? '';
    const filters: readonly [string, string, string][] = [
      ['balancetes', `companyId: ${companyIds.acme}`, `/api/v1/trial-balances?companyId=${companyIds.acme}`],
      ['planosDeContas', `cnpj: "${CNPJS.acme}"`, `/api/v1/chart-of-accounts?cnpj=${CNPJS.acme}`],
      ['balancetes', `cnpj: "${CNPJS.acme}"`, `/api/v1/trial-balances?cnpj=${CNPJS.acme}`],
      ['balancetes', 'period: "2026-06"', '/api/v1/trial-balances?period=2026-06'],
      ['balancetes', 'status: "RELEASED"', '/api/v1/trial-balances?status=RELEASED'],
      ['conciliacoes', 'status: "PENDING"', '/api/v1/reconciliations?status=PENDING'],
      ['conciliacoes', 'slaStatus: "OVERDUE"', '/api/v1/reconciliations?slaStatus=OVERDUE'],
      [
        'contas',
        `chartId: ${chartIds.acme}, codigo: "${code}"`,
        `/api/v1/chart-of-accounts/${chartIds.acme}/accounts?codigo=${code}`,
      ],
      [
        'linhasDoBalancete',
        `trialBalanceId: ${trialBalanceIds.acme}, escopo: "todas", contaCodigo: "${code}"`,
        `/api/v1/trial-balances/${trialBalanceIds.acme}/lines?escopo=todas&contaCodigo=${code}`,
      ],
    ];
    for (const [name, args, path] of filters) {
      const data = await rowsOf(world, `{ ${name}(${args}) { data { ${rowFields.get(name)} } ${PAGINATION} } }`);
      const rest = JSON.parse((await get(path)).text) as GraphqlPage;
      expect([args, data[name]]).toEqual([args, rest]);
      expect(rest.data.length).toBeGreaterThan(0);
    }
  });

  it('shows what the same key has just written', async () => {
    const { service, keys, month } = world;
    for (let version = 2; version < 6; version++) {
      const id = await imported(service.url, keys.full, month('acme', '2026-07', version));
      const { balancetes } = await rowsOf(world, '{ balancetes(period: "2026-07", limit: 100) { data { id } } }');
      expect(balancetes?.data.at(-1)).toEqual({ id });
    }
  });
});

describe('the schema', () => {
  it('can be introspected and describes its own types in Portuguese', async () => {
    const found = await introspection();
    expect(buildClientSchema(found).getMutationType()).toBeFalsy();
    const own = found.__schema.types.filter(({ name, kind }) => kind === 'OBJECT' && !name.startsWith('__'));
    expect(own.map(({ name }) => name).sort()).toEqual([
      'Balancete',
      'BalancetesPagina',
      'ChecklistDoFechamentoPagina',
      'Conciliacao',
      'ConciliacoesPagina',
      'Conta',
      'ContasPagina',
      'Cronograma',
      'CronogramasPagina',
      'Empresa',
      'EmpresasPagina',
      'ItemEmAberto',
      'ItensEmAbertoPagina',
      'LinhaDoBalancete',
      'LinhasDoBalancetePagina',
      'Paginacao',
      'PlanoDeContas',
      'PlanosDeContasPagina',
      'PontoDoChecklist',
      'Query',
      'SaldoDaConta',
      'SaldoEntreEmpresas',
      'SaldosDaContaPagina',
      'SaldosEntreEmpresasPagina',
    ]);
    const described = [
      ['schema', found.__schema.description] as const,
      ...own.flatMap((one) => wordsOf(one as unknown as Described)),
    ];
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter(([, text]) => !text)).toEqual([]);
    expect(described.filter(([, text]) => /\b(the|this|when|true\.|of|which)\b/i.test(String(text)))).toEqual([]);
  });

  it('takes integers for companyId and texts for period', async () => {
    const query = `query ($companyId: Int, $period: String) {
      balancetes(companyId: $companyId, period: $period) { data { competencia } }
      conciliacoes(companyId: $companyId, period: $period) { data { competencia } } }`;
    const variables = { companyId: world.companyIds.acme, period: '2026-05' };
    const { balancetes } = await rowsOf(world, query, variables);
    expect(balancetes?.data).toEqual([{ competencia: '2026-05' }]);
  });
});

type Described = Readonly<{
  name: string;
  description: string | null;
  fields?: readonly Described[] | null;
  enumValues?: readonly Described[] | null;
  args?: readonly Described[];
}>;

/** Of a type and all that is in it: where, and what is said of it. */
function wordsOf(one: Described, at = ''): readonly (readonly [string, string | null])[] {
  const where = `${at}${one.name}`;
  const inside = [...(one.fields ?? []), ...(one.enumValues ?? []), ...(one.args ?? [])];
  return [[where, one.description] as const, ...inside.flatMap((member) => wordsOf(member, `${where}.`))];
}

/**
 * Nobody has recorded any in this world: test/api/rest/items.test.ts, test/console/pages/offices.test.ts read
 * some.
 */
const EMPTY_HERE: readonly string[] = ['itensEmAberto', 'saldosEntreEmpresas', 'cronogramas'];

describe('a key', () => {
  it('needs only analytics:read for every query', async () => {
    const { keys, chartIds, accountIds, companyIds, trialBalanceIds } = world;
    const query = `{ empresas { pagination { total } } planosDeContas(companyId: ${companyIds.acme}) { pagination { total } }
      contas(chartId: ${chartIds.acme}) { pagination { total } } saldosDaConta(accountId: ${accountIds.acme}) { pagination { total } }
      balancetes { pagination { total } } itensEmAberto { pagination { total } } checklistDoFechamento(period: "2026-06") { pagination { total } }
      saldosEntreEmpresas(period: "2026-06") { pagination { total } }
      linhasDoBalancete(trialBalanceId: ${trialBalanceIds.acme}) { pagination { total } } conciliacoes { pagination { total } } }`;
    const last = '{ cronogramas { pagination { total } } }';
    const data = {
      ...(await rowsOf(world, query, {}, keys.analyticsOnly)),
      ...(await rowsOf(world, last, {}, keys.analyticsOnly)),
    };
    for (const name of QUERY_NAMES)
      expect(data[name]?.pagination['total']).toBeGreaterThanOrEqual(EMPTY_HERE.includes(name) ? 0 : 1);
    const refused = await askGraphql(world, { query }, undefined, keys.companiesOnly);
    expectBothShapes(refused);
    expect(refused).toMatchObject({ status: 403, body: { error: 'Escopo insuficiente: analytics:read' } });
  });

  it('that is invalid is answered 401 in both shapes before anything else is checked', async () => {
    for (const body of ['{"query":"{ empresas { data { id } } }"}', 'nonsense', '']) {
      const answer = await askGraphql(world, body, { 'Content-Type': 'text/plain' }, world.keys.revoked);
      expectBothShapes(answer);
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(
        '{"success":false,"error":"Chave de API inválida","errors":[{"message":"Chave de API inválida","extensions":{"code":"CHAVE_INVALIDA"}}]}',
      );
    }
  });

  it('reads by POST alone', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const path = `${GRAPHQL}?query={empresas{data{id}}}`;
      const answer = await ask(world.service.url, { method, path, headers: { 'X-API-Key': world.keys.full } });
      expectClean(answer);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(JSON.parse(answer.text)).toMatchObject({
        errors: [{ extensions: { code: 'METODO_NAO_PERMITIDO' } }],
      });
    }
  });
});

describe('two clients', () => {
  it('get no row of each other through aliases that mix their ids', async () => {
    const { companyIds, chartIds, trialBalanceIds } = world;
    const query = (company: number, chart: number, trialBalance: number): string => `{
      own: planosDeContas(companyId: ${companyIds.acme}) { pagination { total } }
      charts: planosDeContas(companyId: ${company}) { data { nome } pagination { total } }
      accounts: contas(chartId: ${chart}) { data { codigo } pagination { total } }
      ownAccounts: contas(chartId: ${chartIds.acme}, companyId: ${company}) { data { codigo } }
      trialBalances: balancetes(companyId: ${company}) { data { id } pagination { total } }
      lines: linhasDoBalancete(trialBalanceId: ${trialBalance}) { data { contaCodigo } pagination { total } }
      reconciliations: conciliacoes(companyId: ${company}) { data { id } pagination { total } }
      all: empresas(limit: 100) { data { id } } }`;
    const foreign = await askGraphql(world, {
      query: query(companyIds.beta, chartIds.beta, trialBalanceIds.beta),
    });
    const missing = await askGraphql(world, { query: query(NOBODY, NOBODY, NOBODY) });
    const withoutId = ({ text, ...rest }: RawAnswer): RawAnswer => ({
      ...rest,
      headers: new Map([...rest.headers].filter(([name]) => name !== 'content-length')),
      text: text.replace(/companyId \d+/g, 'companyId ?'),
    });
    expect(sameness(withoutId(foreign))).toEqual(sameness(withoutId(missing)));
    const { own, all, ...others } = foreign.body.data ?? {};
    expect(own?.pagination).toEqual({ total: 1 });
    expect(all?.data.map(({ id }) => id)).not.toContain(companyIds.beta);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(foreign.body.errors).toHaveLength(6);
    expect(foreign.text).not.toMatch(/beta/i);
  });
});

describe('any text at all', () => {
  it('is answered cleanly, never with 500', async () => {
    const words =
      '{ } ( ) : ... $ ! @include query mutation fragment on F 1 "x" empresas balancetes data id pagination total ' +
      '__schema __type limit null [ ]';
    const token = fc.constantFrom(...words.split(' '));
    const text = fc.oneof(
      fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(' ')),
      fc.string({ unit: anyCharacter, maxLength: 50 }),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.jsonValue(), async (query, variables) => {
        const answer = await askGraphql(world, { query, variables });
        expect([200, 400]).toContain(answer.status);
        expect(answer.headers.get('x-request-id')).toBeTruthy();
        if (answer.status === 400) expectBothShapes(answer);
        else expect(answer.body.data).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });
});
