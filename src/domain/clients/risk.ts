// How much an account matters, per company: MEDIUM without a rule. Source: docs/spec/workflow.md#risk.
import type { Vocabulary } from '../kernel/vocabulary.js';
import { ruleFor } from './tolerance.js';

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
