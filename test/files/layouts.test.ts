import { describe, expect, it } from '#jest';
import { LAYOUTS, NARROW_WRITERS, TYPED, WRITERS, type Rows } from './support/layouts.js';
import { LINES, linesOf, readBytes } from './support/readReport.js';

const ALL = Object.entries<Rows>(LAYOUTS);
const NARROW = ALL.filter(([layout]) => /^(?:signed|D.C columns of|titles)/.test(layout));

describe.each([
  ...Object.entries(WRITERS).map(([format, write]) => [format, write, ALL] as const),
  ...Object.entries(NARROW_WRITERS).map(([format, write]) => [format, write, NARROW] as const),
])('A report as %s', (_, write, layouts) => {
  it.each(layouts)('is read with %s', async (__, rows) => {
    const content = await readBytes(await write(rows));
    expect(linesOf(content)).toEqual(LINES);
    expect(content.received).toBe(LINES.length);
  });
});

describe('A report', () => {
  it.each(['XLSX', 'XLS'])('as %s is read with amounts stored as numbers', async (format) => {
    const write = { ...WRITERS, ...NARROW_WRITERS }[format];
    expect(linesOf(await readBytes((await write?.(TYPED)) ?? ''))).toEqual(LINES);
  });

  it('as any XML is read by its elements, or by its attributes', async () => {
    const names = ['conta', 'descricao', 'saldoAnterior', 'debito', 'credito', 'saldoAtual'];
    const values = LINES.map(([code, name, ...amounts]) => [
      code,
      name,
      ...amounts.map((cents) => (cents / 100).toFixed(2)),
    ]);
    const elements = values.map(
      (cells) => `<linha>${names.map((name, at) => `<${name}>${cells[at]}</${name}>`).join('')}</linha>`,
    );
    const attributes = values.map(
      (cells) => `<linha ${names.map((name, at) => `${name}="${cells[at]}"`).join(' ')}/>`,
    );
    for (const rows of [elements, attributes])
      expect(
        linesOf(await readBytes(`<?xml version="1.0" encoding="UTF-8"?><balancete>${rows.join('')}</balancete>`)),
      ).toEqual(LINES);
  });

  it('as SPED ECD is read from its I155 of the period', async () => {
    const amount = (cents: number): string => (Math.abs(cents) / 100).toFixed(2).replace('.', ',');
    const side = (cents: number): string => (cents < 0 ? 'C' : 'D');
    const period = (month: string, end: string): string[] => [
      `|I150|01${month}2026|${end}${month}2026|`,
      ...LINES.map(
        ([code, , before, debit, credit, after]) =>
          `|I155|${code}||${amount(before)}|${side(before)}|${amount(debit)}|${amount(credit)}|${amount(after)}|${side(after)}|`,
      ),
    ];
    const records = [
      '|0000|LECD|01012026|31122026|EMPRESA|11222333000181|SP|',
      '|I010|G|9.00|',
      ...period('02', '28'),
      ...period('03', '31'),
      '|9999|20|',
    ];
    const content = await readBytes(records.join('\r\n'));
    expect(linesOf(content).map(([code, , ...amounts]) => [code, ...amounts])).toEqual(
      LINES.map(([code, , ...amounts]) => [code, ...amounts]),
    );
    await expect(readBytes(records.join('\r\n'), { competence: null })).rejects.toMatchObject({
      reason: { is: 'FilePeriodsSeveral', competences: ['2026-02', '2026-03'] },
    });
  });
});
