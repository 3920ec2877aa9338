import { describe, expect, it } from '#jest';
import { openHtml } from '../../../../src/files/formats/openHtml.js';
import { openedAs, readRows, refusalOf } from '../../support/readTables.js';

describe('An HTML file', () => {
  it('shows text above its table, and every table, one below the other', async () => {
    const page = `<html><head><meta charset="utf-8"><title>x</title><style>td { color: red }</style></head><body>
      <h1>Balancete</h1><p>Empresa: <b>Padaria</b> São João</p>
      <table><tr><td>Período:</td><td>01/2026</td></tr></table>
      <table border=1><thead><tr><th>Conta<th>Saldo</thead>
        <tr><td>1.1&nbsp;</td><td align="right">&nbsp;1.234,56</td></tr>
        <tr><td>2.1<td>-1,00
      </table></body></html>`;
    expect(await readRows(openHtml, page)).toEqual({
      1: ['Balancete'],
      2: ['Empresa: Padaria São João'],
      3: ['Período:', '01/2026'],
      4: ['Conta', 'Saldo'],
      5: ['1.1', '1.234,56'],
      6: ['2.1', '-1,00'],
    });
  });

  it('keeps columns in place under cells that span', async () => {
    const page = `<table>
      <tr><td rowspan=2>Conta</td><td colspan="2">Saldo</td><td rowspan="2">Movimento</td></tr>
      <tr><td>Anterior</td><td>Atual</td></tr>
      <tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>`;
    expect(await readRows(openHtml, page)).toEqual({
      1: ['Conta', 'Saldo', null, 'Movimento'],
      2: [null, 'Anterior', 'Atual'],
      3: ['1', '2', '3', '4'],
    });
  });

  it('reads entities, nested tags and breaks as a browser shows them', async () => {
    const page =
      '<table><tr><td><font><b>Descri&ccedil;&atilde;o</b><br>da  conta</font></td><td>A &amp; B &#233;</td></tr></table>';
    expect(await readRows(openHtml, page)).toEqual({ 1: ['Descrição da conta', 'A & B é'] });
  });

  it('shows a table inside a cell below the row of the cell', async () => {
    const page =
      '<table><tr><td>Logo</td><td>Balancete<table><tr><td>1.1</td><td>5,00</td></tr></table></td></tr><tr><td>fim</td></tr></table>';
    expect(await readRows(openHtml, page)).toEqual({ 1: ['Logo', 'Balancete'], 2: ['1.1', '5,00'], 4: ['fim'] });
  });

  it('takes the exact number that Excel keeps beside a rounded one', async () => {
    const page = '<table><tr><td x:num="1234.56">1.235</td><td x:num>7</td></tr></table>';
    expect(await readRows(openHtml, page)).toEqual({ 1: [1234.56, '7'] });
  });

  it.each<[string, Buffer, string]>([
    [
      'as declared',
      Buffer.from('<meta charset=iso-8859-1><table><tr><td>Ação €'.replace('€', '\u0080'), 'latin1'),
      'ISO-8859-1',
    ],
    ['of Windows, undeclared', Buffer.from('<table><tr><td>Ação \u0080', 'latin1'), 'windows-1252'],
    ['UTF-8, undeclared', Buffer.from('<table><tr><td>Ação €'), 'UTF-8'],
    ['UTF-16 by its mark', Buffer.from('\ufeff<table><tr><td>Ação €', 'utf16le'), 'UTF-16LE'],
  ])('is read in its encoding: %s', async (_, content, encoding) => {
    expect(await readRows(openHtml, content)).toEqual({ 1: ['Ação €'] });
    expect(await openedAs(openHtml, content, async (file) => file.encoding)).toBe(encoding);
  });

  it.each<[string, string, object]>([
    [
      'without a table',
      '<html><body><p>Sessão expirada</p></body></html>',
      { is: 'FileWithoutTable', format: 'html' },
    ],
    ['with a NUL', '<table><tr><td>a\0b', { is: 'FileNul' }],
    ['of one line of 5 MB', `<table><tr><td>${'x'.repeat(5_000_000)}`, { is: 'FileLineTooLong', line: 1 }],
    ['of one tag of 5 MB', `<table><tr><td class="${'x'.repeat(5_000_000)}">`, { is: 'FileLineTooLong', line: 1 }],
    ['200,000 elements deep', `<table><tr><td>${'<div>'.repeat(200_000)}`, { is: 'FileXmlTooDeep', line: 1 }],
    ['of tables within tables', '<table><tr><td>'.repeat(1_000), { is: 'FileXmlTooDeep', line: 1 }],
    [
      'of 300 columns',
      `<table><tr>${'<td>1</td>'.repeat(300)}</tr></table>`,
      { is: 'FileTooManyColumns', line: 1, columnsMax: 256 },
    ],
  ])('%s is refused', async (_, page, reason) => {
    expect(await refusalOf(openHtml, page)).toEqual(reason);
  });

  it('spans no further than a sheet is wide', async () => {
    const page = '<table><tr><td colspan=99999999>a</td></tr><tr><td>b</td></tr></table>';
    expect((await readRows(openHtml, page))[1]).toEqual(['a']);
  });
});
