// The warnings of an accepted document. Those about the whole document come first, so that the limit never omits
// them; then those about accounts, by kind.
// Source: docs/spec/imports.md#warnings.
import { previousCompetence, type Competence } from '../../kernel/competence.js';
import type { Ignored } from './accounts.js';
import type { ChartFacts, CheckFacts } from './checkFacts.js';
import { breaksInto, differences, restartIn, type Checked, type OtherMonth } from './continuity.js';
import { debitSign, fitsOfSums } from './movement.js';
import { IMPACT_LISTED_MAX, type Listed } from '../importOutcome.js';
import {
  ACCOUNTS_COUNTED_MAX,
  firstAndMore,
  limitedWarnings,
  type AgainstNature,
  type Missing,
  type NextOpening,
  type OtherOpening,
  type Warning,
} from '../warnings.js';

export type Neighbours = Readonly<{ previous: OtherMonth | null; next: OtherMonth | null }>;

export function documentWarnings(checked: Checked, facts: CheckFacts, neighbours: Neighbours): readonly Warning[] {
  return limitedWarnings([...warningsOf(checked, facts, neighbours)]);
}

function* warningsOf(checked: Checked, facts: CheckFacts, neighbours: Neighbours): Generator<Warning> {
  const { readingFindings } = checked.document;
  const previous = previousCompetence(facts.competence);
  const breaks = neighbours.previous && foundBreaks(facts.competence, neighbours.previous, checked);
  yield* readingFindings?.warnings ?? [];
  yield* ofLinesLeftOut(checked, 'IgnoredNotInChart', 'notInChart');
  yield* ofLinesLeftOut(checked, 'IgnoredNotReconciled', 'notReconciled');
  yield* ofChartAndMonth(facts);
  if (facts.previous === 'notImported') yield { is: 'PreviousNotImported', previous };
  const period = restartIn(facts.competence);
  if (breaks !== null && period !== null && breaks.restarted > 0)
    yield { is: 'ResultAccountsRestarted', accounts: breaks.restarted, period };
  const { next } = facts;
  if (next !== null && neighbours.next !== null && !isContinuedBy(neighbours.next, next.competence, checked))
    yield { is: 'NextOpeningsDiffer', next: next.competence };
  const isFile = readingFindings !== undefined;
  if (breaks !== null) yield* ofBreaks(breaks, previous, isFile);
  yield* ofSides(checked, isFile);
  yield* ofSums(checked);
}

/** Whether the month after still opens with these closing balances. */
function isContinuedBy(next: OtherMonth, competence: Competence, month: Checked): boolean {
  return breaksInto(next, competence, month).next().done === true;
}

/**
 * The month after, as far as it would no longer open with these closing balances: the first accounts, and how
 * many.
 * @returns null when the month after is not imported
 */
export function impactOnNext(
  checked: Checked,
  { next }: CheckFacts,
  neighbours: Neighbours,
): Listed<NextOpening> | null {
  if (next === null || neighbours.next === null) return null;
  const items: NextOpening[] = [];
  let total = 0;
  for (const openingBreak of breaksInto(neighbours.next, next.competence, checked))
    if (++total <= IMPACT_LISTED_MAX) items.push(openingBreak);
  return { items, total };
}

/** Result accounts that start the year or quarter at zero are only counted. */
function foundBreaks(competence: Competence, previous: OtherMonth, month: Checked) {
  const openings: OtherOpening[] = [];
  const missing: Missing[] = [];
  let restarted = 0;
  const restarts = restartIn(competence) !== null;
  for (const difference of differences(month, 'previousBalanceCents', previous, 'finalBalanceCents')) {
    const { accountCode, hereCents: openingCents, thereCents: closingCents } = difference;
    if (restarts && difference.isResult && openingCents === 0) restarted++;
    else if (difference.isMissing) missing.push({ accountCode, closingCents });
    else openings.push({ accountCode, openingCents, closingCents });
  }
  return { openings, missing, restarted };
}

function ofBreaks(
  { openings, missing }: ReturnType<typeof foundBreaks>,
  previous: Competence,
  isFile: boolean,
): readonly Warning[] {
  return [
    ...ofAccounts(openings, isFile, {
      one: (account) => ({ is: 'OpeningDiffers', ...account, previous }),
      several: (accounts) => ({ is: 'SeveralOpeningsDiffer', ...accounts, previous }),
    }),
    ...ofAccounts(missing, isFile, {
      one: (account) => ({ is: 'AccountMissing', ...account, previous }),
      several: (accounts) => ({ is: 'SeveralAccountsMissing', ...accounts, previous }),
    }),
  ];
}

type FirstAccounts<Item> = Readonly<{ accounts: readonly Item[]; more: number }>;

/** A warning for each, but one for all of a file that has several. */
function ofAccounts<Item>(
  items: readonly Item[],
  isFile: boolean,
  { one, several }: Readonly<{ one(item: Item): Warning; several(first: FirstAccounts<Item>): Warning }>,
): readonly Warning[] {
  return isFile && items.length > 1 ? [several(firstAndMore('accounts', items))] : items.map(one);
}

function ofLinesLeftOut(
  { document, selected }: Checked,
  is: 'IgnoredNotInChart' | 'IgnoredNotReconciled',
  why: Ignored,
): readonly Warning[] {
  const lines = selected[why];
  if (lines === 0) return [];
  const codes = new Set<string>();
  for (const [at, { accountCode }] of document.lines.entries()) {
    if (selected.ofLine[at] === why) codes.add(accountCode);
    if (codes.size === ACCOUNTS_COUNTED_MAX) break;
  }
  return [{ is, lines, ...firstAndMore('accounts', [...codes]) }];
}

function* ofChartAndMonth({ chart, chartName, competence, currentMonth }: CheckFacts): Generator<Warning> {
  if (chart?.active === false) yield { is: 'ChartInactive', chartName };
  if (chart !== null && !isValidIn(competence, chart)) yield { is: 'ChartOutsideValidity', chartName, competence };
  if (competence > currentMonth) yield { is: 'CompetenceInFuture', competence };
}

/** A chart is valid in a month if it is valid on any day of it. Months compare as text. */
function isValidIn(competence: Competence, { validFrom, validTo }: ChartFacts): boolean {
  return competence >= validFrom.slice(0, 7) && (validTo === null || competence <= validTo.slice(0, 7));
}

/** The closing balance is debit-positive: negative on a DEBIT account, positive on a CREDIT one. */
function ofSides({ selected, convention }: Checked, isFile: boolean): readonly Warning[] {
  const accounts: AgainstNature[] = [];
  for (const { account, sums } of selected.totals.values()) {
    const { nature, follows } = account.role;
    if (nature === 'MIXED') continue;
    const balanceCents = sums.finalBalanceCents * debitSign(follows, convention, fitsOfSums(sums));
    if (nature === 'DEBIT' ? balanceCents >= 0 : balanceCents <= 0) continue;
    accounts.push({ accountCode: account.code, nature, balanceCents });
  }
  return ofAccounts(accounts, isFile, {
    one: (account) => ({ is: 'AgainstNature', ...account }),
    several: (first) => ({ is: 'SeveralAgainstNature', ...first }),
  });
}

function ofSums({ document, selected }: Checked): readonly Warning[] {
  // A file that contains every line twice has one warning for all of them.
  if (document.readingFindings?.warnings.some(({ is }) => is === 'LinesTwice') === true) return [];
  const summed = [...selected.totals.values()].filter(({ lineCount }) => lineCount > 1);
  const [first] = summed;
  if (first === undefined) return [];
  if (summed.length === 1)
    return [{ is: 'AccountSummed', accountCode: first.account.code, lines: first.lineCount }];
  return [
    {
      is: 'AccountsSummed',
      ...firstAndMore(
        'accounts',
        summed.map(({ account }) => account.code),
      ),
    },
  ];
}
