// Rows of composition and adjustments as people type and paste them.
import { describe, expect, it } from '#jest';
import { identified } from '../../../src/domain/reconciliation/carry.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { amountExample, sidedText } from '../../../src/console/design/values.js';
import { amountFromBrazilian } from '../../../src/console/brazilianText.js';
import { PASTED_TOO_LONG } from '../../../src/messages/reconciliationPage.js';
import { pastedRows } from '../../../src/console/pages/conciliacao/pastedRows.js';
import {
  checkedItems,
  checkedRows,
  asksForSide,
  columnsOf,
  recordedRows,
  sidedRows,
  signsOf,
  typedRows,
  type AreCredits,
} from '../../../src/console/pages/conciliacao/typedItems.js';

const february = '2026-02' as Competence;
const AS_TYPED = { debit: 1, unsided: 1 } as const;
const DEBTOR = { saldoContabil: 1, saldoContabilDevedor: 1 };

describe('an amount of a reconciliation', () => {
  it.each([
    ['signed, of a credit account', -12_200_00, -12_200_00, '12.200,00 C'],
    ['signed, of a debit account', 12_200_00, 12_200_00, '12.200,00 D'],
    ['each on its own side, of a credit account', 12_200_00, -12_200_00, '12.200,00 C'],
    ['of a debit account that is overdrawn', -12_200_00, -12_200_00, '12.200,00 C'],
  ])('has its side and no minus, in a trial balance %s', (_what, saldoContabil, saldoContabilDevedor, text) => {
    const book = { saldoContabil, saldoContabilDevedor };
    expect(sidedText(saldoContabil, book)).toBe(text);
    expect(sidedText(-saldoContabil, book)).toBe(text.replace(/.$/, (side) => (side === 'C' ? 'D' : 'C')));
    expect(sidedText(0, book)).toBe('0,00');
    expect(amountExample(book)).toBe(`0,00 ${text.at(-1)}`);
  });

  it('has the side that the line of the account tells where the book balance is zero', () => {
    const book = { saldoContabil: 0, saldoContabilDevedor: 0 };
    expect(sidedText(-5, book)).toBe('0,05 C');
    expect(sidedText(-5, { ...book, debit: -1 })).toBe('0,05 D');
    expect([amountExample(book), amountExample({ ...book, debit: -1 })]).toEqual(['0,00 D', '0,00 C']);
  });
});

describe('a pasted text', () => {
  const row = 'Cliente;31/05/2026;1,00';
  const checked = (colado: string) => checkedItems('compose', { colado }, AS_TYPED);

  it('of more than 2,000 lines or 200,000 characters is refused before it is read', () => {
    const refusedWhole = (colado: string): boolean => {
      const result = checked(colado);
      return !result.ok && result.errors.whole.includes(PASTED_TOO_LONG);
    };
    expect(refusedWhole(`${row}\n${'\n'.repeat(1_998)}${row}\n\n`)).toBe(false);
    expect(refusedWhole(`${row}\n${'\n'.repeat(1_999)}${row}`)).toBe(true);
    expect(refusedWhole(`${row}\r${'\r'.repeat(1_999)}${row}`)).toBe(true);
    expect(refusedWhole('a;'.repeat(100_000))).toBe(false);
    expect(refusedWhole('a;'.repeat(100_001))).toBe(true);
    expect(typedRows({ colado: 'a;'.repeat(200_000), descricao_1: 'x' }, 'compose')).toHaveLength(1);
  });

  it('of a row that is far too long is one cell a row', () => {
    expect(pastedRows('a;'.repeat(50_000), columnsOf.compose)).toEqual([['a;'.repeat(50_000)]]);
  });

  it('has its cells where one of them begins with a quotation mark', () => {
    const text = '"Casa" Ltda\t01/02/2026\t1,00\r\n"Outra\t02/02/2026\t2,00';
    expect(pastedRows(text, columnsOf.compose)).toEqual([
      ['"Casa" Ltda', '01/02/2026', '1,00'],
      ['"Outra', '02/02/2026', '2,00'],
    ]);
  });

  it('has the sides of a column of D and C, which a minus already says', () => {
    const heading = 'Data\tHistórico\tValor\tD/C\n';
    const rows =
      '01/02/2026\tA\t1,00\tC\n01/02/2026\tB\t2,00\tDébito\n01/02/2026\tC\t-3,00\tC\n01/02/2026\tD\t4,00';
    const amounts = (text: string) => pastedRows(text, columnsOf.compose).map((cells) => cells[2]);
    expect(amounts(heading + rows)).toEqual(['1,00 C', '2,00 D', '-3,00', '4,00']);
    expect(amounts((heading + rows).replace('D/C', 'Lado'))).toEqual(['1,00 C', '2,00 D', '-3,00', '4,00']);
  });

  it('names 50 wrong rows, and how many more there are', () => {
    const result = checked('x;y;z\n'.repeat(120));
    if (result.ok) throw new Error('accepted');
    expect(result.errors.byRow.size).toBe(50);
    expect(result.errors.whole).toEqual(['e mais 70 linhas com erro']);
  });
});

describe('the side of an amount', () => {
  const signed = { saldoContabil: -9, saldoContabilDevedor: -9 };
  const ownSide = { saldoContabil: 9, saldoContabilDevedor: -9 };
  /** In centavos, in the sign of the trial balance. */
  const read = (valor: string, book: typeof signed, areCredits: AreCredits = null): number => {
    const checked = checkedRows('adjust', [{ descricao: 'x', valor }], signsOf(book, areCredits));
    return checked.ok && checked.request.act === 'adjust' ? checked.request.adjustmentsCents : NaN;
  };

  it.each([
    ['1,00 C', -100, 100],
    ['1,00c', -100, 100],
    ['1,00 D', 100, -100],
    ['-1,00 C', 100, -100],
    ['(1,00) D', -100, 100],
    ['1,00', 100, 100],
    ['-1,00', -100, -100],
  ])(
    '%s is %d where the trial balance is signed, and %d where each amount is on its own side',
    (text, one, other) => {
      expect([read(text, signed), read(text, ownSide)]).toEqual([one, other]);
      expect([read(text, signed, 'nao'), read(text, ownSide, 'sim')]).toEqual([one, other]);
    },
  );

  it('is, where the balance is zero, that of the version: a credit counts positive where it signs each on its own side', () => {
    const zero = { saldoContabil: 0, saldoContabilDevedor: 0 };
    const amounts = [zero, { ...zero, debit: 1 as const }, { ...zero, debit: -1 as const }];
    expect(amounts.map((book) => [read('1,00 C', book), read('1,00', book)])).toEqual([
      [-100, 100],
      [-100, 100],
      [100, 100],
    ]);
  });

  it('is asked for once where positive amounts come to a balance that is a negative credit', () => {
    const asks = (valor: string, book = signed, areCredits: AreCredits = null) =>
      asksForSide([{ valor }], book, areCredits);
    expect([asks('1,00'), asks('-1,00'), asks('1,00 D'), asks('x'), asks('')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([asks('1,00', ownSide), asks('1,00', DEBTOR), asks('1,00', signed, 'sim')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([read('1,00', signed, 'sim'), read('-1,00', signed, 'sim'), read('1,00 D', signed, 'sim')]).toEqual([
      -100, 100, 100,
    ]);
    const shown = (valor: string, areCredits: AreCredits) => sidedRows([{ valor }], signed, areCredits)[0]?.valor;
    expect([shown('1', 'sim'), shown('1', 'nao'), shown('-1', null), shown('mil', 'sim')]).toEqual([
      '1,00 C',
      '1,00 D',
      '1,00 C',
      'mil',
    ]);
  });

  it('is nothing without an amount', () => {
    for (const text of ['D', 'C', '1,00 E', 'CD', '1 D C']) expect(amountFromBrazilian(text)).toBeNull();
  });
});

describe('a pasted table', () => {
  it('has cells by tabs, also with quotes and line breaks inside, without heading and blank rows', () => {
    const text =
      'Descrição\tData\tValor\tDocumento\r\n"Extrato ""BB""\nconta 1"\t28/02/2026\t1.000,00\t12\r\n\t\t\t\r\nTarifa\t28/02/2026\t-5,00\r\n';
    expect(pastedRows(text, columnsOf.compose)).toEqual([
      ['Extrato "BB"\nconta 1', '28/02/2026', '1.000,00', '12', ''],
      ['Tarifa', '28/02/2026', '-5,00', '', ''],
    ]);
  });

  it('has its columns where the heading names them, without others', () => {
    const text =
      'Data Mov.\tDoc.\tHistórico\tSaldo\tValor (R$)\tData da baixa\n28/02/2026\t12\tTarifa\t90,00\t-5,00\t27/02/2026';
    const [row] = pastedRows(text, columnsOf.compose);
    expect(row).toEqual(['Tarifa', '28/02/2026', '-5,00', '12', '27/02/2026']);
    expect(pastedRows(text, columnsOf.adjust)).toEqual([['Tarifa', '-5,00']]);
    const unnamed = 'Histórico\tData\tMontante\nTarifa\t28/02/2026\t-5,00';
    expect(pastedRows(unnamed, columnsOf.compose)).toEqual([['Tarifa', '28/02/2026', '-5,00']]);
  });

  it('has no total of its rows, and keeps one that is not their sum', () => {
    const rows =
      'Histórico\tData\tSaldo\tValor\nTarifa\t28/02/2026\t90,00\t5,00 C\nJuros\t28/02/2026\t95,00\t7,50 D\n';
    expect(pastedRows(`${rows}Total\t\t\t2,50\n`, columnsOf.compose)).toHaveLength(2);
    expect(pastedRows(`${rows}\tTOTAL GERAL\t\t2,50 D`, columnsOf.compose)).toHaveLength(2);
    expect(pastedRows('A;1,00\nB;(3,00)\nSoma;-2,00', columnsOf.adjust)).toHaveLength(2);
    expect(pastedRows(`${rows}Total\t\t\t2,51`, columnsOf.compose)).toHaveLength(3);
    expect(pastedRows(`${rows}Totalizador\t28/02/2026\t\t2,50`, columnsOf.compose)).toHaveLength(3);
  });

  it('keeps a first row that only begins as a heading would', () => {
    const text = 'Valor aplicado\t28/02/2026\t1,00\tDocumento 12';
    expect(pastedRows(text, columnsOf.compose)).toEqual([text.split('\t')]);
  });

  it('has cells by semicolons where there is no tab, and anything else is a row of one cell', () => {
    expect(pastedRows('A;28/02/2026;1,00', columnsOf.compose)).toEqual([['A', '28/02/2026', '1,00']]);
    expect(pastedRows('uma linha "estranha\noutra', columnsOf.compose)).toEqual([
      ['uma linha "estranha'],
      ['outra'],
    ]);
    expect(pastedRows('', columnsOf.compose)).toEqual([]);
  });
});

describe('rows of the form', () => {
  it('are those typed, without removed and blank ones, and then those pasted', () => {
    const fields = {
      descricao_1: 'Um',
      data_1: '28/02/2026',
      valor_1: '1,00',
      documento_1: '',
      descricao_2: 'Dois',
      valor_2: '2,00',
      remover_2: 'sim',
      descricao_3: '  ',
      descricao_7: 'Sete',
      colado: 'Três\t28/02/2026\t3,00\tNF 3',
    };
    expect(typedRows(fields, 'compose').map(({ descricao }) => descricao)).toEqual(['Um', 'Sete', 'Três']);
  });

  it('become the request, and come back as they were recorded', () => {
    const rows = [{ descricao: 'Extrato', data: '28/02/2026', valor: '1.234,56 D', documento: 'NF 1' }];
    const checked = checkedRows('compose', rows, AS_TYPED);
    if (!checked.ok || checked.request.act !== 'compose') throw new Error('refused');
    expect(checked.request.reconciledCents).toBe(1_234_56);
    const composition = identified(checked.request.composition, { current: [], earlier: null }, february, ['x']);
    expect(recordedRows(composition, DEBTOR)).toMatchObject(rows);
    expect(checkedRows('adjust', [{ descricao: 'Tarifa', valor: '-0,05' }], AS_TYPED)).toEqual({
      ok: true,
      request: { act: 'adjust', adjustments: [{ description: 'Tarifa', amountCents: -5 }], adjustmentsCents: -5 },
    });
  });

  it('are at most 500, with one more kept to say so', () => {
    const rows = typedRows({ colado: 'x\t28/02/2026\t1\n'.repeat(600) }, 'compose');
    expect(rows).toHaveLength(501);
  });
});
