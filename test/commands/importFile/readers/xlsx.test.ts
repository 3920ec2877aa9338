import { describe, expect, it } from '@jest/globals';
import { openXlsx } from '../../../../src/commands/importFile/readers/xlsx.js';
import { xlsxBytes, xlsxParts, zipBytes, type MadeCell, type MadeSheet } from '../../../support/spreadsheets.js';
import { readAll, readRows, refusalOf } from './read.js';

const balance: MadeSheet = {
  name: 'Balancete',
  rows: [
    ['Empresa: Padaria São João & Filhos'],
    [],
    ['Conta', 'Descrição', 'Saldo Anterior', 'D/C', 'Data', 'Analítica'],
    ['1.1.01', '  Caixa ', 1234.56, 'D', { date: '2026-01-31' }, true],
    ['2.1.01', 'Fornecedores', -0.1, null, null, false],
  ],
};
const rows = {
  1: ['Empresa: Padaria São João & Filhos'],
  3: ['Conta', 'Descrição', 'Saldo Anterior', 'D/C', 'Data', 'Analítica'],
  4: ['1.1.01', '  Caixa ', 1234.56, 'D', { date: '2026-01-31' }, true],
  5: ['2.1.01', 'Fornecedores', -0.1, null, null, false],
};
/** One cell as it stands in A1. */
const cellOf = async (xml: string, parts: Record<string, string> = {}) =>
  (await readRows(openXlsx, await zipBytes({ ...xlsxParts([sheet([[{ xml }]])]), ...parts })))[1]?.[0] ?? null;
const sheet = (cells: readonly (readonly MadeCell[])[], name = 'S'): MadeSheet => ({ name, rows: cells });

describe('An XLSX', () => {
  it.each([
    ['as Excel writes it', {}],
    ['with texts in its cells', { texts: 'inline' as const }],
    ['of the strict kind', { strict: true }],
    ['whose elements have a prefix', { prefix: 'x' }],
    ['that counts days from 1904', { from1904: true }],
    ['with dates by a format of its own', { dateFormat: 'dd"/"mm/yyyy;@' }],
    ['with dates by month', { dateFormat: '[$-416]mmm-yy' }],
  ])('%s shows its rows', async (_, options) => {
    expect(await readRows(openXlsx, await xlsxBytes([balance], options))).toEqual(rows);
  });

  it('keeps the order and names of its sheets, and tells which are hidden', async () => {
    const parts = xlsxParts([
      sheet([['a']], 'Capa'),
      { ...sheet([['b']], 'Dados'), state: 'hidden' },
      { ...sheet([['c']], 'Oculta & nunca vista'), state: 'veryHidden' },
    ]);
    // The order is the workbook's, not that of the parts.
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(/(<sheet [^>]*>)(<sheet [^>]*>)/, '$2$1');
    expect(await readAll(openXlsx, await zipBytes(parts))).toEqual([
      { name: 'Dados', hidden: true, rows: { 1: ['b'] } },
      { name: 'Capa', hidden: false, rows: { 1: ['a'] } },
      { name: 'Oculta & nunca vista', hidden: true, rows: { 1: ['c'] } },
    ]);
  });

  it.each([
    [
      'joins rich text and leaves phonetic hints out',
      '<c @ t="inlineStr"><is><r><t>Caixa </t></r><r><t>Geral</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
      'Caixa Geral',
    ],
    ['takes the value a formula had, never the formula', '<c @><f>1+1</f><v>7.5</v></c>', 7.5],
    ['takes the text a formula had', '<c @ t="str"><f>A2&amp;"x"</f><v>1.1.01</v></c>', '1.1.01'],
    ['takes a formula never calculated for no number', '<c @><f>A2+1</f><v></v></c>', '=?'],
    ['takes an empty text for the result of a formula', '<c @ t="str"><f>A2&amp;""</f><v></v></c>', null],
    ['shows an error as it stands', '<c @ t="e"><v>#REF!</v></c>', '#REF!'],
    ['keeps what looks like a formula as text', '<c @ t="inlineStr"><is><t>=1+1</t></is></c>', '=1+1'],
    ['reads characters XML cannot hold', '<c @ t="inlineStr"><is><t>a_x000D_b_x005F_x</t></is></c>', 'a\rb_x'],
    ['reads the exponents Excel writes', '<c @><v>1.2345600000000001E-2</v></c>', 1.2345600000000001e-2],
    ['reads a date in ISO form', '<c @ t="d"><v>2026-01-31T00:00:00</v></c>', { date: '2026-01-31' }],
    ['keeps a time of day as a number', '<c @ s="2"><v>0.5</v></c>', 0.5],
    ['finds a cell without reference', '<c><v>3</v></c>', 3],
  ])('%s', async (_, xml, value) => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>';
    expect(await cellOf(xml, { 'xl/styles.xml': styles })).toEqual(value);
  });

  it('has the value of merged cells in the first of them, and nothing of what was left in the others', async () => {
    const parts = xlsxParts([
      sheet([
        ['Saldo', 'velho', 7, 'Movimento'],
        ['1.1', 'Caixa', 1, 2],
        ['x', 'y', 3, 4],
        ['z', null, 5, 6],
      ]),
    ]);
    parts['xl/worksheets/sheet1.xml'] = (parts['xl/worksheets/sheet1.xml'] ?? '').replace(
      '</sheetData>',
      '</sheetData><mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A2:B4"/></mergeCells>',
    );
    expect(await readRows(openXlsx, await zipBytes(parts))).toEqual({
      1: ['Saldo', null, null, 'Movimento'],
      2: ['1.1', null, 1, 2],
      3: [null, null, 3, 4],
      4: [null, null, 5, 6],
    });
  });

  it('leaves its macros alone', async () => {
    const parts = { ...xlsxParts([balance]), 'xl/vbaProject.bin': Buffer.alloc(500, 7) };
    expect(await readRows(openXlsx, await zipBytes(parts))).toEqual(rows);
  });

  it('may be read again from the start', async () => {
    const content = await xlsxBytes([balance, balance]);
    const [first, second] = await readAll(openXlsx, content);
    expect(first).toEqual(second);
  });

  it('skips rows without content, however many', async () => {
    const xml = `<worksheet><sheetData>${'<row><c s="1"/></row>'.repeat(50_000)}<row><c><v>1</v></c></row></sheetData></worksheet>`;
    const parts = { ...xlsxParts([sheet([])]), 'xl/worksheets/sheet1.xml': xml };
    expect(await readRows(openXlsx, await zipBytes(parts))).toEqual({ 50001: [1] });
  });

  it.each([
    ['a sheet it names is missing', { 'xl/worksheets/sheet1.xml': undefined }],
    ['a text it points to is missing', { 'xl/sharedStrings.xml': '<sst/>' }],
    ['its XML is broken', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }],
    ['its relationships are missing', { 'xl/_rels/workbook.xml.rels': undefined }],
  ])('is refused as broken where %s', async (_, change) => {
    const parts = Object.entries({ ...xlsxParts([balance]), ...change }).filter(([, part]) => part !== undefined);
    const content = await zipBytes(Object.fromEntries(parts) as Record<string, string>);
    expect(await refusalOf(openXlsx, content)).toEqual({ is: 'FileBroken', format: 'xlsx' });
  });
});
