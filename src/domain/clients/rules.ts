// Rules of one company for its accounts, by prefix of their codes, and the points of its checklist.
import type { Cents } from '../kernel/money.js';
import type { Vocabulary } from '../kernel/vocabulary.js';
import type { Role } from './roles.js';

// How large a difference may be for a reconciliation to be sent, per company; without a rule it is zero.
// Source: docs/spec/workflow.md#tolerance.

/** For the accounts whose code begins with `prefix`: all of them with "". One of the two limits is not null. */
export type Tolerance = Readonly<{
  prefix: string;
  amountCents: Cents | null;
  /** Of the balance, in hundredths of a percent. */
  basisPoints: number | null;
}>;

/** Of 100 %. */
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
export type RiskLevel = keyof typeof riskLevels;

/** For the accounts whose code begins with `prefix`. */
export type RiskRule = Readonly<{ prefix: string; level: RiskLevel }>;

/** By the rule with the longest prefix. */
export function riskOf(rules: readonly RiskRule[], accountCode: string): RiskLevel {
  return ruleFor(rules, accountCode)?.level ?? 'MEDIUM';
}

// Which changes of balances want an explanation before a reconciliation is sent, per company; none without a rule.
// Source: docs/spec/workflow.md#variation.

/** What a balance is compared with. */
export const comparisons = {
  PREVIOUS: { name: 'Mês anterior', meaning: 'o saldo da competência anterior' },
  MEAN12: {
    name: 'Média de doze meses',
    meaning: 'a média das até doze competências anteriores que trazem a conta',
  },
} as const satisfies Vocabulary;
export type Comparison = keyof typeof comparisons;

/** For the accounts whose code begins with `prefix`: all of them with "". Only a change above both limits counts. */
export type VariationRule = Readonly<{
  prefix: string;
  amountCents: Cents;
  /** Of the balance before, in hundredths of a percent. */
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

// Balances that two companies of a client keep with each other: what one shows as a debit the other shows as a credit.
// Source: docs/spec/operator.md#groups.

/** Accounts by the beginning of their codes, here and at the other company. */
export type IntercompanyRule = Readonly<{ prefix: string; counterpartId: number; counterpartPrefix: string }>;

export const INTERCOMPANY_RULES_MAX = 500;

type Rules = Readonly<{ intercompany: ReadonlyMap<number, readonly IntercompanyRule[]> }>;

/** The company's own rules, then those of others about it seen from here; the same pair of accounts is there once. */
export function intercompanyOf({ intercompany }: Rules, companyId: number): readonly IntercompanyRule[] {
  const found = new Map<string, IntercompanyRule>();
  const add = (rule: IntercompanyRule): void => {
    const name = JSON.stringify([rule.prefix, rule.counterpartId, rule.counterpartPrefix]);
    if (!found.has(name)) found.set(name, rule);
  };
  for (const rule of intercompany.get(companyId) ?? []) add(rule);
  for (const [other, rules] of [...intercompany].sort(([a], [b]) => a - b))
    for (const { prefix, counterpartId, counterpartPrefix } of rules)
      if (counterpartId === companyId)
        add({ prefix: counterpartPrefix, counterpartId: other, counterpartPrefix: prefix });
  return [...found.values()];
}

// What people of a company tick before a competence is closed, and what who closes it declares; nothing without a rule.
// Source: docs/spec/operator.md#checklist.

/** A point is known by its text, which a company has once. `role`: who ticks it; null: everyone who writes. */
export type ChecklistPoint = Readonly<{
  text: string;
  role: Role | null;
  /** By when, counted after the month's end. */
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
