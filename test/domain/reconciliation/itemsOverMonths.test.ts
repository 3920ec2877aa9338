// Random years of one account: what is carried, settled, corrected and recorded again, over new versions and
// reopenings, of the month and of the one before it.
import { expect, it } from '#jest';
import fc from 'fast-check';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { openSumCents, type TypedItem } from '../../../src/domain/reconciliation/carry.js';
import { decideAct, type ActRequest } from '../../../src/domain/reconciliation/decide.js';
import type {
  CompositionItem,
  CompositionRecorded,
  ReleasedItem,
} from '../../../src/domain/reconciliation/events.js';
import { reconciliations, type Reconciliations } from '../../../src/domain/reconciliation/fold.js';
import { composedItems } from '../../../src/domain/reconciliation/parts.js';
import { decideCarry } from '../../../src/domain/reconciliation/release.js';
import { afterBalanceChange, type Act } from '../../../src/domain/reconciliation/transitions.js';
import type { Fact } from '../../support/given.js';
import { after, commandOf, releaseOf, requestOf, rulesFor } from './support.js';

const MONTHS = 24;
const competenceOf = (at: number) =>
  `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}` as Competence;

/** Differences are no matter here: any is tolerated. */
const rules = {
  ...rulesFor({ ana: ['PREPARER'], caio: ['APPROVER'], sol: ['SUPERVISOR'] }),
  toleratedCents: () => 1e12,
};
const NEXT: Readonly<Record<string, readonly [person: string, act: Act]>> = {
  NOT_STARTED: ['ana', 'start'],
  IN_ELABORATION: ['ana', 'submit'],
  SUBMITTED_FOR_APPROVAL: ['caio', 'open'],
  IN_APPROVAL: ['caio', 'approve'],
  APPROVED: ['sol', 'reopen'],
  REOPENED: ['ana', 'start'],
  BALANCE_CHANGED: ['ana', 'start'],
};

const edits = ['keep', 'same', 'settle', 'correct'] as const;
type Step =
  | Readonly<{ is: 'carry' | 'onwards' | 'release' }>
  | Readonly<{ is: 'compose'; edits: readonly (typeof edits)[number][]; added: readonly number[] }>;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ is: 'onwards' as const }) },
  fc.constantFrom({ is: 'carry' as const }, { is: 'release' as const }),
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('compose' as const),
      edits: fc.array(fc.constantFrom(...edits), { minLength: 1, maxLength: 5 }),
      added: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }),
    }),
  },
);
/** `before`: then done in the month before, and what it left open is carried again. */
const month = fc.record({
  byRule: fc.boolean(),
  steps: fc.array(step, { maxLength: 8 }),
  before: fc.array(step, { maxLength: 4 }),
});

class Month {
  state: Reconciliations;
  /** Null: it has no composition yet. */
  composition: readonly CompositionItem[] | null = null;

  constructor(
    readonly at: number,
    readonly earlier: () => readonly CompositionItem[] | null,
    readonly known: Map<string, Competence>,
    byRule: boolean,
  ) {
    this.state = after(reconciliations.initial(), [releaseOf([released])]);
    if (!byRule) return;
    const of = { companyId: 3, clientId: 1, competence: competenceOf(at) };
    const event = decideCarry(of, [released], new Map([[released.accountId, this.earlier() ?? []]]));
    if (event) this.#apply([event]);
    this.hasCarried();
  }

  do(one: Step): void {
    const { status = 'PENDING', ownerId = null } = this.state.items[0] ?? {};
    if (one.is === 'onwards') return this.#act(...(NEXT[status] ?? ['ana', 'start']));
    if (one.is === 'carry') return this.carry();
    if (one.is === 'compose') return this.#compose(one);
    const changed = afterBalanceChange(status);
    const item = { ...released, created: false, status: changed, ownerId: changed === status ? ownerId : 'ana' };
    this.#apply([releaseOf([item])]);
  }

  carry(): void {
    const before = this.composition ?? [];
    this.#act('ana', 'carry');
    if (this.state.items[0]?.status === 'IN_ELABORATION') this.hasCarried();
    expect((this.composition ?? []).slice(0, before.length)).toEqual(before);
  }

  /** Nothing that is open before is missing. */
  hasCarried(): void {
    const ids = new Set((this.composition ?? []).map(({ id }) => id));
    const missing = (this.earlier() ?? []).filter(({ id, settledOn }) => settledOn === null && !ids.has(id));
    expect(missing).toEqual([]);
  }

  #compose({ edits: chosen, added }: Extract<Step, { is: 'compose' }>): void {
    const before = this.composition ?? [];
    const kept = before.map((item, at) => edited(item, chosen[at % chosen.length] ?? 'keep'));
    const composition = [...kept, ...added.map((value) => typed(value, `${competenceOf(this.at)}-09`))];
    const reconciledCents = openSumCents(composition) ?? 0;
    if (!this.#request('ana', { act: 'compose', composition, reconciledCents })) return;
    expect(this.composition).toHaveLength(composition.length);
    expect(
      (this.composition ?? [])
        .slice(0, before.length)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(before.map(({ id }) => id).sort());
  }

  #act(personId: string, act: Act): void {
    this.#request(personId, requestOf(act));
  }

  #request(personId: string, request: ActRequest): boolean {
    const freshIds = Array.from({ length: 60 }, () => `fresh-${this.known.size}-${freshCount++}`);
    const items = new Map([[1, { current: this.composition ?? [], earlier: this.earlier() }]]);
    const command = { request, personId, rules, freshIds, items, competence: competenceOf(this.at) };
    const { events } = decideAct(this.state, commandOf(command));
    this.#apply(events);
    return events.length > 0;
  }

  #apply(events: readonly Fact[]): void {
    this.state = after(this.state, events);
    for (const event of events) {
      if (event.type !== 'CompositionRecorded') continue;
      this.composition = composedItems((event as CompositionRecorded).data, [])[0]?.composition ?? [];
    }
    const items = this.composition ?? [];
    expect(this.state.items[0]?.reconciledCents).toBe(openSumCents(items));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { id } of items) if (!this.known.has(id)) this.known.set(id, competenceOf(this.at));
    expect(items.filter(({ id, origin }) => origin !== this.known.get(id))).toEqual([]);
  }
}

let freshCount = 0;
const released: ReleasedItem = {
  reconciliationId: 1,
  created: true,
  accountId: 101,
  accountCode: '1.1',
  accountName: 'Bancos',
  department: '',
  sector: '',
  bookBalanceCents: 0,
  bookBalanceDebitCents: 0,
  status: 'NOT_STARTED',
  ownerId: 'ana',
};
const typed = (amountCents: number, date: string): TypedItem => ({
  id: null,
  description: 'Cheque',
  date,
  amountCents,
  document: null,
  settledOn: null,
});

/** `same`: as older clients record an item again, without its id. */
function edited(item: CompositionItem, edit: (typeof edits)[number]): TypedItem {
  const { id, description, date, amountCents, document, settledOn } = item;
  const kept = { id, description, date, amountCents, document, settledOn };
  if (edit === 'same') return { ...kept, id: null };
  if (edit === 'settle') return { ...kept, settledOn: date };
  return edit === 'correct' ? { ...kept, amountCents: amountCents + 1 } : kept;
}

it('items over 24 months always sum to the reconciled balance, and none is lost or doubled', () => {
  let carriedOver = 0;
  fc.assert(
    fc.property(fc.array(month, { minLength: MONTHS, maxLength: MONTHS }), (history) => {
      const months: Month[] = [];
      const known = new Map<string, Competence>();
      for (const [at, { byRule, steps, before }] of history.entries()) {
        const earlier = () =>
          months.slice(0, at).findLast(({ composition }) => composition !== null)?.composition ?? null;
        const now = new Month(at, earlier, known, byRule);
        for (const one of steps) now.do(one);
        for (const one of before) months.at(-1)?.do(one);
        now.carry();
        months.push(now);
        carriedOver += (now.composition ?? []).filter(({ origin }) => origin !== competenceOf(at)).length;
      }
    }),
    { numRuns: 15 },
  );
  expect(carriedOver).toBeGreaterThan(300); // the years do come to what they are about
});
