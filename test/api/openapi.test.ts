// The published contracts: valid OpenAPI 3.1, and whole.
import { describe, expect, it } from '#jest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routesOf } from '../../src/api/app.js';
import type { ApiDependencies } from '../../src/api/dependencies.js';
import { publicEventTypes } from '../../src/domain/webhooks/eventTypes.js';
import { reconciliationStatuses } from '../../src/domain/reconciliation/states.js';
import {
  builtDocument,
  builtWebhooksDocument,
  codesOf,
  expectInContract,
  wrongBy,
  type OperationObject,
} from '../support/contract.js';

const built = builtDocument();
const webhooks = builtWebhooksDocument();
const operationsOf = ({ paths }: typeof built): readonly (readonly [string, OperationObject])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
const operations = operationsOf(built);

describe.each([
  ['contract', built, ' /api/v1/'],
  ['webhooks', webhooks, ' /v1/'],
] as const)('%s', (name, document, below) => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('describes every route with a key and no other', () => {
    const routes = routesOf({} as ApiDependencies)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => route.includes(below));
    expect(
      operationsOf(document)
        .map(([route]) => route)
        .sort(),
    ).toEqual([...routes].sort());
    const ids = operationsOf(document).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operationsOf(document))(
    '%s shows its statuses with headers, and examples that fit their schema',
    (_, { responses, requestBody, parameters }) => {
      const always = ['401', '405', '408', '414', '429', '431', '500', '503'];
      const ofApi = name === 'contract' ? ['200', '400', '403'] : [];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining([...always, ...ofApi]));
      for (const [status, { headers, content }] of Object.entries(responses)) {
        const limits = ['Limit', 'Remaining', 'Reset'].map((one) => `X-RateLimit-${one}`);
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', ...limits]));
        expect(content === undefined).toBe(['204', '304'].includes(status));
        if (content === undefined) continue;
        const { schema, examples } = content['application/json'] as {
          schema: { $ref: string };
          examples: Record<string, { value: unknown }>;
        };
        expect(Object.keys(examples).length).toBeGreaterThan(0);
        for (const { value } of Object.values(examples)) expect(wrongBy(schema.$ref, value, name)).toEqual([]);
      }
      for (const { description } of parameters) expect(description.length).toBeGreaterThan(5);
      for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {}))
        if (type === 'application/json') expect(wrongBy(String(schema['$ref']), example, name)).toEqual([]);
    },
  );
});

describe('the contract', () => {
  it('has the five tags, each in use, and the three ways to send a key', () => {
    const tags = ['Empresas', 'Planos de Contas', 'Balancetes', 'Conciliações', 'GraphQL'];
    expect(built.tags.map(({ name }) => name)).toEqual(tags);
    expect(new Set(operations.flatMap(([, operation]) => operation.tags))).toEqual(new Set(tags));
    expect(built.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      cabecalho: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      basic: { type: 'http', scheme: 'basic' },
    });
    expect(built.security).toEqual([{ bearer: [] }, { cabecalho: [] }, { basic: [] }]);
  });

  it('has the 16 states, the 5 states of a deadline and all values of the other enumerations', () => {
    const { properties } = built.components.schemas['Conciliacao'] ?? { properties: {} };
    expect(properties['status']?.['enum']).toEqual(reconciliationStatuses);
    expect(properties['status']?.['enum']).toHaveLength(16);
    expect(properties['slaStatus']?.['enum']).toEqual([
      'ON_TIME',
      'DUE_SOON',
      'OVERDUE',
      'COMPLETED_ON_TIME',
      'COMPLETED_LATE',
    ]);
    expect(built.components.schemas['Balancete']?.properties['status']?.['enum']).toHaveLength(3);
    expect(built.components.schemas['Empresa']?.properties['regimeTributario']?.['enum']).toHaveLength(6);
  });

  it('says how calls are counted, and that a CNPJ may have letters', () => {
    const { info, paths, components } = built;
    for (const { description } of [info, webhooks.info]) {
      expect(description).toMatch(/O minuto começa na primeira chamada.*até 59 chamadas/s);
      expect(description).toMatch(/CNPJs podem ter letras/);
    }
    const parameters = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation.parameters),
    );
    const said = [
      ...parameters.filter(({ name }) => name === 'cnpj').map(({ description }) => description),
      ...['Empresa', 'ImportacaoDeBalancete', 'ArquivoDeBalancete'].map(
        (name) => components.schemas[name]?.properties['cnpj']?.['description'],
      ),
    ];
    expect(said.length).toBeGreaterThan(5);
    for (const text of said) expect(text).toMatch(/alfanumérico|letras/);
  });

  it('names the codes of the specification', () => {
    const codes = new Set(
      operations.flatMap(([, { responses }]) => Object.values(responses).flatMap((one) => [...codesOf(one)])),
    );
    for (const code of [
      'IMPORTACAO_RECUSADA',
      'COMPETENCE_CLOSED',
      'NEXT_COMPETENCE_CLOSED',
      'CONTENT_TYPE_INVALIDO',
      'SO_LEITURA',
      'PROFUNDIDADE_EXCEDIDA',
      'COMPLEXIDADE_EXCEDIDA',
      'CONSULTA_INVALIDA',
      'LIMITE_EXCEDIDO',
      'ESCOPO_INSUFICIENTE',
      'MODULO_NAO_CONTRATADO',
      'EMPRESA_INATIVA',
      'EMPRESA_NAO_ENCONTRADA',
      'BALANCETE_NAO_ENCONTRADO',
      'PLANO_NAO_ENCONTRADO',
      'CONTEUDO_MUITO_GRANDE',
      'PARAMETRO_INVALIDO',
    ])
      expect(codes).toContain(code);
  });

  it('describes every event a receiver may get, with a valid example', () => {
    expect(Object.keys(webhooks.webhooks)).toEqual([...publicEventTypes]);
    for (const [type, { post }] of Object.entries(webhooks.webhooks)) {
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

  it('contains every answer of the service', () => {
    const answered = { method: 'GET', url: '/api/v1/companies', headers: new Map([['x-request-id', '1']]) };
    expect(() => expectInContract({ ...answered, status: 418, text: '{}' })).toThrow('not in the contract');
    const text = '{"success":false,"error":"x","code":"OUTRO"}';
    expect(() => expectInContract({ ...answered, status: 400, text })).toThrow('unknown code OUTRO');
    expect(() => expectInContract({ ...answered, status: 400, text: '{"erro":1}' })).toThrow('must have required');
  });
});
