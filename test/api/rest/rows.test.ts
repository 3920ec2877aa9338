// Single rows, the order of lists, and the filters of trial balances.
import { describe, expect, it } from '#jest';
import { expectInContract } from '../../support/contract.js';
import { operatorJson } from '../../support/operator.js';
import { ask, type RawAnswer } from '../support/http.js';
import { lists } from '../support/lists.js';
import { imported, startWorld } from '../support/world.js';

type Row = Readonly<Record<string, unknown>> & Readonly<{ id: number }>;
type Page = Readonly<{ data: readonly Row[]; pagination: Readonly<{ total: number; pages: number }> }>;

const world = await startWorld();
await operatorJson(world.service.dataDir, [
  'release',
  '--company',
  String(world.companyIds.acme),
  '--period',
  '2026-05',
]);
for (const [period, variant] of [
  ['2026-03', 0],
  ['2026-04', 0],
  ['2026-04', 1],
] as const)
  await imported(world.service.url, world.keys.full, world.month('acme', period, variant));

async function get(path: string, key = world.keys.full, headers = {}): Promise<RawAnswer> {
  const answer = await ask(world.service.url, { path, headers: { 'X-API-Key': key, ...headers } });
  expectInContract({ method: 'GET', url: path, ...answer });
  return answer;
}
async function page(path: string): Promise<Page> {
  const { status, text } = await get(path);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return JSON.parse(text) as Page;
}

const RESOURCES = [
  ['companies', () => '/api/v1/companies', () => '/api/v1/companies'],
  [
    'charts',
    () => `/api/v1/chart-of-accounts?companyId=${world.companyIds.acme}`,
    () => '/api/v1/chart-of-accounts',
  ],
  ['trial balances', () => '/api/v1/trial-balances', () => '/api/v1/trial-balances'],
  ['reconciliations', () => '/api/v1/reconciliations', () => '/api/v1/reconciliations'],
] as const;

describe.each(RESOURCES)('one row of %s', (_, list, path) => {
  it('is the row of the list, with an ETag that is answered 304', async () => {
    const { data } = await page(list());
    expect(data.length).toBeGreaterThan(0);
    for (const row of data.slice(0, 3)) {
      const answer = await get(`${path()}/${row.id}`);
      expect(JSON.parse(answer.text)).toEqual({ success: true, data: row });
      const tag = answer.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[\w-]+"$/);
      const again = await get(`${path()}/${row.id}`, world.keys.full, { 'If-None-Match': tag });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    }
  });

  it('of another client is answered byte for byte like one that does not exist', async () => {
    const { data } = await page(list());
    const without = ({ status, text }: RawAnswer, id: number) => [status, text.replace(String(id), 'N')];
    const id = data[0]?.id ?? 0;
    const foreign = await get(`${path()}/${id}`, world.keys.beta);
    expect(foreign.status).toBe(404);
    expect(without(foreign, id)).toEqual(without(await get(`${path()}/987654321`, world.keys.beta), 987654321));
  });

  it('is refused where the id is no whole number, or the key lacks the scope', async () => {
    expect((await get(`${path()}/abc`)).status).toBe(400);
    const key = path().endsWith('companies') ? world.keys.analyticsOnly : world.keys.companiesOnly;
    expect((await get(`${path()}/1`, key)).status).toBe(403);
  });
});

describe.each(lists.map((list) => [list.name, list] as const))('the list of %s in descending order', (_, list) => {
  it('has the same rows and total as in ascending order, from the last to the first', async () => {
    const path = list.path(world);
    const all = await page(`${path}limit=100`);
    const shown: Row[] = [];
    const limit = 3;
    for (let at = 1; ; at++) {
      const { data, pagination } = await page(`${path}order=desc&limit=${limit}&page=${at}`);
      expect(pagination.total).toBe(all.pagination.total);
      shown.push(...data);
      if (data.length < limit) break;
    }
    expect(shown).toEqual(all.data.toReversed());
  });
});

describe('lines of one account in descending order', () => {
  it('are found as in ascending order', async () => {
    const path = `/api/v1/trial-balances/${world.trialBalanceIds.acme}/lines?contaCodigo=${world.accounts[2]?.code}`;
    const { data } = await page(path);
    expect(data).toHaveLength(1);
    expect((await page(`${path}&order=desc`)).data).toEqual(data);
    expect((await page(`${path}&order=desc&page=2`)).data).toEqual([]);
  });
});

describe('trial balances', () => {
  const LIST = '/api/v1/trial-balances?';
  const months = async (query: string) =>
    (await page(LIST + query)).data.map(({ competencia, versao }) => `${String(competencia)} v${String(versao)}`);

  it('are limited to the newest version of each competence with current=true', async () => {
    const all = ['2026-05 v1', '2026-03 v1', '2026-04 v1', '2026-04 v2'];
    expect(await months('')).toEqual(all);
    expect(await months('current=false')).toEqual(all);
    expect(await months('current=true')).toEqual(['2026-05 v1', '2026-03 v1', '2026-04 v2']);
    expect((await page(`${LIST}current=true&limit=1`)).pagination.total).toBe(3);
  });

  it('are limited to competences from periodFrom to periodTo, both inclusive', async () => {
    expect(await months('periodFrom=2026-04')).toEqual(['2026-05 v1', '2026-04 v1', '2026-04 v2']);
    expect(await months('periodTo=2026-04&current=true')).toEqual(['2026-03 v1', '2026-04 v2']);
    expect(await months('periodFrom=2026-04&periodTo=2026-04')).toEqual(['2026-04 v1', '2026-04 v2']);
    expect(await months('periodFrom=2026-06')).toEqual([]);
    expect(await months('periodFrom=2000-01&periodTo=2100-12')).toHaveLength(4);
  });

  it.each([
    ['periodFrom=2026-13', 'periodFrom deve estar no formato AAAA-MM'],
    ['periodTo=', 'periodTo deve estar no formato AAAA-MM'],
    ['periodFrom=2026-05&periodTo=2026-04', 'periodFrom não pode ser depois de periodTo'],
    [
      'periodFrom=2026-05&periodTo=2026-04&current=1',
      'current deve ser true ou false, periodFrom não pode ser depois de periodTo',
    ],
    ['current=1', 'current deve ser true ou false'],
  ])('are refused with %s', async (query, error) => {
    const { status, text } = await get(LIST + query);
    expect([status, JSON.parse(text)]).toEqual([400, { success: false, error, code: 'PARAMETRO_INVALIDO' }]);
  });
});

describe('balances of an account', () => {
  it('are refused with a range that ends before it starts, as trial balances are, before the account is looked for', async () => {
    for (const id of [world.accountIds.acme, 999_999]) {
      const { status, text } = await get(`/api/v1/accounts/${id}/balances?periodFrom=2026-05&periodTo=2026-04`);
      const error = 'periodFrom não pode ser depois de periodTo';
      expect([status, JSON.parse(text)]).toEqual([400, { success: false, error, code: 'PARAMETRO_INVALIDO' }]);
    }
  });
});
