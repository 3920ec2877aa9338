// What a version would change beyond its own month's lines once it were imported and released.
// Source: docs/spec/imports.md#impact.
import type { Competence } from '../kernel/competence.js';
import type { Cents } from '../kernel/money.js';
import type { ReconciliationStatus } from '../reconciliation/states.js';
import type { OpeningBreak } from './checks/continuity.js';

/** Listed of each kind; the others are counted. */
export const IMPACT_LISTED_MAX = 200;

/** The first items, and how many there are. */
export type Listed<Item> = Readonly<{ items: readonly Item[]; total: number }>;

/** A reconciliation whose work would be undone; balances in centavos, signed as their versions sign, and with debit positive. */
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
  /** The month after this one, and its accounts that would no longer open with what this one closes with. */
  next: Competence;
  continuity: Listed<OpeningBreak>;
}>;
