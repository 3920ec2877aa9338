// The warnings of an accepted document. Those about the whole document come first, so that the limit never omits
// them; then those about accounts, by kind.
// Source: docs/spec/imports.md#warnings.
import type { Competence } from '../../kernel/competence.js';
import { previousCompetence } from '../../kernel/competence.js';
import type { Cents } from '../../kernel/money.js';
import { NOT_IN_CHART, NOT_RECONCILED, type SelectedLines } from './selectedLines.js';
import { Follows } from './accountRoles.js';
import type { ChartFacts, CheckFacts } from './checkFacts.js';
import type { ChartIndex } from './chartIndex.js';
import {
  breaksAfter,
  breaksInto,
  restartIn,
  type Break,
  type OpeningBreak,
  type OtherMonth,
  type ThisMonth,
} from './continuity.js';
import { debitSign } from './debitPositive.js';
import { AMOUNTS, FINAL, type LineTable } from '../lines/lineTable.js';
import type { Movement } from './movement.js';
import { textAt } from '../lines/textColumn.js';
import { IMPACT_LISTED_MAX, type Listed } from '../impact.js';
import { ACCOUNTS_NAMED_MAX, Warnings, type AgainstNature, type Warning } from '../warnings.js';

export type Checked = Readonly<{
  table: LineTable;
  chart: ChartIndex;
  selected: SelectedLines;
  movement: Movement;
}>;

export type Neighbours = Readonly<{ previous: OtherMonth | null; next: OtherMonth | null }>;

export function documentWarnings(checked: Checked, facts: CheckFacts, neighbours: Neighbours): readonly Warning[] {
  const warnings = new Warnings();
  for (const warning of checked.table.readingFindings?.warnings ?? []) warnings.add(() => warning);
  const month = thisMonth(checked);
  const breaks = neighbours.previous === null ? null : foundBreaks(facts.competence, neighbours.previous, month);
  warnLeftOut(checked, 'IgnoredNotInChart', NOT_IN_CHART, warnings);
  warnLeftOut(checked, 'IgnoredNotReconciled', NOT_RECONCILED, warnings);
  warnOfChartAndMonth(facts, warnings);
  const previous = previousCompetence(facts.competence);
  if (facts.previous === 'notImported') warnings.add(() => ({ is: 'PreviousNotImported', previous }));
  const period = restartIn(facts.competence);
  if (breaks !== null && period !== null && breaks.restarted > 0) {
    warnings.add(() => ({ is: 'ResultAccountsRestarted', accounts: breaks.restarted, period }));
  }
  const { next } = facts;
  if (next !== null && neighbours.next !== null && !isContinuedBy(neighbours.next, next.competence, month)) {
    warnings.add(() => ({ is: 'NextOpeningsDiffer', next: next.competence }));
  }
  const isFile = checked.table.readingFindings !== undefined;
  warnOfBreaks(breaks?.listed ?? [], previous, isFile, warnings);
  warnAgainstNature(checked, isFile, warnings);
  warnSummed(checked, warnings);
  return warnings.list();
}

/** Whether the month after still opens with these closing balances. */
function isContinuedBy(next: OtherMonth, competence: Competence, month: ThisMonth): boolean {
  return breaksInto(next, competence, month).next().done === true;
}

/** The month after, as far as it would no longer open with these closing balances: the first accounts, and how many. */
export function impactOnNext(
  checked: Checked,
  { next }: CheckFacts,
  neighbours: Neighbours,
): Listed<OpeningBreak> {
  const items: OpeningBreak[] = [];
  let total = 0;
  if (next !== null && neighbours.next !== null)
    for (const found of breaksInto(neighbours.next, next.competence, thisMonth(checked)))
      if (++total <= IMPACT_LISTED_MAX) items.push(found);
  return { items, total };
}

function thisMonth({ table, chart, selected, movement }: Checked): ThisMonth {
  let leftOut: Set<string> | null = null;
  const isLeftOut = (accountCode: string): boolean => {
    leftOut ??= codesLeftOut(table, selected, (why) => why < 0);
    return leftOut.has(accountCode);
  };
  return { chart, totals: selected.totals, movement, isLeftOut };
}

/** Result accounts that start the year or quarter at zero are only counted. */
function foundBreaks(competence: Competence, previous: OtherMonth, month: ThisMonth) {
  const listed: Break[] = [];
  let restarted = 0;
  const restarts = restartIn(competence) !== null;
  breaksAfter(previous, month, (found) => {
    const isAtZero = found.is === 'missing' || found.openingCents === 0;
    if (restarts && found.isResult && isAtZero) restarted++;
    else listed.push(found);
  });
  return { listed, restarted };
}

/** A file has one warning for all differences of a kind. */
function warnOfBreaks(breaks: readonly Break[], previous: Competence, isFile: boolean, warnings: Warnings): void {
  const openings = breaks.filter((found) => found.is === 'differs');
  const missing = breaks.filter((found) => found.is === 'missing');
  if (!isFile || (openings.length <= 1 && missing.length <= 1)) {
    for (const found of breaks) warnings.add(() => breakWarning(found, previous));
    return;
  }
  const [opening] = openings;
  if (openings.length > 1) warnings.add(() => ({ is: 'SeveralOpeningsDiffer', ...named(openings), previous }));
  else if (opening !== undefined) warnings.add(() => breakWarning(opening, previous));
  const [gone] = missing;
  if (missing.length > 1) warnings.add(() => ({ is: 'SeveralAccountsMissing', ...named(missing), previous }));
  else if (gone !== undefined) warnings.add(() => breakWarning(gone, previous));
}

/** The first ones, and the number of others. */
function named<Item>(items: readonly Item[]): Readonly<{ accounts: readonly Item[]; more: number }> {
  const accounts = items.slice(0, ACCOUNTS_NAMED_MAX);
  return { accounts, more: items.length - accounts.length };
}

function breakWarning(found: Break, previous: Competence): Warning {
  const { accountCode, closingCents } = found;
  if (found.is === 'missing') return { is: 'AccountMissing', accountCode, closingCents, previous };
  return { is: 'OpeningDiffers', accountCode, openingCents: found.openingCents, closingCents, previous };
}

function warnLeftOut(
  { table, selected }: Checked,
  is: 'IgnoredNotInChart' | 'IgnoredNotReconciled',
  why: number,
  warnings: Warnings,
): void {
  const elsewhere = why === NOT_IN_CHART ? table.readingFindings?.notInChart : undefined;
  if (elsewhere !== undefined && elsewhere.lines > 0) return warnings.add(() => ({ is, ...elsewhere }));
  const lines = why === NOT_IN_CHART ? selected.notInChart : selected.notReconciled;
  if (lines === 0) return;
  const codes = codesLeftOut(table, selected, (reason) => reason === why);
  const accounts = [...codes].slice(0, ACCOUNTS_NAMED_MAX);
  warnings.add(() => ({ is, lines, accounts, more: codes.size - accounts.length }));
}

function codesLeftOut(
  table: LineTable,
  { accountOfLine }: SelectedLines,
  matches: (why: number) => boolean,
): Set<string> {
  const codes = new Set<string>();
  accountOfLine.forEach((why, line) => {
    if (matches(why)) codes.add(textAt(table.accountCode, line));
  });
  return codes;
}

function warnOfChartAndMonth(
  { chart, chartName, competence, currentMonth }: CheckFacts,
  warnings: Warnings,
): void {
  if (chart?.active === false) warnings.add(() => ({ is: 'ChartInactive', chartName }));
  if (chart !== null && !isValidIn(competence, chart))
    warnings.add(() => ({ is: 'ChartOutsideValidity', chartName, competence }));
  if (competence > currentMonth) warnings.add(() => ({ is: 'CompetenceInFuture', competence }));
}

/** A chart is valid in a month if it is valid on any day of it. Months compare as text. */
function isValidIn(competence: Competence, { validFrom, validTo }: ChartFacts): boolean {
  return competence >= validFrom.slice(0, 7) && (validTo === null || competence <= validTo.slice(0, 7));
}

/** The closing balance is debit-positive: negative on a DEBIT account, positive on a CREDIT one. */
function warnAgainstNature({ chart, selected, movement }: Checked, isFile: boolean, warnings: Warnings): void {
  const { totals } = selected;
  const found: AgainstNature[] = [];
  let count = 0;
  for (let place = 0; place < totals.count; place++) {
    const account = totals.account[place] as number;
    const nature = chart.nature[account];
    if (nature === undefined || nature === 'MIXED') continue;
    const follows = chart.follows[account] ?? Follows.EITHER;
    const sign = debitSign(follows, movement.convention, movement.fits[place] as number);
    const balanceCents = (totals.cents[place * AMOUNTS + FINAL] as Cents) * sign;
    if (nature === 'DEBIT' ? balanceCents >= 0 : balanceCents <= 0) continue;
    const describe = (): AgainstNature => ({ accountCode: textAt(chart.code, account), nature, balanceCents });
    if (!isFile) warnings.add(() => ({ is: 'AgainstNature', ...describe() }));
    else if (count++ < ACCOUNTS_NAMED_MAX) found.push(describe());
  }
  const [only] = found;
  if (count === 1 && only !== undefined) warnings.add(() => ({ is: 'AgainstNature', ...only }));
  else if (count > 1)
    warnings.add(() => ({ is: 'SeveralAgainstNature', accounts: found, more: count - found.length }));
}

function warnSummed({ table, chart, selected: { totals } }: Checked, warnings: Warnings): void {
  // A file that contains every line twice has one warning for all of them.
  if (table.readingFindings?.warnings.some(({ is }) => is === 'LinesTwice') === true) return;
  const codes: string[] = [];
  let [count, lines] = [0, 0];
  for (let place = 0; place < totals.count; place++) {
    const lineCount = totals.lineCount[place] as number;
    if (lineCount === 1) continue;
    if (count++ < ACCOUNTS_NAMED_MAX) codes.push(textAt(chart.code, totals.account[place] as number));
    lines = lineCount;
  }
  const [accountCode] = codes;
  if (count === 1 && accountCode !== undefined) warnings.add(() => ({ is: 'AccountSummed', accountCode, lines }));
  else if (count > 1) warnings.add(() => ({ is: 'AccountsSummed', accounts: codes, more: count - codes.length }));
}
