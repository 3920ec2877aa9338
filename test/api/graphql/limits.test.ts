// The cost of an operation, against the same operation with its fragments written out and its variables put in.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { Kind, parse, type OperationDefinitionNode } from 'graphql';
import { sizeOf, type Size } from '../../../src/api/graphql/limits.js';

function size(text: string, variables: Record<string, unknown> = {}): Size {
  const document = parse(text);
  const operation = document.definitions.find(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  return sizeOf(document, operation, variables);
}

type Leaves = Readonly<{ direct: number; inline: number; spread: number; nested: number }>;
type Root = Readonly<{
  limit: number | null;
  by: 'literal' | 'variable' | 'default' | 'nothing';
  rows: Leaves;
  /** How often `data` is asked for, each under a name of its own. */
  datas: number;
  inFragment: boolean;
}>;

const leaves = fc.record({
  direct: fc.integer({ min: 0, max: 5 }),
  inline: fc.integer({ min: 0, max: 3 }),
  spread: fc.integer({ min: 0, max: 3 }),
  nested: fc.integer({ min: 0, max: 3 }),
});
const root: fc.Arbitrary<Root> = fc.record({
  limit: fc.integer({ min: 1, max: 100 }),
  by: fc.constantFrom('literal', 'variable', 'default', 'nothing'),
  rows: leaves,
  datas: fc.integer({ min: 1, max: 3 }),
  inFragment: fc.boolean(),
});

const ids = (count: number): string => Array.from({ length: count }, (_, at) => `x${at}: id`).join(' ');

/** The operation as someone who hides cost would write it, and its cost counted by hand. */
function written(roots: readonly Root[]): { text: string; variables: Record<string, unknown>; cost: number } {
  const [declared, variables, selections, fragments]: [string[], Record<string, unknown>, string[], string[]] = [
    [],
    {},
    [],
    [],
  ];
  let cost = 0;
  roots.forEach(({ limit, by, rows, datas, inFragment }, at) => {
    const args = {
      literal: `(limit: ${limit})`,
      variable: `(limit: $v${at})`,
      default: `(limit: $v${at})`,
      nothing: '',
    };
    if (by === 'variable') declared.push(`$v${at}: Int = 1`);
    if (by === 'variable') variables[`v${at}`] = limit;
    if (by === 'default') declared.push(`$v${at}: Int = ${limit}`);
    const inner = `id ${ids(rows.direct)} ... on Empresa { id ${ids(rows.inline)} } ...R${at}`;
    fragments.push(`fragment R${at} on Empresa { id ${ids(rows.spread)} ...N${at} ...N${at} }`);
    fragments.push(`fragment N${at} on Empresa { id ${ids(rows.nested)} }`);
    const data = Array.from({ length: datas }, (_, n) => `d${n}: data { ${inner} }`).join(' ');
    const field = `r${at}: empresas${args[by]} { ${data} pagination { total page } }`;
    if (inFragment) fragments.push(`fragment Q${at} on Query { ${field} }`);
    selections.push(inFragment ? `... on Query { ...Q${at} }` : field);
    const perRow = 3 + rows.direct + rows.inline + rows.spread + 2 * (1 + rows.nested);
    cost += (by === 'nothing' ? 50 : (limit ?? 50)) * perRow * datas;
  });
  const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query';
  return { text: `${head} { ${selections.join(' ')} } ${fragments.join(' ')}`, variables, cost };
}

describe('the cost of a query', () => {
  it('is limit × leaves of each list, whatever fragments, variables and aliases the query uses', () => {
    fc.assert(
      fc.property(fc.array(root, { minLength: 1, maxLength: 6 }), (roots) => {
        const { text, variables, cost } = written(roots);
        const found = size(text, variables);
        expect(found.cost).toBe(cost);
        expect(found.fields).toBe(roots.length);
        expect(found.levels).toBe(3);
      }),
      { numRuns: 100 },
    );
  });

  it('of nested fragments that double is computed without expanding them', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, at) => `fragment F${at} on Empresa { ...F${at + 1} ...F${at + 1} }`,
    );
    const found = size(
      `{ empresas(limit: 1) { data { ...F0 } } } ${doubling.join(' ')} fragment F40 on Empresa { id }`,
    );
    expect(found.cost).toBe(2 ** 40); // a walk through all of them would not end
  });

  it('is computed for fragments that contain themselves', () => {
    expect(size('{ ...A } fragment A on Query { a { b } ...B } fragment B on Query { c ...A }').levels).toBe(2);
  });

  it('counts neither pagination nor fields outside lists', () => {
    expect(size('{ empresas { pagination { total page limit pages } } x { data { id } } }').cost).toBe(0);
  });

  it('uses the default limit of 50 when limit is null, absent or a variable without a value', () => {
    for (const [args, variables] of [
      ['', {}],
      ['(limit: null)', {}],
      ['(limit: $n)', {}],
      ['(limit: $n)', { n: null }],
      ['(limit: $__proto__)', JSON.parse('{"__proto__":1}') as Record<string, unknown>],
    ] as const)
      expect(size(`query ($n: Int) { empresas${args} { data { id } } }`, variables).cost).toBe(50);
  });

  it('ignores the default of a variable called __proto__, as execution does', () => {
    expect(size('query ($__proto__: Int = 1) { empresas(limit: $__proto__) { data { id } } }').cost).toBe(50);
  });
});
