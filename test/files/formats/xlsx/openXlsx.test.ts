import { describe, expect, it } from '#jest';
import { openXlsx } from '../../../../src/files/formats/xlsx/openXlsx.js';
import { xlsxBytes, xlsxParts, zipBytes, type MadeCell, type MadeSheet } from '../../spreadsheets.js';
import { readAll, readRows, refusalOf } from '../../support/readTables.js';

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
    ['takes a formula never calculated for no number', '<c @><f>A2+1</f><v></v></c>', 'fórmula não calculada'],
    ['takes an empty text for the result of a formula', '<c @ t="str"><f>A2&amp;""</f><v></v></c>', null],
    ['shows an error as it stands', '<c @ t="e"><v>#REF!</v></c>', '#REF!'],
    ['keeps what looks like a formula as text', '<c @ t="inlineStr"><is><t>=1+1</t></is></c>', '=1+1'],
    ['reads characters XML cannot hold', '<c @ t="inlineStr"><is><t>a_x000D_b_x005F_x</t></is></c>', 'a\rb_x'],
    ['reads the exponents Excel writes', '<c @><v>1.2345600000000001E-2</v></c>', 1.2345600000000001e-2],
    ['reads a date in ISO form', '<c @ t="d"><v>2026-01-31T00:00:00</v></c>', { date: '2026-01-31' }],
    ['keeps a time of day as a number', '<c @ s="2"><v>0.5</v></c>', 0.5],
    ['shows a code with the zeros that the format of LibreOffice fills in', '<c @ s="3"><v>123</v></c>', '000123'],
    ['finds a cell without reference', '<c><v>3</v></c>', 3],
  ])('%s', async (_, xml, value) => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-416]000000"/></numFmts><cellXfs>' +
      '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    expect(await cellOf(xml, { 'xl/styles.xml': styles })).toEqual(value);
  });

  it('has the value of merged cells in the first one, and ignores values in the others', async () => {
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

  it('is read without its macros', async () => {
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

  it('shows rows as programs write them, cut anywhere', async () => {
    const some = [
      '<row r="2" spans="1:6" ht="15.75" x14ac:dyDescent="0.25"><c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve"> 1.1 </t></is></c><c r="C2" s="1"><v>45000</v></c></row>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t>Caixa &amp; Bancos</t></is></c><c r="B4"><v>-1.5E-2</v></c></row>\n',
      '<row spans="1:2"><c><v>1</v></c><c s="2"/><c><v>3</v></c></row>',
      '<row/><row r="9"/>',
      "<row r='11'><c r='B11'><v>7</v></c></row>",
      '<row r="12"><c t="inlineStr" r="A12"><is><t>antes</t></is></c><c r="D12"><f>A1+1</f><v>8</v></c></row>',
      '<row r="13"><c r="A13"><f>A1+1</f></c><c r="B13" t="b"><v>1</v></c><c r="C13" t="e"><v>#REF!</v></c></row>',
      '<row r="14">\n <c r="A14" t="str"><v>x_x000D_y</v></c>\n <c r="AB14"><v>2</v></c>\n</row>',
      '<row ht="3" r="16"><c r="A16"><v> 5 </v></c></row>',
      '<row r="17"><c r="A17"><v></v></c><c r="B17" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>',
    ].join('');
    // More than is inflated at once, so that rows are cut anywhere.
    const many = Array.from(
      { length: 4_000 },
      (_, at) =>
        `<row r="${at + 20}"><c r="A${at + 20}" t="inlineStr"><is><t>conta é ${at}</t></is></c><c r="B${at + 20}"><v>${at}</v></c></row>`,
    ).join('');
    const content = await zipBytes({
      ...xlsxParts([sheet([])]),
      'xl/styles.xml':
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="0"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${some}${many}</sheetData></worksheet>`,
    });
    const cut = await readRows(openXlsx, content);
    expect(Object.keys(cut)).toHaveLength(4_009);
    expect(cut[2]).toEqual([' 1.1 ', null, { date: '2023-03-15' }]);
    expect(cut[5]).toEqual([1, null, 3]);
    expect(cut[4_019]).toEqual(['conta é 3999', 3_999]);
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
