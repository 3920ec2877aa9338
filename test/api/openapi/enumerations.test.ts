// Every enumeration of the contracts says what each of its values means.
import { describe, expect, it } from '#jest';
import type { GraphQLObjectType } from 'graphql';
import { schema } from '../../../src/api/graphql/schema.js';
import { guideText } from '../../support/guideBlocks.js';
import { builtDocument, builtWebhooksDocument } from '../../support/contract.js';
import { reconciliationStatuses } from '../../../src/domain/reconciliation/states.js';
import { withMeanings } from '../../../src/api/openapi/enumerations.js';

type Node = Readonly<Record<string, unknown>>;

describe.each([
  ['the contract', builtDocument()],
  ['the contract of webhooks', builtWebhooksDocument()],
])('%s', (_, document) => {
  it('describes every enumeration value by value', () => {
    // What true or false does is said of the parameter itself.
    const found = enumerationsOf(document).filter(({ values }) => !values.map(String).includes('true'));
    expect(found.length).toBeGreaterThan(10);
    const silent = found.flatMap(({ at, description, values }) =>
      values
        .filter((value) => !description.includes(`\`${String(value)}\`: `))
        .map((value) => `${at}: ${String(value)}`),
    );
    expect(silent).toEqual([]);
  });
});

it('describes them in GraphQL as well', () => {
  const fields = (name: string) => (schema.getType(name) as GraphQLObjectType).getFields();
  expect(fields('Conciliacao')['status']?.description).toContain('- `WAIVED`: Dispensada; ');
  expect(fields('Balancete')['status']?.description).toContain('- `SUPERSEDED`: ');
});

it('tells the states of a reconciliation as the guide does', () => {
  const told = withMeanings(undefined, reconciliationStatuses)?.split('\n') ?? [];
  const states = guideText('conciliacoes.md').split('\n');
  for (const line of told) {
    const [, status = '', , meaning = ''] = /^- `(\w+)`: (.+?); (.+)$/.exec(line) ?? [];
    const [row = ''] = states.filter((text) => text.startsWith(`| \`${status}\``));
    expect(row).toContain(`| ${meaning} |`);
  }
  expect(told).toHaveLength(16);
});

/** With the description beside them: a parameter's is not in its schema. */
function enumerationsOf(
  node: unknown,
  at = '#',
  outer = '',
): readonly Readonly<{ at: string; description: string; values: readonly unknown[] }>[] {
  if (Array.isArray(node)) return node.flatMap((one, index) => enumerationsOf(one, `${at}/${index}`));
  if (typeof node !== 'object' || node === null) return [];
  const { enum: values, description = outer } = node as Node & { enum?: unknown; description?: string };
  const own = Array.isArray(values) ? [{ at, description, values: values as unknown[] }] : [];
  return [
    ...own,
    ...Object.entries(node as Node)
      .filter(([name]) => !['example', 'examples', 'enum'].includes(name))
      .flatMap(([name, one]) => enumerationsOf(one, `${at}/${name}`, name === 'schema' ? description : '')),
  ];
}
