// What a company has settled about its reconciliations, as the decisions here read it from the registers as gathered.
import type { Role } from './transitions.js';

/** People by id; null: nobody is set. */
export type Owners = Readonly<{ preparer: string | null; reviewer: string | null; approver: string | null }>;

export type CompanyRules = Readonly<{
  /** The people set for an account, the most specific entry that names one first. */
  ownersFor(account: Readonly<{ accountCode: string; department: string; sector: string }>): Owners;
  /** Whether a rule approves an account by itself. */
  isAutoApproved(account: Readonly<{ balanceCents: number; hasMovement: boolean }>): boolean;
  /** Whether a person holds the role for this company. */
  holds(personId: string, role: Role): boolean;
}>;

/** A company that has set nobody and no rule. */
export const noRules: CompanyRules = {
  ownersFor: () => ({ preparer: null, reviewer: null, approver: null }),
  isAutoApproved: () => false,
  holds: () => false,
};
