// Rules of automatic approval, per company, all off by default. Source: docs/spec/workflow.md#automatic-approval.
import type { Cents } from '../kernel/money.js';

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

/** One account of the released version; the sign of the balance does not matter. */
export type AccountFigures = Readonly<{ balanceCents: Cents; hasMovement: boolean }>;

/** Whether one of the rules holds. */
export function isAutoApproved(rules: AutoApproval, { balanceCents, hasMovement }: AccountFigures): boolean {
  const isZero = balanceCents === 0;
  return (
    (rules.zeroWithoutMovement && isZero && !hasMovement) ||
    (rules.zero && isZero) ||
    (rules.withoutMovement && !hasMovement) ||
    (rules.upToCents !== null && Math.abs(balanceCents) <= rules.upToCents)
  );
}
