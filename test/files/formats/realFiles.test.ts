// Files as accountants received them: the rows they see.
import { describe, expect, it } from '#jest';
import { openXls } from '../../../src/files/formats/openXls.js';
import { openXlsx } from '../../../src/files/formats/xlsx/openXlsx.js';
import type { Cell } from '../../../src/files/formats/table.js';
import { fixturePath, readFixture } from '../../support/fixtures.js';
import { openedFrom, rowsOf, type ReadTable } from '../support/readTables.js';

describe('The matrices of balances of a municipality', () => {
  it.each([
    ['2022-03', 'Período: Março', 1_959],
    ['2022-04', 'Período: Abril', 2_313],
  ])('of %s, an XLS, have every line as it was published', async (month, title, lines) => {
    const [table] = await openedFrom(openXls, fixturePath(`siconfi/${month}.xls`), async ({ tables }) =>
      Promise.all(tables.map(async (one) => ({ name: one.name, hidden: one.hidden, rows: await rowsOf(one) }))),
    );
    expect(table).toMatchObject({ name: 'Sheet0', hidden: false });
    const rows = table?.rows ?? {};
    // The used range begins at row 7; rows are numbered as a person sees them.
    expect(Object.keys(rows)[0]).toBe('7');
    expect(Object.values(rows).map(([first]) => first)).toContain(title);
    expect(rows[20]?.slice(0, 8)).toEqual([
      'Conta Contábil',
      'Informação Complementar',
      'Saldo Inicial',
      'Natureza Saldo Inicial',
      'Movimento Débito',
      'Movimento Crédito',
      'Saldo Final',
      'Natureza Saldo Final',
    ]);
    const data = Object.entries(rows).flatMap(([line, cells]) => (Number(line) > 20 ? [lineOf(cells)] : []));
    expect(data).toHaveLength(lines);
    const sent = readFixture(`siconfi/${month}.json`).lineItems.map((item) => ({
      accountCode: item.accountCode,
      previousBalance: item.previousBalance,
      debit: item.debit,
      credit: item.credit,
      finalBalance: item.finalBalance,
    }));
    expect(data).toEqual(sent);
  });

  it('summed up in an XLSX have numbers, codes as text and no side at zero', async () => {
    const rows = await openedFrom(
      openXlsx,
      fixturePath('siconfi/balver-resumo.xlsx'),
      async ({ tables }): Promise<ReadTable['rows']> => {
        const [table, ...others] = tables;
        expect([table?.name, others.length]).toEqual(['dados', 0]);
        return table === undefined ? {} : rowsOf(table);
      },
    );
    expect(rows[1]).toEqual([
      'conta_contabil',
      'saldo_inicial_valor',
      'saldo_inicial_natureza',
      'movimento_debito',
      'movimento_credito',
      'saldo_final_valor',
      'saldo_final_natureza',
    ]);
    expect(rows[2]).toEqual(['111110603', 0, null, 1_644_364.53, 1_644_364.53, 0]);
    expect(rows[479]).toEqual(['899000000', 6_421_630.2, 'C', 6_450_924.02, 29_293.82, 0]);
    expect(Object.keys(rows)).toHaveLength(479);
  });
});

/** Amounts are text there, `27.000,00`, with their side in the next column. */
function lineOf(cells: readonly Cell[]): object {
  const text = (column: number) => {
    const cell = cells[column] ?? '';
    return typeof cell === 'string' ? cell : 'not a text';
  };
  const amount = (column: number) => Number(text(column).replaceAll('.', '').replace(',', '.'));
  const signed = (column: number) => (text(column + 1) === 'C' ? -amount(column) || 0 : amount(column));
  return {
    accountCode: text(0),
    previousBalance: signed(2),
    debit: amount(4),
    credit: amount(5),
    finalBalance: signed(6),
  };
}
