// The contract changes only by adding to what was released (docs/spec/contract.md#additive-changes).
import { describe, expect, it } from '#jest';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtDocument, builtWebhooksDocument, type OperationObject } from '../support/contract.js';
import { ROOT } from '../support/guideBlocks.js';
import { takenAway } from './support/additive.js';

const FILE = `${ROOT}test/golden/contract.json`;
const built = builtDocument();

it('takes nothing away from the released contract', () => {
  const now = { api: built, webhooks: builtWebhooksDocument() };
  const missing = takenAway(JSON.parse(readFileSync(FILE, 'utf8')), now);
  if (missing.length > 0)
    throw new Error(
      `integrators would lose, beside test/golden/contract.json:\n  ${missing.join('\n  ')}\n` +
        'Only what was never released may go: a change that breaks callers belongs to a new version of the path.',
    );
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(FILE, `${lines(now, 4)}\n`);
});

/** JSON with a line for each operation and schema. */
function lines(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const members = Object.entries(value);
  return `{\n${members.map(([name, member]) => `${JSON.stringify(name)}:${lines(member as unknown, depth - 1)}`).join(',\n')}\n}`;
}

describe('a change of the contract', () => {
  const changed = (change: (document: Record<string, never>) => void): string[] => {
    const copy = structuredClone(built) as unknown as Record<string, never>;
    change(copy);
    return takenAway(built, copy);
  };
  type Loose = {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, Schema> };
  };
  type Schema = { properties: Record<string, Record<string, unknown>>; required: string[] };
  const loose = (document: unknown): Loose => document as Loose;
  type Parameter = { name: string; schema: Record<string, unknown> };
  const parameters = (document: unknown): Parameter[] =>
    loose(document).paths['/api/v1/companies']?.['get']?.parameters as unknown as Parameter[];
  const schema = (document: unknown, name: string): Schema => loose(document).components.schemas[name] as Schema;

  it.each<[string, (document: unknown) => void]>([
    ['a path', (document) => delete loose(document).paths['/api/v1/companies']],
    ['a method', (document) => delete loose(document).paths['/api/v1/trial-balances']?.['post']],
    ['a field', (document) => delete schema(document, 'Empresa').properties['cnpj']],
    ['a type', (document) => (schema(document, 'Empresa').properties['id'] = { type: 'string' })],
    [
      'a value',
      (document) => (schema(document, 'Conciliacao').properties['slaStatus'] as { enum: string[] }).enum.pop(),
    ],
    ['a promise', (document) => schema(document, 'Empresa').required.pop()],
    [
      'a status',
      (document) =>
        delete (loose(document).paths['/api/v1/companies']?.['get']?.responses as Record<string, unknown>)['403'],
    ],
    [
      'a parameter',
      (document) => (loose(document).paths['/api/v1/companies']?.['get']?.parameters as unknown[]).pop(),
    ],
    [
      'freedom, by a new obligation',
      (document) => schema(document, 'ImportacaoDeBalancete').required.push('cnpj'),
    ],
    [
      'what holds when a parameter is left out',
      (document) => {
        const limit = parameters(document).find(({ name }) => name === 'limit');
        if (limit) limit.schema['default'] = 20;
      },
    ],
    [
      'freedom, by members that were ignored',
      (document) => Object.assign(schema(document, 'ImportacaoDeBalancete'), { additionalProperties: false }),
    ],
    [
      'freedom, by a new bound',
      (document) =>
        (schema(document, 'ConsultaGraphQL').properties['query'] = { type: 'string', minLength: 1, maxLength: 5 }),
    ],
  ])('is refused when it takes away %s', (_, change) => {
    expect(changed(change)).not.toEqual([]);
  });

  it.each<[string, (document: unknown) => void]>([
    ['a field', (document) => (schema(document, 'Empresa').properties['novo'] = { type: 'string' })],
    ['a path', (document) => (loose(document).paths['/api/v1/new'] = {})],
    [
      'a value',
      (document) => (schema(document, 'Conciliacao').properties['slaStatus'] as { enum: string[] }).enum.push('X'),
    ],
    [
      'a parameter',
      (document) =>
        (loose(document).paths['/api/v1/companies']?.['get']?.parameters as unknown[]).push({
          name: 'x',
          in: 'query',
          required: false,
        }),
    ],
    [
      'a description',
      (document) => (schema(document, 'Empresa').properties['cnpj'] = { type: 'string', description: 'Outro' }),
    ],
  ])('is fine when it adds %s', (_, change) => {
    expect(changed(change)).toEqual([]);
  });

  it('is fine when a parameter may be left out from now on, not when one may not', () => {
    const called = (required: boolean) => ({ parameters: [{ name: 'companyId', in: 'query', required }] });
    expect(takenAway(called(true), called(false))).toEqual([]);
    expect(takenAway(called(false), called(true))).not.toEqual([]);
  });
});
