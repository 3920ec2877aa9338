// Random histories of a competence: whatever people try in whatever order, and whatever versions are released
// between.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { actedItems } from '../../../src/domain/reconciliation/parts.js';
import { decideAct, type ActRequest } from '../../../src/domain/reconciliation/decide.js';
import type { ActedEvent, ActedItem, ReleasedItem } from '../../../src/domain/reconciliation/events.js';
import type { Reconciliation, Reconciliations } from '../../../src/domain/reconciliation/fold.js';
import { valuesOf } from '../../../src/domain/kernel/vocabulary.js';
import { afterBalanceChange, moves, type Act } from '../../../src/domain/reconciliation/transitions.js';
import { isFinished, type ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import { roles as allRoles, type Role } from '../../../src/domain/clients/roles.js';
import { adjustmentsOf, after, commandOf, givenItems, releaseOf, requestOf, rulesFor } from './support.js';

const people = ['ana', 'bia', 'caio', 'duda'] as const;
const ids = [1, 2, 3] as const;

/** `onwards`: whatever brings the first of the ids nearer to its approval. `leaves`: loses every role. */
type Step =
  | Readonly<{ is: 'act'; by: string; ids: readonly number[]; request: ActRequest }>
  | Readonly<{ is: 'onwards'; by: string; id: number }>
  | Readonly<{ is: 'leaves'; who: string }>
  | Readonly<{ is: 'release'; balances: readonly Readonly<{ id: number; cents: number }>[] }>;

/** A reconciliation without owner, one that needs nobody, and one that is assigned. */
const AT_FIRST = givenItems({}, { status: 'AUTO_APPROVED' }, { status: 'NOT_STARTED', ownerId: 'ana' });

const person = fc.constantFrom(...people);
const cents = fc.integer({ min: -1, max: 1 });
const request: fc.Arbitrary<ActRequest> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...valuesOf(moves)), person).map(([act, to]) => requestOf(act, { to })),
  },
  cents.map((reconciledCents): ActRequest => ({ act: 'compose', composition: [], reconciledCents })),
  cents.map((sum): ActRequest => ({ act: 'adjust', ...adjustmentsOf(sum) })),
);
const balances = fc
  .tuple(fc.subarray([...ids]), cents)
  .map(([some, value]) => some.map((id) => ({ id, cents: value })));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('act' as const),
      by: person,
      ids: fc.subarray([...ids]),
      request,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ is: fc.constant('onwards' as const), by: person, id: fc.constantFrom(...ids) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('release' as const), balances }) },
);
const leaving: fc.Arbitrary<Step> = fc.record({ is: fc.constant('leaves' as const), who: person });
const held: fc.Arbitrary<Record<string, Role[]>> = fc.record({
  ana: fc.subarray([...allRoles], { minLength: 3 }),
  bia: fc.subarray([...allRoles], { minLength: 3 }),
  caio: fc.subarray([...allRoles], { minLength: 3 }),
  duda: fc.constant<Role[]>(['APPROVER', 'SUPERVISOR']),
});
const tolerated = fc.integer({ min: 0, max: 1 });
const owners = fc.record({ preparer: person, reviewer: person, approver: person }, { requiredKeys: [] });

const NEXT: Readonly<Partial<Record<ReconciliationStatus, Act>>> = {
  PENDING: 'assign',
  NOT_STARTED: 'start',
  IN_ELABORATION: 'submit',
  AWAITING_DOCUMENTS: 'resume',
  AWAITING_ADJUSTMENT: 'resume',
  SUBMITTED_FOR_REVIEW: 'open',
  IN_REVIEW: 'pass',
  RETURNED_BY_REVIEW: 'start',
  SUBMITTED_FOR_APPROVAL: 'open',
  IN_APPROVAL: 'approve',
  REJECTED: 'start',
  BALANCE_CHANGED: 'start',
  REOPENED: 'start',
  WAIVED: 'restore',
};

/** `expect` takes longer than an act is decided: it is called where something differs. */
function same(found: unknown, expected: unknown): void {
  if (!Object.is(found, expected)) expect(found).toBe(expected);
}

/** What must hold, kept from the facts alone and beside the fold. */
class Witness {
  /** @param toleratedCents of every account */
  constructor(private readonly toleratedCents = 0) {}

  approvals = 0;
  /** By id, what the reconciliation was last sent with. */
  readonly #accepted = new Map<number, number>();
  readonly #prepared = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]));
  readonly #reviewed = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]));
  readonly #amounts = new Map<number, { book: number; reconciled: number; adjusted: number }>(
    ids.map((id) => [id, { book: 0, reconciled: 0, adjusted: 0 }]),
  );

  acted(event: ActedEvent, by: string): void {
    for (const item of actedItems(event.data, [])) {
      const amounts = this.#amountsOf(item.reconciliationId);
      if (event.type === 'CompositionRecorded') amounts.reconciled = event.data.reconciledCents ?? NaN;
      if (event.type === 'AdjustmentsRecorded') amounts.adjusted = event.data.adjustmentsCents;
      if (event.type === 'ReconciliationsMoved') this.#moved(item, event.data.move, by);
    }
  }

  released(id: number, value: number): void {
    this.#amountsOf(id).book = value;
  }

  agreesWith({ reconciliationId, bookBalanceCents, reconciledCents, adjustmentsCents }: Reconciliation): void {
    const { book, reconciled, adjusted } = this.#amountsOf(reconciliationId);
    same(bookBalanceCents, book);
    same(reconciledCents, reconciled);
    same(adjustmentsCents, adjusted);
  }

  #moved({ reconciliationId: id, status, acceptedDifferenceCents = 0 }: ActedItem, move: Act, by: string): void {
    const { book, reconciled, adjusted } = this.#amountsOf(id);
    if (move === 'start') this.#prepared.get(id)?.add(by);
    if (status === 'IN_REVIEW') this.#reviewed.get(id)?.add(by);
    const difference = book - reconciled - adjusted;
    if (move === 'submit') this.#accepted.set(id, acceptedDifferenceCents);
    if (move === 'submit' || status === 'APPROVED') {
      expect(difference).toBe(this.#accepted.get(id));
      expect(Math.abs(difference)).toBeLessThanOrEqual(this.toleratedCents);
    }
    if (status === 'IN_REVIEW' || status === 'APPROVED') expect(this.#prepared.get(id)).not.toContain(by);
    if (status !== 'APPROVED') return;
    this.approvals++;
    expect(this.#reviewed.get(id)).not.toContain(by);
  }

  #amountsOf(id: number) {
    const amounts = this.#amounts.get(id);
    if (!amounts) throw new Error(`nothing known of ${id}`);
    return amounts;
  }
}

type Rules = ReturnType<typeof rulesFor>;
type State = Reconciliations;

function act(state: State, one: Extract<Step, { by: string }>, rules: Rules, witness: Witness): State {
  const asked =
    one.is === 'act'
      ? one
      : { ids: [one.id], request: requestOf(NEXT[state.items[one.id - 1]?.status ?? 'PENDING'] ?? 'reopen') };
  const request =
    'to' in asked.request && asked.request.to === null ? { ...asked.request, to: 'ana' } : asked.request;
  const command = commandOf({ request, personId: one.by, rules, ids: asked.ids });
  const { events, outcome } = decideAct(state, command);
  const now = after(state, events);
  same(events.length, outcome.some(({ ok }) => ok) ? 1 : 0);
  for (const event of events) witness.acted(event, one.by);
  for (const { reconciliationId, status } of outcome) same(now.items[reconciliationId - 1]?.status, status);
  for (const id of asked.ids) same(peopleWhoMay(now, rules, id) > 1, false);
  return now;
}

function release(state: State, one: Extract<Step, { is: 'release' }>, witness: Witness): State {
  const items = one.balances.flatMap(({ id, cents: value }): ReleasedItem[] => {
    const item = state.items[id - 1];
    if (!item) return [];
    witness.released(id, value);
    const status = afterBalanceChange(item.status);
    const ownerId = status === item.status ? item.ownerId : item.preparerId;
    return [{ ...item, created: false, status, bookBalanceCents: value, ownerId, bookBalanceDebitCents: value }];
  });
  return after(state, [releaseOf(items)]);
}

/** What belongs to the person of a step. */
const OF_ONE: Readonly<Partial<Record<ReconciliationStatus, Act>>> = {
  IN_ELABORATION: 'ask-documents',
  AWAITING_DOCUMENTS: 'resume',
  AWAITING_ADJUSTMENT: 'resume',
  IN_REVIEW: 'return',
  IN_APPROVAL: 'reject',
};

/** How many people may do it. */
function peopleWhoMay(state: State, rules: Rules, id: number): number {
  const move = OF_ONE[state.items[id - 1]?.status ?? 'PENDING'];
  if (move === undefined) return 0;
  const request = requestOf(move);
  return people.filter(
    (personId) => decideAct(state, commandOf({ request, personId, rules, ids: [id] })).outcome[0]?.ok,
  ).length;
}

/** Nobody of those who were there is left; whoever came instead does what is next. */
const newcomers: Readonly<Record<string, readonly Role[]>> = {
  nora: ['PREPARER'],
  rui: ['REVIEWER'],
  ada: ['APPROVER'],
  sue: ['SUPERVISOR'],
};

/** @returns after how many acts it is approved, or Infinity */
function actsToApproval(from: State, id: number): number {
  let state = from;
  const rules = rulesFor(newcomers);
  const tries = (request: ActRequest): boolean =>
    Object.keys(newcomers).some((personId) => {
      const { events } = decideAct(state, commandOf({ request, personId, rules, ids: [id] }));
      state = after(state, events);
      return events.length > 0;
    });
  for (let acted = 0; acted < 20; acted++) {
    const { status = 'PENDING', bookBalanceCents = 0, adjustmentsCents = 0 } = state.items[id - 1] ?? {};
    if (status === 'APPROVED' || status === 'AUTO_APPROVED') return acted;
    const reconciledCents = bookBalanceCents - adjustmentsCents;
    tries({ act: 'compose', composition: [], reconciledCents });
    const next = NEXT[status] ?? 'start';
    if (!([next, 'start', 'open'] as const).some((move) => tries(requestOf(move, { to: 'nora' })))) break;
  }
  return Infinity;
}

describe('any history', () => {
  it('leaves a way on, whoever left in the middle of whatever they did', () => {
    fc.assert(
      fc.property(
        held,
        owners,
        fc.array(fc.oneof({ weight: 12, arbitrary: step }, { weight: 1, arbitrary: leaving }), {
          minLength: 20,
          maxLength: 80,
        }),
        (roles, set, history) => {
          const witness = new Witness();
          const holding: Record<string, readonly Role[]> = { ...roles };
          let state = AT_FIRST.state();
          for (const one of history) {
            if (one.is === 'leaves') holding[one.who] = [];
            else if (one.is === 'release') state = release(state, one, witness);
            else state = act(state, one, rulesFor(holding, set), witness);
          }
          for (const id of ids) expect(actsToApproval(state, id)).toBeLessThan(20);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has never two owners, nothing approved by who prepared or reviewed it, and amounts that add up', () => {
    let approvals = 0;
    fc.assert(
      fc.property(
        held,
        owners,
        tolerated,
        fc.array(step, { minLength: 60, maxLength: 200 }),
        (roles, set, cents, history) => {
          const rules = { ...rulesFor(roles, set), toleratedCents: () => cents };
          const witness = new Witness(cents);
          let state = AT_FIRST.state();
          for (const one of history) {
            if (one.is === 'leaves') continue;
            state = one.is === 'release' ? release(state, one, witness) : act(state, one, rules, witness);
            for (const item of state.items) witness.agreesWith(item);
            same(state.unfinished, state.items.filter(({ status }) => !isFinished(status)).length);
          }
          approvals += witness.approvals;
        },
      ),
      { numRuns: 60 },
    );
    expect(approvals).toBeGreaterThan(10); // the histories do come to what they are about
  });
});
