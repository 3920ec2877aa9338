// A company's owners, roles, rules of automatic approval, risk and tolerance, as decisions on its reconciliations
// read them.
import {
  approvalByRule,
  riskOf,
  ruleFor,
  toleratedCents,
  type AccountFigures,
  type ApprovalByRule,
  type RiskLevel,
  type VariationRule,
} from '../clients/rules.js';
import { eachStep, holdsRole, ownersFinder, roleOfStep, type Owners, type Role } from '../clients/roles.js';
import { MEAN_MONTHS } from '../trialBalance/amounts.js';
import { autoApprovalOf, carryRuleOf, type WorkflowSettings } from '../clients/workflowSettings.js';

export type CompanyRules = Readonly<{
  /** The default owners of an account; null for a step without one. */
  ownersFor(account: Readonly<{ accountCode: string; department: string; sector: string }>): Owners;
  /** Whether a rule approves the account automatically, and why. `wantsExplanation`: of its change. */
  approvalOf(
    account: AccountFigures & Readonly<{ accountCode: string; wantsExplanation: boolean }>,
  ): ApprovalByRule;
  riskOf(accountCode: string): RiskLevel;
  /** Whether its first release carries the account's open items. */
  carries(accountCode: string): boolean;
  holds(personId: string, role: Role): boolean;
  /** The largest difference that an account of this balance may be sent with. */
  toleratedCents(accountCode: string, balanceCents: number): number;
  /** The rule by which a change of the account wants an explanation. */
  variationFor(accountCode: string): VariationRule | undefined;
  /** Months before that its rules compare with. */
  monthsCompared: number;
  /** Whether the company's closed competences refuse work. */
  freezesClosed: boolean;
}>;

/** Default owners who do not hold the role of their step are ignored. */
export function companyRulesOf(settings: WorkflowSettings, companyId: number): CompanyRules {
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
    ownersFor({ accountCode, department, sector }) {
      const owners = find({ departamento: department, setor: sector, codigo: accountCode });
      return eachStep((step) => holding(owners[step], roleOfStep(step)));
    },
    approvalOf({ accountCode, ...account }) {
      const isTolerated = ruleFor(tolerance, accountCode) !== undefined;
      return approvalByRule(approval, {
        ...account,
        risk: riskOf(risk, accountCode),
        toleratedCents: isTolerated ? toleratedCents(tolerance, accountCode, account.balanceCents) : null,
      });
    },
    riskOf: (accountCode) => riskOf(risk, accountCode),
    carries: (accountCode) => carried.some((prefix) => accountCode.startsWith(prefix)),
    holds,
    toleratedCents: (accountCode, balanceCents) => toleratedCents(tolerance, accountCode, balanceCents),
    variationFor: (accountCode) => ruleFor(variation, accountCode),
    monthsCompared: variation.some(({ against }) => against === 'MEAN12')
      ? MEAN_MONTHS
      : Math.min(variation.length, 1),
    freezesClosed: settings.frozen.has(companyId),
  };
}
