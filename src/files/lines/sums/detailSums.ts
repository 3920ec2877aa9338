// Adds up the detail lines of a file while it is read: debits against credits, groups against the lines below them, and
// balances. A line is a detail unless the next one's code begins with its code, or the file says otherwise. A file that is
// cut, or a number that was changed, shows itself here. Source: docs/spec/files.md#sums.
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from '../../../domain/trialBalance/lines/lineTable.js';
import type { GroupDifference } from '../../../domain/trialBalance/warnings.js';
import { detachedText } from '../detachedText.js';

/** What the file or the chart says of a line; null leaves it to the codes. */
export type LineKind = 'group' | 'detail' | null;

/** What the chart says of a line's account. */
export type AccountFacts = Readonly<{
  /** A group of the chart. */
  isSynthetic: boolean;
  /** 1 and −1 make a balance debit positive that stands on the side of its account, or of its group; 0 where unknown. */
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
  /** Of balances, debit positive; 0 where they add up to zero in some way that programs print them. */
  finalBalanceCents: number;
  /** The file marks the sides of its balances. */
  isSigned: boolean;
  groups: readonly FoundDifference[];
  groupCount: number;
}>;

type Frame = {
  code: string;
  kind: LineKind;
  facts: AccountFacts;
  /** Until it has, `below` holds sums of another line. */
  hasChildren: boolean;
  readonly own: Float64Array;
  readonly below: Float64Array;
};

export const UNKNOWN_ACCOUNT: AccountFacts = { isSynthetic: false, side: 0, groupSide: 0 };

const DEPTH_MAX = 32;
const DIFFERENCES_KEPT_MAX = 20;
const FIELDS = ['previousBalance', 'debit', 'credit', 'finalBalance'] as const;

/** Sums of one reading of which lines are details. */
class Totals {
  lines = 0;
  readonly cents = new Float64Array(AMOUNTS);
  /** Closing balances as they stand on the side of their accounts, or of their groups; NaN where one is unknown. */
  natural = 0;
  ofGroups = 0;

  add({ own, facts: { side, groupSide } }: Frame): void {
    this.lines++;
    addAmounts(this.cents, own);
    const balance = own[FINAL] as number;
    this.natural += side === 0 ? Number.NaN : side * balance;
    this.ofGroups += groupSide === 0 ? Number.NaN : groupSide * balance;
  }

  addAll(other: Totals): this {
    this.lines += other.lines;
    addAmounts(this.cents, other.cents);
    this.natural += other.natural;
    this.ofGroups += other.ofGroups;
    return this;
  }

  get isBalanced(): boolean {
    return this.cents[DEBIT] === this.cents[CREDIT];
  }
}

export class DetailSums {
  readonly #frames: Frame[] = Array.from({ length: DEPTH_MAX }, newFrame);
  #depth = 0;
  /** Details as the codes tell; apart from the others those that are groups of the chart, whose lines stand elsewhere. */
  readonly #details = new Totals();
  readonly #groups = new Totals();
  readonly #differences: FoundDifference[] = [];
  readonly #checked = { movement: 0, balances: 0 };
  readonly #differing = { movement: 0, balances: 0 };

  /** Called for each line, in order. @param amounts valid during the call only */
  add(code: string, kind: LineKind, facts: AccountFacts, amounts: Float64Array): void {
    while (this.#depth > 0 && !isBelow(this.#frames[this.#depth - 1] as Frame, code)) this.#close(false);
    if (this.#depth === DEPTH_MAX) this.#close(false);
    const parent = this.#frames[this.#depth - 1];
    if (parent?.hasChildren === false) {
      parent.hasChildren = true;
      for (let at = 0; at < AMOUNTS; at++) parent.below[at] = 0;
    }
    const frame = this.#frames[this.#depth++] as Frame;
    frame.code = code;
    frame.kind = kind;
    frame.facts = facts;
    frame.hasChildren = false;
    for (let at = 0; at < AMOUNTS; at++) frame.own[at] = amounts[at] as number;
  }

  /** Called once, after the last line. @param isSigned whether the file marks the sides of its balances */
  end(isSigned: boolean): Sums {
    while (this.#depth > 0) this.#close(true);
    const { lines, cents, natural, ofGroups } = this.#chosen();
    const debitCents = cents[DEBIT] as number;
    const creditCents = cents[CREDIT] as number;
    const movement = this.#trusted('movement');
    const balances = this.#trusted('balances');
    const groups = this.#differences.filter(({ of }) => (of === 'debit' || of === 'credit' ? movement : balances));
    return {
      lines,
      debitCents,
      creditCents,
      finalBalanceCents: balanceOf(cents[FINAL] as number, isSigned ? [] : [natural, ofGroups]),
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
  #trusted(what: 'movement' | 'balances'): boolean {
    return this.#differing[what] > 0 && this.#differing[what] * 2 <= this.#checked[what];
  }

  #close(isLast: boolean): void {
    const frame = this.#frames[--this.#depth] as Frame;
    const parent = this.#frames[this.#depth - 1];
    const isLeaf = frame.kind === 'detail' || (frame.kind === null && !frame.hasChildren);
    if (isLeaf) (frame.facts.isSynthetic ? this.#groups : this.#details).add(frame);
    else if (frame.hasChildren) this.#compare(frame, isLast);
    if (parent === undefined) return;
    // What a group says counts in the group above it, so that a difference shows in one place only.
    const sums = frame.hasChildren && isEmpty(frame.own) ? frame.below : frame.own;
    addAmounts(parent.below, sums);
  }

  /** A group printed without amounts says nothing. */
  #compare({ code, own, below }: Frame, isLast: boolean): void {
    if (isEmpty(own)) return;
    for (const [what, fields] of [
      ['movement', [DEBIT, CREDIT]],
      ['balances', [PREVIOUS, FINAL]],
    ] as const) {
      if (fields.every((at) => own[at] === 0 && below[at] === 0)) continue;
      this.#checked[what]++;
      const at = fields.find((one) => own[one] !== below[one]);
      if (at === undefined) continue;
      this.#differing[what]++;
      if (this.#differences.length >= DIFFERENCES_KEPT_MAX) continue;
      const [ownCents = 0, linesCents = 0] = [own[at], below[at]];
      this.#differences.push({ code: detachedText(code), of: FIELDS[at], ownCents, linesCents, isLast });
    }
  }
}

/** Balances add up to zero as they are signed, or on the sides of accounts or groups where the file marks none. */
function balanceOf(signed: number, natural: readonly number[]): number {
  if (natural.some(Number.isNaN)) return 0;
  const sums = [signed, ...natural];
  return sums.includes(0) ? 0 : sums.reduce((least, sum) => (Math.abs(sum) < Math.abs(least) ? sum : least));
}

/** `1.1` begins `1.1.01`, and `11` begins `1101`, but not `11.01`. Zeros at the end of a group's code fill it up. */
function isBelow({ code, kind, facts: { isSynthetic } }: Frame, other: string): boolean {
  const stem = (kind === 'group' || isSynthetic) && code.endsWith('0') ? code.replace(/(?:[.\-/]0+)+$/, '') : code;
  if (other.length <= stem.length || other === code || !other.startsWith(stem)) return false;
  const next = other.charCodeAt(stem.length);
  if (next < 0x30 || next > 0x39) return true;
  return !/[.\-/]/.test(other);
}

/** A loop, and no method of typed arrays: it runs for every line. */
function addAmounts(to: Float64Array, amounts: Float64Array): void {
  for (let at = 0; at < AMOUNTS; at++) to[at] = (to[at] as number) + (amounts[at] as number);
}

function isEmpty(amounts: Float64Array): boolean {
  for (let at = 0; at < AMOUNTS; at++) if (amounts[at] !== 0) return false;
  return true;
}

function newFrame(): Frame {
  return {
    code: '',
    kind: null,
    facts: UNKNOWN_ACCOUNT,
    hasChildren: false,
    own: new Float64Array(AMOUNTS),
    below: new Float64Array(AMOUNTS),
  };
}
