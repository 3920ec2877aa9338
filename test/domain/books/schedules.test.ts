// Schedules of accounts: what they expect month after month, and what of it a composition gets.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import type { BooksEvent } from '../../../src/domain/books/events.js';
import { books, type Books } from '../../../src/domain/books/fold.js';
import {
  completeSchedule,
  decideEnd,
  decideSchedule,
  type CreateSchedule,
} from '../../../src/domain/books/decide.js';
import {
  expectedCents,
  expectedSum,
  schedulesByAccount,
  SCHEDULES_MAX,
  SCHEDULE_MONTHS_MAX,
  scheduleKindValues,
  type Schedule,
} from '../../../src/domain/books/schedules.js';
import { addMonths, monthsBetween, type Competence } from '../../../src/domain/kernel/competence.js';
import { AMOUNT_MAX } from '../../../src/domain/kernel/money.js';
import { carriedInto, scheduledItems, type Composed } from '../../../src/domain/reconciliation/carry.js';
import type { CompositionItem } from '../../../src/domain/reconciliation/events.js';
import { given as givenFacts } from '../../support/given.js';

const january = '2026-01' as Competence;
const july = '2026-07' as Competence;
const insurance: CreateSchedule = {
  companyId: 3,
  clientId: 1,
  accountCode: '1.1.06',
  description: 'Seguro da frota',
  amountCents: 1_000_00,
  kind: 'LINEAR',
  first: january,
  months: 12,
  debitSign: 1,
};
const made = (scheduleId = 4, facts: Partial<CreateSchedule> = {}): BooksEvent =>
  completeSchedule({ type: 'ScheduleCreated', data: { ...insurance, ...facts, debitSign: 1 } }, scheduleId);
const ended = (from: Competence, scheduleId = 4): BooksEvent => ({
  type: 'ScheduleEnded',
  data: { companyId: 3, clientId: 1, scheduleId, from },
});
const given = (...facts: readonly BooksEvent[]) => givenFacts(books, ...facts);
const creates =
  (facts: Partial<CreateSchedule> = {}) =>
  (state: Books) =>
    decideSchedule(state, { ...insurance, ...facts });
const ends = (scheduleId: number, from: Competence) => (state: Books) =>
  decideEnd(state, { companyId: 3, clientId: 1, scheduleId, from });
const schedule = (facts: Partial<Schedule> = {}): Schedule => ({
  ...(given(made()).state().schedules[0] as Schedule),
  ...facts,
});
const months = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => addMonths(january, from + at));

describe('Making a schedule', () => {
  it('records its rule, once: the same one that was not ended changes nothing', () => {
    given()
      .when(creates({ description: '  Seguro da frota ' }))
      .then([{ type: 'ScheduleCreated', data: insurance }], { is: 'Scheduled', scheduleId: null });
    given(made(4)).when(creates()).thenNothing({ is: 'Scheduled', scheduleId: 4 });
    const others = [{ description: 'Outro' }, { amountCents: 1 }, { months: 6 }, { kind: 'FIXED' }] as const;
    for (const facts of others) expect(given(made()).when(creates(facts)).events).toHaveLength(1);
    expect(given(made(), ended(july)).when(creates()).events).toHaveLength(1);
  });

  it('is the same one where the account signs amounts the other way, or where nothing tells', () => {
    const same = { is: 'Scheduled', scheduleId: 4 };
    given(made())
      .when(creates({ amountCents: -1_000_00, debitSign: -1 }))
      .thenNothing(same);
    expect(given(made()).when(creates({ debitSign: -1 })).events).toHaveLength(1);
    const { debitSign, ...unknown } = insurance;
    expect(made().data).toEqual({ ...unknown, debitSign, scheduleId: 4 });
    given()
      .when(creates({ debitSign: 0 }))
      .then([{ type: 'ScheduleCreated', data: unknown }], { is: 'Scheduled', scheduleId: null });
    given(made())
      .when(creates({ debitSign: 0 }))
      .thenNothing(same);
    const old = completeSchedule({ type: 'ScheduleCreated', data: unknown }, 4);
    given(old).when(creates()).thenNothing(same);
  });

  it('is refused with every fault of it', () => {
    const wrong = {
      is: 'Refused',
      problem: { is: 'ScheduleInvalid', faults: ['Description', 'Amount', 'Months'] },
    };
    for (const description of [' ', 'x'.repeat(201)])
      for (const amountCents of [0, NaN, AMOUNT_MAX * 100 + 1])
        for (const count of [0, 1.5, SCHEDULE_MONTHS_MAX + 1])
          given()
            .when(creates({ description, amountCents, months: count }))
            .thenNothing(wrong);
    const widest = { amountCents: -AMOUNT_MAX * 100, months: SCHEDULE_MONTHS_MAX, description: 'x'.repeat(200) };
    expect(given().when(creates(widest)).events).toHaveLength(1);
  });

  it('is refused beyond the limit of a company', () => {
    const state = given(made()).state();
    state.schedules = Array.from({ length: SCHEDULES_MAX }, (_, at) =>
      schedule({ scheduleId: at + 1, months: 3 }),
    );
    const problem = { is: 'TooManySchedules' };
    expect(decideSchedule(state, insurance)).toEqual({ events: [], outcome: { is: 'Refused', problem } });
  });
});

describe('Ending a schedule', () => {
  it('says from when on, and may be corrected; the same again changes nothing', () => {
    given(made())
      .when(ends(4, july))
      .then([ended(july)], null);
    given(made(), ended(july)).when(ends(4, july)).thenNothing(null);
    given(made(), ended(july))
      .when(ends(4, january))
      .then([ended(january)], null);
    given(made()).when(ends(5, july)).thenNothing({ is: 'ScheduleNotFound' });
    expect(
      given(made(4), made(5), ended(july, 5))
        .state()
        .schedules.map(({ endsAt }) => endsAt),
    ).toEqual([null, july]);
  });
});

describe('The balance that a schedule expects', () => {
  const over = (facts: Partial<Schedule>, from: number, count: number) =>
    months(from, count).map((competence) => expectedCents(schedule(facts), competence));

  it('falls by whole centavos to zero, the remainder in the last month, where it is linear', () => {
    expect(over({ amountCents: 100, months: 3 }, -1, 6)).toEqual([0, 67, 34, 0, 0, 0]);
    expect(over({ amountCents: -100, months: 3 }, 0, 3)).toEqual([-67, -34, 0]);
  });

  it('grows to the amount and stays, where it is accumulated', () =>
    expect(over({ amountCents: 100, months: 3, kind: 'ACCUMULATED' }, -1, 6)).toEqual([0, 33, 66, 100, 100, 100]));

  it('is the amount in each of its months, where it is fixed', () =>
    expect(over({ amountCents: 100, months: 3, kind: 'FIXED' }, -1, 6)).toEqual([0, 100, 100, 100, 0, 0]));

  it('is nothing from the month on in which it ended', () => {
    const endsAt = addMonths(january, 2);
    for (const kind of scheduleKindValues) expect(over({ kind, endsAt }, 2, 2)).toEqual([0, 0]);
    expect(over({ kind: 'FIXED', endsAt, amountCents: 5 }, 0, 3)).toEqual([5, 5, 0]);
  });

  it('is that of all schedules of the account together', () => {
    const all = [schedule({ amountCents: 100, months: 2 }), schedule({ amountCents: 7, kind: 'FIXED' })];
    expect(expectedSum(all, january)).toBe(57);
    expect(expectedSum([], january)).toBe(0);
    const state = given(made(4), made(5, { accountCode: '2' }), made(6, { months: 3 })).state();
    const found = [...schedulesByAccount(state)].map(([code, of]) => [
      code,
      of.map(({ scheduleId }) => scheduleId),
    ]);
    expect(found).toEqual([
      ['1.1.06', [4, 6]],
      ['2', [5]],
    ]);
  });
});

describe('What a composition gets of schedules', () => {
  it('is an item each month with an identity of its own, the same each time', () => {
    const [item, ...others] = scheduledItems([schedule(), schedule({ first: july })], january, 1);
    expect(others).toEqual([]);
    expect(item).toEqual({
      id: '00000004-2026-8001-8001-000000000000',
      description: 'Seguro da frota',
      date: '2026-01-31',
      amountCents: 916_67,
      document: '1/12',
      origin: january,
      settledOn: null,
      source: 'cronograma',
    });
    const long = scheduledItems([schedule({ kind: 'ACCUMULATED', months: 3 })], july, 1);
    expect(long).toMatchObject([{ amountCents: 1_000_00, document: '3/3' }]);
  });

  it('keeps its side where the account signs amounts the other way', () => {
    const amounts = (debitSign: Schedule['debitSign'], facts: Partial<Schedule> = {}) =>
      scheduledItems([schedule(facts)], january, debitSign).map(({ amountCents }) => amountCents);
    expect([amounts(1), amounts(-1), amounts(0)]).toEqual([[916_67], [-916_67], [916_67]]);
    expect(amounts(-1, { debitSign: 0 })).toEqual([916_67]);
  });

  it('takes the place of the month before, and stays as people left it', () => {
    const [before, now] = [january, addMonths(january, 1)].map((one) => scheduledItems([schedule()], one, 1));
    const cheque = { ...(before?.[0] as CompositionItem), id: 'b0000000-0000-4000-8000-000000000001' };
    const { source: made, ...typed } = cheque;
    expect(made).toBe('cronograma');
    const known = { current: [], earlier: [...(before ?? []), typed], scheduled: now ?? [] };
    const carried = carriedInto(known) as Composed;
    expect(carried).toMatchObject({ carried: 2, composition: [typed, { amountCents: 833_34 }] });
    const corrected = carried.composition.map((item) => ({ ...item, amountCents: 1 }));
    expect(carriedInto({ ...known, current: corrected })).toEqual({ is: 'NothingToCarry' });
    expect(carriedInto({ current: [], earlier: before ?? [] })).toEqual({ is: 'NothingToCarry' });
  });

  const rule = fc.record({
    amountCents: fc.integer({ min: -500_000, max: 500_000 }).filter((cents) => cents !== 0),
    kind: fc.constantFrom(...scheduleKindValues),
    first: fc.nat(30).map((at) => addMonths(january, at)),
    months: fc.integer({ min: 1, max: 40 }),
    endsAt: fc.option(fc.nat(40).map((at) => addMonths(january, at))),
  });

  it('is in every month the sum that the schedules expect, whatever was carried before, once for each', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (rules, carries) => {
          const all = rules.map((facts, at) => schedule({ ...facts, scheduleId: at + 1 }));
          let earlier: readonly CompositionItem[] | null = null;
          for (const [at, isCarried] of carries.entries()) {
            if (!isCarried) continue;
            const competence = addMonths(january, at);
            const scheduled = scheduledItems(all, competence, 1);
            const played: Composed | Readonly<{ is: string }> = carriedInto({ current: [], earlier, scheduled });
            const composition = 'is' in played ? [] : played.composition;
            expect('is' in played ? 0 : played.reconciledCents).toBe(expectedSum(all, competence));
            expect(new Set(composition.map(({ id }) => id)).size).toBe(composition.length);
            expect(carriedInto({ current: composition, earlier, scheduled })).toEqual({ is: 'NothingToCarry' });
            earlier = composition;
          }
        },
      ),
    );
  });

  it('uses up a linear amount exactly, month by month in one direction', () => {
    fc.assert(
      fc.property(rule, (facts) => {
        const one = schedule({ ...facts, kind: 'LINEAR', endsAt: null });
        const left = Array.from({ length: one.months }, (_, at) => expectedCents(one, addMonths(one.first, at)));
        expect(left.at(-1)).toBe(0);
        const steps = [one.amountCents, ...left].map(Math.abs);
        for (const [at, step] of steps.slice(1).entries()) expect(step).toBeLessThanOrEqual(steps[at] as number);
        const grown = left.map((cents, at) => {
          const other = schedule({ ...facts, kind: 'ACCUMULATED', endsAt: null });
          return cents + expectedCents(other, addMonths(one.first, at));
        });
        expect(new Set(grown)).toEqual(new Set([one.amountCents]));
      }),
    );
  });
});

describe('Months between two competences', () => {
  it('are counted over years, negative backwards', () => {
    const pairs = [january, '2025-12', '2027-03'].map((one) => monthsBetween(january, one as Competence));
    expect(pairs).toEqual([0, -1, 14]);
  });
});
