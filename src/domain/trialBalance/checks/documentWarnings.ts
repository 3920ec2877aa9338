// Everything an accepted document is warned of. What concerns the whole document comes first, so that it is never
// among those only counted; then what concerns accounts, kind by kind.
// Source: docs/spec/imports.md#warnings.
import type { Competence } from '../../kernel/competence.js';
import { previousCompetence } from '../../kernel/competence.js';
import type { Cents } from '../../kernel/money.js';
import { NOT_IN_CHART, NOT_RECONCILED, type Entering } from './accountTotals.js';
import { Follows } from './accountRoles.js';
import type { CheckFacts } from './checkFacts.js';
import type { ChartIndex } from './chartIndex.js';
import {
  breaksAfter,
  continuesInto,
  restartIn,
  type Break,
  type OtherMonth,
  type ThisMonth,
} from './continuity.js';
import { debitSign } from './debitPositive.js';
import { AMOUNTS, FINAL, type LineTable } from '../lines/lineTable.js';
import type { Movement } from './movement.js';
import type { Warning } from '../refusals.js';
import { textAt } from '../lines/textColumn.js';
import { ACCOUNTS_NAMED_MAX, Warnings } from './warnings.js';

export type Checked = Readonly<{ table: LineTable; chart: ChartIndex; entering: Entering; movement: Movement }>;

export type Neighbours = Readonly<{ previous: OtherMonth | null; next: OtherMonth | null }>;

export function documentWarnings(checked: Checked, facts: CheckFacts, neighbours: Neighbours): readonly Warning[] {
  const warnings = new Warnings();
  for (const warning of checked.table.besides?.warnings ?? []) warnings.add(() => warning);
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
  if (next !== null && neighbours.next !== null && !continuesInto(neighbours.next, next.competence, month)) {
    warnings.add(() => ({ is: 'NextOpeningsDiffer', next: next.competence }));
  }
  for (const found of breaks?.listed ?? []) warnings.add(() => breakWarning(found, previous));
  warnAgainstNature(checked, warnings);
  warnSummed(checked, warnings);
  return warnings.list();
}

function thisMonth({ table, chart, entering, movement }: Checked): ThisMonth {
  let leftOut: Set<string> | null = null;
  const isLeftOut = (accountCode: string): boolean => {
    leftOut ??= codesLeftOut(table, entering, (why) => why < 0);
    return leftOut.has(accountCode);
  };
  return { chart, totals: entering.totals, movement, isLeftOut };
}

/** Result accounts that start the year, or the quarter, at zero are only counted. */
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

function breakWarning(found: Break, previous: Competence): Warning {
  const { accountCode, closingCents } = found;
  if (found.is === 'missing') return { is: 'AccountMissing', accountCode, closingCents, previous };
  return { is: 'OpeningDiffers', accountCode, openingCents: found.openingCents, closingCents, previous };
}

function warnLeftOut(
  { table, entering }: Checked,
  is: 'IgnoredNotInChart' | 'IgnoredNotReconciled',
  why: number,
  warnings: Warnings,
): void {
  const elsewhere = why === NOT_IN_CHART ? table.besides?.notInChart : undefined;
  if (elsewhere !== undefined && elsewhere.lines > 0) return warnings.add(() => ({ is, ...elsewhere }));
  const lines = why === NOT_IN_CHART ? entering.notInChart : entering.notReconciled;
  if (lines === 0) return;
  const codes = codesLeftOut(table, entering, (reason) => reason === why);
  const accounts = [...codes].slice(0, ACCOUNTS_NAMED_MAX);
  warnings.add(() => ({ is, lines, accounts, more: codes.size - accounts.length }));
}

function codesLeftOut(
  table: LineTable,
  { accountOfLine }: Entering,
  isWanted: (why: number) => boolean,
): Set<string> {
  const codes = new Set<string>();
  accountOfLine.forEach((why, line) => {
    if (isWanted(why)) codes.add(textAt(table.accountCode, line));
  });
  return codes;
}

/** A chart is valid in a month when it is on any day of it. Months compare as text. */
function warnOfChartAndMonth(
  { chart, chartName, competence, currentMonth }: CheckFacts,
  warnings: Warnings,
): void {
  if (chart?.active === false) warnings.add(() => ({ is: 'ChartInactive', chartName }));
  const { validFrom, validTo } = chart ?? { validFrom: '', validTo: null };
  if (competence < validFrom.slice(0, 7) || (validTo !== null && competence > validTo.slice(0, 7))) {
    warnings.add(() => ({ is: 'ChartOutsideValidity', chartName, competence }));
  }
  if (competence > currentMonth) warnings.add(() => ({ is: 'CompetenceInFuture', competence }));
}

/** The closing balance is told debit-positive: negative on a DEBIT account, positive on a CREDIT one. */
function warnAgainstNature({ chart, entering, movement }: Checked, warnings: Warnings): void {
  const { totals } = entering;
  for (let place = 0; place < totals.count; place++) {
    const account = totals.account[place] as number;
    const nature = chart.nature[account];
    if (nature === undefined || nature === 'MIXED') continue;
    const follows = chart.follows[account] ?? Follows.EITHER;
    const sign = debitSign(follows, movement.convention, movement.fits[place] as number);
    const balanceCents = (totals.cents[place * AMOUNTS + FINAL] as Cents) * sign;
    if (nature === 'DEBIT' ? balanceCents >= 0 : balanceCents <= 0) continue;
    warnings.add(() => ({ is: 'AgainstNature', accountCode: textAt(chart.code, account), nature, balanceCents }));
  }
}

function warnSummed({ chart, entering: { totals } }: Checked, warnings: Warnings): void {
  for (let place = 0; place < totals.count; place++) {
    const lines = totals.lineCount[place] as number;
    if (lines === 1) continue;
    warnings.add(() => ({
      is: 'AccountSummed',
      accountCode: textAt(chart.code, totals.account[place] as number),
      lines,
    }));
  }
}
