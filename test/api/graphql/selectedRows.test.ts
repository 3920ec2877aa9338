// Rows selected by a resolver of ours answer byte for byte as graphql's own `execute` does: every query is asked twice,
// once with a question about the schema, which runs on the schema of the clients.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIST_NAMES } from '../../../src/api/graphql/resolvers.js';
import { schema } from '../../../src/api/graphql/schema.js';
import { removeDir } from '../../support/service.js';
import { askGraphql } from '../support/graphql.js';
import { startReleasedWorld, type World } from '../support/world.js';

let world: World;

beforeAll(async () => {
  world = await startReleasedWorld();
});
afterAll(async () => {
  await world.service.kill();
  await removeDir(world.service.dataDir);
});

/** The same query without and with a question about the schema, which makes graphql's `execute` visit every row. */
async function bothAnswer(query: string, variables: object = {}): Promise<string> {
  const question = ' schema: __schema { __typename }';
  // As long as the question, so that errors are in the same places.
  const ours = await askGraphql(world, {
    query: query.replace('{', `{${' '.repeat(question.length)}`),
    variables,
  });
  const introspecting = query.replace('{', `{${question}`);
  const theirs = await askGraphql(world, { query: introspecting, variables });
  const expected = JSON.parse(theirs.text) as { data?: { schema?: unknown } };
  delete expected.data?.schema;
  expect([ours.status, ours.text]).toEqual([theirs.status, JSON.stringify(expected)]);
  return ours.text;
}

const args: Readonly<Record<string, string>> = {
  empresas: 'limit: 3',
  planosDeContas: 'companyId: $company',
  contas: 'chartId: 1, limit: 5, page: 2',
  balancetes: 'companyId: $company, limit: $limit',
  linhasDoBalancete: 'trialBalanceId: 1, limit: $limit',
  conciliacoes: 'period: "2026-05", limit: $limit',
};
const fieldsOf = (type: string): string[] => {
  const found = schema.getType(type);
  return found && 'getFields' in found ? Object.keys(found.getFields()) : [];
};
const pageOf = (list: string) => String(schema.getQueryType()?.getFields()[list]?.type);
const rowOf = (list: string) => {
  const page = schema.getType(pageOf(list));
  return page && 'getFields' in page ? String(page.getFields()['data']?.type).replace(/[[\]!]/g, '') : '';
};

/** Some fields of a type, with and without an alias, in any order, some inside fragments. */
const selection = (type: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        field: fc.constantFrom('__typename', ...fieldsOf(type)),
        alias: fc.boolean(),
        within: fc.constantFrom('', `... on ${type}`, '...'),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((picked) =>
      picked
        .map(({ field, alias, within }) => {
          const text = `${alias ? `a_${field}: ` : ''}${field}`;
          return within === '' ? text : `${within} { ${text} }`;
        })
        .join(' '),
    );

const rootField = fc
  .constantFrom(...LIST_NAMES)
  .chain((list) =>
    fc
      .tuple(
        selection(rowOf(list)),
        selection('Paginacao'),
        fc.constantFrom(
          'data { ROW } pagination { PAGE }',
          'pagination { PAGE } rows: data { ROW }',
          'data { ROW }',
        ),
      )
      .map(
        ([row, page, shape]) =>
          `${list}(${args[list]}) { ${shape.replace('ROW', () => row).replace('PAGE', () => page)} }`,
      ),
  );

describe('the rows of a query', () => {
  it('equal those that graphql itself selects for any query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rootField, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 101 }),
        async (roots, limit) => {
          const body = roots.map((root, at) => `q${at}: ${root}`).join(' ');
          const declared = [
            body.includes('$company') ? '$company: Int!' : '',
            body.includes('$limit') ? '$limit: Int' : '',
          ].join(' ');
          const head = declared.trim() === '' ? 'query Q' : `query Q(${declared})`;
          await bothAnswer(`${head} { __typename ${body} }`, { company: world.companyIds.acme, limit });
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each<[string, string, object?]>([
    [
      'directives',
      'query ($n: Boolean!) { empresas { data { id @skip(if: $n) cnpj @include(if: $n) } } }',
      { n: true },
    ],
    ['an alias that objects have', '{ empresas { data { __proto__: id constructor: cnpj } } }'],
    [
      'fragments within fragments, spread twice',
      'query { empresas { ...P ...P data { id } } } fragment P on EmpresasPagina { data { ...R } pagination { total } } fragment R on Empresa { cnpj ...S } fragment S on Empresa { id nome: razaoSocial }',
    ],
    [
      'a field asked for in two places at once',
      '{ empresas { data { id } } empresas { data { cnpj } pagination { total } } }',
    ],
    [
      'every field in the order of REST',
      `{ linhasDoBalancete(trialBalanceId: 1) { data { balanceteId empresaId competencia contaCodigo contaDescricao saldoAnterior debito credito saldoFinal } pagination { page limit total pages } } }`,
    ],
    [
      'two lists of stored rows',
      `{ a: linhasDoBalancete(trialBalanceId: 1, limit: 2) { data { contaCodigo } } b: linhasDoBalancete(trialBalanceId: 1, page: 2, limit: 2) { data { contaDescricao } } }`,
    ],
    [
      'the same stored rows twice in one page',
      '{ linhasDoBalancete(trialBalanceId: 1, limit: 2) { data { contaCodigo } again: data { saldoFinal } } }',
    ],
    [
      'a refusal beside data',
      '{ balancetes(page: 0) { data { id } } empresas { data { id } } x: balancetes(companyId: 999999) { data { id } } }',
    ],
    ['nothing but a refusal', '{ linhasDoBalancete(trialBalanceId: 999999) { data { saldoFinal } } }'],
    [
      'a default of a variable',
      'query ($n: Int = 2) { empresas(limit: $n) { data { id } pagination { limit } } }',
    ],
    ['a null for an argument', 'query ($n: Int) { empresas(limit: $n) { pagination { limit } } }', { n: null }],
    ['only types', '{ __typename }'],
    ['an empty page', '{ empresas(page: 4000) { data { id } pagination { page total } } }'],
  ])('answers the same: %s', async (_, query, variables = {}) => {
    const text = await bothAnswer(query, variables);
    expect(text).toMatch(/^\{"data":/);
  });

  it.each<[string, string, object]>([
    ['a variable of another type', 'query ($n: Int) { empresas(limit: $n) { data { id } } }', { n: 'x' }],
    ['a missing variable', 'query ($n: Int!) { contas(chartId: $n) { data { id } } }', {}],
    ['a number that is too large', 'query ($n: Int) { empresas(page: $n) { data { id } } }', { n: 2 ** 31 }],
    ['an unknown enumeration', 'query ($s: String) { balancetes(status: $s) { data { id } } }', { s: 'X' }],
  ])('refuses the same: %s', async (_, query, variables) => {
    expect(await bothAnswer(query, variables)).toMatch(/CONSULTA_INVALIDA|PARAMETRO_INVALIDO/);
  });

  it('are selected with no more work than the cost limit allows', async () => {
    const fragments = Array.from(
      { length: 15 },
      (_, at) => `fragment F${at} on Empresa { ...F${at + 1} ...F${at + 1} }`,
    );
    const query = `{ empresas(limit: 1) { data { ...F0 } } } ${fragments.join(' ')} fragment F15 on Empresa { id }`;
    const answer = await askGraphql(world, { query });
    expect([answer.status, answer.body.code]).toEqual([400, 'COMPLEXIDADE_EXCEDIDA']);
  });
});
