// Rules of automatic approval, per company, all off by default, and why they approved an account or not.
// Source: docs/spec/workflow.md#automatic-approval.
import type { Cents } from '../kernel/money.js';
import type { Vocabulary, Word } from '../kernel/vocabulary.js';
import type { RiskLevel } from './rules.js';

/** `upToCents` null: the rule is off. */
export type AutoApproval = Readonly<{
  zeroWithoutMovement: boolean;
  zero: boolean;
  withoutMovement: boolean;
  upToCents: Cents | null;
}>;

export const NO_AUTO_APPROVAL: AutoApproval = {
  zeroWithoutMovement: false,
  zero: false,
  withoutMovement: false,
  upToCents: null,
};

/** Why a rule approved an account, then why none did although the company has one for it. */
export const approvalReasons = {
  ZERO_SEM_MOVIMENTO: { name: 'saldo zero sem movimento', applied: true },
  SALDO_ZERO: { name: 'saldo zero', applied: true },
  SEM_MOVIMENTO: { name: 'sem movimento no mês', applied: true },
  ATE_O_LIMITE: { name: 'saldo até o limite da regra', applied: true },
  DENTRO_DA_TOLERANCIA: { name: 'risco baixo e saldo dentro da tolerância', applied: true },
  ACIMA_DO_LIMITE: { name: 'saldo acima do limite da regra', applied: false },
  COM_SALDO: { name: 'a conta tem saldo', applied: false },
  COM_MOVIMENTO: { name: 'a conta tem movimento', applied: false },
  VARIACAO_ACIMA_DO_LIMITE: { name: 'risco baixo, mas a variação do saldo pede explicação', applied: false },
  RISCO_ALTO: { name: 'risco alto: nenhuma regra aprova', applied: false },
  SALDO_ALTERADO: {
    name: 'saldo alterado por uma nova versão: as regras só aprovam na primeira liberação',
    applied: false,
  },
} as const satisfies Vocabulary<string, Word & Readonly<{ applied: boolean }>>;
export type ApprovalReason = keyof typeof approvalReasons;

/** `reason` null: the company has no rule for the account. */
export type ApprovalByRule = Readonly<{ applied: boolean; reason: ApprovalReason | null }>;

/** One account of the released version; the sign of the balance does not matter. */
export type AccountFigures = Readonly<{ balanceCents: Cents; hasMovement: boolean }>;

/**
 * `toleratedCents`: null without a rule of tolerance for the account; `wantsExplanation`: whether its change is above the
 * company's threshold.
 */
export type JudgedAccount = AccountFigures &
  Readonly<{ risk: RiskLevel; toleratedCents: Cents | null; wantsExplanation: boolean }>;

/** HIGH: never. LOW: by the tolerance too, and only where the change wants no explanation. */
export function approvalByRule(rules: AutoApproval, account: JudgedAccount): ApprovalByRule {
  const { risk, balanceCents } = account;
  const toleratedCents = risk === 'LOW' ? account.toleratedCents : null;
  const limitCents = toleratedCents ?? rules.upToCents;
  if (limitCents === null && !isAnyOn(rules)) return { applied: false, reason: null };
  if (risk === 'HIGH') return { applied: false, reason: 'RISCO_ALTO' };
  const isTolerated = toleratedCents !== null && Math.abs(balanceCents) <= toleratedCents;
  const reason = ruleThatHolds(rules, account) ?? (isTolerated ? 'DENTRO_DA_TOLERANCIA' : null);
  if (reason === null) return { applied: false, reason: whyNone(rules, account, limitCents) };
  if (risk === 'LOW' && account.wantsExplanation) return { applied: false, reason: 'VARIACAO_ACIMA_DO_LIMITE' };
  return { applied: true, reason };
}

/** The first rule that holds; null for none. */
export function ruleThatHolds(
  rules: AutoApproval,
  { balanceCents, hasMovement }: AccountFigures,
): ApprovalReason | null {
  const isZero = balanceCents === 0;
  if (rules.zeroWithoutMovement && isZero && !hasMovement) return 'ZERO_SEM_MOVIMENTO';
  if (rules.zero && isZero) return 'SALDO_ZERO';
  if (rules.withoutMovement && !hasMovement) return 'SEM_MOVIMENTO';
  return rules.upToCents !== null && Math.abs(balanceCents) <= rules.upToCents ? 'ATE_O_LIMITE' : null;
}

function isAnyOn({ zeroWithoutMovement, zero, withoutMovement }: AutoApproval): boolean {
  return zeroWithoutMovement || zero || withoutMovement;
}

/** Of several rules that are on, the one that asks least of the account. */
function whyNone(rules: AutoApproval, { balanceCents }: AccountFigures, limitCents: Cents | null): ApprovalReason {
  if (limitCents !== null) return 'ACIMA_DO_LIMITE';
  return balanceCents !== 0 && (rules.zero || rules.zeroWithoutMovement) ? 'COM_SALDO' : 'COM_MOVIMENTO';
}
