// How large a difference may be for a reconciliation to be sent, per company; without a rule it is zero.
// Source: docs/spec/workflow.md#tolerance.
import type { Cents } from '../kernel/money.js';

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
