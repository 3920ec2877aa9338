// The warnings of an accepted document. Those about the whole document come first, so that the limit never omits
// them; then those about accounts, by kind.
// Source: docs/spec/imports.md#warnings.
import { previousCompetence, type Competence } from '../../kernel/competence.js';
import type { ChartIndex, Ignored, SelectedLines } from './accounts.js';
import type { ChartFacts, CheckFacts } from './checkFacts.js';
import {
  breaksAfter,
  breaksInto,
  restartIn,
  type Break,
  type OpeningBreak,
  type OtherMonth,
  type ThisMonth,
} from './continuity.js';
import { debitSign, fitsOfSums } from './movement.js';
import type { DocumentLines } from '../lines.js';
import type { SignConvention } from '../../books/events.js';
import { IMPACT_LISTED_MAX, type Listed } from '../importOutcome.js';
import {
  ACCOUNTS_COUNTED_MAX,
  ACCOUNTS_NAMED_MAX,
  Warnings,
  type AgainstNature,
  type Warning,
} from '../warnings.js';

export type Checked = Readonly<{
  document: DocumentLines;
  chart: ChartIndex;
  selected: SelectedLines;
  convention: SignConvention;
}>;

export type Neighbours = Readonly<{ previous: OtherMonth | null; next: OtherMonth | null }>;

export function documentWarnings(checked: Checked, facts: CheckFacts, neighbours: Neighbours): readonly Warning[] {
  const warnings = new Warnings();
  for (const warning of checked.document.readingFindings?.warnings ?? []) warnings.add(() => warning);
  const month = thisMonth(checked);
  const breaks = neighbours.previous === null ? null : foundBreaks(facts.competence, neighbours.previous, month);
  warnLeftOut(checked, 'IgnoredNotInChart', 'notInChart', warnings);
  warnLeftOut(checked, 'IgnoredNotReconciled', 'notReconciled', warnings);
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
  const isFile = checked.document.readingFindings !== undefined;
  warnOfBreaks(breaks?.listed ?? [], previous, isFile, warnings);
  warnAgainstNature(checked, isFile, warnings);
  warnSummed(checked, warnings);
  return warnings.list();
}

/** Whether the month after still opens with these closing balances. */
function isContinuedBy(next: OtherMonth, competence: Competence, month: ThisMonth): boolean {
  return breaksInto(next, competence, month).next().done === true;
}

/**
 * The month after, as far as it would no longer open with these closing balances: the first accounts, and how many.
 * @returns null when the month after is not imported
 */
export function impactOnNext(
  checked: Checked,
  { next }: CheckFacts,
  neighbours: Neighbours,
): Listed<OpeningBreak> | null {
  if (next === null || neighbours.next === null) return null;
  const items: OpeningBreak[] = [];
  let total = 0;
  for (const openingBreak of breaksInto(neighbours.next, next.competence, thisMonth(checked)))
    if (++total <= IMPACT_LISTED_MAX) items.push(openingBreak);
  return { items, total };
}

function thisMonth({ document: { lines }, chart, selected: { totals }, convention }: Checked): ThisMonth {
  return { chart, totals, convention, lines };
}

/** Result accounts that start the year or quarter at zero are only counted. */
function foundBreaks(competence: Competence, previous: OtherMonth, month: ThisMonth) {
  const breaks: Break[] = [];
  let restarted = 0;
  const restarts = restartIn(competence) !== null;
  for (const oneBreak of breaksAfter(previous, month)) {
    const isAtZero = oneBreak.is === 'missing' || oneBreak.openingCents === 0;
    if (restarts && oneBreak.isResult && isAtZero) restarted++;
    else breaks.push(oneBreak);
  }
  return { listed: breaks, restarted };
}

function warnOfBreaks(breaks: readonly Break[], previous: Competence, isFile: boolean, warnings: Warnings): void {
  const openings = breaks.filter((each) => each.is === 'differs');
  addEach(openings, isFile, warnings, {
    one: ({ accountCode, openingCents, closingCents }) => ({
      is: 'OpeningDiffers',
      accountCode,
      openingCents,
      closingCents,
      previous,
    }),
    several: (accounts) => ({ is: 'SeveralOpeningsDiffer', ...accounts, previous }),
  });
  const missing = breaks.filter((each) => each.is === 'missing');
  addEach(missing, isFile, warnings, {
    one: ({ accountCode, closingCents }) => ({ is: 'AccountMissing', accountCode, closingCents, previous }),
    several: (accounts) => ({ is: 'SeveralAccountsMissing', ...accounts, previous }),
  });
}

/** A warning for each, but one for all of a file that has several. */
function addEach<Item>(
  items: readonly Item[],
  isFile: boolean,
  warnings: Warnings,
  { one, several }: Readonly<{ one(item: Item): Warning; several(first: FirstAccounts<Item>): Warning }>,
): void {
  if (isFile && items.length > 1) warnings.add(() => several(firstAccounts(items)));
  else for (const item of items) warnings.add(() => one(item));
}

type FirstAccounts<Item> = Readonly<{ accounts: readonly Item[]; more: number }>;

/** The first ones, and the number of others. */
function firstAccounts<Item>(items: readonly Item[]): FirstAccounts<Item> {
  const accounts = items.slice(0, ACCOUNTS_NAMED_MAX);
  return { accounts, more: items.length - accounts.length };
}

function warnLeftOut(
  { document, selected }: Checked,
  is: 'IgnoredNotInChart' | 'IgnoredNotReconciled',
  why: Ignored,
  warnings: Warnings,
): void {
  const lines = selected[why];
  if (lines === 0) return;
  const codes = new Set<string>();
  for (const [at, { accountCode }] of document.lines.entries()) {
    if (selected.ofLine[at] === why) codes.add(accountCode);
    if (codes.size === ACCOUNTS_COUNTED_MAX) break;
  }
  warnings.add(() => ({ is, lines, ...firstAccounts([...codes]) }));
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
function warnAgainstNature({ selected, convention }: Checked, isFile: boolean, warnings: Warnings): void {
  const accounts: AgainstNature[] = [];
  for (const { account, sums } of selected.totals.values()) {
    const { nature, follows } = account.role;
    if (nature === 'MIXED') continue;
    const balanceCents = sums.finalBalanceCents * debitSign(follows, convention, fitsOfSums(sums));
    if (nature === 'DEBIT' ? balanceCents >= 0 : balanceCents <= 0) continue;
    accounts.push({ accountCode: account.code, nature, balanceCents });
  }
  addEach(accounts, isFile, warnings, {
    one: (account) => ({ is: 'AgainstNature', ...account }),
    several: (first) => ({ is: 'SeveralAgainstNature', ...first }),
  });
}

function warnSummed({ document, selected }: Checked, warnings: Warnings): void {
  // A file that contains every line twice has one warning for all of them.
  if (document.readingFindings?.warnings.some(({ is }) => is === 'LinesTwice') === true) return;
  const summed = [...selected.totals.values()].filter(({ lineCount }) => lineCount > 1);
  const [first] = summed;
  if (first === undefined) return;
  const { account, lineCount: lines } = first;
  if (summed.length === 1) return warnings.add(() => ({ is: 'AccountSummed', accountCode: account.code, lines }));
  warnings.add(() => ({ is: 'AccountsSummed', ...firstAccounts(summed.map((total) => total.account.code)) }));
}
