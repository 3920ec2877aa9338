// What a whole file is warned of beyond its single lines: accounts not found, sums that differ, lines that come again.
// Source: docs/spec/files.md#sums.
import { CODES_NAMED_MAX } from '../domain/trialBalance/checks/checkDocument.js';
import type { ReadingFindings } from '../domain/trialBalance/lines.js';
import { ACCOUNTS_NAMED_MAX, type GroupDifference, type Warning } from '../domain/trialBalance/warnings.js';
import type { FoundDifference, Sums } from './lines/sums/detailSums.js';
import type { KeptLines } from './lines/lineReader.js';
import { repetitionIn } from './lines/sums/repeatedLines.js';

/** Where sides are not marked, fewer lines are no whole trial balance, whose balances add up to zero. */
const WHOLE_LINES_MIN = 10;

/** Lines, those of them that find an account, the column of codes, and the first codes that find none. */
export type AccountsFound = Readonly<{
  lines: number;
  found: number;
  column: string;
  notFound: readonly string[];
}>;

/** The same findings with these warnings among those of how the file was understood. */
export function withFileWarnings(
  findings: ReadingFindings,
  kept: KeptLines,
  accounts: AccountsFound,
  sums: Sums,
): ReadingFindings {
  const warnings = [...fewAccounts(accounts), ...findings.warnings, ...repetitions(kept), ...sumsThatDiffer(sums)];
  return { ...findings, warnings, codeColumn: accounts.column };
}

function fewAccounts({ lines, found, column, notFound }: AccountsFound): readonly Warning[] {
  if (found * 2 >= lines) return [];
  return [{ is: 'FewAccountsFound', lines, found, column, codes: notFound.slice(0, CODES_NAMED_MAX) }];
}

function repetitions({ lines: all, hashes }: KeptLines): readonly Warning[] {
  const repetition = repetitionIn(all, hashes, ACCOUNTS_NAMED_MAX);
  if (repetition === null) return [];
  const { lines } = repetition;
  if (repetition.is === 'whole') return [{ is: 'LinesTwice', lines, line: repetition.line }];
  return [{ is: 'LinesRepeated', lines, accounts: repetition.accounts, more: repetition.more }];
}

/** One warning for one cause: the group in which the difference is, and not all groups above it. */
function sumsThatDiffer({
  lines,
  debitCents,
  creditCents,
  finalBalanceCents,
  isSigned,
  groups,
  groupCount,
}: Sums): Warning[] {
  const [first] = groups;
  if (debitCents !== creditCents) {
    const isCut = first !== undefined && groups.every((one) => one.isLast && isLess(one));
    return [
      { is: 'SumsDiffer', lines, debitCents, creditCents, group: first ? groupDifference(first) : null, isCut },
    ];
  }
  if (groups.length > 0) {
    const named = groups.slice(0, ACCOUNTS_NAMED_MAX).map(groupDifference);
    return [{ is: 'GroupsDiffer', groups: named, more: groupCount - named.length }];
  }
  const isWhole = isSigned || (lines >= WHOLE_LINES_MIN && debitCents !== 0);
  return finalBalanceCents === 0 || !isWhole
    ? []
    : [{ is: 'BalancesDiffer', lines, balanceCents: finalBalanceCents }];
}

/** Lines are missing where they come to less than their group. */
function isLess({ ownCents, linesCents }: FoundDifference): boolean {
  return Math.abs(linesCents) < Math.abs(ownCents);
}

function groupDifference({ code, of, ownCents, linesCents }: FoundDifference): GroupDifference {
  return { code, of, ownCents, linesCents };
}
