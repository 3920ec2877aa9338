// Rules of one company for its accounts, by prefix of their codes, and the points of its checklist.
import type { Cents } from '../kernel/money.js';
import type { Vocabulary, Word } from '../kernel/vocabulary.js';
import type { Role } from './roles.js';

// How large a difference may be for a reconciliation to be sent, per company; without a rule it is zero.
// Source: docs/spec/workflow.md#tolerance.

/**
 * Tolerance of the accounts whose code begins with `prefix`: all of them with "". One of the two limits is not
 * null.
 */
export type Tolerance = Readonly<{
  prefix: string;
  amountCents: Cents | null;
  /** Part of the balance, in hundredths of a percent. */
  basisPoints: number | null;
}>;

/** 100 %. */
export const BASIS_POINTS_MAX = 10_000;

/** The rule with the longest prefix; undefined without any. Prefixes differ. */
export function ruleFor<Rule extends Readonly<{ prefix: string }>>(
  rules: readonly Rule[],
  accountCode: string,
): Rule | undefined {
  return rules
    .filter(({ prefix }) => accountCode.startsWith(prefix))
    .reduce<Rule | undefined>(
      (one, other) => (one && one.prefix.length > other.prefix.length ? one : other),
      undefined,
    );
}

/** The largest difference, of either sign, that may stay: of both limits the larger one. */
export function toleratedCents(rules: readonly Tolerance[], accountCode: string, balanceCents: Cents): Cents {
  const rule = ruleFor(rules, accountCode);
  if (rule === undefined) return 0;
  const share = (BigInt(Math.abs(balanceCents)) * BigInt(rule.basisPoints ?? 0)) / BigInt(BASIS_POINTS_MAX);
  return Math.max(rule.amountCents ?? 0, Number(share));
}

// How much an account matters, per company: MEDIUM without a rule. Source: docs/spec/workflow.md#risk.

export const riskLevels = {
  HIGH: { name: 'Alto', meaning: 'exige uma evidência antes do envio, e nenhuma regra a aprova' },
  MEDIUM: { name: 'Médio', meaning: 'segue as demais regras da empresa' },
  LOW: {
    name: 'Baixo',
    meaning:
      'aprovada pela regra na liberação também quando o saldo cabe na tolerância, se a variação não pede explicação',
  },
} as const satisfies Vocabulary;
type RiskLevel = keyof typeof riskLevels;

/** Risk of the accounts whose code begins with `prefix`. */
export type RiskRule = Readonly<{ prefix: string; level: RiskLevel }>;

export function riskOf(rules: readonly RiskRule[], accountCode: string): RiskLevel {
  return ruleFor(rules, accountCode)?.level ?? 'MEDIUM';
}

// Which changes of balances want an explanation before a reconciliation is sent, per company; none without a rule.
// Source: docs/spec/workflow.md#variation.

export const comparisons = {
  PREVIOUS: { name: 'Mês anterior', meaning: 'o saldo da competência anterior' },
  MEAN12: {
    name: 'Média de doze meses',
    meaning: 'a média das até doze competências anteriores que trazem a conta',
  },
} as const satisfies Vocabulary;
export type Comparison = keyof typeof comparisons;

/**
 * Limits of the accounts whose code begins with `prefix`: all of them with "". Only a change above both counts.
 */
export type VariationRule = Readonly<{
  prefix: string;
  amountCents: Cents;
  /** Part of the balance before, in hundredths of a percent. */
  basisPoints: number;
  against: Comparison;
}>;

/** Whatever the sides of the balances; what was zero changed by more than any share. */
export function wantsExplanation({ amountCents, basisPoints }: VariationRule, before: Cents, now: Cents): boolean {
  const change = BigInt(now) - BigInt(before);
  const size = change < 0n ? -change : change;
  return (
    size > BigInt(amountCents) && size * BigInt(BASIS_POINTS_MAX) > BigInt(Math.abs(before)) * BigInt(basisPoints)
  );
}

// Balances that two companies of a client keep with each other: what one shows as a debit the other shows as a
// credit.
// Source: docs/spec/operator.md#groups.

/** Accounts by the beginning of their codes, here and at the other company. */
export type IntercompanyRule = Readonly<{ prefix: string; counterpartId: number; counterpartPrefix: string }>;

export const INTERCOMPANY_RULES_MAX = 500;

type Rules = Readonly<{ intercompany: ReadonlyMap<number, readonly IntercompanyRule[]> }>;

/**
 * The company's own rules, then those of others about it seen from here; the same pair of accounts is there once.
 */
export function intercompanyOf({ intercompany }: Rules, companyId: number): readonly IntercompanyRule[] {
  const rulesByAccount = new Map<string, IntercompanyRule>();
  const add = (rule: IntercompanyRule): void => {
    const name = JSON.stringify([rule.prefix, rule.counterpartId, rule.counterpartPrefix]);
    if (!rulesByAccount.has(name)) rulesByAccount.set(name, rule);
  };
  for (const rule of intercompany.get(companyId) ?? []) add(rule);
  for (const [other, rules] of [...intercompany].sort(([a], [b]) => a - b))
    for (const { prefix, counterpartId, counterpartPrefix } of rules)
      if (counterpartId === companyId)
        add({ prefix: counterpartPrefix, counterpartId: other, counterpartPrefix: prefix });
  return [...rulesByAccount.values()];
}

// What people of a company tick before a competence is closed, and what who closes it declares; nothing without a
// rule.
// Source: docs/spec/operator.md#checklist.

/** A point is known by its text, which a company has once. `role`: who ticks it; null: everyone who writes. */
export type ChecklistPoint = Readonly<{
  text: string;
  role: Role | null;
  /** Working day by which it is due, counted after the month's end. */
  workingDay: number | null;
  /** Closing is refused until it is ticked. */
  blocking: boolean;
}>;

export const CHECKLIST_POINTS_MAX = 100;
export const POINT_CHARACTERS_MAX = 200;
export const STATEMENT_CHARACTERS_MAX = 2_000;

/** The points of every company's checklist, the first ones computed from what was done. */
export const checklistPointKinds = {
  IMPORTADO: { name: 'Balancete importado' },
  LIBERADO: { name: 'Versão mais nova liberada' },
  CONCLUIDO: { name: 'Todas as conciliações concluídas' },
  SEM_ATRASO: { name: 'Nenhuma conciliação atrasada' },
  CONTINUIDADE: { name: 'Saldos iniciais iguais aos finais do mês anterior' },
  DOSSIE: { name: 'Dossiê feito depois do fechamento' },
  LIVRE: { name: 'Ponto da empresa', meaning: 'ponto que uma pessoa conclui' },
} as const satisfies Vocabulary;
export const computedKinds = [
  'IMPORTADO',
  'LIBERADO',
  'CONCLUIDO',
  'SEM_ATRASO',
  'CONTINUIDADE',
  'DOSSIE',
] as const;

// Rules of automatic approval, per company, all off by default, and why they approved an account or not.
// Source: docs/spec/workflow.md#automatic-approval.

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
 * `toleratedCents`: null without a rule of tolerance for the account; `wantsExplanation`: whether its change is
 * above the company's threshold.
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

/** Reason that asks least of the account, where several rules are on. */
function whyNone(rules: AutoApproval, { balanceCents }: AccountFigures, limitCents: Cents | null): ApprovalReason {
  if (limitCents !== null) return 'ACIMA_DO_LIMITE';
  return balanceCents !== 0 && (rules.zero || rules.zeroWithoutMovement) ? 'COM_SALDO' : 'COM_MOVIMENTO';
}
