import { describe, expect, it } from '#jest';
import { openEcd } from '../../../src/files/formats/openEcd.js';
import { openedAs, readAll, refusalOf } from '../support/readTables.js';

const HEADINGS = ['COD_CTA', 'VL_SLD_INI', 'IND_DC_INI', 'VL_DEB', 'VL_CRED', 'VL_SLD_FIN', 'IND_DC_FIN'];
const HEAD =
  '|0000|LECD|01012026|31032026|PADARIA SÃO JOÃO LTDA|11222333000181|RS|||||0|0||0|0||N|N|0|0|1|\n|I001|0|';
const book = (lines: string, end = '|I990|9|\n|9999|12|\n') => `${HEAD}\n${lines}\n${end}`;
const january = `|I150|01012026|31012026|
|I155|1.1.01||100,00|D|50,00|20,00|130,00|D|
|I157|X||1,00|D|
|I155|2.1.01|CC1|100,00|C|0,00|30,00|130,00|C|`;
const february = `|I150|01022026|28022026|
|I155|1.1.01||130,00|D|0,00|0,00|130,00|D|
|I200|1|28022026|1,00|N|
|I250|9.9||1,00|D|`;

describe('A SPED ECD', () => {
  it('has a table for each period, with the balances and no other record', async () => {
    expect(await readAll(openEcd, book(`${january}\n${february}`))).toEqual([
      {
        name: '2026-01',
        hidden: false,
        rows: {
          3: HEADINGS,
          4: ['1.1.01', '100,00', 'D', '50,00', '20,00', '130,00', 'D'],
          6: ['2.1.01', '100,00', 'C', '0,00', '30,00', '130,00', 'C'],
        },
      },
      {
        name: '2026-02',
        hidden: false,
        rows: { 7: HEADINGS, 8: ['1.1.01', '130,00', 'D', '0,00', '0,00', '130,00', 'D'] },
      },
    ]);
  });

  it.each([
    [
      'in ISO-8859-1, signed',
      Buffer.concat([Buffer.from(book(january), 'latin1'), Buffer.from([0, 0xff, 0x81, 10, 0])]),
      'windows-1252',
    ],
    ['in UTF-8', Buffer.from(book(january)), 'UTF-8'],
    ['with the line ends of Windows', Buffer.from(book(january).replaceAll('\n', '\r\n')), 'UTF-8'],
  ])('%s names its company', async (_, content, encoding) => {
    await openedAs(openEcd, content, async (file) => {
      expect([file.format, file.cnpj, file.encoding, file.delimiter]).toEqual([
        'ecd',
        '11222333000181',
        encoding,
        '|',
      ]);
      expect(file.tables.map(({ name }) => name)).toEqual(['2026-01']);
    });
    expect((await readAll(openEcd, content))[0]?.rows[4]).toEqual([
      '1.1.01',
      '100,00',
      'D',
      '50,00',
      '20,00',
      '130,00',
      'D',
    ]);
  });

  it('is read in parts, however large', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `|I155|1.${index}||1,00|D|0,00|0,00|1,00|D|`);
    const [table] = await readAll(openEcd, book(`|I150|01012026|31012026|\n${lines.join('\n')}\n${february}`));
    expect(Object.keys(table?.rows ?? {})).toHaveLength(20_001);
    expect(table?.rows[20_003]?.[0]).toBe('1.19999');
  });

  it.each<[string, string, object]>([
    ['has no period', book(''), { is: 'FileIsOtherReport', report: 'ecdWithoutBalances' }],
    ['has balances of no period', book('|I155|1||1,00|D|0|0|1,00|D|'), { is: 'FileBroken', format: 'ecd' }],
    [
      'adds months up',
      book('|I150|01012026|31032026|\n|I155|1||1,00|D|0|0|1,00|D|'),
      { is: 'FileAccumulated', from: '2026-01-01', to: '2026-03-31' },
    ],
    ['cuts a month in two', book(`${january}\n${january}`), { is: 'FileBroken', format: 'ecd' }],
    ['ends within a line', book(january, '').trimEnd().slice(0, -9), { is: 'FileBroken', format: 'ecd' }],
    ['names no date', book('|I150|2026|x|'), { is: 'FileBroken', format: 'ecd' }],
    ['lacks fields', book('|I150|01012026|31012026|\n|I155|1||1,00|D|'), { is: 'FileBroken', format: 'ecd' }],
    ['is one endless line', `${HEAD}\n|I155|${'x'.repeat(3_000_000)}`, { is: 'FileLineTooLong', line: 3 }],
  ])('that %s is refused', async (_, content, reason) => {
    expect(await refusalOf(openEcd, content)).toEqual(reason);
  });
});
