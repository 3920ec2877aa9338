// What must hold of every GraphQL answer, and a call of it.
import { expect } from '#jest';
import { expectInContract } from '../../support/contract.js';
import { expectClean } from './clean.js';
import { ask, type RawAnswer } from './http.js';
import type { World } from './world.js';

export type GraphqlError = Readonly<{
  message: string;
  locations?: readonly Readonly<{ line: number; column: number }>[];
  path?: readonly (string | number)[];
  extensions: Readonly<{ code: string }>;
}>;
export type GraphqlPage = Readonly<{
  data: readonly Readonly<Record<string, unknown>>[];
  pagination: Readonly<Record<string, number>>;
}>;
export type GraphqlBody = Readonly<{
  success?: false;
  error?: string;
  code?: string;
  data?: Readonly<Record<string, GraphqlPage | null>>;
  errors?: readonly GraphqlError[];
}>;
export type GraphqlAnswer = RawAnswer & Readonly<{ body: GraphqlBody }>;

export const GRAPHQL = '/api/v1/graphql';

/** @param body sent as it is when a text, as JSON otherwise */
export async function askGraphql(
  { service, keys }: World,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
  key = keys.full,
): Promise<GraphqlAnswer> {
  const answer = await ask(service.url, {
    method: 'POST',
    path: GRAPHQL,
    headers: { 'X-API-Key': key, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  expectInContract({ method: 'POST', url: GRAPHQL, ...answer });
  return { ...answer, body: JSON.parse(answer.text) as GraphqlBody };
}

/** A query that runs: 200 and no error. */
export async function rowsOf(
  world: World,
  query: string,
  variables: object = {},
  key = world.keys.full,
): Promise<Readonly<Record<string, GraphqlPage>>> {
  const answer = await askGraphql(world, { query, variables }, undefined, key);
  expect(answer.body.errors).toBeUndefined();
  expectClean(answer);
  expect(answer.status).toBe(200);
  return answer.body.data as Readonly<Record<string, GraphqlPage>>;
}

/** Errors before execution carry both shapes, with one sentence and one code. */
export function expectBothShapes({ status, body }: GraphqlAnswer): void {
  const { success, error, code, errors, data } = body;
  expect(data).toBeUndefined();
  expect(success).toBe(false);
  const [{ locations = [], ...shown } = { locations: [] }] = errors ?? [];
  expect([shown]).toEqual([{ message: error, extensions: { code: status === 401 ? 'CHAVE_INVALIDA' : code } }]);
  for (const { line, column } of locations) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
}
