// Which columns hold the balances and the movement. Balances whose headings are dates are ordered by date, equal
// headings by position, and several candidates by the arithmetic of the lines. Source:
// docs/spec/files.md#headings.
import { lastDayOf, nextCompetence, parseCompetence } from '../../domain/kernel/competence.js';
import { textOf } from '../cells/cellText.js';
import { periodBetween, periodOfCell, type Period } from '../cells/periodText.js';
import type { Cell, TableRow } from '../formats/table.js';
import { balanceDate } from '../headings/headingRole.js';
import { headingWords, type HeadingRole } from '../headings/headingVocabulary.js';
import { areThere, isThere, NO_BALANCE, type Amounts, type BalanceColumns } from './amounts.js';
import { columnsThatClose, type Choices } from './balanceArithmetic.js';
import { NO_COLUMN, isFilled } from './columnValues.js';

export function amountColumns(
  roles: readonly (HeadingRole | null)[],
  headings: readonly string[],
  sample: readonly TableRow[],
): Amounts {
  const first = (role: HeadingRole): number => roles.indexOf(role);
  const all = columnsOf(roles);
  let debit = first('debit');
  let credit = first('credit');
  const opening = openingColumns(first);
  const closing = {
    ...NO_BALANCE,
    amount: first('closing'),
    debit: first('closingDebit'),
    credit: first('closingCredit'),
  };

  const dated = headings
    .flatMap((heading, index) => {
      const date = balanceDate(heading);
      return date === null ? [] : [{ date, index }];
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (dated.length >= 2 && opening.amount === NO_COLUMN) opening.amount = dated[0]?.index ?? NO_COLUMN;
  if (dated.length >= 1 && closing.amount === NO_COLUMN && opening.amount !== dated.at(-1)?.index)
    closing.amount = dated.at(-1)?.index ?? NO_COLUMN;

  const balances = all('balance');
  if (balances.length > 0 && !isThere(closing)) closing.amount = balances.pop() ?? NO_COLUMN;
  const before = balances[0];
  if (before !== undefined && !isThere(opening) && (debit === NO_COLUMN || before < debit))
    opening.amount = before;

  // Three pairs of debit and credit: opening balance, movement, closing balance.
  const debits = all('debit');
  const credits = all('credit');
  if (debits.length === 3 && credits.length === 3 && !isThere(opening) && !isThere(closing)) {
    [opening.debit, debit, closing.debit] = debits as [number, number, number];
    [opening.credit, credit, closing.credit] = credits as [number, number, number];
    return { opening, debit, credit, closing };
  }
  const amounts = { opening, debit, credit, closing };
  return areThere(amounts) ? columnsThatClose(amounts, columnChoices(roles), sample) : amounts;
}

/** What was carried into the year is the opening balance, but where the months before have a column too. */
function openingColumns(first: (role: HeadingRole) => number) {
  const months = first('opening');
  const carried = first('carried');
  return {
    amount: months === NO_COLUMN ? carried : months,
    carried: months === NO_COLUMN ? NO_COLUMN : carried,
    debit: first('openingDebit'),
    credit: first('openingCredit'),
  };
}

function columnsOf(roles: readonly (HeadingRole | null)[]): (role: HeadingRole) => number[] {
  return (role) => roles.flatMap((one, index) => (one === role ? [index] : []));
}

/** All columns that their headings make candidates; of a balance pairs of debit and credit too. */
export function columnChoices(roles: readonly (HeadingRole | null)[]): Choices {
  const all = columnsOf(roles);
  const balances = (single: HeadingRole, debit: HeadingRole, credit: HeadingRole): BalanceColumns[] => {
    const credits = all(credit);
    return [
      ...all(single).map((amount) => ({ ...NO_BALANCE, amount })),
      ...all(debit).map((index, at) => ({ ...NO_BALANCE, debit: index, credit: credits[at] ?? NO_COLUMN })),
    ].filter(isThere);
  };
  return {
    opening: balances('opening', 'openingDebit', 'openingCredit'),
    debit: all('debit'),
    credit: all('credit'),
    closing: balances('closing', 'closingDebit', 'closingCredit'),
  };
}

// What headings and constant columns say of the months that a report covers: dates in the headings of both
// balances, a column for each end of a range, debits and credits of the year. Source:
// docs/spec/files.md#competence.

type Labelled = Amounts & Readonly<{ labels: readonly string[] }>;

/** Columns of the two ends of a range. */
type RangeColumns = Readonly<{ start: number; end: number }>;

/** Days of a month from which on a balance may be that of its last working day. */
const LAST_DAYS_FROM = 25;
const FIRST_WORDS = /^(?:de|desde|da|del|from|start|inicio|inicial|ini|begin|beginning|starting)$/;
const LAST_WORDS = /^(?:ate|hasta|to|end|ending|fim|final|fin|termino|through)$/;
/** Dates of other things than the report's period. */
const OTHER_DATES =
  /^(?:vig|valid|exerc|cadastr|cria|inclus|altera|abert|emiss|gera|impress|process|extra|creat|updat|print|run|lanc|doc|venc|nasc)/;
/** Words of headings whose debits and credits are those of the year so far. */
const OF_THE_YEAR = /^(?:ate|ytd|acum.*|exercicio|ano|year|anual|trimestre|semestre|quarter)$/;

/** Period between `Saldo em 28/02/2026` and `Saldo em 31/03/2026`; null unless both balances have dates. */
export function periodOfBalances({ labels, opening, closing }: Labelled): Period | null {
  const before = balanceDate(labels[opening.amount] ?? '');
  const after = balanceDate(labels[closing.amount] ?? '');
  if (before === null || after === null) return null;
  return periodBetween(dayAfter(before), after);
}

/** Headings of debits and credits where both say that they are those of the year; else none. */
export function accumulatedColumns({ labels, debit, credit }: Labelled): readonly string[] {
  const movementLabels = [debit, credit].map((index) => labels[index] ?? '');
  return movementLabels.every((heading) => headingWords(heading).some((word) => OF_THE_YEAR.test(word)))
    ? movementLabels
    : [];
}

/**
 * Two columns with one month or date each in all lines, the first of the one and the last of the other: whole
 * months, or headings that say so. @param takenIndexes columns that hold something else
 */
export function rangeColumns(
  headings: readonly string[],
  takenIndexes: ReadonlySet<number>,
  sample: readonly TableRow[],
): RangeColumns | null {
  const constants = headings.flatMap((heading, index) => {
    const words = headingWords(heading);
    if (takenIndexes.has(index) || words.some((word) => OTHER_DATES.test(word))) return [];
    const value = onlyValue(sample, index);
    return value === null ? [] : [{ index, words, ...value }];
  });
  for (const [at, first] of constants.entries())
    for (const lastColumn of constants.slice(at + 1)) {
      if (first.month >= lastColumn.month) continue;
      const areNamed =
        first.words.some((word) => FIRST_WORDS.test(word)) &&
        lastColumn.words.some((word) => LAST_WORDS.test(word));
      if (areNamed || (first.isFirstDay && lastColumn.isLastDay))
        return { start: first.index, end: lastColumn.index };
    }
  return null;
}

type OnlyValue = Readonly<{ month: string; isFirstDay: boolean; isLastDay: boolean }>;

function onlyValue(sample: readonly TableRow[], index: number): OnlyValue | null {
  const values = new Map<string, Cell>();
  let lines = 0;
  for (const { cells } of sample) {
    const cell = cells[index];
    if (!isFilled(cell)) continue;
    // Cells of page headings stand among the values.
    if (periodOfCell(cell) === null) continue;
    lines++;
    values.set(typeof cell === 'object' ? cell.date : String(cell), cell);
    if (values.size > 1) return null;
  }
  const [cell] = values.values();
  const period = periodOfCell(cell);
  if (period?.is !== 'month' || lines * 2 < sample.length) return null;
  const day = dayIn(cell);
  const { competence } = period;
  return {
    month: competence,
    isFirstDay: day === 1,
    isLastDay: day === Number(lastDayOf(competence).slice(8)),
  };
}

/** The day of a date; null for a month, and for a number, which may be anything. */
function dayIn(cell: Cell | undefined): number | null {
  if (cell !== null && typeof cell === 'object') return Number(cell.date.slice(8, 10));
  const [, first, day] = /^\s*(\d{1,4})[-/.]\d{1,2}[-/.](\d{1,4})/.exec(textOf(cell)) ?? [];
  if (first === undefined || day === undefined) return null;
  return Number(first.length === 4 ? day : first);
}

/** The balance of a month's last day opens the next month, and so does that of a month alone. */
function dayAfter(date: string): string {
  const day = Number(date.slice(8));
  if (day > 0 && day < LAST_DAYS_FROM) return date;
  const month = parseCompetence(date.slice(0, 7));
  return month === null ? '' : nextCompetence(month);
}
