// Checks a document's lines against chart and neighbouring months: refused, or accepted with warnings. Reports all
// reasons in the content at once. Source: docs/spec/imports.md#refusals.
import { selectLines, type AccountTotals, type SelectedLines } from './selectedLines.js';
import type { AccountRole } from './accountRoles.js';
import { readersSign } from './debitPositive.js';
import type { CheckFacts } from './checkFacts.js';
import type { ChartIndex } from './chartIndex.js';
import { documentWarnings, impactOnNext, type Neighbours } from './documentWarnings.js';
import type { SignConvention } from '../../books/events.js';
import type { OpeningBreak } from './continuity.js';
import { LineErrors } from './lineErrors.js';
import { AMOUNTS, FINAL, lineNumberOf, type LineTable } from '../lines/lineTable.js';
import { checkMovement, readMovement, type Movement } from './movement.js';
import type { Listed } from '../impact.js';
import type { CodesRead, ImportReason, LineError } from '../refusals.js';
import type { Warning } from '../warnings.js';
import { textAt } from '../lines/textColumn.js';
import { storedLines, type StoredLines } from '../lines/storedLines.js';

export type Findings = Readonly<{
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  /** Of a file. */
  errorKinds: ReadonlyMap<string, number>;
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
  /** Empty if refused: warnings describe a stored trial balance. */
  warnings: readonly Warning[];
  convention: SignConvention;
  /** Accounts that the month after would no longer continue; null when refused, or without `includeChanges`. */
  nextBreaks: Listed<OpeningBreak> | null;
  /** null when refused. */
  stored: StoredLines | null;
  /** `readersSign` by index in the chart; 0 for accounts without a line. Empty when refused. */
  debitSigns: Int8Array;
}>;

/** Codes that a refusal names. */
const CODES_NAMED_MAX = 5;

/** @param chart null if the company has no chart of the import's name */
export function checkDocument(
  table: LineTable,
  facts: CheckFacts,
  chart: ChartIndex | null,
  neighbours: Neighbours,
): Findings {
  const errors = new LineErrors(table.readingFindings !== undefined);
  checkOwnFields(table, facts, errors);
  if (table.readingFindings)
    errors.addAll(
      table.readingFindings.errors,
      table.readingFindings.errorCount,
      table.readingFindings.errorKinds,
    );
  const { chartName } = facts;
  if (chart === null) return refused(table, null, [{ is: 'ChartNotFoundByName', chartName }], errors);
  const selected = selectLines(table, chart);
  if (selected.imported === 0) {
    const read = codesRead(table);
    return refused(table, selected, [{ is: 'NoAccountEnters', chartName, ...(read && { read }) }], errors);
  }
  const movement = readMovement(selected.totals, chart);
  checkMovement(table, selected.totals, chart, movement, errors);
  if (errors.count > 0) return refused(table, selected, [], errors);
  const checked = { table, chart, selected, movement };
  return {
    reasons: [],
    lineErrors: [],
    lineErrorCount: 0,
    errorKinds: errors.kinds,
    ...counters(table, selected),
    warnings: documentWarnings(checked, facts, neighbours),
    convention: movement.convention,
    nextBreaks: facts.includeChanges ? impactOnNext(checked, facts, neighbours) : null,
    stored: storedLines(table, chart, selected),
    debitSigns: debitSigns(selected.totals, chart, movement),
  };
}

function debitSigns(totals: AccountTotals, chart: ChartIndex, { fits, convention }: Movement): Int8Array {
  const signs = new Int8Array(chart.count);
  for (let place = 0; place < totals.count; place++) {
    const account = totals.account[place] as number;
    const finalCents = totals.cents[place * AMOUNTS + FINAL] as number;
    signs[account] = readersSign(
      chart.role[account] as AccountRole,
      convention,
      fits[place] as number,
      finalCents,
    );
  }
  return signs;
}

/** CNPJ and month given on a line must equal the import's, also on ignored lines. */
function checkOwnFields(table: LineTable, facts: CheckFacts, errors: LineErrors): void {
  const { accountCode } = table;
  table.cnpj?.forEach((cnpj, line) => {
    if (cnpj === undefined || cnpj === facts.cnpj) return;
    errors.add(lineNumberOf(table, line), 'cnpj', textAt(accountCode, line), { is: 'LineCnpjDiffers', cnpj });
  });
  table.competence?.forEach((competence, line) => {
    if (competence === undefined || competence === facts.competence) return;
    const reason = { is: 'LinePeriodDiffers', competence, importCompetence: facts.competence } as const;
    errors.add(lineNumberOf(table, line), 'period', textAt(accountCode, line), reason);
  });
}

/** Of a file: what was read as codes. */
function codesRead({ readingFindings, accountCode, count }: LineTable): CodesRead | undefined {
  if (readingFindings?.codeColumn === undefined) return undefined;
  const { warnings, codeColumn: column, notInChart } = readingFindings;
  const rowsWithout = warnings.find((one) => one.is === 'RowsWithoutCode')?.rows ?? 0;
  const codes = new Set(notInChart.accounts.slice(0, CODES_NAMED_MAX));
  for (let line = 0; line < count && codes.size < CODES_NAMED_MAX; line++) codes.add(textAt(accountCode, line));
  return { column, codes: [...codes], rowsWithout };
}

function counters(table: LineTable, selected: SelectedLines | null) {
  return {
    received: table.count + (table.readingFindings?.notInChart.lines ?? 0),
    imported: selected?.imported ?? 0,
    ignoredNotInChart: (selected?.notInChart ?? 0) + (table.readingFindings?.notInChart.lines ?? 0),
    ignoredNotReconciled: selected?.notReconciled ?? 0,
  };
}

function refused(
  table: LineTable,
  selected: SelectedLines | null,
  reasons: readonly ImportReason[],
  errors: LineErrors,
): Findings {
  return {
    reasons,
    lineErrors: errors.kept,
    lineErrorCount: errors.count,
    errorKinds: errors.kinds,
    ...counters(table, selected),
    warnings: [],
    convention: 'A',
    nextBreaks: null,
    stored: null,
    debitSigns: new Int8Array(0),
  };
}
