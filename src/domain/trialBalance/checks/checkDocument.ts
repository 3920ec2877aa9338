// Checks a document's lines against chart and neighbouring months: refused, or accepted with warnings. Reports all
// reasons in the content at once. Source: docs/spec/imports.md#refusals.
import { accountRole, selectLines, type ChartIndex, type SelectedLines } from './accounts.js';
import { checkMovement, conventionOf, fitsOf, fitsOfSums, readersSign } from './movement.js';
import type { CheckFacts } from './checkFacts.js';
import { documentWarnings, impactOnNext, type Neighbours } from './documentWarnings.js';
import type { LeftOutLine, SignConvention, TrialBalanceLine } from '../../books/events.js';
import { LineErrors, type CodesRead, type Faults, type ImportReason } from '../refusals.js';
import type { DocumentLine, DocumentLines } from '../lines.js';
import type { LineCounts, Listed } from '../importOutcome.js';
import type { NextOpening, Warning } from '../warnings.js';

export type Findings = Faults &
  LineCounts &
  Readonly<{
    /** Kinds of errors in a file, and how many of each. */
    errorKinds: ReadonlyMap<string, number>;
    /** Empty if refused: warnings describe a stored trial balance. */
    warnings: readonly Warning[];
    convention: SignConvention;
    /**
     * Accounts that the month after would no longer continue; null when refused, without `includeChanges` or that
     * month.
     */
    nextBreaks: Listed<NextOpening> | null;
    /** The lines that are imported, as they are stored, in the order sent; null when refused. */
    stored: readonly TrialBalanceLine[] | null;
    /** The others, made one by one, once; none when refused. */
    leftOut: Iterable<LeftOutLine>;
  }>;

/** Codes that a refusal or warning about accounts not found names. */
export const CODES_NAMED_MAX = 5;

/** @param chart null if the company has no chart of the import's name */
export function checkDocument(
  document: DocumentLines,
  facts: CheckFacts,
  chart: ChartIndex | null,
  neighbours: Neighbours,
): Findings {
  const { lines, readingFindings } = document;
  const errors = new LineErrors();
  checkOwnFields(lines, facts, errors);
  if (readingFindings) errors.addAll(readingFindings.errors);
  const { chartName } = facts;
  if (chart === null) return refused(document, null, [{ is: 'ChartNotFoundByName', chartName }], errors);
  const selected = selectLines(lines, chart);
  if (selected.imported === 0) {
    const codes = codesRead(document);
    return refused(
      document,
      selected,
      [{ is: 'NoAccountEnters', chartName, ...(codes && { read: codes }) }],
      errors,
    );
  }
  const totals = [...selected.totals.values()];
  const convention = readingFindings?.isSigned === true ? 'A' : conventionOf(totals);
  checkMovement(totals, convention, errors);
  if (errors.count > 0) return refused(document, selected, [], errors);
  const checked = { document, chart, selected, convention };
  return {
    ...errors.with([]),
    errorKinds: errors.kinds,
    ...counters(lines.length, selected),
    warnings: documentWarnings(checked, facts, neighbours),
    convention,
    nextBreaks: facts.includeChanges ? impactOnNext(checked, facts, neighbours) : null,
    stored: storedLines(lines, selected, convention),
    leftOut: leftOutLines(lines, selected, chart, convention),
  };
}

function storedLines(
  lines: readonly DocumentLine[],
  { ofLine }: SelectedLines,
  convention: SignConvention,
): TrialBalanceLine[] {
  const stored: TrialBalanceLine[] = [];
  lines.forEach((line, at) => {
    const total = ofLine[at];
    if (total === undefined || typeof total === 'string') return;
    const { account } = total;
    stored.push({
      accountCode: account.code,
      accountName: line.accountName || account.description,
      previousBalanceCents: line.previousBalanceCents,
      debitCents: line.debitCents,
      creditCents: line.creditCents,
      finalBalanceCents: line.finalBalanceCents,
      nature: account.role.nature,
      debitSign: readersSign(total.account.role, convention, fitsOfSums(total.sums), total.sums.finalBalanceCents),
    });
  });
  return stored;
}

/** CNPJ and month given on a line must equal the import's, also on ignored lines. */
function checkOwnFields(lines: readonly DocumentLine[], facts: CheckFacts, errors: LineErrors): void {
  for (const { line, accountCode, cnpj } of lines)
    if (typeof cnpj === 'string' && cnpj !== facts.cnpj)
      errors.add(line, 'cnpj', accountCode, { is: 'LineCnpjDiffers', cnpj });
  for (const { line, accountCode, competence } of lines) {
    if (typeof competence !== 'string' || competence === facts.competence) continue;
    const reason = { is: 'LinePeriodDiffers', competence, importCompetence: facts.competence } as const;
    errors.add(line, 'period', accountCode, reason);
  }
}

function codesRead({ readingFindings, lines }: DocumentLines): CodesRead | undefined {
  if (readingFindings?.codeColumn === undefined) return undefined;
  const { warnings, codeColumn: column } = readingFindings;
  const rowsWithout = warnings.find((one) => one.is === 'RowsWithoutCode')?.rows ?? 0;
  const codes = new Set<string>();
  for (const { accountCode } of lines) if (codes.size < CODES_NAMED_MAX) codes.add(accountCode);
  return { column, codes: [...codes], rowsWithout };
}

function counters(received: number, selected: SelectedLines | null): LineCounts {
  return {
    received,
    imported: selected?.imported ?? 0,
    ignoredNotInChart: selected?.notInChart ?? 0,
    ignoredNotReconciled: selected?.notReconciled ?? 0,
  };
}

function refused(
  document: DocumentLines,
  selected: SelectedLines | null,
  reasons: readonly ImportReason[],
  errors: LineErrors,
): Findings {
  return {
    ...errors.with(reasons),
    errorKinds: errors.kinds,
    ...counters(document.lines.length, selected),
    warnings: [],
    convention: 'A',
    nextBreaks: null,
    stored: null,
    leftOut: [],
  };
}

/** An account that is not in the chart: nothing tells its side but its movement. */
const UNKNOWN = { description: '', role: accountRole('MIXED', null) };

/**
 * The lines that do not enter, to be stored beside those that do (docs/spec/imports.md#whole-balancete), in the
 * order sent. Signs follow from each line alone: what does not enter is not added up by account.
 */
function* leftOutLines(
  lines: readonly DocumentLine[],
  { ofLine }: SelectedLines,
  chart: ChartIndex,
  convention: SignConvention,
): Generator<LeftOutLine> {
  for (const [place, line] of lines.entries()) {
    const why = ofLine[place];
    if (typeof why !== 'string') continue;
    const account = why === 'notReconciled' ? chart.find(line.accountCode) : undefined;
    const { description, role } = account ?? UNKNOWN;
    yield {
      place,
      reason: account === undefined ? 'NOT_IN_CHART' : 'NOT_RECONCILED',
      accountCode: account?.code ?? line.accountCode,
      accountName: line.accountName || description,
      previousBalanceCents: line.previousBalanceCents,
      debitCents: line.debitCents,
      creditCents: line.creditCents,
      finalBalanceCents: line.finalBalanceCents,
      nature: role.nature,
      debitSign: readersSign(role, convention, fitsOf(line), line.finalBalanceCents),
    };
  }
}
