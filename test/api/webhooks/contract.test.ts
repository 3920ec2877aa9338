// The published contract of /v1: valid OpenAPI 3.1, whole, with what receivers get.
import { describe, expect, it } from '#jest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routesOf } from '../../../src/api/app.js';
import type { ApiDependencies } from '../../../src/api/dependencies.js';
import { publicEventTypes } from '../../../src/domain/webhooks/eventTypes.js';
import { builtWebhooksDocument, wrongBy, type OperationObject } from '../../support/contract.js';

const built = builtWebhooksDocument();
const operations: readonly (readonly [string, OperationObject])[] = Object.entries(built.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

describe('the contract of webhooks', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(built))).toEqual({ valid: true });
  });

  it('describes every route of /v1 and no other', () => {
    const routes = routesOf({} as ApiDependencies)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !route.includes(' /api/v1/'));
    expect(operations.map(([route]) => route).sort()).toEqual([...routes].sort());
  });

  it.each(operations)('%s shows its statuses with headers, and examples that fit their schema', (_, operation) => {
    const { responses, requestBody, parameters } = operation;
    for (const status of ['401', '405', '408', '414', '429', '431', '500', '503'])
      expect(Object.keys(responses)).toContain(status);
    for (const { headers, content } of Object.values(responses)) {
      expect(Object.keys(headers)).toContain('X-Request-Id');
      if (content === undefined) continue;
      const { schema, examples } = content['application/json'] as {
        schema: { $ref: string };
        examples: Record<string, { value: unknown }>;
      };
      for (const { value } of Object.values(examples)) expect(wrongBy(schema.$ref, value, 'webhooks')).toEqual([]);
    }
    for (const { description } of parameters) expect(description.length).toBeGreaterThan(5);
    for (const { schema, example } of Object.values(requestBody?.content ?? {}))
      expect(wrongBy(String(schema['$ref']), example, 'webhooks')).toEqual([]);
  });

  it('describes every event a receiver may get, with a valid example', () => {
    expect(Object.keys(built.webhooks)).toEqual([...publicEventTypes]);
    for (const [type, { post }] of Object.entries(built.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'] ?? {
        schema: { $ref: '' },
        example: null,
      };
      expect(example).toMatchObject({ type });
      expect(wrongBy(schema.$ref, example, 'webhooks')).toEqual([]);
      expect(wrongBy(schema.$ref, { ...(example as object), data: { test: true } }, 'webhooks')).toEqual([]);
      expect(wrongBy(schema.$ref, { ...(example as object), type: 'outro' }, 'webhooks')).not.toEqual([]);
    }
  });
});
