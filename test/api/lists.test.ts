// Lists read again and read by spreadsheets: validators and 304, CSV, and what changed since.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { weakTag } from '../../src/api/http/etag.js';
import { XLSX_TYPE } from '../../src/spreadsheets/xlsxPage.js';
import { expectInContract } from '../support/contract.js';
import { removeDir } from '../support/service.js';
import { rowsOf } from './support/graphql.js';
import { ask, type RawAnswer } from './support/http.js';
import { lists } from './support/lists.js';
import { imported, startReleasedWorld, type World } from './support/world.js';

let world: World;

beforeAll(async () => {
  world = await startReleasedWorld();
});
afterAll(async () => {
  await world.service.kill();
  await removeDir(world.service.dataDir);
});

type Headers = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;
type Page = Readonly<{ data: readonly Row[]; pagination: Readonly<{ total: number; pages: number }> }>;

async function get(path: string, headers: Headers = {}, key = world.keys.full): Promise<RawAnswer> {
  const answer = await ask(world.service.url, { path, headers: { 'X-API-Key': key, ...headers } });
  expectInContract({ method: 'GET', url: path, ...answer });
  return answer;
}
const page = ({ text }: RawAnswer): Page => JSON.parse(text) as Page;
const header = ({ headers }: RawAnswer, name: string): string => headers.get(name) ?? '';
const each = lists.map((list) => [list.name, list] as const);

describe.each(each)('the list of %s', (_, list) => {
  const path = (query = '') => list.path(world) + query;

  it('answers 304 with all headers and no body when If-None-Match has its weak ETag', async () => {
    const first = await get(path());
    expect(header(first, 'etag')).toMatch(/^W\/"[\w-]+"$/);
    expect(header(first, 'cache-control')).toBe('private, no-cache');
    const tag = header(first, 'etag');
    for (const sent of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const again = await get(path(), { 'If-None-Match': sent });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(header(again, 'etag')).toBe(tag);
      expect(header(again, 'cache-control')).toBe('private, no-cache');
      for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-updated-until', 'vary'])
        expect(header(again, name)).not.toBe('');
      for (const name of ['content-type', 'content-length']) expect(again.headers.has(name)).toBe(false);
    }
  });

  it('answers 200 to the ETag of another page, format or client', async () => {
    const tag = header(await get(path()), 'etag');
    expect((await get(path('limit=1'), { 'If-None-Match': tag })).status).toBe(200);
    expect((await get(path(), { 'If-None-Match': tag, Accept: 'text/csv' })).status).toBe(200);
    expect((await get(path(), { 'If-None-Match': 'W/"other"' })).status).toBe(200);
    const foreign = await get(path(), { 'If-None-Match': tag }, world.keys.beta);
    expect([200, 404]).toContain(foreign.status);
  });

  it('checks key, rate and parameters before it answers 304', async () => {
    expect((await get(path('page=0'), { 'If-None-Match': '*' })).status).toBe(400);
    expect((await get(path(), { 'If-None-Match': '*' }, 'service_test_x')).status).toBe(401);
  });

  it('sends the same rows as CSV, with the totals in headers', async () => {
    const json = page(await get(path('limit=5')));
    const csv = await get(path('limit=5'), { Accept: 'text/csv' });
    expect(header(csv, 'content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(header(csv, 'x-total-count')).toBe(String(json.pagination.total));
    expect(header(csv, 'x-total-pages')).toBe(String(json.pagination.pages));
    const [heading, ...cells] = parse(csv.text);
    expect(heading).toEqual(Object.keys(json.data[0] ?? {}));
    expect(cells).toEqual(json.data.map((row) => Object.values(row).map((value) => asCell(value))));
    expect(cells.length).toBeGreaterThan(0);
  });

  it('sends CSV in the Brazilian format only to clients that prefer pt-BR', async () => {
    const json = page(await get(path('limit=5')));
    const accept = { Accept: 'text/csv', 'Accept-Language': 'pt-BR,pt;q=0.9,en;q=0.8' };
    const cells = parse((await get(path('limit=5'), accept)).text, { delimiter: ';' });
    expect(cells.slice(1)).toEqual(
      json.data.map((row) =>
        Object.values(row).map((value) =>
          typeof value === 'number' ? asCell(value).replace('.', ',') : asCell(value),
        ),
      ),
    );
    for (const [given, type] of [
      ['application/json', 'application/json'],
      ['*/*', 'application/json'],
      ['text/csv;q=0', 'application/json'],
      ['application/json, text/csv;q=0.9', 'application/json'],
      ['text/html, */*', 'application/json'],
      ['text/csv, application/json;q=0.5', 'text/csv'],
      ['text/csv, */*', 'text/csv'],
      ['text/csv, application/json', 'text/csv'],
      ['application/json, text/csv', 'application/json'],
      ['text/*, application/*', 'text/csv'],
      ['TEXT/CSV', 'text/csv'],
      [XLSX_TYPE, XLSX_TYPE],
      [`${XLSX_TYPE};q=0`, 'application/json'],
      [`application/json, ${XLSX_TYPE};q=0.9`, 'application/json'],
      [`application/json;q=0.9, ${XLSX_TYPE}`, XLSX_TYPE],
      [`${XLSX_TYPE}, */*`, XLSX_TYPE],
      [`text/csv, ${XLSX_TYPE}`, 'text/csv'],
      ['application/*', 'application/json'],
      ['application/vnd.ms-excel', 'application/json'],
      ['', 'application/json'],
    ] as const)
      expect([given, header(await get(path('limit=1'), { Accept: given }), 'content-type').split(';')[0]]).toEqual(
        [given, type],
      );
  });

  it('answers errors as JSON whatever Accept says', async () => {
    const wrong = await get(path('page=x'), { Accept: 'text/csv' });
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.text)).toMatchObject({ success: false, code: 'PARAMETRO_INVALIDO' });
  });

  it('names the file of a page of CSV or XLSX after its path', async () => {
    const { pathname } = new URL(path(), 'http://x');
    const name = pathname.replace('/api/v1/', '').replaceAll('/', '-');
    for (const [accept, extension] of [
      ['text/csv', 'csv'],
      [XLSX_TYPE, 'xlsx'],
    ] as const)
      expect(header(await get(path('limit=1'), { Accept: accept }), 'content-disposition')).toBe(
        `attachment; filename="${name}.${extension}"`,
      );
    expect((await get(path('limit=1'))).headers.has('content-disposition')).toBe(false);
  });

  it('answers an empty page of CSV with its heading only', async () => {
    const { text } = await get(path('page=1000'), { Accept: 'text/csv' });
    expect(text.trim().split('\r\n')).toHaveLength(1);
  });

  it('returns no row again for updatedSince = X-Updated-Until when nothing changed', async () => {
    const all = await get(path('updatedSince=2000-01-01T00:00:00Z'));
    expect(page(all).pagination).toEqual(page(await get(path())).pagination);
    const until = header(all, 'x-updated-until');
    expect(new Date(until).toISOString()).toBe(until);
    const later = await get(path(`updatedSince=${until}`));
    expect(page(later)).toMatchObject({ data: [], pagination: { total: 0, pages: 0 } });
    expect(header(later, 'x-updated-until')).toBe(until);
  });

  it('accepts the other forms of RFC 3339: offset, lowercase letters, more decimals', async () => {
    const all = page(await get(path())).pagination.total;
    for (const text of ['2000-01-01T00:00:00-03:00', '2000-01-01t00:00:00z', '2000-01-01T00:00:00.123456Z'])
      expect([text, page(await get(path(`updatedSince=${text}`))).pagination.total]).toEqual([text, all]);
  });

  it.each(['2026', '2026-01-01', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', 'now', '', '1767225600'])(
    'refuses updatedSince=%s',
    async (text) => {
      const answer = await get(path(`updatedSince=${text}`));
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('updatedSince deve ser uma data e hora ISO 8601');
    },
  );
});

const asCell = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

describe('a list that changes', () => {
  it('changes its ETag, and returns exactly the changed rows for updatedSince', async () => {
    const path = '/api/v1/trial-balances?period=2026-05';
    const before = await get(path);
    const until = header(before, 'x-updated-until');
    const lines = `/api/v1/trial-balances/${world.trialBalanceIds.acme}/lines?limit=3`;
    const linesTag = header(await get(lines), 'etag');

    const id = await imported(world.service.url, world.keys.full, world.month('acme', '2026-05', 1));
    const after = await get(path, { 'If-None-Match': header(before, 'etag') });
    expect(after.status).toBe(200);
    expect(header(after, 'etag')).not.toBe(header(before, 'etag'));
    const changed = page(await get(`${path}&updatedSince=${until}`));
    expect(changed.data.map((row) => row['id'])).toEqual([world.trialBalanceIds.acme, id]);
    // Lines of a version never change; those of the new one are new.
    expect((await get(lines, { 'If-None-Match': linesTag })).status).toBe(304);
    expect(page(await get(`${lines}&updatedSince=${until}`)).data).toEqual([]);
    expect(page(await get(`/api/v1/trial-balances/${id}/lines?updatedSince=${until}&limit=3`)).data).toHaveLength(
      3,
    );
    // The other client's list did not change.
    expect(page(await get(`${path}&updatedSince=${until}`, {}, world.keys.beta)).data).toEqual([]);
    // GraphQL has the same filter.
    const query =
      'query ($since: String) { balancetes(updatedSince: $since) { data { id } pagination { total } } }';
    const { balancetes } = await rowsOf(world, query, { since: until });
    expect(balancetes?.data.map((row) => row['id'])).toEqual([world.trialBalanceIds.acme, id]);
  });

  it('keeps the time of the first page for the pages after it', async () => {
    const path = '/api/v1/trial-balances?limit=1&updatedSince=2001-01-01T00:00:00Z';
    const first = header(await get(path), 'x-updated-until');
    await imported(world.service.url, world.keys.full, world.month('acme', '2026-07'));
    const second = await get(`${path}&page=2`);
    expect(header(second, 'x-updated-until')).toBe(first);
    // Of a reading whose beginning nobody saw: all of it again.
    const other = '/api/v1/trial-balances?limit=1&page=2&updatedSince=2002-01-01T00:00:00Z';
    expect(header(await get(other), 'x-updated-until')).toBe('2002-01-01T00:00:00.000Z');
  });

  it('misses no row while others write, whatever page X-Updated-Until is taken from', async () => {
    const seen = new Map<number, unknown>();
    let since = '2000-01-01T00:00:00Z';
    const readOn = async (): Promise<void> => {
      let next = since;
      for (let number = 1; ; number++) {
        const answer = await get(`/api/v1/trial-balances?limit=2&page=${number}&updatedSince=${since}`);
        for (const row of page(answer).data) seen.set(row['id'] as number, row);
        next = header(answer, 'x-updated-until');
        if (number >= page(answer).pagination.pages) break;
      }
      since = next;
    };
    const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'];
    const writing = Promise.all(
      ['acme', 'acmeAlphanumeric'].map(async (company) => {
        for (const month of months)
          await imported(world.service.url, world.keys.full, world.month(company as 'acme', month));
      }),
    );
    let done = false;
    const finished = writing.finally(() => (done = true));
    while (!done) await readOn();
    await finished;
    await readOn();
    const rows = page(await get('/api/v1/trial-balances?limit=100')).data;
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(rows.map((row) => row['id']));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(seen.get(row['id'] as number)).toEqual(row);
  });
});

describe('a text that a spreadsheet would read as a formula', () => {
  it('is escaped as text; negative numbers stay numbers', async () => {
    const body = world.month('acmeAlphanumeric', '2026-09');
    const [first, second, third] = body.lineItems;
    if (!first || !second || !third) throw new Error('no lines');
    const lineItems = [
      { ...first, accountName: '=HYPERLINK("http://x";"y")' },
      { ...second, accountName: '@SUM(A1), "b"' },
      { ...third, accountName: '-1+2' },
    ];
    const id = await imported(world.service.url, world.keys.full, { ...body, lineItems });
    const { text } = await get(`/api/v1/trial-balances/${id}/lines`, { Accept: 'text/csv' });
    const rows = parse<Record<string, string>>(text, { columns: true });
    expect(rows.map((row) => row['contaDescricao'])).toEqual([
      `'=HYPERLINK("http://x";"y")`,
      `'@SUM(A1), "b"`,
      `'-1+2`,
    ]);
    const json = page(await get(`/api/v1/trial-balances/${id}/lines`));
    expect(rows.map((row) => Number(row['saldoFinal']))).toEqual(json.data.map((row) => row['saldoFinal']));
  });
});

describe('a validator', () => {
  it('depends on all parts and their order', () => {
    expect(weakTag(['a', 'b'])).toBe(weakTag(['a', 'b']));
    expect(
      new Set([weakTag(['a', 'b']), weakTag(['b', 'a']), weakTag(['a', 'b', 'c']), weakTag(['ab'])]).size,
    ).toBe(4);
  });
});
