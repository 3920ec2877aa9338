// Checks a document's lines against chart and neighbouring months: refused, or accepted with warnings. Everything the
// content itself can be refused for is found in one go. Source: docs/spec/imports.md#refusals.
import { totalsOf, type Entering } from './accountTotals.js';
import type { CheckFacts } from './checkFacts.js';
import type { ChartIndex } from './chartIndex.js';
import { documentWarnings, type Neighbours } from './documentWarnings.js';
import type { SignConvention } from '../../books/events.js';
import { LineErrors } from './lineErrors.js';
import { lineNumberOf, type LineTable } from '../lines/lineTable.js';
import { checkMovement, readMovement } from './movement.js';
import type { ImportReason, LineError, Warning } from '../refusals.js';
import { textAt } from '../lines/textColumn.js';
import { storedLines, type StoredLines } from '../lines/storedLines.js';

export type Findings = Readonly<{
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
  /** None when refused, for they tell of a trial balance that will not be. */
  warnings: readonly Warning[];
  convention: SignConvention;
  /** null when refused. */
  stored: StoredLines | null;
}>;

/** @param chart null when the company has none of the name the import gave */
export function checkDocument(
  table: LineTable,
  facts: CheckFacts,
  chart: ChartIndex | null,
  neighbours: Neighbours,
): Findings {
  const errors = new LineErrors();
  checkOwnFields(table, facts, errors);
  if (table.besides) errors.addAll(table.besides.errors, table.besides.errorCount);
  const { chartName } = facts;
  if (chart === null) return refused(table, null, [{ is: 'ChartNotFoundByName', chartName }], errors);
  const entering = totalsOf(table, chart);
  if (entering.imported === 0) return refused(table, entering, [{ is: 'NoAccountEnters', chartName }], errors);
  const movement = readMovement(entering.totals, chart);
  checkMovement(table, entering.totals, chart, movement, errors);
  if (errors.count > 0) return refused(table, entering, [], errors);
  return {
    reasons: [],
    lineErrors: [],
    lineErrorCount: 0,
    ...counters(table, entering),
    warnings: documentWarnings({ table, chart, entering, movement }, facts, neighbours),
    convention: movement.convention,
    stored: storedLines(table, chart, entering),
  };
}

/** What a line says of its company and month must be what the import says, also on lines left out. */
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

function counters(table: LineTable, entering: Entering | null) {
  return {
    received: table.count + (table.besides?.notInChart.lines ?? 0),
    imported: entering?.imported ?? 0,
    ignoredNotInChart: (entering?.notInChart ?? 0) + (table.besides?.notInChart.lines ?? 0),
    ignoredNotReconciled: entering?.notReconciled ?? 0,
  };
}

function refused(
  table: LineTable,
  entering: Entering | null,
  reasons: readonly ImportReason[],
  errors: LineErrors,
): Findings {
  return {
    reasons,
    lineErrors: errors.kept,
    lineErrorCount: errors.count,
    ...counters(table, entering),
    warnings: [],
    convention: 'A',
    stored: null,
  };
}
