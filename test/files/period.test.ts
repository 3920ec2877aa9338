import { describe, expect, it } from '#jest';
import { xlsxBytes } from './spreadsheets.js';
import { csv, good, HEADING, withHeading } from './support/layouts.js';
import { readBytes, reasonOf } from './support/readReport.js';

describe('The competence', () => {
  const asked = { competence: null, fileName: 'balancete.csv' };

  it.each([
    ['Período: 01/03/2026 a 31/03/2026'],
    ['Período: 01/03/2026 até 31/03/2026'],
    ['Competência: 03/2026'],
    ['COMPETENCIA: MARÇO/2026'],
    ['Mês/Ano: mar/26'],
    ['Referência: março de 2026'],
    ['Balancete de verificação - Março/2026'],
    ['Empresa X - Período de 01/03/2026 a 31/03/2026 - Folha 1'],
    ['Data-base: 31/03/2026'],
  ])('is read from a label above the table: %s', async (text) => {
    expect((await readBytes(withHeading([text]), asked)).competence).toBe('2026-03');
  });

  it('is read from the cell after its label, and from month and year with labels of their own', async () => {
    expect((await readBytes(withHeading(['Período:', '', '03/2026']), asked)).competence).toBe('2026-03');
    const apart = withHeading(['Exercício: 2026'], ['Período: Março']);
    expect((await readBytes(apart, asked)).competence).toBe('2026-03');
    expect((await readBytes(withHeading(['Mês', 'Março', 'Ano', '2026']), asked)).competence).toBe('2026-03');
  });

  it.each([
    '2026-03',
    '03/2026',
    '3/2026',
    '03-2026',
    '03.2026',
    '032026',
    '202603',
    '2026/03',
    'mar/2026',
    'mar/26',
    'Mar-26',
    'Mar 2026',
    'MARÇO/2026',
    'março de 2026',
    'marco 2026',
    '31/03/2026',
    '01/03/2026',
    '2026-03-31',
    '01/03/2026 a 31/03/2026',
    '03/2026 a 03/2026',
    '46112',
  ])('is read from a column: %s', async (text) => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, text])];
    expect((await readBytes(csv(rows), asked)).competence).toBe('2026-03');
  });

  it('is read from a date, a day count or a number of a spreadsheet', async () => {
    for (const cell of [{ date: '2026-03-31' }, 46_112, 202_603]) {
      const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, cell])];
      expect((await readBytes(await xlsxBytes([{ name: 'A', rows }]), asked)).competence).toBe('2026-03');
    }
  });

  it('is read from columns of month and year', async () => {
    const rows = [[...HEADING, 'Mês', 'Ano'], ...good.map((cells) => [...cells, 'Março', '2026'])];
    expect((await readBytes(csv(rows), asked)).competence).toBe('2026-03');
  });

  it.each(['balancete_032026.csv', 'balancete-2026-03.csv', 'BALANCETE MAR 2026.csv', 'emp185_202603.csv'])(
    'is read from the name of the file when nothing else names it: %s',
    async (fileName) => {
      expect((await readBytes(withHeading(), { competence: null, fileName })).competence).toBe('2026-03');
    },
  );

  it('is a reason to refuse when nothing names it', async () => {
    const { reasons } = await readBytes(withHeading(), asked);
    expect(reasons).toEqual([{ is: 'FilePeriodMissing' }]);
  });

  it('is refused when it differs above the table or on a line', async () => {
    const above = await readBytes(withHeading(['Período: 01/02/2026 a 28/02/2026']));
    expect(above.reasons).toEqual([
      { is: 'FilePeriodDiffers', competence: '2026-02', importCompetence: '2026-03' },
    ]);
    const rows = [
      [...HEADING, 'Competência'],
      ...good.map((cells, at) => [...cells, at === 2 ? '02/2026' : '03/2026']),
    ];
    const { lines } = await readBytes(csv(rows));
    expect(lines?.readingFindings?.errors.firstErrors).toEqual([
      {
        line: 4,
        field: 'period',
        accountCode: '1.1.09.001',
        reason: { is: 'LinePeriodDiffers', competence: '2026-02', importCompetence: '2026-03' },
      },
    ]);
  });

  it('is refused with line and column when a cell holds no month', async () => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, 'treze'])];
    const { lineErrors } = await readBytes(csv(rows));
    expect(lineErrors[0]).toMatchObject({
      line: 2,
      field: 'period',
      reason: { is: 'LinePeriodInvalid', column: 'Competência', value: 'treze' },
    });
  });

  it.each(['12/1999', '1999-12', '1/2101'])('is refused as out of range when a cell says %s', async (value) => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, value])];
    const { lineErrors } = await readBytes(csv(rows));
    const reason = { is: 'LinePeriodOutOfRange', column: 'Competência', value };
    expect(lineErrors[0]).toMatchObject({ line: 2, field: 'period', reason });
  });

  it('is not said to be missing when the column of months holds none', async () => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, '12/1999'])];
    const { reasons, lineErrors } = await readBytes(csv(rows), { competence: null });
    expect([reasons, lineErrors.length > 0]).toEqual([[], true]);
  });

  it('is refused when it spans several months', async () => {
    const range = { is: 'FileAccumulated', from: '2026-01-01', to: '2026-03-31' };
    expect(await reasonOf(withHeading(['Período: 01/01/2026 a 31/03/2026']))).toEqual(range);
    const rows = [[...HEADING, 'Período'], ...good.map((cells) => [...cells, '01/01/2026 a 31/03/2026'])];
    const { lineErrors } = await readBytes(csv(rows));
    const reason = { is: 'LineAccumulated', value: '01/01/2026 a 31/03/2026' };
    expect(lineErrors[0]?.reason).toMatchObject(reason);
  });
});
