// What an import came to, and what it would change.
import type { SignConvention, TrialBalanceLine } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import { groupedBy } from '../kernel/groupedBy.js';
import type { Cents } from '../kernel/money.js';
import type { ReconciliationStatus } from '../reconciliation/states.js';
import { AMOUNT_FIELDS } from './amounts.js';
import type { NextOpening, Warning } from './warnings.js';

// What a version would change beyond its own month's lines once it were imported and released.
// Source: docs/spec/imports.md#impact.

/** Listed of each kind; the others are counted. */
export const IMPACT_LISTED_MAX = 200;

/** The first items, and how many there are. */
export type Listed<Item> = Readonly<{ items: readonly Item[]; total: number }>;

/**
 * A reconciliation whose work would be undone; balances in centavos, signed as their versions sign, and with debit
 * positive.
 */
export type AffectedReconciliation = Readonly<{
  reconciliationId: number;
  accountCode: string;
  accountName: string;
  status: ReconciliationStatus;
  balanceCents: Cents;
  balanceDebitCents: Cents;
  newBalanceCents: Cents;
  newBalanceDebitCents: Cents;
}>;

export type Impact = Readonly<{
  /** null: not asked for. */
  reconciliations: Listed<AffectedReconciliation> | null;
  /**
   * The month after this one, and its accounts that would no longer open with what this one closes with; null: not
   * imported.
   */
  next: Competence;
  continuity: Listed<NextOpening> | null;
}>;

export type LineCounts = Readonly<{
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
}>;

/** Counters and warnings describe this request, also for a resend. */
export type ImportOutcome = LineCounts &
  Readonly<{
    resend: boolean;
    /** Null only with `validateOnly` and new content. */
    trialBalanceId: number | null;
    /** The version's number; null as the id. */
    version: number | null;
    /** Convention of the version; with `validateOnly` and new content, of that. */
    convention: SignConvention;
    warnings: readonly Warning[];
    /** Accounts compared with the current version; null unless `validateOnly`. */
    changes: Changes | null;
    /** Null unless `validateOnly`. */
    impact: Impact | null;
  }>;

// What a document would change in the current version of its month, counted by account (`validateOnly`).

export type Changes = Readonly<{ added: number; changed: number; removed: number }>;

/** An account is changed when its lines, names and amounts differ; their order does not matter. */
export function changesAgainst(
  current: readonly TrialBalanceLine[] | null,
  lines: readonly TrialBalanceLine[],
): Changes {
  const before = groupedBy(current ?? [], ({ accountCode }) => accountCode);
  const after = groupedBy(lines, ({ accountCode }) => accountCode);
  let changed = 0;
  let removed = 0;
  for (const [code, linesBefore] of before) {
    const linesAfter = after.get(code);
    if (linesAfter === undefined) removed++;
    else if (contentOf(linesBefore) !== contentOf(linesAfter)) changed++;
  }
  return { added: after.size - (before.size - removed), changed, removed };
}

/** The same for the same lines in any order: names contain no control characters. */
function contentOf(lines: readonly TrialBalanceLine[]): string {
  const texts = lines.map((line) => [line.accountName, ...AMOUNT_FIELDS.map((field) => line[field])].join('\t'));
  return texts.sort().join('\n');
}
