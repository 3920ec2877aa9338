// Decompression bombs: small files that expand to gigabytes.
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { patchDirectory, xlsxBytes, xlsxParts, zipBytes } from '../test/files/spreadsheets.js';

export type Bomb = Readonly<{ name: string; kind: string; write(path: string): Promise<void> }>;

const SHEET = 'xl/worksheets/sheet1.xml';
const HEADING = ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];
const parts = (): Record<string, string> => xlsxParts([{ name: 'Balancete', rows: [HEADING] }]);
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

export const BOMBS: readonly Bomb[] = [
  { name: 'a workbook that unfolds to 2 GB', kind: 'xlsx', write: (path) => writeUnfolding(path, 2_000) },
  {
    name: 'a workbook that lies about its size',
    kind: 'xlsx',
    async write(path) {
      const zip = await zipBytes({ ...parts(), [SHEET]: Buffer.alloc(400 * 1_048_576, ' ') });
      await writeFile(path, patchDirectory(zip, { name: SHEET, uncompressedSize: 1_000 }));
    },
  },
  {
    name: 'a workbook of 100,000 entries',
    kind: 'xlsx',
    async write(path) {
      const many = Array.from({ length: 100_000 }, (_, at) => [`xl/media/${at}.png`, ''] as const);
      await writeFile(path, await zipBytes({ ...parts(), ...Object.fromEntries(many) }, { compress: false }));
    },
  },
  {
    name: 'a workbook in a workbook',
    kind: 'xlsx',
    write: async (path) =>
      writeFile(
        path,
        await zipBytes({ ...parts(), 'inner.xlsx': await xlsxBytes([{ name: 'A', rows: [HEADING] }]) }),
      ),
  },
  {
    name: 'ten bytes that hang a parser',
    kind: 'xlsx',
    write: (path) => writeFile(path, Buffer.from('504b0304140000000800', 'hex')),
  },
  {
    name: 'XML whose entities unfold to gigabytes',
    kind: 'xml',
    write: (path) => writeFile(path, `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "x">${entities}]><r>&e9;</r>`),
  },
  {
    name: 'XML of a million levels',
    kind: 'xml',
    write: (path) => writeFile(path, `<?xml version="1.0"?>${'<a>'.repeat(1_000_000)}`),
  },
  { name: 'one line of 49 MB', kind: 'csv', write: (path) => writeFile(path, 'a'.repeat(49 * 1_048_576)) },
  {
    name: 'a quote without end before 49 MB',
    kind: 'csv',
    write: (path) => writeFile(path, `${HEADING.join(';')}\n"${'1;2;3\n'.repeat(8_500_000)}`),
  },
];

async function writeUnfolding(path: string, megabytes: number): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts()))
    if (name !== SHEET) zip.addBuffer(Buffer.from(content), name);
  const blanks = Buffer.alloc(1_048_576, ' ');
  const content = function* (): Generator<Buffer> {
    yield Buffer.from(parts()[SHEET] ?? '');
    for (let at = 0; at < megabytes; at++) yield blanks;
  };
  zip.addReadStream(Readable.from(content()), SHEET);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
