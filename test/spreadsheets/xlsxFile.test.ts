import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportTables } from '../../src/spreadsheets/exportTables.js';
import { xlsxCell, type Column, type CellRow } from '../../src/spreadsheets/xlsxParts.js';
import { SHEET_ROWS_MAX, TooManyRows, writeXlsx, type XlsxRow } from '../../src/spreadsheets/xlsxFile.js';
import { xlsxPage } from '../../src/spreadsheets/xlsxPage.js';
import { frozenIn, inCell, sheetsOf, tablesOf, valuesOf } from '../support/xlsxFile.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'xlsx-'));
});
afterEach(() => rm(dir, { recursive: true }));

const columns: readonly Column[] = [
  { name: 'codigo', kind: 'text' },
  { name: 'valor', kind: 'amount' },
  { name: 'linhas', kind: 'integer' },
  { name: 'ativo', kind: 'boolean' },
  { name: 'inicio', kind: 'date' },
  { name: 'prazo', kind: 'moment' },
];
const row = (codigo: string, valor: number, at: number) => ({
  codigo,
  valor,
  linhas: at,
  ativo: at % 2 === 0,
  inicio: at % 3 === 0 ? null : '2026-02-28',
  prazo: at % 5 === 0 ? '' : '2026-06-09T02:59:59.999Z',
});
const odd = [
  '0001',
  '=1+1',
  '@x',
  '\u0001\r',
  'a\tb\nc',
  '_x000D_',
  '  x  ',
  '<&>"\'',
  ']]>',
  '\ufffe',
  '😀',
  '1E5',
  'x'.repeat(40_000),
].map((codigo, at) => row(codigo, 7e13 - at / 100, at));

async function* once<Value>(...values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}
describe('An XLSX file', () => {
  it('holds the cells that a page of the same rows holds', async () => {
    const path = join(dir, 'rows.xlsx');
    const heading = { number: 1, cells: columns.map(({ name }) => xlsxCell('text', name)) };
    const rows = odd.map((one, at) => ({
      number: at + 2,
      cells: columns.map(({ name, kind }) => xlsxCell(kind, one[name as keyof typeof one])),
    }));
    const sheet = {
      name: 'rows',
      widths: [10, 20],
      hasFilter: true,
      rows: once<readonly XlsxRow[]>([heading], rows),
    };
    await writeXlsx(path, [sheet]);
    const file = await readFile(path);
    const page = await xlsxPage('rows', columns, odd);
    const cells = (content: Uint8Array) =>
      sheetsOf(content).map((read) => ({
        ...read,
        rows: read.rows.map((each) => each.map((cell) => cell && [cell.t, cell.v, cell.t === 'n' ? cell.z : ''])),
      }));
    expect(cells(file)).toEqual(cells(page));
    expect((await tablesOf(file))[0]?.rows).toEqual((await tablesOf(page))[0]?.rows);
  });

  it('leaves out rows between the numbers that it is given', async () => {
    const path = join(dir, 'rows.xlsx');
    const rows = [2, 5].map((number) => ({ number, cells: [null, xlsxCell('text', String(number))] }));
    await writeXlsx(path, [{ name: 'S', widths: [], hasFilter: false, rows: once<readonly XlsxRow[]>(rows) }]);
    expect((await tablesOf(await readFile(path)))[0]?.rows).toEqual({ 2: [null, '2'], 5: [null, '5'] });
  });

  it('refuses a row that no spreadsheet has, and passes on what the rows and the disk throw', async () => {
    const write = (rows: AsyncIterable<readonly XlsxRow[]>, path = join(dir, 'rows.xlsx')) =>
      writeXlsx(path, [{ name: 'S', widths: [], hasFilter: false, rows }]);
    const last = { number: SHEET_ROWS_MAX, cells: [xlsxCell('text', 'x')] };
    await write(once<readonly XlsxRow[]>([last]));
    await expect(write(once<readonly XlsxRow[]>([{ ...last, number: SHEET_ROWS_MAX + 1 }]))).rejects.toThrow(
      TooManyRows,
    );
    async function* broken(): AsyncGenerator<readonly XlsxRow[]> {
      yield [last];
      throw new Error('no more rows');
    }
    await expect(write(broken())).rejects.toThrow('no more rows');
    await expect(write(once(), join(dir, 'none', 'rows.xlsx'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('An export', () => {
  it('writes every table, whatever the number of its batches', async () => {
    const rows = Array.from({ length: 7_000 }, (_, at) => row(String(at).padStart(6, '0'), at / 100, at));
    const batches = () => once<readonly CellRow[]>(rows.slice(0, 3_000), [], rows.slice(3_000));
    const path = (name: string) => join(dir, name);
    const table = { columns, batches: batches() };
    const none = { name: 'Vazia', columns, batches: once<readonly CellRow[]>() };
    await exportTables('xlsx', [
      { name: 'Cheia', path: path('a.xlsx'), ...table },
      { ...none, path: path('a.xlsx') },
    ]);
    const names = columns.map(({ name }) => name);
    const content = await readFile(path('a.xlsx'));
    expect(frozenIn(content)).toEqual([true, true]);
    expect(sheetsOf(content).map((sheet) => [sheet.name, sheet.filter, valuesOf(sheet.rows)])).toEqual([
      ['Cheia', 'A1:F7001', [names, ...rows.map((one) => Object.values(one).map(inCell))]],
      ['Vazia', 'A1:F1', [names]],
    ]);
  });

  it('passes on what the batches and the disk throw', async () => {
    const table = (batches: AsyncIterable<readonly CellRow[]>, path: string) => ({
      name: 'S',
      columns,
      batches,
      path,
    });
    async function* broken(): AsyncGenerator<readonly CellRow[]> {
      yield odd;
      throw new Error('no more rows');
    }
    for (const format of ['xlsx', 'csv'] as const) {
      const path = join(dir, `a.${format}`);
      await expect(exportTables(format, [table(broken(), path)])).rejects.toThrow('no more rows');
      const elsewhere = join(dir, 'none', `a.${format}`);
      await expect(exportTables(format, [table(once(), elsewhere)])).rejects.toMatchObject({
        code: 'ENOENT',
        syscall: 'open',
      });
    }
  });
});
