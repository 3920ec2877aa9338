// The typed client: made from the contract as it is now, and reading what the service answers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createApiClient, everyRow, type ApiClient, type Row } from '../../../clients/typescript/apiClient.js';
import { startWorld, type World } from '../../api/support/world.js';
import { TYPES, typesOfContract } from './clientTypes.js';
import { removeDir } from '../../support/service.js';

it('has the types of the contract', async () => {
  const made = await typesOfContract();
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(TYPES, made);
  expect(existsSync(TYPES) && readFileSync(TYPES, 'utf8')).toBe(made);
});

describe('an integrator with the client', () => {
  let world: World;
  let api: ApiClient;
  beforeAll(async () => {
    world = await startWorld();
    api = createApiClient(world.service.url, world.keys.full);
  });
  afterAll(async () => {
    await world.service.kill();
    await removeDir(world.service.dataDir);
  });

  it('reads every row of a list', async () => {
    const id = world.trialBalanceIds.acme;
    const lines: Row<'LinhaDoBalancete'>[] = await everyRow((query) =>
      api.GET('/api/v1/trial-balances/{id}/lines', { params: { path: { id }, query: { ...query, limit: 5 } } }),
    );
    expect(lines.map(({ contaCodigo }) => contaCodigo)).toHaveLength(world.accounts.length);
  });

  it('sends a trial balance and is told what became of it', async () => {
    const { data, response } = await api.POST('/api/v1/trial-balances', {
      params: { query: { validateOnly: 'true' } },
      body: world.month('acme', '2026-06') as Row<'ImportacaoDeBalancete'>,
    });
    expect(response.status).toBe(200);
    expect(data?.data).toMatchObject({ reenvio: false, trialBalanceId: null, importadas: world.accounts.length });
  });

  it('gets an error as the envelope, with the id for support', async () => {
    const { data, error, response } = await api.GET('/api/v1/companies', { params: { query: { page: 0 } } });
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ success: false, code: 'PARAMETRO_INVALIDO' });
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });

  it('is told by 304 that a page is the one it has', async () => {
    const first = await api.GET('/api/v1/companies', {});
    const tag = first.response.headers.get('etag') ?? '';
    const again = await api.GET('/api/v1/companies', { params: { header: { 'If-None-Match': tag } } });
    expect([again.response.status, again.data]).toEqual([304, undefined]);
  });

  it('throws at a list that can not be read', async () => {
    const other = createApiClient(world.service.url, 'service_test_none');
    await expect(everyRow((query) => other.GET('/api/v1/companies', { params: { query } }))).rejects.toThrow(
      'Chave de API inválida',
    );
  });
});
