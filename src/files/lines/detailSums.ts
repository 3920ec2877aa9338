// Adds up the detail lines of a file while it is read: debits against credits, groups against the lines below
// them, and balances. A line is a detail unless the next one's code begins with its code, or the file says
// otherwise. A file that is cut, or a number that was changed, shows itself here. Source: docs/spec/files.md#sums.
import { AmountSum, isZero, type Amounts } from '../../domain/trialBalance/amounts.js';
import type { GroupDifference } from '../../domain/trialBalance/warnings.js';
import { detachedText } from '../cells/cellText.js';

/** What the file or the chart says of a line; null leaves it to the codes. */
export type LineKind = 'group' | 'detail' | null;

export type AccountFacts = Readonly<{
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

export type Sums = Readonly<ReturnType<DetailSums['end']>>;

type Frame = {
  readonly code: string;
  readonly kind: LineKind;
  readonly facts: AccountFacts;
  readonly own: Amounts;
  /** Sums of the lines below it; null while there are none. */
  below: Below | null;
};

/**
 * `plain`: as printed. `net`: less the balances of accounts of the other side, as those that begin with (-); null
 * while there are none.
 */
type Below = { readonly plain: AmountSum; net: AmountSum | null };

export const UNKNOWN_ACCOUNT: AccountFacts = { isSynthetic: false, side: 0, groupSide: 0 };

const DEPTH_MAX = 32;
const DIFFERENCES_KEPT_MAX = 20;
const COMPARED = {
  movement: ['debit', 'credit'],
  balances: ['previousBalance', 'finalBalance'],
} as const;

/** Groups that are not the sum of their lines: how many, and the first of them. */
class Differences {
  count = 0;
  readonly first: FoundDifference[] = [];

  add(difference: FoundDifference): void {
    this.count++;
    if (this.first.length < DIFFERENCES_KEPT_MAX) this.first.push(difference);
  }
}

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
  readonly #checked = { movement: 0, balances: 0 };
  readonly #movement = new Differences();
  readonly #balances = new Differences();
  /** Of balances that are their lines' net: right where the file marks no sides. */
  readonly #netBalances = new Differences();

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
    if (parent) parent.below ??= { plain: new AmountSum(), net: null };
    this.#frames.push({ code, kind, facts, own: amounts, below: null });
  }

  /** Called once, after the last line. @param isSigned whether the file marks the sides of its balances */
  end(isSigned: boolean) {
    while (this.#frames.length > 0) this.#close(true);
    const { lines, cents, natural, ofGroups } = this.#chosen();
    const { debitCents, creditCents, finalBalanceCents } = cents;
    const differing = [
      ...this.#trusted('movement', [this.#movement]),
      ...this.#trusted('balances', isSigned ? [this.#balances, this.#netBalances] : [this.#balances]),
    ];
    return {
      lines,
      debitCents,
      creditCents,
      /** Sum of the balances, debit positive; 0 where they add up to zero in some way that programs print them. */
      finalBalanceCents: balanceOf(finalBalanceCents, isSigned ? [] : [natural, ofGroups]),
      isSigned,
      groups: differing.flatMap(({ first }) => first).slice(0, DIFFERENCES_KEPT_MAX),
      groupCount: countOf(differing),
    };
  }

  /** A file printed down to some level has groups of the chart for details. */
  #chosen(): Totals {
    const isPrintedInPart = this.#details.lines < this.#groups.lines;
    return isPrintedInPart && !this.#details.isBalanced ? this.#details.addAll(this.#groups) : this.#details;
  }

  /** None where most groups differ: they are no sums of the lines below them. */
  #trusted(part: 'movement' | 'balances', differing: readonly Differences[]): readonly Differences[] {
    return countOf(differing) * 2 <= this.#checked[part] ? differing : [];
  }

  #close(isLast: boolean): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const { kind, facts, own, below } = frame;
    if (kind === 'detail' || (kind === null && below === null))
      (facts.isSynthetic ? this.#groups : this.#details).add(frame);
    else if (below !== null) this.#compare(frame, below, isLast);
    // What a group says counts in the group above it, so that a difference shows in one place only.
    const parent = this.#frames.at(-1);
    if (!parent?.below) return;
    const isSilent = below !== null && isZero(own);
    const printed = isSilent ? below.plain : own;
    const counted = (isSilent && below.net) || printed;
    const isContra = facts.side * parent.facts.side === -1;
    if (isContra || counted !== printed) parent.below.net ??= copyOf(parent.below.plain);
    parent.below.plain.add(printed);
    parent.below.net?.add(isContra ? subtracted(counted) : counted);
  }

  /** A group printed without amounts says nothing. */
  #compare({ code, own }: Frame, { plain, net }: Below, isLast: boolean): void {
    if (isZero(own)) return;
    for (const part of ['movement', 'balances'] as const) {
      const fields = COMPARED[part];
      if (fields.every((of) => own[`${of}Cents`] === 0 && plain[`${of}Cents`] === 0)) continue;
      this.#checked[part]++;
      const differing = (below: Amounts) => fields.find((one) => own[`${one}Cents`] !== below[`${one}Cents`]);
      const of = differing(plain);
      if (of === undefined) continue;
      const ownCents = own[`${of}Cents`];
      const linesCents = plain[`${of}Cents`];
      const isNet = part === 'balances' && net !== null && differing(net) === undefined;
      const differences = part === 'movement' ? this.#movement : isNet ? this.#netBalances : this.#balances;
      differences.add({ code: detachedText(code), of, ownCents, linesCents, isLast });
    }
  }
}

function countOf(differing: readonly Differences[]): number {
  return differing.reduce((sum, { count }) => sum + count, 0);
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

function copyOf(sum: AmountSum): AmountSum {
  const copy = new AmountSum();
  copy.add(sum);
  return copy;
}

/** Amounts of an account of the other side than its group's: adding them subtracts its balances. */
function subtracted({ previousBalanceCents, finalBalanceCents, ...movement }: Amounts): Amounts {
  return {
    ...movement,
    previousBalanceCents: -previousBalanceCents,
    finalBalanceCents: -finalBalanceCents,
  };
}
