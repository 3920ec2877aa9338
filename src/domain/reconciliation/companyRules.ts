// What a company has settled about its reconciliations, as the decisions here read it from the registers as gathered.
import { isAutoApproved, type AccountFigures } from '../clients/autoApproval.js';
import { ownersFinder, type Owners } from '../clients/owners.js';
import { holdsRole, type Role } from '../clients/roles.js';
import { autoApprovalOf, type WorkflowSettings } from '../clients/workflowSettings.js';

export type CompanyRules = Readonly<{
  /** The people set for an account, for each step; null: nobody. */
  ownersFor(account: Readonly<{ accountCode: string; department: string; sector: string }>): Owners;
  /** Whether a rule approves an account by itself. */
  isAutoApproved(account: AccountFigures): boolean;
  /** Whether a person holds the role for this company. */
  holds(personId: string, role: Role): boolean;
}>;

const NOBODY: Owners = { preparer: null, reviewer: null, approver: null };

/** Somebody set for a step who does not hold its role (any more) counts as nobody. */
export function companyRules(settings: WorkflowSettings, companyId: number): CompanyRules {
  const find = ownersFinder(settings, companyId);
  const approval = autoApprovalOf(settings, companyId);
  const holds = (personId: string, role: Role): boolean => holdsRole(settings, personId, role, companyId);
  const holding = (personId: string | null, role: Role): string | null =>
    personId !== null && holds(personId, role) ? personId : null;
  const isAnybodySet = (settings.owners.get(companyId) ?? []).length > 0;
  return {
    ownersFor({ accountCode, department, sector }) {
      if (!isAnybodySet) return NOBODY;
      const owners = find({ departamento: department, setor: sector, codigo: accountCode });
      return {
        preparer: holding(owners.preparer, 'PREPARER'),
        reviewer: holding(owners.reviewer, 'REVIEWER'),
        approver: holding(owners.approver, 'APPROVER'),
      };
    },
    isAutoApproved: (account) => isAutoApproved(approval, account),
    holds,
  };
}
