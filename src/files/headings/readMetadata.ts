// What the rows above a table say of the whole report: its period, its company, its chart of accounts, its unit.
// The wordings are in metadataVocabulary.ts. Source: docs/spec/files.md#competence.
import { hasRightCheckDigits, parseCnpj } from '../../domain/kernel/cnpj.js';
import { foreignCurrency, scaleIn } from '../cells/amountUnit.js';
import { plainText, textOf } from '../cells/cellText.js';
import { monthNamed } from '../cells/periodPatterns.js';
import {
  monthAndYear,
  monthWithYear,
  monthsBetween,
  periodBetween,
  periodIn,
  periodOfText,
  withoutDaysInsideMonths,
  type Period,
} from '../cells/periodText.js';
import type { Cell, TableRow } from '../formats/table.js';
import {
  ACCUMULATED_UNTIL,
  CHART_LABEL,
  CNPJ_LABEL,
  COMPANY,
  COUNTS,
  CURRENCY_IN_BRACKETS,
  CURRENCY_LABEL,
  FISCAL_YEAR,
  LABELLED_CNPJ,
  MASKED_CNPJ,
  MONTH_ALONE,
  MONTH_TO_DATE,
  MONTHS_ENDED,
  OTHER_CURRENCY,
  PART_OF_YEAR,
  PERIOD_END,
  PERIOD_LABEL,
  PERIOD_START,
  PRINTED,
  SEVERAL_MONTHS,
  TITLE,
  TRIAL_BALANCE,
  YEAR_ALONE,
  YEAR_TO_DATE,
} from './metadataVocabulary.js';

export type ReportMetadata = Readonly<ReturnType<typeof readMetadata>>;

const ROW_TEXT_MAX = 600;
/** Numbers by their words. */
const COUNT_OF = new Map(
  COUNTS.split(';').flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

/** A label's value stands in the label's own cell or in the next filled one, so a row is also read as one text. */
type HeaderRow = Readonly<{ row: TableRow; texts: readonly string[]; text: string; isFiscalYear: boolean }>;

export function readMetadata(rows: readonly TableRow[]) {
  const header = rows.map((row): HeaderRow => {
    const texts = filledTexts(row);
    const text = rowText(texts);
    return { row, texts, text, isFiscalYear: FISCAL_YEAR.test(text) };
  });
  return {
    period: periodOf(header),
    /** A cell that is only a month, as titles are. Used where nothing else tells; never contradicts. */
    titleMonth: first(header, ({ texts, isFiscalYear }) => (isFiscalYear ? null : first(texts, titleMonthOf))),
    /** A range over several months in a row that names the fiscal year. */
    fiscalYear: first(header, (row) => (row.isFiscalYear ? rangeIn(row) : null)),
    /** A quarter or half of a year, as it is written. */
    partOfYear: first(header, ({ texts }) => first(texts, partOfYearIn)),
    /** A title with a word of reports over several months, as `Balancete acumulado`. Never contradicts. */
    severalMonths: first(header, ({ texts }) => first(texts, severalMonthsIn)),
    /** What amounts are in, where that is not reais: `milhares`, `USD`. */
    unit: first(header, unitIn),
    /** 14 characters each, with right check digits: placeholders are left out. */
    cnpjs: header.flatMap(cnpjsIn),
    /** What follows `Empresa`, as `companyIn` gives it. */
    company: first(header, ({ row }) => companyIn(row)),
    chartName: first(header, chartIn),
  };
}

/** `Empresa: 001 - ALFA LTDA` as `001 alfa ltda`, to be compared; null where a row names no company. */
export function companyIn(row: TableRow): string | null {
  const [, label, sameCell = '', next = ''] = COMPANY.exec(linesOfFirstTexts(filledTexts(row))) ?? [];
  if (label === undefined) return null;
  const text = sameCell.trim() === '' ? next : sameCell;
  const name = beforePrinted(text).split(CNPJ_LABEL)[0] ?? '';
  const comparable = name.replace(/[^a-z0-9]+/g, ' ').trim();
  return comparable === '' ? null : comparable;
}

/**
 * The surest first: two ends with labels, a period with a label, month and year with labels, titles, any range.
 */
function periodOf(header: readonly HeaderRow[]): Period | null {
  const valueOf = (label: RegExp): string => first(header, ({ text }) => label.exec(text)?.[1] ?? null) ?? '';
  const from = valueOf(PERIOD_START);
  const to = valueOf(PERIOD_END);
  const year = valueOf(YEAR_ALONE);
  const month = monthAndYear(first(header, monthAlone) ?? '', year);
  return (
    periodBetween(from, to) ??
    monthsBetween(from, to, year) ??
    first(header, ({ text }) => accumulatedIn(text) ?? monthsEndedIn(text) ?? periodAfter(PERIOD_LABEL, text)) ??
    (month === null ? null : { is: 'month', competence: month }) ??
    first(header, ({ text }) =>
      periodAfter(TITLE, periodIn(text, 'range') !== null ? text : withoutDaysInsideMonths(text)),
    ) ??
    first(header, (row) => (row.isFiscalYear ? null : rangeIn(row)))
  );
}

/** `Acumulado até março/2026` begins in January, and so does `YTD March 2026`. */
function accumulatedIn(text: string): Period | null {
  const yearToDate = MONTH_TO_DATE.test(text) ? null : YEAR_TO_DATE.exec(text);
  const [, afterLabel] = ACCUMULATED_UNTIL.exec(text) ?? yearToDate ?? [];
  const until = afterLabel === undefined ? null : periodIn(afterLabel, 'any');
  if (until?.is !== 'month' || until.competence.endsWith('-01')) return null;
  return periodBetween(`${until.competence.slice(0, 4)}-01`, until.competence);
}

/** `For the three months ended March 31, 2026`. */
function monthsEndedIn(text: string): Period | null {
  const [, number = '', afterLabel = ''] = MONTHS_ENDED.exec(text) ?? [];
  const count = COUNT_OF.get(number) ?? Number(number);
  const lastPeriod = periodIn(afterLabel, 'any');
  if (lastPeriod?.is !== 'month' || !(count > 1 && count <= 12)) return null;
  const [year = 0, month = 0] = lastPeriod.competence.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - count, 1)).toISOString().slice(0, 7);
  return periodBetween(first, lastPeriod.competence);
}

function periodAfter(label: RegExp, text: string): Period | null {
  for (const match of text.matchAll(label)) {
    const afterLabel = beforePrinted(text.slice(match.index + match[0].length));
    const value = afterLabel.replace(/^[^a-z0-9]+/, '').trim();
    const period = periodOfText(value) ?? periodIn(afterLabel, 'any') ?? periodOfText(value.split(/\s+/)[0] ?? '');
    if (period !== null) return period;
  }
  return null;
}

function monthAlone({ text }: HeaderRow): string | null {
  const monthName = MONTH_ALONE.exec(text)?.[1];
  if (monthName === undefined) return null;
  const number = Number(monthName);
  return monthNamed(monthName) !== null || (number >= 1 && number <= 12) ? monthName : null;
}

function rangeIn({ text }: HeaderRow): Period | null {
  return periodIn(beforePrinted(text), 'range');
}

function titleMonthOf(text: string) {
  const period = monthWithYear(plainText(text).trim());
  return period?.is === 'month' ? { text: text.trim(), competence: period.competence } : null;
}

export function partOfYearIn(text: string): string | null {
  return PART_OF_YEAR.exec(plainText(text))?.[0].trim() ?? null;
}

function severalMonthsIn(text: string): string | null {
  const plain = plainText(text);
  return SEVERAL_MONTHS.test(plain) && TRIAL_BALANCE.test(plain) ? text.trim() : null;
}

function unitIn({ text, texts }: HeaderRow): string | null {
  const number = OTHER_CURRENCY.exec(text)?.[1];
  return (
    scaleIn(texts) ??
    foreignCurrency(CURRENCY_LABEL.exec(text)?.[1] ?? '') ??
    foreignCurrency(CURRENCY_IN_BRACKETS.exec(text)?.[1] ?? '') ??
    (number === undefined ? null : `moeda ${number}`)
  );
}

function cnpjsIn({ text }: HeaderRow): readonly string[] {
  const labelled = [...text.matchAll(LABELLED_CNPJ)].map(([, shaped = '']) => shaped);
  const masked = [...text.matchAll(MASKED_CNPJ)].map(([shaped]) => shaped);
  return [...new Set([...labelled, ...masked])].flatMap((shaped) => {
    const cnpj = parseCnpj(shaped);
    return cnpj !== null && hasRightCheckDigits(cnpj) ? [cnpj] : [];
  });
}

function chartIn({ texts }: HeaderRow): string | null {
  for (const [at, text] of texts.entries()) {
    const [, colon, sameCell = ''] = CHART_LABEL.exec(text) ?? [];
    if (colon === undefined) continue;
    if (sameCell.trim() === '') return texts[at + 1]?.trim() ?? null;
    if (colon !== '') return sameCell.trim();
  }
  return null;
}

function beforePrinted(text: string): string {
  return text.split(PRINTED)[0] ?? '';
}

function filledTexts({ cells }: TableRow): readonly string[] {
  return cells.map(headerText).filter((text) => text !== '');
}

function headerText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell !== null && typeof cell === 'object' ? cell.date : textOf(cell);
}

/** Lines as `COMPANY` expects them. */
function linesOfFirstTexts(texts: readonly string[]): string {
  return texts
    .slice(0, 2)
    .map((text) => plainText(text).replace(/\n/g, ' '))
    .join('\n');
}

function rowText(texts: readonly string[]): string {
  let row = '';
  for (const text of texts) if (row.length < ROW_TEXT_MAX) row += ` ${plainText(text)}`;
  return row.replace(/\s+/g, ' ').trim();
}

function first<Item, Value>(items: readonly Item[], find: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = find(item);
    if (value !== null) return value;
  }
  return null;
}
