// Files made to exhaust time or memory: each is refused with its reason. Hostile XML, HTML and XLS are in the
// tests of their readers.
import { describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import type { FileReason } from '../../../src/domain/trialBalance/fileReasons.js';
import { openEcd } from '../../../src/files/formats/openEcd.js';
import { openHtml } from '../../../src/files/formats/openHtml.js';
import { openXls } from '../../../src/files/formats/openXls.js';
import { openXlsx } from '../../../src/files/formats/xlsx/openXlsx.js';
import { openXml } from '../../../src/files/formats/xml/openXml.js';
import type { OpenReader } from '../../../src/files/formats/table.js';
import { patchDirectory, xlsBytes, xlsxBytes, xlsxParts, zipBytes } from '../spreadsheets.js';
import { refusalOf } from '../support/readTables.js';

const balance = [
  {
    name: 'S',
    rows: [
      ['Conta', 'Saldo'],
      ['1.1', 10],
    ],
  },
];
const broken: FileReason = { is: 'FileBroken', format: 'xlsx' };
const tooMuch: FileReason = { is: 'FileInflatesTooMuch' };
const SHEET = 'xl/worksheets/sheet1.xml';
const withSheet = (xml: string) => zipBytes({ ...xlsxParts(balance), [SHEET]: xml });
const rowsXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const good = () => xlsxBytes(balance);
/** Every stored or deflated name, at its local header and in the directory. */
const renamed = (content: Buffer, from: string, to: string): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll(from, to), 'latin1');

type Case = readonly [name: string, content: () => Promise<Buffer>, reason: FileReason];
const zips: readonly Case[] = [
  ['ten bytes of a zip', async () => Buffer.from('504b0304140000000800', 'hex'), broken],
  ['thirty bytes of a zip', async () => Buffer.from(`504b0304${'00'.repeat(26)}`, 'hex'), broken],
  ['an empty zip', () => zipBytes({}), { is: 'FileFormatUnknown', found: 'ZIP' }],
  ['a zip without a workbook', () => zipBytes({ 'a.txt': 'x' }), { is: 'FileFormatUnknown', found: 'ZIP' }],
  [
    'a zipped workbook',
    async () => zipBytes({ 'balancete.xlsx': await good() }),
    { is: 'FileFormatUnknown', found: 'ZIP' },
  ],
  [
    'a workbook with an archive in it',
    async () => zipBytes({ ...xlsxParts(balance), 'xl/media/a.zip': await good() }),
    { is: 'FileFormatUnknown', found: 'ZIP' },
  ],
  ['an entry of which there is nothing but blanks', () => withSheet(rowsXml(' '.repeat(30_000_000))), tooMuch],
  [
    'entries that claim more than 1 GB together',
    async () => patchDirectory(await good(), { uncompressedSize: 200_000_000, compressedSize: 1_000_001 }),
    tooMuch,
  ],
  ['entries that share their bytes', async () => patchDirectory(await good(), { compressedSize: 4_000 }), tooMuch],
  [
    '1,100 entries',
    () => zipBytes(Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`a${index}`, '']))),
    tooMuch,
  ],
  [
    '300 sheets',
    () =>
      zipBytes(
        Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`xl/worksheets/sheet${index}.xml`, ''])),
      ),
    { is: 'FileTooManySheets' },
  ],
  [
    '201 sheets of one part',
    async () => {
      const parts = xlsxParts(balance);
      const list = '<sheet name="S" r:id="s1"/>'.repeat(201);
      return zipBytes({
        ...parts,
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>`,
      });
    },
    { is: 'FileTooManySheets' },
  ],
  [
    'a sheet longer than it claims',
    async () => patchDirectory(await good(), { name: SHEET, uncompressedSize: 40 }),
    broken,
  ],
  [
    'a sheet shorter than it claims',
    async () => patchDirectory(await good(), { name: SHEET, uncompressedSize: 4_000 }),
    broken,
  ],
  [
    'a sheet whose checksum is another',
    async () => patchDirectory(await good(), { name: SHEET, crc32: 1 }),
    broken,
  ],
  ['a password', async () => patchDirectory(await good(), { flags: 1 }), { is: 'FileEncrypted' }],
  ['an unknown compression', async () => patchDirectory(await good(), { method: 99 }), broken],
  ['a name that leads out', async () => renamed(await good(), 'xl/styles.xml', '../styles.xml'), broken],
  ['an absolute name', async () => renamed(await good(), 'xl/styles.xml', '/etc/shadow_1'), broken],
  [
    'two entries of one name',
    async () => renamed(await good(), 'xl/sharedStrings.xml', 'xl/worksheets/b.xml_'),
    broken,
  ],
  [
    'a DOCTYPE that asks for a file',
    () =>
      withSheet(
        `<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rowsXml('<row><c><v>&x;</v></c></row>')}`,
      ),
    { is: 'FileDoctype' },
  ],
  ['XML 200,000 elements deep', () => withSheet('<a>'.repeat(200_000)), broken],
  [
    '16,384 columns',
    () => withSheet(rowsXml(`<row r="7">${'<c><v>1</v></c>'.repeat(16_384)}</row>`)),
    { is: 'FileTooManyColumns', line: 7, columnsMax: 256 },
  ],
  [
    'a cell in the last column of the last row',
    () =>
      withSheet(
        rowsXml('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      ),
    { is: 'FileTooManyColumns', line: 1_048_576, columnsMax: 256 },
  ],
  ['a row beyond the last', () => withSheet(rowsXml('<row r="1048577"><c><v>1</v></c></row>')), broken],
  ['a cell beyond any column', () => withSheet(rowsXml('<row r="1"><c r="AAAAAAAA1"><v>1</v></c></row>')), broken],
  ['a text beyond the last', () => withSheet(rowsXml('<row><c t="s"><v>99</v></c></row>')), broken],
  [
    'a cell without end',
    () => withSheet(rowsXml(`<row><c t="str"><v>${randomText(5_000_000)}</v></c></row>`)),
    { is: 'FileLineTooLong', line: 1 },
  ],
  [
    'a text of the table without end',
    () =>
      zipBytes({
        ...xlsxParts(balance),
        'xl/sharedStrings.xml': `<sst><si><t>${randomText(50_000)}</t></si></sst>`,
      }),
    { is: 'FileLineTooLong', line: 1 },
  ],
  ['NUL in its XML', () => withSheet(rowsXml('<row><c t="str"><v>a\0b</v></c></row>')), broken],
];

describe('A hostile zip', () => {
  it.each(zips)('with %s is refused', async (_, content, reason) => {
    const bytes = await content();
    expect(await refusalOf(openXlsx, bytes)).toEqual(reason);
  });

  it('with a pasted archive is read without opening the archive', async () => {
    const parts = { ...xlsxParts(balance), 'xl/embeddings/Planilha1.xlsx': await good() };
    expect(await refusalOf(openXlsx, await zipBytes(parts))).toBeNull();
  });

  it('of a million empty rows is read to its end or refused as inflating too much', async () => {
    const content = await withSheet(rowsXml('<row><c s="1"/></row>'.repeat(1_000_000)));
    expect(await refusalOf(openXlsx, content)).toEqual(tooMuch);
    expect(await refusalOf(openXlsx, await withSheet(rowsXml('<row/>'.repeat(1_000_000))))).toBeNull();
  });

  it('cut off anywhere is refused at once', async () => {
    const content = await good();
    for (let cut = 4; cut < content.length; cut += 97)
      expect(await refusalOf(openXlsx, content.subarray(0, cut))).toEqual(broken);
  });

  it('changed anywhere is read or refused at once, and never fails in another way', async () => {
    const content = await good();
    for (let at = 0; at < content.length; at += 41) {
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const reason = await refusalOf(openXlsx, changed);
      if (reason !== null) expect(reason).toEqual(expect.objectContaining({ is: expect.stringMatching(/^File/) }));
    }
  });
});

describe('A file of another kind', () => {
  const others: Readonly<Record<string, Buffer>> = {
    'a PDF': Buffer.concat([
      Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type /Catalog>>\n'),
      randomBytes(5_000),
    ]),
    'a PNG': Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(5_000)]),
    'a program': Buffer.concat([Buffer.from('4d5a90000300000004000000ffff', 'hex'), randomBytes(5_000)]),
    nothing: Buffer.alloc(0),
    zeros: Buffer.alloc(100_000),
    noise: randomBytes(100_000),
  };
  const readers: Readonly<Record<string, OpenReader>> = { openXlsx, openXls, openXml, openHtml, openEcd };
  it.each(
    Object.entries(readers).flatMap(([name, reader]) =>
      Object.entries(others).map(([what, content]) => [name, what, reader, content] as const),
    ),
  )('is refused by %s: %s', async (_name, _what, reader, content) => {
    expect(await refusalOf(reader, content)).not.toBeNull();
  });

  it('is refused at once when it is an XLS cut off', async () => {
    const content = xlsBytes([
      { name: 'S', rows: Array.from({ length: 400 }, (_, index) => [`1.${index}`, index]) },
    ]);
    for (const share of [0.1, 0.5, 0.9])
      expect(await refusalOf(openXls, content.subarray(0, content.length * share))).toMatchObject({
        is: 'FileBroken',
      });
  });
});

/** Text that does not compress a thousandfold. */
function randomText(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
}
