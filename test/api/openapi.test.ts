// The published contract: valid OpenAPI 3.1, and whole.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import { routesOf } from '../../src/api/app.js';
import type { ApiDependencies } from '../../src/api/dependencies.js';
import { reconciliationStatuses } from '../../src/projections/views/reconciliations/reconciliations.js';
import {
  builtDocument,
  builtWebhooksDocument,
  codesOf,
  expectInContract,
  wrongBy,
  type OperationObject,
} from '../support/contract.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { ask } from './support/http.js';

const built = builtDocument();
const operations: readonly (readonly [string, OperationObject])[] = Object.entries(built.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

describe('the contract', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(built))).toEqual({ valid: true });
    expect(built.openapi).toMatch(/^3\.1\./);
  });

  it('describes every route with a key and no other', () => {
    const routes = routesOf({} as ApiDependencies)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => route.includes(' /api/v1/'));
    expect(operations.map(([route]) => route).sort()).toEqual([...routes].sort());
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

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
    for (const { description } of [info, builtWebhooksDocument().info]) {
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

  it.each(operations)('%s shows every status with headers, and examples that fit their schema', (_, operation) => {
    const { responses, requestBody, parameters } = operation;
    for (const status of ['200', '400', '401', '403', '405', '408', '414', '429', '431', '500', '503'])
      expect(Object.keys(responses)).toContain(status);
    for (const [status, { headers, content }] of Object.entries(responses)) {
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining([
          'X-Request-Id',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ]),
      );
      expect(content === undefined).toBe(status === '304');
      if (content === undefined) continue;
      const { schema, examples } = content['application/json'] as {
        schema: { $ref: string };
        examples: Record<string, { value: unknown }>;
      };
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) expect(wrongBy(schema.$ref, value)).toEqual([]);
    }
    for (const { description } of parameters) expect(description.length).toBeGreaterThan(5);
    for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {}))
      if (type === 'application/json') expect(wrongBy(String(schema['$ref']), example)).toEqual([]);
  });

  it('names the codes of the specification', () => {
    const codes = new Set(
      operations.flatMap(([, { responses }]) => Object.values(responses).flatMap((one) => [...codesOf(one)])),
    );
    for (const code of [
      ...['IMPORTACAO_RECUSADA', 'COMPETENCE_CLOSED', 'NEXT_COMPETENCE_CLOSED', 'CONTENT_TYPE_INVALIDO'],
      ...['SO_LEITURA', 'PROFUNDIDADE_EXCEDIDA', 'COMPLEXIDADE_EXCEDIDA', 'CONSULTA_INVALIDA', 'LIMITE_EXCEDIDO'],
      ...['ESCOPO_INSUFICIENTE', 'MODULO_NAO_CONTRATADO', 'EMPRESA_INATIVA', 'EMPRESA_NAO_ENCONTRADA'],
      ...['BALANCETE_NAO_ENCONTRADO', 'PLANO_NAO_ENCONTRADO', 'CONTEUDO_MUITO_GRANDE', 'PARAMETRO_INVALIDO'],
    ])
      expect(codes).toContain(code);
  });
});

describe('the served contract', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ dataDir: await temporaryDir(), env: { ADMIN_PORT: '0' } });
  });
  afterAll(async () => {
    await service.kill();
    await removeDir(service.dataDir);
  });

  it.each([
    ['/api/v1/docs-json', built],
    ['/v1/docs-json', builtWebhooksDocument()],
  ])('%s needs no key, has an id, and names the release', async (path, expected) => {
    const { status, headers, text } = await ask(service.url, { path });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const served = JSON.parse(text) as typeof built;
    expect(served.info.version).toBe(version);
    expect({ ...served, info: { ...served.info, version: '0.0.0' } }).toEqual(expected);
  });

  it('contains every answer of the service', () => {
    const answered = { method: 'GET', url: '/api/v1/companies', headers: new Map([['x-request-id', '1']]) };
    expect(() => expectInContract({ ...answered, status: 418, text: '{}' })).toThrow('not in the contract');
    const text = '{"success":false,"error":"x","code":"OUTRO"}';
    expect(() => expectInContract({ ...answered, status: 400, text })).toThrow('unknown code OUTRO');
    expect(() => expectInContract({ ...answered, status: 400, text: '{"erro":1}' })).toThrow('must have required');
  });
});
