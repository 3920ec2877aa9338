// Finds the heading of a table: the row the saved mapping tells, or the first of 40 that names what an import needs.
import { columnFields, type ColumnField } from '../../domain/trialBalance/fileReasons.js';
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import { isCodeAndName } from '../columns/codeColumns.js';
import { understand, missingOf, type Columns, type Understood } from '../columns/columns.js';
import { singleOf, type Balance } from '../columns/amountColumns.js';
import { areCreditsNegative } from '../columns/arithmetic.js';
import { textOf } from '../cells/cellText.js';
import { headingKey } from './headingText.js';
import { besideHeadings, labelled } from '../columns/shiftedColumns.js';
import type { TableRow } from '../formats/table.js';

/** Source: docs/spec/files.md#headings. */
export const HEADING_ROWS_MAX = 40;
const SAMPLE_ROWS = 100;
/** Headings a refusal shows. */
const FOUND_SHOWN_MAX = 40;

const NUMBER = /^[\d.,]+(?:\s|$)/;

export type Heading = Readonly<{
  columns: Columns;
  /** The physical row of the heading, the lower one of two. */
  line: number;
  /** Index of the first row after it. */
  next: number;
}>;

export type NoHeading = Readonly<{
  missing: readonly ColumnField[];
  found: readonly string[];
  recognised: number;
}>;

/** @param rows the first rows of the table, some more than may hold the heading */
export function findHeading(all: readonly TableRow[]): Heading | NoHeading {
  // Rules of dashes between the rows of a heading are not there.
  const rows = all.filter(hasWords);
  const found = headingAmong(rows);
  if (!('columns' in found)) return found;
  const row = rows[found.next - 1];
  return { ...found, next: row === undefined ? found.next : all.indexOf(row) + 1 };
}

function hasWords({ cells }: TableRow): boolean {
  return cells.some((cell) => typeof cell !== 'string' || /[\p{L}\d?]/u.test(cell));
}

function headingAmong(rows: readonly TableRow[]): Heading | NoHeading {
  let best: NoHeading = { missing: missingOf(noColumns), found: [], recognised: 0 };
  const last = Math.min(rows.length, HEADING_ROWS_MAX);
  for (let at = 0; at < last; at++) {
    const alone = understandRow(rows, at);
    if (alone.missing.length === 0) return headingOf(alone, rows, at);
    best = better(best, alone);
    // A heading of one row right below wins over the two joined: the upper one is a title then.
    const below = at + 1 < last ? understandRow(rows, at + 1) : null;
    if (below === null || below.missing.length === 0) continue;
    const joined = understand(joinedTexts(rows, at), sampleAfter(rows, at + 2));
    if (joined.missing.length === 0) return headingOf(joined, rows, at + 1);
    best = better(best, joined);
  }
  return best;
}

/** Whether a row inside the data is a heading again, as on each page of a printed report. */
export function repeatedHeading(row: TableRow): Columns | null {
  const understood = understand(row.cells.map(textOf), []);
  return understood.missing.length === 0 ? understood.columns : null;
}

/** @returns the headings the mapping names and the table lacks, when it lacks any */
export function findMapped(
  rows: readonly TableRow[],
  mapping: ColumnMapping,
): Heading | Readonly<{ lacking: readonly string[] }> {
  let lacking: readonly string[] | null = null;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined || (mapping.headerRow === undefined && at >= HEADING_ROWS_MAX)) break;
    if (mapping.headerRow !== undefined && row.line !== mapping.headerRow) continue;
    for (const [texts, next] of [
      [row.cells.map(textOf), at + 1],
      [joinedTexts(rows, at), at + 2],
    ] as const) {
      const mapped = mappedColumns(texts, mapping, sampleAfter(rows, next));
      if ('columns' in mapped) return { columns: mapped.columns, line: rows[next - 1]?.line ?? row.line, next };
      if (lacking === null || mapped.lacking.length < lacking.length) lacking = mapped.lacking;
    }
  }
  return { lacking: lacking ?? columnFields.flatMap((field) => mapping[field] ?? []) };
}

const noColumns: Columns = understand([], []).columns;

function understandRow(rows: readonly TableRow[], at: number): Understood {
  return understand(rows[at]?.cells.map(textOf) ?? [], sampleAfter(rows, at + 1));
}

function headingOf({ columns }: Understood, rows: readonly TableRow[], at: number): Heading {
  return { columns, line: rows[at]?.line ?? 0, next: at + 1 };
}

function sampleAfter(rows: readonly TableRow[], from: number): readonly TableRow[] {
  return rows.slice(from, from + SAMPLE_ROWS);
}

function better(best: NoHeading, { columns, missing, recognised }: Understood): NoHeading {
  if (recognised < 2 || recognised <= best.recognised) return best;
  // Rows of data have words that headings have, and amounts that no heading has.
  if (columns.headings.filter((heading) => NUMBER.test(heading)).length > 1) return best;
  const found = columns.headings.filter((heading) => heading !== '').slice(0, FOUND_SHOWN_MAX);
  return { missing, found, recognised };
}

/** `Saldo | | Movimento` over `Anterior | D/C | Débito`: a heading of the upper row reaches to the next one. */
function joinedTexts(rows: readonly TableRow[], at: number): readonly string[] {
  const [upper, lower] = [rows[at]?.cells ?? [], rows[at + 1]?.cells ?? []];
  const texts: string[] = [];
  let reaching = '';
  for (let index = 0; index < Math.max(upper.length, lower.length); index++) {
    const [top, bottom] = [textOf(upper[index]), textOf(lower[index])];
    if (top !== '') reaching = top;
    texts.push(bottom === '' ? top : `${reaching} ${bottom}`.trim());
  }
  const own = lower.map(textOf);
  const whole = understand(texts, []);
  // A title above everything would spoil each heading below it.
  return whole.missing.length > understand(own, []).missing.length ? own : texts;
}

type Mapped = Readonly<{ columns: Columns }> | Readonly<{ lacking: readonly string[] }>;

/** The same heading for several fields means its columns from left to right. */
function mappedColumns(headings: readonly string[], mapping: ColumnMapping, sample: readonly TableRow[]): Mapped {
  const keys = headings.map(headingKey);
  const taken = new Map<string, number>();
  const lacking: string[] = [];
  const index = (field: ColumnField): number => {
    const heading = mapping[field];
    if (heading === undefined) return -1;
    const key = headingKey(heading);
    const found = keys.indexOf(key, taken.get(key) ?? 0);
    if (found === -1) lacking.push(heading);
    else taken.set(key, found + 1);
    return found;
  };
  const recognised = understand(headings, sample).columns;
  const [code, name] = [index('accountCode'), index('accountName')];
  const [opening, openingSide] = [index('previousBalance'), index('previousBalanceSide')];
  const [debit, credit] = [index('debit'), index('credit')];
  const [closing, closingSide] = [index('finalBalance'), index('finalBalanceSide')];
  const [cnpj, period, chart] = [index('cnpj'), index('period'), index('chartName')];
  if (lacking.length > 0) return { lacking };
  const used = new Set([
    code,
    name,
    opening,
    openingSide,
    debit,
    credit,
    closing,
    closingSide,
    cnpj,
    period,
    chart,
  ]);
  /** What the mapping leaves out stays as recognised, unless the mapping means the column for something else. */
  const other = (mapped: number, own: number): number => (mapped !== -1 ? mapped : used.has(own) ? -1 : own);
  const side = (mapped: number, amount: number, own: Columns['opening']): number =>
    mapped !== -1 ? mapped : own.amount === amount ? own.side : -1;
  const single = (amount: number): Omit<Balance, 'side'> => ({ amount, debit: -1, credit: -1 });
  const named = { opening: single(opening), debit, credit, closing: single(closing) };
  const amounts = besideHeadings(named, code, headings, sample);
  return {
    columns: {
      code,
      codeHasName: isCodeAndName(sample, code),
      name: other(name, recognised.name),
      nameEnd: other(name, recognised.name) + 1,
      opening: { ...amounts.opening, side: side(openingSide, amounts.opening.amount, recognised.opening) },
      debit: amounts.debit,
      credit: amounts.credit,
      closing: { ...amounts.closing, side: side(closingSide, amounts.closing.amount, recognised.closing) },
      cnpj: other(cnpj, recognised.cnpj),
      period: other(period, recognised.period),
      periodStart: period === -1 ? other(-1, recognised.periodStart) : -1,
      month: other(-1, recognised.month),
      year: other(-1, recognised.year),
      chart: other(chart, recognised.chart),
      currency: other(-1, recognised.currency),
      creditsAreNegative: areCreditsNegative(singleOf(amounts), sample),
      headings,
      labels: labelled(headings, named, amounts),
    },
  };
}
