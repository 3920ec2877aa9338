import { describe, expect, it } from '#jest';
import type { Findings } from '../../../../src/domain/trialBalance/checks/checkDocument.js';
import { errorKind, LineErrors, type LineError } from '../../../../src/domain/trialBalance/refusals.js';
import { AMOUNT_FIELDS, ZERO } from '../../../../src/domain/trialBalance/amounts.js';
import { OUTSIDE, type ReadingFindings } from '../../../../src/domain/trialBalance/lines.js';
import type { OtherMonth } from '../../../../src/domain/trialBalance/checks/continuity.js';
import { account, check, checkLines, item, month, otherMonth, documentOf, type Given } from './checking.js';

const good = item('1.01', 100, 50, 20, 130);
/** Lines of a file, counted from a row on. */
const numbered = (items: readonly object[], first: number) =>
  documentOf(items).lines.map((line, at) => ({ ...line, line: first + at }));
const codesOf = ({ stored }: Findings): string[] => (stored ?? []).map(({ accountCode }) => accountCode);

describe('What enters', () => {
  it('are lines of analytic accounts that take part in reconciliation; the others are counted', () => {
    const found = check([good, item('9.1', 1, 0, 0, 1), item('4.02', 0, 1, 0, 1), item('1', 100, 50, 20, 130)]);
    expect(found).toMatchObject({
      received: 4,
      imported: 1,
      ignoredNotInChart: 1,
      ignoredNotReconciled: 2,
      stored: [{ accountCode: '1.01' }],
    });
    expect(codesOf(found)).toEqual(['1.01']);
    expect(found.warnings).toEqual([
      { is: 'IgnoredNotInChart', lines: 1, accounts: ['9.1'], more: 0 },
      { is: 'IgnoredNotReconciled', lines: 2, accounts: ['4.02', '1'], more: 0 },
    ]);
  });

  it('names twenty accounts of those left out, each once', () => {
    const strangers = Array.from({ length: 50 }, (_, n) => item(`9.${n % 25}`, 0, 0, 0, 0));
    const [warning] = check([good, ...strangers]).warnings;
    expect(warning).toMatchObject({ lines: 50, more: 5 });
    expect(warning).toHaveProperty('accounts.length', 20);
  });

  it('is refused when not one account enters, whatever the reason', () => {
    for (const items of [[item('9.1', 0, 0, 0, 0)], [item('4.02', 0, 0, 0, 0), item('1', 0, 0, 0, 0)]]) {
      const found = check(items);
      expect(found.reasons).toEqual([{ is: 'NoAccountEnters', chartName: 'Plano 2026' }]);
      expect(found).toMatchObject({ received: items.length, imported: 0, stored: null, warnings: [] });
    }
  });

  it('matches codes exactly: no prefix, no case, no name every object has', () => {
    const accounts = [account('a.1', 'DEBIT'), account('__proto__', 'DEBIT')];
    const codes = ['a.1', 'A.1', 'a.', 'a.11', '__proto__', 'constructor', 'toString'];
    const found = check(
      codes.map((code) => item(code, 0, 0, 0, 0)),
      { accounts },
    );
    expect(codesOf(found)).toEqual(['a.1', '__proto__']);
    expect(found.ignoredNotInChart).toBe(5);
  });

  it('keeps lines in the order sent, the name sent, else the description of the chart', () => {
    const items = [
      { ...item('3.01', 0, 0, 1, 1), accountName: 'Vendas' },
      { ...good, accountName: '  ' },
      item('9', 0, 0, 0, 0),
      good,
    ];
    const found = check([...items.slice(0, 3), item('1.02', -5, 0, 0, -5)]);
    expect(codesOf(found)).toEqual(['3.01', '1.01', '1.02']);
    expect(found.stored?.map(({ accountName }) => accountName)).toEqual(['Vendas', 'Conta 1.01', 'Conta 1.02']);
    expect(found.stored?.map((line) => AMOUNT_FIELDS.map((field) => line[field]))).toEqual([
      [0, 0, 100, 100],
      [10_000, 5_000, 2_000, 13_000],
      [-500, 0, 0, -500],
    ]);
  });
});

describe('What a line says of itself', () => {
  it('is as the import says, mask or not', () => {
    const own = { cnpj: '12.345.678/0001-95', period: '2026-08' };
    expect(check([{ ...good, ...own }, item('1.02', 0, 0, 0, 0)]).lineErrors).toEqual([]);
  });

  it('is refused where it differs, also on lines left out and beside every other reason', () => {
    const items = [
      good,
      { ...item('9.1', 0, 0, 0, 0), cnpj: '12345678000276' },
      { ...item('1.02', 1, 0, 0, 2), period: '2026-07' },
    ];
    expect(check(items).lineErrors).toMatchObject([
      { line: 2, field: 'cnpj', accountCode: '9.1', reason: { is: 'LineCnpjDiffers', cnpj: '12345678000276' } },
      {
        line: 3,
        field: 'period',
        accountCode: '1.02',
        reason: { is: 'LinePeriodDiffers', competence: '2026-07', importCompetence: '2026-08' },
      },
      { line: 3, field: 'finalBalance', reason: { is: 'MovementDoesNotClose' } },
    ]);
  });

  it('is refused together with a chart that is not found', () => {
    const found = check([{ ...good, period: '2026-07' }], { accounts: null });
    expect(found.reasons).toEqual([{ is: 'ChartNotFoundByName', chartName: 'Plano 2026' }]);
    expect(found.lineErrors).toHaveLength(1);
    expect(found.stored).toBeNull();
  });
});

describe('Warnings of chart and month', () => {
  const chart = { chartId: 4, version: 1, active: true, validFrom: '2026-01-01', validTo: null };
  const warningsOf = (facts: object) => check([good], { facts }).warnings;

  it('are none for an active, valid chart and a month that is not to come', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ currentMonth: month('2026-08') })).toEqual([]);
    expect(warningsOf({ chart: { ...chart, validFrom: '2026-08-31', validTo: '2026-08-31' } })).toEqual([]);
  });

  it.each([
    [{ chart: { ...chart, active: false } }, 'ChartInactive'],
    [{ chart: { ...chart, validFrom: '2026-09-01' } }, 'ChartOutsideValidity'],
    [{ chart: { ...chart, validTo: '2026-07-31' } }, 'ChartOutsideValidity'],
    [{ currentMonth: month('2026-07') }, 'CompetenceInFuture'],
    [{ previous: 'notImported' }, 'PreviousNotImported'],
  ])('%j', (facts, is) => expect(warningsOf(facts)).toMatchObject([{ is }]));
});

describe('Warnings of accounts', () => {
  it('tell a closing balance against the nature, debit-positive', () => {
    const natural = [item('2.01', 5, 0, 1, 6), item('1.01', 0, 0, 10, -10), item('3.01', 0, 7, 0, -7)];
    expect(check(natural).warnings).toEqual([
      { is: 'AgainstNature', accountCode: '1.01', nature: 'DEBIT', balanceCents: -1_000 },
      { is: 'AgainstNature', accountCode: '3.01', nature: 'CREDIT', balanceCents: 700 },
    ]);
    const signed = [item('2.01', -5, 0, 1, -6), item('3.01', 0, 7, 0, 7)];
    expect(check(signed).warnings).toEqual([
      { is: 'AgainstNature', accountCode: '3.01', nature: 'CREDIT', balanceCents: 700 },
    ]);
  });

  it('leave contra accounts on their own side, MIXED ones, and zeros alone', () => {
    const usual = [item('2.01', 5, 0, 1, 6), item('1.02', 0, 0, 0, 0), item('2.02', 0, 0, 0, 0)];
    const byGroup = [item('1.09', -10, 0, 5, -15), item('2.09', -10, 5, 0, -15), item('2.10', 9, 0, 0, 9)];
    const byOwn = [item('1.09', 10, 0, 5, 15), item('2.09', 10, 5, 0, 15)];
    const unmoved = [item('1.09', 10, 0, 0, 10), item('2.09', -10, 0, 0, -10)];
    for (const contra of [byGroup, byOwn, unmoved]) expect(check([...usual, ...contra]).warnings).toEqual([]);
  });

  it('tell once that an account came in several lines', () => {
    const lines = [good, item('1.02', 0, 0, 0, 0), item('1.01', 1, 0, 0, 1), item('1.01', 0, 0, 0, 0)];
    expect(check(lines).warnings).toEqual([{ is: 'AccountSummed', accountCode: '1.01', lines: 3 }]);
  });

  it('are at most 200, the last saying how many more; what concerns all comes first', () => {
    const accounts = Array.from({ length: 300 }, (_, n) => account(`1.${n}`, 'DEBIT'));
    const against = (count: number) => accounts.slice(0, count).map(({ code }) => item(code, -1, 0, 0, -1));
    expect(check(against(200), { accounts }).warnings).toHaveLength(200);
    const { warnings } = check(against(300), { accounts, facts: { previous: 'notImported' } });
    expect(warnings).toHaveLength(200);
    expect(warnings[0]).toMatchObject({ is: 'PreviousNotImported' });
    expect(warnings[199]).toEqual({ is: 'MoreWarnings', count: 102 });
  });
});

describe('A file with lines that its reading found outside the chart', () => {
  const none = { errors: new LineErrors(), warnings: [] };
  const error: LineError = {
    line: 9,
    field: 'period',
    accountCode: '9.1',
    reason: { is: 'LinePeriodInvalid' },
  };
  const errorsOf = (count: number): LineErrors => {
    const errors = new LineErrors();
    for (let at = 0; at < count; at++) errors.add(9, 'period', '9.1', error.reason);
    return errors;
  };
  const checked = (found: Partial<ReadingFindings>, items: readonly object[] = [good], given: Given = {}) =>
    checkLines({ lines: numbered(items, 7), readingFindings: { ...none, ...found } }, given);

  const outside = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      line: OUTSIDE,
      accountCode: `9.${at}`,
      accountName: '',
      ...ZERO,
    }));

  it('counts them, and their accounts up to 50,000', () => {
    const lines = [...numbered([good], 7), ...outside(50_010)];
    const found = checkLines({ lines, readingFindings: none });
    expect(found).toMatchObject({ received: 50_011, imported: 1, ignoredNotInChart: 50_010 });
    expect(found.warnings).toMatchObject([{ is: 'IgnoredNotInChart', lines: 50_010, more: 49_980 }]);
  });

  it('is refused for what was wrong while it was read', () => {
    const found = checked({ errors: errorsOf(2) });
    expect(found).toMatchObject({ lineErrors: [error, error], lineErrorCount: 2, stored: null });
  });

  it('names its column and first five codes when not one account enters', () => {
    const stranger = (n: number) => item(`9.${n}`, 0, 0, 0, 0);
    const codeColumn = 'Código';
    const readOf = (found: Partial<ReadingFindings>, items: readonly object[]) =>
      checked({ codeColumn, ...found }, items).reasons;
    const refusal = { is: 'NoAccountEnters', chartName: 'Plano 2026' };
    expect(readOf({}, [1, 1, 2, 3, 4, 5, 6].map(stranger))).toEqual([
      { ...refusal, read: { column: codeColumn, codes: ['9.1', '9.2', '9.3', '9.4', '9.5'], rowsWithout: 0 } },
    ]);
    const withoutCode = { is: 'RowsWithoutCode', rows: 4, lines: [3], more: 3 } as const;
    expect(readOf({ warnings: [withoutCode] }, [stranger(1)])).toEqual([
      { ...refusal, read: { column: codeColumn, codes: ['9.1'], rowsWithout: 4 } },
    ]);
    expect(checked({}, [stranger(1)]).reasons).toEqual([refusal]);
  });

  it('is signed where its balances have sides, whatever its lines are', () => {
    const still = [item('2.01', 30, 0, 0, 30)];
    expect(checked({}, still)).toMatchObject({ convention: 'B', warnings: [] });
    expect(checked({ isSigned: true }, still)).toMatchObject({
      convention: 'A',
      stored: [{ debitSign: 1 }],
      warnings: [{ is: 'AgainstNature' }],
    });
    expect(checked({ isSigned: true }, [item('2.01', 30, 0, 5, 35)]).lineErrors).toMatchObject([
      { reason: { is: 'MovementDoesNotClose' } },
    ]);
  });

  it('warns first of how it was understood', () => {
    const understood = { is: 'ChartInactive', chartName: 'Plano' } as const;
    const lines = [...numbered([good], 7), ...outside(1)];
    const { warnings } = checkLines({ lines, readingFindings: { ...none, warnings: [understood] } });
    expect(warnings.map(({ is }) => is)).toEqual(['ChartInactive', 'IgnoredNotInChart']);
  });

  it('counts its errors by their cause, with those found while it was read', () => {
    const wrong = { ...good, cnpj: '11222333000181' };
    const found = checked({ errors: errorsOf(3) }, [wrong, wrong]);
    expect(found.lineErrorCount).toBe(5);
    expect([...found.errorKinds.values()]).toEqual([2, 3]);
    const months = ['2026-05', '2026-06', '2026-05'].map((period) => ({ ...good, period }));
    expect([...checked({}, months).errorKinds.values()]).toEqual([2, 1]);
  });

  it('tells errors of one field apart by the column they stand in', () => {
    const wrong = (column?: string) =>
      errorKind({ field: 'debit', reason: { is: 'AmountMissing', ...(column && { column }) } });
    expect(wrong('Débito')).toBe(wrong('Débito'));
    expect(new Set([wrong('Débito'), wrong('Deb. no mês'), wrong()]).size).toBe(3);
  });

  it('has one warning for all accounts against their nature', () => {
    const debit = item('1.01', 0, 0, 10, -10);
    expect(checked({}, [debit]).warnings).toEqual([
      { is: 'AgainstNature', accountCode: '1.01', nature: 'DEBIT', balanceCents: -1_000 },
    ]);
    expect(checked({}, [debit, item('1.02', -1, 0, 0, -1)]).warnings).toEqual([
      {
        is: 'SeveralAgainstNature',
        accounts: [
          { accountCode: '1.01', nature: 'DEBIT', balanceCents: -1_000 },
          { accountCode: '1.02', nature: 'DEBIT', balanceCents: -100 },
        ],
        more: 0,
      },
    ]);
  });

  it('has one warning for all opening balances that differ, and one for all accounts missing', () => {
    const july = (...codes: readonly string[]) =>
      otherMonth(
        'A',
        codes.map((code) => item(code, 5, 0, 0, 5)),
      );
    const kinds = (previous: OtherMonth, ...items: readonly object[]) =>
      checked({}, items, { previous }).warnings.map(({ is }) => is);
    const first = item('1.01', 1, 0, 0, 1);
    const second = item('1.02', 1, 0, 0, 1);
    expect(kinds(july('1.01'), first)).toEqual(['OpeningDiffers']);
    expect(kinds(july('1.01', '1.02', '4.01'), first, second)).toEqual([
      'SeveralOpeningsDiffer',
      'AccountMissing',
    ]);
    expect(kinds(july('1.01', '1.02', '4.01'), first)).toEqual(['OpeningDiffers', 'SeveralAccountsMissing']);
    expect(kinds(july('1.01', '1.02'), first, second)).toEqual(['SeveralOpeningsDiffer']);
  });

  it('says once, for the whole file, that its lines come twice', () => {
    const twice = { is: 'LinesTwice', lines: 1, line: 8 } as const;
    expect(checked({ warnings: [twice] }, [good, good]).warnings).toEqual([twice]);
  });

  it('names its lines by their numbers in the file', () => {
    const { lineErrors } = checkLines({ lines: numbered([{ ...good, cnpj: '11222333000181' }], 7) });
    expect(lineErrors).toMatchObject([{ line: 7, reason: { is: 'LineCnpjDiffers' } }]);
  });
});
