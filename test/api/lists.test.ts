// Lists read again and read by spreadsheets: validators and 304, CSV, what changed since; XLSX by node-xlsx's
// engine and by the reader of report files; compressed for whoever accepts it.
import { describe, expect, it } from '#jest';
import { parse } from 'csv-parse/sync';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { weakTag } from '../../src/api/http/etag.js';
import { XLSX_TYPE } from '../../src/spreadsheets/xlsxPage.js';
import { expectInContract } from '../support/contract.js';
import { inCell, inReport, sheetsOf, tablesOf, valuesOf } from '../support/xlsxFile.js';
import { rowsOf } from './support/graphql.js';
import { ask, type RawAnswer } from './support/http.js';
import { lists } from './support/lists.js';
import { imported, startReleasedWorld } from './support/world.js';

const world = await startReleasedWorld();

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

describe('The type of a list', () => {
  it.each([
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
  ])('asked for as %s is %s', async (accept, type) => {
    const answer = await get('/api/v1/companies', { Accept: accept });
    expect(header(answer, 'content-type').split(';')[0]).toBe(type);
  });
});

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

const asJson = async (path: string) => page(await get(path));
const asXlsx = (path: string, headers = {}) => bytesOf(path, { Accept: XLSX_TYPE, ...headers });

const AMOUNTS =
  /^(saldo(Anterior|Final|FinalDevedor|Contabil|Conciliado)|debito|credito|diferenca|ajustes|variacao(Percentual)?|mediaDozeMeses)$/;
const MOMENTS = /^(importadoEm|prazo)$/;
const DATES = /^vigencia(Inicio|Fim)$/;

describe.each(each)('the list of %s as XLSX', (_, list) => {
  const path = (query: string) => list.path(world) + query;

  it('has the rows of the page as JSON, with the totals in headers', async () => {
    const json = await asJson(path('limit=5&page=1'));
    expect(json.data.length).toBeGreaterThan(0);
    const { status, headers, body } = await asXlsx(path('limit=5&page=1'));
    expect([status, headers['content-type']]).toEqual([200, XLSX_TYPE]);
    expect(headers['x-total-count']).toBe(String(json.pagination.total));
    expect(headers['x-total-pages']).toBe(String(json.pagination.pages));
    const names = Object.keys(json.data[0] ?? {});
    const [sheet, ...others] = sheetsOf(body);
    expect(others).toEqual([]);
    expect(valuesOf(sheet?.rows ?? [])).toEqual([
      names,
      ...json.data.map((row) => Object.values(row).map(inCell)),
    ]);
    const [table] = await tablesOf(body);
    const read = Object.values(table?.rows ?? {});
    const padded = read.map((cells) => names.map((__, at) => cells[at] ?? null));
    expect(padded).toEqual([names, ...json.data.map((row) => Object.values(row).map(inReport))]);
  });

  it('has texts, numbers with two decimals, dates and a filter on the heading', async () => {
    const json = await asJson(path('limit=3'));
    const names = Object.keys(json.data[0] ?? {});
    const [sheet] = sheetsOf((await asXlsx(path('limit=3'))).body);
    const end = String.fromCharCode(64 + names.length);
    expect(sheet?.filter).toBe(`A1:${end}${json.data.length + 1}`);
    for (const cells of sheet?.rows.slice(1) ?? [])
      cells.forEach((cell, at) => {
        const name = names[at] ?? '';
        if (cell === null) return;
        if (AMOUNTS.test(name)) expect([cell.t, cell.z]).toEqual(['n', '#,##0.00']);
        else if (DATES.test(name)) expect([cell.t, cell.z]).toEqual(['n', 'm/d/yy']);
        else if (MOMENTS.test(name)) expect([cell.t, cell.z]).toEqual(['n', 'm/d/yy h:mm']);
        else if (/^(cnpj|codigo|contaCodigo|competencia)$/.test(name)) expect(cell.t).toBe('s');
        expect(cell.f).toBeUndefined();
      });
  });

  it('is an empty page with its heading alone', async () => {
    const { body } = await asXlsx(path('page=1000'));
    const names = Object.keys((await asJson(path('limit=1'))).data[0] ?? {});
    expect(valuesOf(sheetsOf(body)[0]?.rows ?? [])).toEqual([names]);
  });

  it('has a validator of its own, which answers 304', async () => {
    const { headers } = await asXlsx(path('limit=2'));
    const tag = String(headers['etag']);
    expect(headers['vary']).toContain('Accept');
    expect(header(await get(path('limit=2')), 'etag')).not.toBe(tag);
    expect((await asXlsx(path('limit=2'))).headers['etag']).toBe(tag);
    const again = await asXlsx(path('limit=2'), { 'If-None-Match': tag });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tag]);
    expect((await get(path('limit=2'), { 'If-None-Match': tag })).status).toBe(200);
  });
});

describe('a page of lines as XLSX', () => {
  it('keeps texts that look like formulas or escapes, and the largest amounts to the centavo', async () => {
    const body = world.month('acmeAlphanumeric', '2026-09');
    const [first, second, third, ...others] = body.lineItems;
    if (!first || !second || !third) throw new Error('no lines');
    const large = { previousBalance: 0, credit: 0 };
    const lineItems = [
      { ...first, accountName: '=HYPERLINK("http://x";"y")', ...large, debit: 7e13, finalBalance: 7e13 },
      {
        ...second,
        accountName: '_x0041_ & <b> \u2028 😀',
        ...large,
        debit: 69999999999999.99,
        finalBalance: 69999999999999.99,
      },
      { ...third, accountName: `@${'á'.repeat(499)}`, ...large, debit: 0.01, finalBalance: 0.01 },
      ...others,
    ];
    const id = await imported(world.service.url, world.keys.full, { ...body, lineItems });
    const path = `/api/v1/trial-balances/${id}/lines?limit=100`;
    const json = await asJson(path);
    const xlsx = (await asXlsx(path)).body;
    const [, ...rows] = valuesOf(sheetsOf(xlsx)[0]?.rows ?? []);
    expect(rows).toEqual(json.data.map((row) => Object.values(row).map(inCell)));
    expect(rows.map((row) => row[6]).slice(0, 3)).toEqual([70_000_000_000_000, 69_999_999_999_999.99, 0.01]);
    const read = Object.values((await tablesOf(xlsx))[0]?.rows ?? {}).slice(1);
    expect(read.map((row) => [row[4], row[6]])).toEqual(
      json.data.map((row) => [row['contaDescricao'], row['debito']]),
    );
  });
});

type Answer = Readonly<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }>;

/** The bytes as they come over the network. */
function bytesOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, world.service.url);
    const sent = request(url, { headers: { 'X-API-Key': world.keys.full, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { statusCode: status = 0, headers: named } = answer;
        const body = Buffer.concat(chunks);
        if (named['content-encoding'] === undefined) {
          const all = new Map(Object.entries(named).map(([name, value]) => [name, String(value)]));
          expectInContract({ method: 'GET', url: path, status, headers: all, text: body.toString() });
        }
        resolve({ status, headers: named, body });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const accounts = () => `/api/v1/chart-of-accounts/${world.chartIds.acme}/accounts`;

describe('A page of 1 kB or more', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is sent to a client that accepts %s as %s', async (accepted, encoding, inflate) => {
    const plain = await bytesOf(accounts());
    expect(plain.body.length).toBeGreaterThan(1_024);
    const packed = await bytesOf(accounts(), { 'Accept-Encoding': accepted });
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, encoding]);
    expect(packed.body.length).toBeLessThan(plain.body.length);
    expect(inflate(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers['etag']).toBe(plain.headers['etag']);
    for (const { headers } of [plain, packed]) expect(headers['vary']).toContain('Accept-Encoding');
  });

  it('is not compressed for a client that accepts nothing of it', async () => {
    for (const accepted of ['identity', 'deflate', 'zstd', '']) {
      const { headers } = await bytesOf(accounts(), { 'Accept-Encoding': accepted });
      expect([accepted, headers['content-encoding']]).toEqual([accepted, undefined]);
    }
  });

  it.each(['*;q=0', 'identity;q=0', 'br;q=0, gzip;q=0, *;q=0', 'deflate, identity;q=0'])(
    'is sent plain to a client that refuses the plain text too (%s)',
    async (accepted) => {
      const plain = await bytesOf(accounts());
      const { status, headers, body } = await bytesOf(accounts(), { 'Accept-Encoding': accepted });
      expect([status, headers['content-encoding'], body.equals(plain.body)]).toEqual([200, undefined, true]);
      expect(headers['vary']).toContain('Accept-Encoding');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is answered 304 by the ETag of either encoding', async () => {
    const { headers } = await bytesOf(accounts(), { 'Accept-Encoding': 'br' });
    const again = await bytesOf(accounts(), { 'If-None-Match': String(headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('is compressed as CSV too, and not as XLSX', async () => {
    const csv = await bytesOf(accounts(), { Accept: 'text/csv', 'Accept-Encoding': 'gzip' });
    expect(csv.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(csv.body).toString()).toContain('codigoReduzido');
    const xlsx = await bytesOf(accounts(), { Accept: XLSX_TYPE, 'Accept-Encoding': 'gzip' });
    expect(xlsx.headers['content-encoding']).toBeUndefined();
  });
});

describe('A smaller answer', () => {
  it('is not compressed', async () => {
    const { headers } = await bytesOf('/api/v1/companies?page=99', { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});
