import { describe, expect, it } from '#jest';
import { openXml } from '../../../../src/files/formats/xml/openXml.js';
import { openedAs, readAll, readRows, refusalOf } from '../../support/readTables.js';

describe('An XML of no known vocabulary', () => {
  it('is a table of the element that repeats, headed by the names of its child elements', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<balancete>
  <emitidoPor>Sistema</emitidoPor>
  <contas>
    <conta><codigo>1.1</codigo><descricao>Caixa &amp; Bancos</descricao><saldoAnterior>10,00</saldoAnterior></conta>
    <conta><codigo>1.2</codigo><saldoAnterior><![CDATA[5,00]]></saldoAnterior></conta>
  </contas>
</balancete>`;
    expect(await readRows(openXml, xml)).toEqual({
      4: ['codigo', 'descricao', 'saldoAnterior'],
      5: ['1.1', 'Caixa & Bancos', '10,00'],
      6: ['1.2', null, '5,00'],
    });
  });

  it('may hold its values in attributes, and rows on one line are counted', async () => {
    const xml = `<a:doc xmlns:a="urn:x"><a:conta codigo="1" debito="2"/><a:conta codigo="3" credito="4" debito="5"/></a:doc>`;
    expect(await readRows(openXml, xml)).toEqual({
      1: ['codigo', 'credito', 'debito'],
      2: ['1', null, '2'],
      3: ['3', '4', '5'],
    });
  });

  it('is read the same by the pattern for plain records and by the parser', async () => {
    const odd = [
      '<conta><codigo>2</codigo><nome>A &amp; B</nome><valor>3,00</valor></conta>',
      '<conta><codigo>3</codigo><valor>4,00</valor></conta>',
      '<conta>\n  <codigo>4</codigo>\n  <nome/>\n  <valor> 5,00 </valor>\n</conta>',
      '<conta nova="s"><codigo>5</codigo><nome>N</nome><valor>6,00</valor></conta>',
      '<conta><valor>7,00</valor><codigo>6</codigo></conta>',
      '<conta><codigo>7</codigo><obs>x</obs><nome>O</nome><valor>8,00</valor></conta>',
      '<conta><codigo></codigo><nome>sem > código</nome><valor>9,00</valor></conta>',
    ];
    const regular = (at: number): string =>
      `<conta><codigo>1.${at}</codigo><nome>Conta ${at}</nome><valor>${at},00</valor></conta>`;
    const records = Array.from({ length: 6_000 }, (_, at) => (at % 97 === 5 ? odd[at % odd.length] : regular(at)));
    const document = (head: string, between: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?>${head}\n<balancete><cnpj>1</cnpj>\n${records.join(between)}\n</balancete>`;
    for (const between of ['\n', '\r\n  ', '\n\n<vazio/>\n']) {
      // What follows a comment is left to the parser alone.
      const parsed = await readRows(openXml, document('<!-- exportado -->', between));
      expect(Object.keys(parsed)).toHaveLength(6_001);
      expect(await readRows(openXml, document('', between))).toEqual(parsed);
    }
  });

  it.each([
    ['a tag that does not close', (at: number) => (at === 4_000 ? '<conta><codigo>1</codigo>' : '')],
    ['an entity of its own', (at: number) => (at === 4_000 ? '<conta><codigo>&x;</codigo></conta>' : '')],
    ['a second root', (at: number) => (at === 4_000 ? '</balancete><balancete>' : '')],
    ['the end cut off', (at: number) => (at === 5_999 ? '<conta><codigo>1</cod' : '')],
  ])('among thousands of records alike with %s is refused', async (_, odd) => {
    const record = (at: number): string =>
      `${odd(at)}<conta><codigo>1.${at}</codigo><nome>Conta ${at}</nome><valor>${at},00</valor></conta>\n`;
    const records = Array.from({ length: 6_000 }, (_, at) => record(at)).join('');
    const end = odd(5_999) === '' ? '</balancete>' : '';
    expect(await refusalOf(openXml, `<balancete>\n${records}${end}`)).toMatchObject({ is: 'FileXmlInvalid' });
  });

  it('keeps a side to the right of its balance, and heads equal names with their whole paths', async () => {
    const xml = `<b>
<c><cod>1</cod><ant>10</ant><fim natureza="D">20</fim><x><valor>1</valor></x><y><valor>2</valor></y></c>
<c><cod>2</cod><ant natureza="C">10</ant><fim natureza="D">20</fim></c>
</b>`;
    expect(await readRows(openXml, xml)).toEqual({
      1: ['cod', 'ant', 'ant natureza', 'fim', 'fim natureza', 'x valor', 'y valor'],
      2: ['1', '10', null, '20', 'D', '1', '2'],
      3: ['2', '10', 'C', '20', 'D'],
    });
  });

  it('repeats in every row the values that stand above all rows', async () => {
    const xml = `<balancete cnpj="11222333000181">
<cabecalho><competencia>2026-01</competencia><codigo>77</codigo></cabecalho>
<conta><codigo>1</codigo><saldo>2</saldo></conta>
<conta><codigo>3</codigo><saldo>4</saldo></conta>
</balancete>`;
    expect(await readRows(openXml, xml)).toEqual({
      2: ['codigo', 'saldo', 'cnpj', 'competencia'],
      3: ['1', '2', '11222333000181', '2026-01'],
      4: ['3', '4', '11222333000181', '2026-01'],
    });
  });

  it('reads a tree of accounts, each a row', async () => {
    const xml = `<plano>
<conta codigo="1" saldo="5">
<conta codigo="1.1" saldo="2"/>
<conta codigo="1.2" saldo="3"/>
</conta>
</plano>`;
    expect(await readRows(openXml, xml)).toEqual({
      1: ['codigo', 'saldo'],
      2: ['1', '5'],
      3: ['1.1', '2'],
      4: ['1.2', '3'],
    });
  });

  it('is read where it holds a single account', async () => {
    expect(await readRows(openXml, '<b>\n<conta><codigo>1</codigo><saldo>2</saldo></conta></b>')).toMatchObject({
      2: ['1', '2'],
    });
  });

  const accents = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<r>\n<l><n>Ação</n><v>€</v></l>\n<l><n>é</n><v>1</v></l></r>`;
  const windows = (text: string) => Buffer.from(text.replace('€', '\u0080'), 'latin1');
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(accents('UTF-8')), 'UTF-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${accents('utf-8')}`), 'UTF-8'],
    ['ISO-8859-1', windows(accents('ISO-8859-1')), 'ISO-8859-1'],
    ['windows-1252', windows(accents('windows-1252')), 'windows-1252'],
    ['what calls itself UTF-8 and is not', windows(accents('UTF-8')), 'windows-1252'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${accents('UTF-16')}`, 'utf16le'), 'UTF-16LE'],
    ['UTF-16 of the other order', bigEndian(`\ufeff${accents('UTF-16')}`), 'UTF-16BE'],
    ['UTF-16 without a mark', Buffer.from(accents('UTF-16'), 'utf16le'), 'UTF-16LE'],
  ])('is decoded while it is read: %s', async (_, content, encoding) => {
    expect(await readRows(openXml, content)).toMatchObject({ 3: ['Ação', '€'], 4: ['é', '1'] });
    expect(await openedAs(openXml, content, async (file) => file.encoding)).toBe(encoding);
  });

  it('is read without cutting a character at the end of a piece', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `Ação ${'é'.repeat(index % 7)}€😀`);
    const xml = `<r>\n${names.map((name) => `<l><n>${name}</n><v>1</v></l>`).join('\n')}</r>`;
    expect(
      Object.values(await readRows(openXml, xml))
        .slice(1)
        .map(([name]) => name),
    ).toEqual(names);
  });

  it.each<[string, string, object]>([
    ['with a DOCTYPE', '<!DOCTYPE a><a><b c="1" d="2"/></a>', { is: 'FileDoctype' }],
    [
      'with an external entity of this machine',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      { is: 'FileDoctype' },
    ],
    [
      'with an external entity elsewhere',
      '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a>&x;</a>',
      { is: 'FileDoctype' },
    ],
    [
      'with entities that multiply',
      `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${'&a;'.repeat(10)}">`).join('')}]><l>&a9;</l>`,
      { is: 'FileDoctype' },
    ],
    ['with an entity nobody declared', '<a>\n<b>&nbsp;</b></a>', { is: 'FileXmlInvalid', line: 2 }],
    ['that ends early', '<a>\n<b><c>1</c><d>2</d></b>\n<b><c>1', { is: 'FileXmlInvalid', line: 3 }],
    ['closed in the wrong order', '<a><b></a></b>', { is: 'FileXmlInvalid', line: 1 }],
    [
      'in an encoding nobody knows',
      '<?xml version="1.0" encoding="EBCDIC-BR"?><a/>',
      { is: 'FileXmlInvalid', line: 1 },
    ],
    ['without anything that repeats', '<a>texto</a>', { is: 'FileWithoutTable', format: 'xml' }],
    ['with a NUL', '<a><b>1\0</b></a>', { is: 'FileNul' }],
    ['200,000 elements deep', '<a>'.repeat(200_000), { is: 'FileXmlTooDeep', line: 1 }],
    ['of one text of 5 MB', `<a><b>${'x'.repeat(5_000_000)}</b></a>`, { is: 'FileLineTooLong', line: 1 }],
    ['of one attribute of 5 MB', `<a><b c="${'x'.repeat(5_000_000)}"/></a>`, { is: 'FileLineTooLong', line: 1 }],
    ['of one comment of 5 MB', `<a><!--${'x'.repeat(5_000_000)}--></a>`, { is: 'FileLineTooLong', line: 1 }],
    ['of one DOCTYPE of 5 MB', `<!DOCTYPE a [${'x'.repeat(5_000_000)}]><a/>`, { is: 'FileDoctype' }],
    [
      'of 300 columns',
      `<a>${`<b ${Array.from({ length: 300 }, (_, i) => `c${i}="1"`).join(' ')}/>`.repeat(2)}</a>`,
      { is: 'FileTooManyColumns', line: 1, columnsMax: 256 },
    ],
  ])('%s is refused', async (_, xml, reason) => {
    expect(await refusalOf(openXml, xml)).toEqual(reason);
  });
});

describe('SpreadsheetML 2003', () => {
  const workbook = (sheets: string) => `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">${sheets}</Workbook>`;
  const cell = (type: string, text: string, attributes = '') =>
    `<Cell${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;

  it('shows its sheets, typed cells where their positions say', async () => {
    const rows = `<Column ss:Width="50"/>
      <Row>${cell('String', 'Conta')}${cell('String', 'Saldo', ' ss:MergeAcross="1"')}${cell('String', 'Data')}</Row>
      <Row ss:Index="4">${cell('String', '1.1 &amp; é')}${cell('Number', '-12.5', ' ss:Index="3"')}${cell('DateTime', '2026-01-31T00:00:00.000')}</Row>
      <Row><Cell ss:StyleID="s1"/>${cell('Boolean', '1')}<Cell><ss:Data ss:Type="String"><B>rico</B> texto</ss:Data><Comment><ss:Data>nota</ss:Data></Comment></Cell>${cell('Error', '#N/A')}</Row>`;
    const content = workbook(
      `<ss:Worksheet ss:Name="Capa"><Table><Row>${cell('String', 'oi')}</Row></Table>
         <x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></ss:Worksheet>
       <Worksheet ss:Name="Balancete"><Table>${rows}</Table></Worksheet>`,
    );
    expect(await readAll(openXml, content)).toEqual([
      { name: 'Capa', hidden: true, rows: { 1: ['oi'] } },
      {
        name: 'Balancete',
        hidden: false,
        rows: {
          1: ['Conta', 'Saldo', null, 'Data'],
          4: ['1.1 & é', null, -12.5, { date: '2026-01-31' }],
          5: [null, true, 'rico texto', '#N/A'],
        },
      },
    ]);
  });

  it.each<[string, string, object]>([
    ['no sheet', '', { is: 'FileWithoutTable', format: 'xml' }],
    ['201 sheets', '<Worksheet ss:Name="a"/>'.repeat(201), { is: 'FileTooManySheets' }],
    [
      'a cell in the last column',
      `<Worksheet ss:Name="a"><Table><Row ss:Index="1048576">${cell('Number', '1', ' ss:Index="16384"')}</Row></Table></Worksheet>`,
      { is: 'FileTooManyColumns', line: 1_048_576, columnsMax: 256 },
    ],
    [
      'a row that is none',
      '<Worksheet ss:Name="a"><Table><Row ss:Index="1e99"/></Table></Worksheet>',
      { is: 'FileBroken', format: 'xml' },
    ],
  ])('with %s is refused', async (_, sheets, reason) => {
    expect(await refusalOf(openXml, workbook(sheets))).toEqual(reason);
  });
});
