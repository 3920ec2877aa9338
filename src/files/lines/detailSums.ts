// Adds up the detail lines of a file while it is read: debits against credits, groups against the lines below
// them, and balances. A line is a detail unless the next one's code begins with its code, or the file says
// otherwise. A file that is cut, or a number that was changed, shows itself here. Source: docs/spec/files.md#sums.
import { AMOUNT_FIELDS, AmountSum, type Amounts } from '../../domain/trialBalance/amounts.js';
import type { GroupDifference } from '../../domain/trialBalance/warnings.js';
import { detachedText } from '../cells/cellText.js';

/** What the file or the chart says of a line; null leaves it to the codes. */
export type LineKind = 'group' | 'detail' | null;

/** What the chart says of a line's account. */
export type AccountFacts = Readonly<{
  /** A group of the chart. */
  isSynthetic: boolean;
  /**
   * 1 and −1 make a balance debit positive that stands on the side of its account, or of its group; 0 where
   * unknown.
   */
  side: Side;
  groupSide: Side;
}>;

export type Side = 1 | -1 | 0;

/** `isLast` where its lines reach to the end of the file. */
export type FoundDifference = GroupDifference & Readonly<{ isLast: boolean }>;

export type Sums = Readonly<{
  lines: number;
  debitCents: number;
  creditCents: number;
  /** Sum of the balances, debit positive; 0 where they add up to zero in some way that programs print them. */
  finalBalanceCents: number;
  /** The file marks the sides of its balances. */
  isSigned: boolean;
  groups: readonly FoundDifference[];
  groupCount: number;
}>;

type Frame = {
  readonly code: string;
  readonly kind: LineKind;
  readonly facts: AccountFacts;
  readonly own: Amounts;
  /** Sum of the lines below it; null while there are none. */
  below: AmountSum | null;
};

export const UNKNOWN_ACCOUNT: AccountFacts = { isSynthetic: false, side: 0, groupSide: 0 };

const DEPTH_MAX = 32;
const DIFFERENCES_KEPT_MAX = 20;
const COMPARED = {
  movement: ['debit', 'credit'],
  balances: ['previousBalance', 'finalBalance'],
} as const;

/** Sums of one reading of which lines are details. */
class Totals {
  lines = 0;
  readonly cents = new AmountSum();
  /**
   * Closing balances as they stand on the side of their accounts, or of their groups; NaN where one is unknown.
   */
  natural = 0;
  ofGroups = 0;

  add({ own, facts: { side, groupSide } }: Frame): void {
    this.lines++;
    this.cents.add(own);
    const balance = own.finalBalanceCents;
    this.natural += side === 0 ? Number.NaN : side * balance;
    this.ofGroups += groupSide === 0 ? Number.NaN : groupSide * balance;
  }

  addAll(other: Totals): this {
    this.lines += other.lines;
    this.cents.add(other.cents);
    this.natural += other.natural;
    this.ofGroups += other.ofGroups;
    return this;
  }

  get isBalanced(): boolean {
    return this.cents.debitCents === this.cents.creditCents;
  }
}

export class DetailSums {
  readonly #frames: Frame[] = [];
  /**
   * Details as the codes tell; apart from the others those that are groups of the chart, whose lines stand
   * elsewhere.
   */
  readonly #details = new Totals();
  readonly #groups = new Totals();
  readonly #differences: FoundDifference[] = [];
  readonly #checked = { movement: 0, balances: 0 };
  readonly #differing = { movement: 0, balances: 0 };

  /** Called for each line, in order. */
  add(code: string, kind: LineKind, facts: AccountFacts, amounts: Amounts): void {
    for (
      let innermost = this.#frames.at(-1);
      innermost !== undefined && !isBelow(innermost, code);
      innermost = this.#frames.at(-1)
    )
      this.#close(false);
    if (this.#frames.length === DEPTH_MAX) this.#close(false);
    const parent = this.#frames.at(-1);
    if (parent) parent.below ??= new AmountSum();
    this.#frames.push({ code, kind, facts, own: amounts, below: null });
  }

  /** Called once, after the last line. @param isSigned whether the file marks the sides of its balances */
  end(isSigned: boolean): Sums {
    while (this.#frames.length > 0) this.#close(true);
    const { lines, cents, natural, ofGroups } = this.#chosen();
    const { debitCents, creditCents, finalBalanceCents } = cents;
    const movement = this.#trusted('movement');
    const balances = this.#trusted('balances');
    const groups = this.#differences.filter(({ of }) => (of === 'debit' || of === 'credit' ? movement : balances));
    return {
      lines,
      debitCents,
      creditCents,
      finalBalanceCents: balanceOf(finalBalanceCents, isSigned ? [] : [natural, ofGroups]),
      isSigned,
      groups,
      groupCount: (movement ? this.#differing.movement : 0) + (balances ? this.#differing.balances : 0),
    };
  }

  /** A file printed down to some level has groups of the chart for details. */
  #chosen(): Totals {
    const isPrintedInPart = this.#details.lines < this.#groups.lines;
    return isPrintedInPart && !this.#details.isBalanced ? this.#details.addAll(this.#groups) : this.#details;
  }

  /** Where most groups differ, groups are no sums of the lines below them. */
  #trusted(part: 'movement' | 'balances'): boolean {
    return this.#differing[part] > 0 && this.#differing[part] * 2 <= this.#checked[part];
  }

  #close(isLast: boolean): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const { kind, facts, own, below } = frame;
    if (kind === 'detail' || (kind === null && below === null))
      (facts.isSynthetic ? this.#groups : this.#details).add(frame);
    else if (below !== null) this.#compare(frame, below, isLast);
    // What a group says counts in the group above it, so that a difference shows in one place only.
    this.#frames.at(-1)?.below?.add(below !== null && isEmpty(own) ? below : own);
  }

  /** A group printed without amounts says nothing. */
  #compare({ code, own }: Frame, below: Amounts, isLast: boolean): void {
    if (isEmpty(own)) return;
    for (const part of ['movement', 'balances'] as const) {
      const fields = COMPARED[part];
      if (fields.every((of) => own[`${of}Cents`] === 0 && below[`${of}Cents`] === 0)) continue;
      this.#checked[part]++;
      const of = fields.find((one) => own[`${one}Cents`] !== below[`${one}Cents`]);
      if (of === undefined) continue;
      this.#differing[part]++;
      if (this.#differences.length >= DIFFERENCES_KEPT_MAX) continue;
      const ownCents = own[`${of}Cents`];
      const linesCents = below[`${of}Cents`];
      this.#differences.push({ code: detachedText(code), of, ownCents, linesCents, isLast });
    }
  }
}

/** Balances add up to zero as they are signed, or on the sides of accounts or groups where the file marks none. */
function balanceOf(signed: number, natural: readonly number[]): number {
  if (natural.some(Number.isNaN)) return 0;
  const sums = [signed, ...natural];
  return sums.includes(0) ? 0 : sums.reduce((least, sum) => (Math.abs(sum) < Math.abs(least) ? sum : least));
}

/**
 * `1.1` begins `1.1.01`, and `11` begins `1101`, but not `11.01`. Zeros at the end of a group's code fill it up.
 */
function isBelow({ code, kind, facts: { isSynthetic } }: Frame, other: string): boolean {
  const stem = (kind === 'group' || isSynthetic) && code.endsWith('0') ? code.replace(/(?:[.\-/]0+)+$/, '') : code;
  if (other.length <= stem.length || other === code || !other.startsWith(stem)) return false;
  const next = other.charCodeAt(stem.length);
  if (next < 0x30 || next > 0x39) return true;
  return !/[.\-/]/.test(other);
}

function isEmpty(amounts: Amounts): boolean {
  return AMOUNT_FIELDS.every((field) => amounts[field] === 0);
}
