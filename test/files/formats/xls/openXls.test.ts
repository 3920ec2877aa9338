import { describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { CFB } from 'xlsx';
import { openXls } from '../../../../src/files/formats/openXls.js';
import { xlsBytes, type MadeSheet } from '../../spreadsheets.js';
import { biff8, containerOf, numbersRow, record } from '../../rawXls.js';
import { openedAs, readAll, readRows, refusalOf } from '../../support/readTables.js';

const balance: MadeSheet = {
  name: 'Balancete',
  rows: [
    ['Período: março/2022'],
    [],
    ['Conta', 'Descrição', 'Saldo', 'Data', 'Analítica'],
    ['1.1.01', '  Caixa ', 1234.56, { date: '2026-01-31' }, true],
    ['=1+1', 'Ação', -0.1],
  ],
};
const rows = {
  1: ['Período: março/2022'],
  3: ['Conta', 'Descrição', 'Saldo', 'Data', 'Analítica'],
  4: ['1.1.01', '  Caixa ', 1234.56, { date: '2026-01-31' }, true],
  5: ['=1+1', 'Ação', -0.1],
};

describe('An XLS', () => {
  it.each(['biff8', 'biff5'] as const)('of %s shows its rows', async (kind) => {
    expect(await readRows(openXls, xlsBytes([balance], { kind }))).toEqual(rows);
  });

  it('that counts days from 1904 shows the same dates', async () => {
    expect(await readRows(openXls, xlsBytes([balance], { from1904: true }))).toEqual(rows);
  });

  it('keeps the order and names of its sheets, and tells which are hidden', async () => {
    const sheet = (name: string, state?: 'hidden' | 'veryHidden'): MadeSheet => ({
      name,
      rows: [[name]],
      ...(state === undefined ? {} : { state }),
    });
    const content = xlsBytes([sheet('Oculta', 'hidden'), sheet('Mês'), sheet('Nunca', 'veryHidden')]);
    expect(await readAll(openXls, content)).toEqual([
      { name: 'Oculta', hidden: true, rows: { 1: ['Oculta'] } },
      { name: 'Mês', hidden: false, rows: { 1: ['Mês'] } },
      { name: 'Nunca', hidden: true, rows: { 1: ['Nunca'] } },
    ]);
  });

  it('shows only the first value of merged cells', async () => {
    const merged: MadeSheet = {
      name: 'S',
      rows: [
        ['Saldo', 'velho', 7],
        ['1.1', 1, 2],
        [9, 3, 4],
      ],
      merged: ['A1:C1', 'A2:A3'],
    };
    expect(await readRows(openXls, xlsBytes([merged]))).toEqual({
      1: ['Saldo'],
      2: ['1.1', 1, 2],
      3: [null, 3, 4],
    });
  });

  it('of several batches shows every row once, and may be read again after stopping halfway', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => [`1.${index}`, index]);
    await openedAs(openXls, xlsBytes([{ name: 'S', rows: many }]), async ({ tables }) => {
      expect(tables).toHaveLength(1);
      for (const table of tables) {
        for await (const batch of table.rows()) {
          expect(batch.length).toBeGreaterThan(0);
          break;
        }
        const read: unknown[] = [];
        for await (const batch of table.rows()) read.push(...batch.map(({ cells }) => cells));
        expect(read).toEqual(many);
      }
    });
  });

  it('never walks the range a sheet claims', async () => {
    const content = xlsBytes([{ name: 'S', rows: [['a']] }]);
    // DIMENSIONS (0x0200, 14 bytes): as if the sheet reached to its last row and column.
    const at = content.indexOf(Buffer.from([0x00, 0x02, 0x0e, 0x00]));
    expect(at).toBeGreaterThan(0);
    content.writeUInt32LE(65_536, at + 8);
    content.writeUInt16LE(65_535, at + 14);
    expect(await readRows(openXls, content)).toEqual({ 1: ['a'] });
  });

  it.each<[string, () => Buffer, string]>([
    ['ends early', () => xlsBytes([balance]).subarray(0, 900), 'FileBroken'],
    ['is nothing but its first bytes', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'FileBroken'],
    [
      'is noise after its first bytes',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(200_000)]),
      'FileBroken',
    ],
    ['is a spreadsheet of another kind', () => Buffer.from('PK\u0003\u0004'), 'FileBroken'],
    ['is a text document', () => container({ WordDocument: 'Prezados' }), 'FileWithoutTable'],
    [
      'is an XLSX behind a password',
      () => container({ EncryptedPackage: 'x', EncryptionInfo: 'y' }),
      'FileEncrypted',
    ],
    [
      'is encrypted behind a password of its own',
      () => {
        // An encrypted length of the list of texts, as the spreadsheet program leaves it.
        const texts = record(0xfc, Buffer.alloc(5_000, 0xff));
        return containerOf(biff8([record(0x2f, Buffer.alloc(54, 1)), texts]));
      },
      'FileEncrypted',
    ],
  ])('that %s is refused', async (_, content, reason) => {
    expect(await refusalOf(openXls, content())).toMatchObject({ is: reason });
  });

  it('is read in memory of its own size, whatever chains of sectors its container draws', async () => {
    // A copy of each of these chains would take 130 GB.
    const bytes = containerOf(biff8(Array.from({ length: 2_000 }, (_, row) => numbersRow(row, 2))), 8_000);
    const before = process.memoryUsage().rss;
    const read = await readRows(openXls, bytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    expect(read).toMatchObject({ 1: [0, 1], 2_000: [1_999, 2_000] });
  });

  it('is refused for lists that would not fit into memory', async () => {
    const areas = record(0xe5, Buffer.alloc(2 + 1_000 * 8));
    const bytes = containerOf(biff8(Array.from({ length: 1_001 }, () => areas)));
    expect(await refusalOf(openXls, bytes)).toEqual({ is: 'FileTookTooMuchMemory' });
  });

  it('is not read as the file of another kind that its stream holds', async () => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5_000)]);
    expect(await refusalOf(openXls, containerOf(zip))).toEqual({ is: 'FileBroken', format: 'xls' });
  });
});

function container(streams: Readonly<Record<string, string>>): Buffer {
  const { utils, write } = CFB as {
    utils: { cfb_new(): object; cfb_add(to: object, name: string, content: Buffer): void };
    write(made: object, options: { type: 'buffer' }): Buffer;
  };
  const made = utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(made, `/${name}`, Buffer.from(content));
  return write(made, { type: 'buffer' });
}
