// A company's owners, roles, rules of automatic approval, risk and tolerance, as decisions on its reconciliations
// read them.
import {
  approvalByRule,
  riskOf,
  ruleFor,
  toleratedCents,
  type AccountFigures,
  type ApprovalByRule,
} from '../clients/rules.js';
import { eachStep, holdsRole, ownersFinder, roleOfStep, type Owners, type Role } from '../clients/roles.js';
import { MEAN_MONTHS } from '../trialBalance/amounts.js';
import { autoApprovalOf, carryRuleOf, type WorkflowSettings } from '../clients/workflowSettings.js';

export type CompanyRules = Readonly<ReturnType<typeof companyRulesOf>>;
type Placed = Readonly<{ accountCode: string; department: string; sector: string }>;
type Figures = AccountFigures & Readonly<{ accountCode: string; wantsExplanation: boolean }>;

/** Default owners who do not hold the role of their step are ignored. */
export function companyRulesOf(settings: WorkflowSettings, companyId: number) {
  const find = ownersFinder(settings, companyId);
  const carried = carryRuleOf(settings, companyId);
  const approval = autoApprovalOf(settings, companyId);
  const holds = (personId: string, role: Role): boolean => holdsRole(settings, personId, role, companyId);
  const holding = (personId: string | null, role: Role): string | null =>
    personId !== null && holds(personId, role) ? personId : null;
  const variation = settings.variation.get(companyId) ?? [];
  const risk = settings.risk.get(companyId) ?? [];
  const tolerance = settings.tolerance.get(companyId) ?? [];
  return {
    /** The default owners of an account; null for a step without one. */
    ownersFor({ accountCode, department, sector }: Placed): Owners {
      const owners = find({ departamento: department, setor: sector, codigo: accountCode });
      return eachStep((step) => holding(owners[step], roleOfStep(step)));
    },
    /** Whether a rule approves the account automatically, and why. `wantsExplanation`: of its change. */
    approvalOf({ accountCode, ...account }: Figures): ApprovalByRule {
      const isTolerated = ruleFor(tolerance, accountCode) !== undefined;
      return approvalByRule(approval, {
        ...account,
        risk: riskOf(risk, accountCode),
        toleratedCents: isTolerated ? toleratedCents(tolerance, accountCode, account.balanceCents) : null,
      });
    },
    riskOf: (accountCode: string) => riskOf(risk, accountCode),
    /** Whether its first release carries the account's open items. */
    carries: (accountCode: string) => carried.some((prefix) => accountCode.startsWith(prefix)),
    holds,
    /** The largest difference that an account of this balance may be sent with. */
    toleratedCents: (accountCode: string, balanceCents: number) =>
      toleratedCents(tolerance, accountCode, balanceCents),
    /** The rule by which a change of the account wants an explanation. */
    variationFor: (accountCode: string) => ruleFor(variation, accountCode),
    /** Months before that its rules compare with. */
    monthsCompared: variation.some(({ against }) => against === 'MEAN12')
      ? MEAN_MONTHS
      : Math.min(variation.length, 1),
    freezesClosed: settings.frozen.has(companyId),
  };
}
