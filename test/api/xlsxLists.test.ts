// Lists read as XLSX: the same page as JSON, by node-xlsx's engine and by the reader of report files.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { XLSX_TYPE } from '../../src/spreadsheets/xlsxPage.js';
import { expectInContract } from '../support/contract.js';
import { removeDir } from '../support/service.js';
import { inCell, inReport, sheetsOf, tablesOf, valuesOf } from '../support/xlsxFile.js';
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

type Row = Readonly<Record<string, unknown>>;
type Page = Readonly<{ data: readonly Row[]; pagination: Readonly<{ total: number; pages: number }> }>;

async function fetched(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(world.service.url + path, {
    headers: { 'X-API-Key': world.keys.full, ...headers },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  expectInContract({ method: 'GET', url: path, status: response.status, headers: response.headers, text });
  return { status: response.status, headers: response.headers, bytes, text };
}
const asJson = async (path: string) => JSON.parse((await fetched(path)).text) as Page;
const asXlsx = (path: string, headers = {}) => fetched(path, { Accept: XLSX_TYPE, ...headers });

const AMOUNTS =
  /^(saldo(Anterior|Final|FinalDevedor|Contabil|Conciliado)|debito|credito|diferenca|ajustes|variacao(Percentual)?|mediaDozeMeses)$/;
const MOMENTS = /^(importadoEm|prazo)$/;
const DATES = /^vigencia(Inicio|Fim)$/;

describe.each(lists.map((list) => [list.name, list] as const))('the list of %s as XLSX', (_, list) => {
  const path = (query: string) => list.path(world) + query;

  it('has the rows of the page as JSON, with the totals in headers', async () => {
    const json = await asJson(path('limit=5&page=1'));
    expect(json.data.length).toBeGreaterThan(0);
    const { status, headers, bytes } = await asXlsx(path('limit=5&page=1'));
    expect([status, headers.get('content-type')]).toEqual([200, XLSX_TYPE]);
    expect(headers.get('x-total-count')).toBe(String(json.pagination.total));
    expect(headers.get('x-total-pages')).toBe(String(json.pagination.pages));
    const names = Object.keys(json.data[0] ?? {});
    const [sheet, ...others] = sheetsOf(bytes);
    expect(others).toEqual([]);
    expect(valuesOf(sheet?.rows ?? [])).toEqual([
      names,
      ...json.data.map((row) => Object.values(row).map(inCell)),
    ]);
    const [table] = await tablesOf(bytes);
    const read = Object.values(table?.rows ?? {});
    const padded = read.map((cells) => names.map((__, at) => cells[at] ?? null));
    expect(padded).toEqual([names, ...json.data.map((row) => Object.values(row).map(inReport))]);
  });

  it('has texts, numbers with two decimals, dates and a filter on the heading', async () => {
    const json = await asJson(path('limit=3'));
    const names = Object.keys(json.data[0] ?? {});
    const [sheet] = sheetsOf((await asXlsx(path('limit=3'))).bytes);
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
    const { bytes } = await asXlsx(path('page=1000'));
    const names = Object.keys((await asJson(path('limit=1'))).data[0] ?? {});
    expect(valuesOf(sheetsOf(bytes)[0]?.rows ?? [])).toEqual([names]);
  });

  it('has a validator of its own, which answers 304', async () => {
    const { headers } = await asXlsx(path('limit=2'));
    const tag = headers.get('etag') ?? '';
    expect(headers.get('vary')).toContain('Accept');
    expect((await fetched(path('limit=2'))).headers.get('etag')).not.toBe(tag);
    expect((await asXlsx(path('limit=2'))).headers.get('etag')).toBe(tag);
    const again = await asXlsx(path('limit=2'), { 'If-None-Match': tag });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag]);
    expect((await fetched(path('limit=2'), { 'If-None-Match': tag })).status).toBe(200);
  });

  it('answers errors as JSON', async () => {
    const wrong = await asXlsx(path('page=x'));
    expect(wrong.status).toBe(400);
    expect(JSON.parse(wrong.text)).toMatchObject({ success: false, code: 'PARAMETRO_INVALIDO' });
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
    const { bytes } = await asXlsx(path);
    const [, ...rows] = valuesOf(sheetsOf(bytes)[0]?.rows ?? []);
    expect(rows).toEqual(json.data.map((row) => Object.values(row).map(inCell)));
    expect(rows.map((row) => row[6]).slice(0, 3)).toEqual([70_000_000_000_000, 69_999_999_999_999.99, 0.01]);
    const read = Object.values((await tablesOf(bytes))[0]?.rows ?? {}).slice(1);
    expect(read.map((row) => [row[4], row[6]])).toEqual(
      json.data.map((row) => [row['contaDescricao'], row['debito']]),
    );
  });
});
