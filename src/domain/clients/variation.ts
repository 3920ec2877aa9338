// Which changes of balances want an explanation before a reconciliation is sent, per company; none without a rule.
// Source: docs/spec/workflow.md#variation.
import type { Cents } from '../kernel/money.js';
import type { Vocabulary } from '../kernel/vocabulary.js';
import { BASIS_POINTS_MAX } from './tolerance.js';

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
