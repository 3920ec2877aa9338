// Items over months, through the commands: carried, settled, corrected, by people and by the company's rule.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import fc from 'fast-check';
import { release, type ReleaseDeps } from '../../../src/commands/competence/release.js';
import { createSchedule, endSchedule } from '../../../src/commands/competence/schedules.js';
import { knownItems } from '../../../src/commands/reconciliations/knownItems.js';
import { verifyParts } from '../../../src/commands/log/verifyParts.js';
import type { ChartRegistered } from '../../../src/domain/clients/events.js';
import { previousCompetence, type Competence } from '../../../src/domain/kernel/competence.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { CompositionItem, CompositionRecorded } from '../../../src/domain/reconciliation/events.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../../src/domain/reconciliation/fold.js';
import { composedItems } from '../../../src/domain/reconciliation/parts.js';
import {
  account,
  company,
  eventsIn,
  openLog,
  processOn,
  putChart,
  putVersion,
  testClock,
  type TestLine,
} from '../support/booksOnLog.js';
import { act, as, move, putOwners, putSettings, putStaff, typed } from '../support/workflowOnLog.js';
import type { TypedItem } from '../../../src/domain/reconciliation/carry.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const [july, august, september] = ['2026-07', '2026-08', '2026-09'] as Competence[] as [
  Competence,
  Competence,
  Competence,
];

let folder: string;
let log: EventLog;
let deps: ReleaseDeps;

beforeEach(async () => {
  folder = await temporaryDir();
  log = await openLog(folder);
  deps = processOn(log, testClock());
  await putStaff(deps);
  await putOwners(deps, { preparer: 'ana' });
  await putChart(deps, 5, [account(51, '1.1'), account(52, '1.2')]);
});

afterEach(async () => {
  await log.close();
  await removeDir(folder);
});

async function released(competence: Competence, ...lines: readonly TestLine[]) {
  await putVersion(deps, { competence, lines });
  return release(deps, { company, competence }, as('sol'));
}

const line = (code: string, cents: number): TestLine => [code, 0, cents, 0, cents];
const composed = (...composition: readonly TypedItem[]) =>
  ({ act: 'compose', composition, reconciledCents: openSum(composition) }) as const;
const openSum = (items: readonly Pick<CompositionItem, 'settledOn' | 'amountCents'>[]): number =>
  items.filter(({ settledOn }) => settledOn === null).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** For a process that knows nothing yet. */
async function itemsOf(competence: Competence) {
  const fresh = processOn(log, testClock());
  const { companyId } = company;
  const { state } = await fresh.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const known = await knownItems(fresh, { companyId, competence }, state.items, false);
  return state.items.map((item) => ({ ...item, items: known.get(item.reconciliationId)?.current ?? [] }));
}
const named = (items: readonly CompositionItem[]) =>
  items.map(({ description, origin, settledOn }) => [description, origin, settledOn]);

describe('carrying', () => {
  it('brings the open items with their identity, leaves the settled ones, and adds nothing twice', async () => {
    await released(july, line('1.1', 10_00), line('1.2', 0));
    await act(deps, 'ana', [1], move('start'), july);
    const settled = typed({ description: 'Pago', amountCents: 3_00, settledOn: '2026-08-31' });
    await act(deps, 'ana', [1], composed(typed({ amountCents: 10_00 }), settled), july);
    await released(august, line('1.1', 10_00), line('1.2', 0));
    expect(await act(deps, 'ana', [3, 4], { act: 'carry' })).toEqual(['IN_ELABORATION', 'NothingToCarry']);
    const [before, now] = [await itemsOf(july), await itemsOf(august)];
    expect(now[0]).toMatchObject({ status: 'IN_ELABORATION', reconciledCents: 10_00 });
    expect(named(now[0]?.items ?? [])).toEqual([['Extrato', '2026-07', null]]);
    expect(now[0]?.items[0]?.id).toBe(before[0]?.items[0]?.id);
    const head = await log.head();
    expect(await act(deps, 'ana', [3], { act: 'carry' })).toEqual(['NothingToCarry']);
    expect(await act(deps, 'alice', [3], { act: 'carry' })).toEqual(['NotTheirs']);
    expect(await act(deps, 'sol', [3], { act: 'carry' })).toEqual(['RoleMissing']);
    expect(await log.head()).toBe(head);
  });

  it('passes over competences without a composition, and follows the code into another chart', async () => {
    await released(july, line('1.1', 10_00));
    await act(deps, 'ana', [1], move('start'), july);
    await act(deps, 'ana', [1], composed(typed({ amountCents: 10_00 })), july);
    await released(august, line('1.1', 10_00));
    await act(deps, 'sol', [2], move('waive', { comment: 'sem movimento' }), august);
    await putChart(deps, 6, [account(71, '1.1')]);
    await putVersion(deps, { competence: september, lines: [line('1.1', 10_00)], chartId: 6 });
    await release(deps, { company, competence: september }, as('sol'));
    expect(await act(deps, 'ana', [3], { act: 'carry' }, september)).toEqual(['IN_ELABORATION']);
    expect(named((await itemsOf(september))[0]?.items ?? [])).toEqual([['Extrato', '2026-07', null]]);
  });

  it('keeps the origin of an earlier item that is named by its id', async () => {
    await released(july, line('1.1', 10_00));
    await act(deps, 'ana', [1], move('start'), july);
    await act(deps, 'ana', [1], composed(typed({ amountCents: 10_00 })), july);
    const id = (await itemsOf(july))[0]?.items[0]?.id ?? '';
    await released(august, line('1.1', 10_00));
    await act(deps, 'ana', [2], move('start'), august);
    await act(deps, 'ana', [2], composed(typed({ id, amountCents: 4_00 }), typed({ amountCents: 6_00 })), august);
    const [found] = await itemsOf(august);
    expect(found?.items.map(({ origin }) => origin)).toEqual(['2026-07', '2026-08']);
    await act(deps, 'ana', [2], composed(typed({ id, amountCents: 5_00 })), august);
    expect((await itemsOf(august))[0]?.items).toMatchObject([{ id, origin: '2026-07', amountCents: 5_00 }]);
  });

  it('of more than fits one event is in parts, which are whole', async () => {
    const codes = Array.from({ length: 60 }, (_, at) => `1.${at + 1}`);
    await putChart(
      deps,
      5,
      codes.map((code, at) => account(100 + at, code)),
    );
    const lines = codes.map((code) => line(code, 10_00));
    await released(july, ...lines);
    const ids = codes.map((_, at) => at + 1);
    await act(deps, 'ana', ids, move('start'), july);
    const items = Array.from({ length: 25 }, () => typed({ description: 'x'.repeat(200), amountCents: 40 }));
    for (const id of ids) await act(deps, 'ana', [id], composed(...items), july);
    await released(august, ...lines);
    await act(
      deps,
      'ana',
      ids.map((id) => id + 60),
      { act: 'carry' },
    );
    const events = await eventsIn(log, reconciliationsStream(company.companyId, august));
    const recorded = events.at(-1) as Recorded<CompositionRecorded>;
    expect(recorded.data).toMatchObject({ items: null, parts: { lines: 60 } });
    expect(await verifyParts(log, recorded)).toEqual([]);
    const found = await itemsOf(august);
    expect(found.map(({ items: { length }, reconciledCents }) => [length, reconciledCents])).toEqual(
      codes.map(() => [25, 10_00]),
    );
  });
});

describe('the rule of a company', () => {
  const rule = (carry: readonly string[]) =>
    putSettings(deps, { type: 'CarryRuleChanged', data: { companyId: 3, clientId: 1, carry } });

  it('carries at the first release, as the rule and not the person, and leaves the sending to the Elaborador', async () => {
    await released(july, line('1.1', 10_00), line('1.2', 5_00));
    await act(deps, 'ana', [1, 2], move('start'), july);
    for (const id of [1, 2]) await act(deps, 'ana', [id], composed(typed({ amountCents: 10_00 })), july);
    await rule(['1.1']);
    await released(august, line('1.1', 10_00), line('1.2', 5_00));
    const events = await eventsIn(log, reconciliationsStream(company.companyId, august));
    expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
      ['TrialBalanceReleased', { kind: 'person', id: 'sol' }],
      ['CompositionRecorded', { kind: 'rule', id: 'carry' }],
    ]);
    const [carried, other] = await itemsOf(august);
    expect(carried).toMatchObject({ status: 'NOT_STARTED', ownerId: 'ana', reconciledCents: 10_00 });
    expect(named(carried?.items ?? [])).toEqual([['Extrato', '2026-07', null]]);
    expect(other?.items).toEqual([]);
    expect(composedItems((events[1] as Recorded<CompositionRecorded>).data, [])).toMatchObject([{ carried: 1 }]);
    const head = await log.head();
    await release(deps, { company, competence: august }, as('sol'));
    expect(await log.head()).toBe(head);
    await released(august, line('1.1', 11_00), line('1.2', 5_00));
    expect((await eventsIn(log, reconciliationsStream(company.companyId, august))).length).toBe(3);
  });

  it('carries nothing to what a rule approves, nor where nothing is open', async () => {
    await released(july, line('1.1', 10_00), line('1.2', 5_00));
    await act(deps, 'ana', [1], move('start'), july);
    await act(deps, 'ana', [1], composed(typed({ amountCents: 10_00 })), july);
    await rule(['1']);
    const zero = { zeroWithoutMovement: false, zero: true, withoutMovement: false, upToCents: null };
    await putSettings(deps, { type: 'AutoApprovalChanged', data: { companyId: 3, clientId: 1, ...zero } });
    await released(august, line('1.1', 0), line('1.2', 5_00));
    const events = await eventsIn(log, reconciliationsStream(company.companyId, august));
    expect(events.map(({ type }) => type)).toEqual(['TrialBalanceReleased']);
  });
});

describe('a schedule', () => {
  const rule = {
    ...{ company, accountCode: '1.1', description: 'Seguro', amountCents: 12_00, first: july, months: 3 },
    kind: 'LINEAR' as const,
  };
  const registeredChart = () => {
    const data = { chartId: 5, companyId: 3, clientId: 1, name: 'Plano 5' };
    return putSettings(deps, { type: 'ChartRegistered', data } satisfies ChartRegistered as never);
  };
  const own = (items: readonly CompositionItem[]) =>
    items.map(({ id, amountCents, source }) => [id, amountCents, source]);

  it('writes what it expects of the month when items are carried, by hand and by the rule at the release', async () => {
    await registeredChart();
    await released(july, line('1.1', 8_00), line('1.2', 5_00));
    const { scheduleId } = await createSchedule(deps, rule, as('ana'));
    expect(await createSchedule(deps, rule, as('ana'))).toEqual({ scheduleId, position: null });
    expect(await act(deps, 'ana', [1, 2], { act: 'carry' }, july)).toEqual(['IN_ELABORATION', 'NothingToCarry']);
    const first = ['00000001-2026-8007-8001-000000000000', 8_00, 'cronograma'];
    expect(own((await itemsOf(july))[0]?.items ?? [])).toEqual([first]);
    expect(await act(deps, 'ana', [1], { act: 'carry' }, july)).toEqual(['NothingToCarry']);
    const settings = { companyId: 3, clientId: 1, carry: ['1'] };
    await putSettings(deps, { type: 'CarryRuleChanged', data: settings });
    await released(august, line('1.1', 4_00), line('1.2', 5_00));
    const [carried, other] = await itemsOf(august);
    expect(own(carried?.items ?? [])).toEqual([['00000001-2026-8008-8001-000000000000', 4_00, 'cronograma']]);
    expect([carried?.reconciledCents, other?.items]).toEqual([4_00, []]);
    await endSchedule(deps, { company, scheduleId, from: september }, as('sol'));
    expect(await endSchedule(deps, { company, scheduleId, from: september }, as('sol'))).toEqual({
      position: null,
    });
    await released(september, line('1.1', 0), line('1.2', 5_00));
    expect((await itemsOf(september))[0]?.items).toEqual([]);
  });

  it('is refused of an account that no chart has, and to people without the role', async () => {
    await registeredChart();
    const refused = { problem: { is: 'AccountNotFound' } };
    await expect(createSchedule(deps, { ...rule, accountCode: '9' }, as('ana'))).rejects.toMatchObject(refused);
    await expect(createSchedule(deps, rule, as('bia'))).rejects.toMatchObject({ problem: { is: 'RoleMissing' } });
    const nothing = { ...rule, amountCents: 0 };
    await expect(createSchedule(deps, nothing, as('ana'))).rejects.toMatchObject({
      problem: { is: 'ScheduleInvalid', faults: ['Amount'] },
    });
    const unknown = { company, scheduleId: 9, from: july };
    await expect(endSchedule(deps, unknown, as('ana'))).rejects.toMatchObject({
      problem: { is: 'ScheduleNotFound' },
    });
  });
});

type Step =
  | Readonly<{ is: 'carry' | 'settle' | 'correct' | 'keep'; at: number }>
  | Readonly<{ is: 'add'; cents: number }>
  | Readonly<{ is: 'version'; cents: number }>
  | Readonly<{ is: 'backwards'; at: number }>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ is: fc.constantFrom('carry', 'settle', 'correct', 'keep'), at: fc.nat(5) }) as fc.Arbitrary<Step>,
  fc.record({ is: fc.constant('add' as const), cents: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ is: fc.constant('version' as const), cents: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ is: fc.constant('backwards' as const), at: fc.nat(3) }),
);

describe('items over 24 random months', () => {
  it('always sum to the reconciled balance, and none is lost or doubled', async () => {
    const months = Array.from({ length: 24 }).reduce<Competence[]>(
      (list) => [previousCompetence(list[0] ?? september), ...list],
      [],
    );
    const everyMonth = fc.array(fc.tuple(fc.array(step, { maxLength: 4 }), fc.boolean()), {
      ...{ minLength: 24, maxLength: 24 },
    });
    let chart = 100;
    await fc.assert(
      fc.asyncProperty(everyMonth, async (played) => {
        const own = await temporaryDir();
        const ownLog = await openLog(own);
        const mine = processOn(ownLog, testClock());
        const world = new Months(mine, ownLog);
        try {
          await putStaff(mine);
          await putOwners(mine, { preparer: 'ana' });
          await putChart(mine, 5, [account((chart += 1), '1.1')]);
          for (const [at, [steps, byRule]] of played.entries()) {
            const rule = { companyId: 3, clientId: 1, carry: byRule ? ['1'] : [] };
            await putSettings(mine, { type: 'CarryRuleChanged', data: rule });
            await world.begin(months[at] as Competence);
            for (const one of steps) await world.play(one);
            if (!byRule) await world.play({ is: 'carry', at: 0 });
            await world.check(1);
          }
          await world.check(24);
        } finally {
          await ownLog.close();
          await removeDir(own);
        }
      }),
      { numRuns: 4 },
    );
  }, 120_000);
});

/** One account, month after month, and what must be in each: kept from what was done alone. */
class Months {
  readonly #deps: ReleaseDeps;
  readonly #log: EventLog;
  readonly #months: Competence[] = [];
  readonly #items: CompositionItem[][] = [];

  constructor(own: ReleaseDeps, ownLog: EventLog) {
    this.#deps = own;
    this.#log = ownLog;
  }

  async begin(competence: Competence): Promise<void> {
    this.#months.push(competence);
    await this.#version(competence, 1);
    await act(this.#deps, 'ana', [this.#months.length], move('start'), competence);
    this.#items.push(await this.#recorded(this.#months.length - 1));
  }

  async play(one: Step): Promise<void> {
    const last = this.#months.length - 1;
    if (one.is === 'version') return this.#version(this.#months[last] as Competence, one.cents);
    if (one.is === 'backwards') return this.#change(Math.max(0, last - one.at), 'correct', 0);
    if (one.is === 'add') return this.#compose(last, [...this.#typed(last), typed({ amountCents: one.cents })]);
    if (one.is !== 'carry') return this.#change(last, one.is, one.at);
    await act(this.#deps, 'ana', [last + 1], { act: 'carry' }, this.#months[last]);
    this.#items[last] = await this.#recorded(last);
  }

  /** What was open in the newest earlier month is here, once, unless a person took it up here; sums agree. */
  async check(newest: number): Promise<void> {
    for (const at of [...this.#months.keys()].slice(-newest)) {
      const items = await this.#recorded(at);
      expect(items).toEqual(this.#items[at]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(await this.#reconciled(at)).toBe(openSum(items));
    }
    const [before = [], now = []] = this.#items.slice(-2);
    if (this.#items.length < 2) return;
    const ids = now.map(({ id }) => id);
    for (const { id, settledOn, origin } of before) {
      if (settledOn === null) expect(ids).toContain(id);
      const found = now.find((item) => item.id === id);
      if (found) expect(found.origin).toBe(origin);
    }
  }

  async #version(competence: Competence, cents: number): Promise<void> {
    await putVersion(this.#deps, { competence, lines: [['1.1', 0, 100 + cents, 0, 100 + cents]] }).catch(() => 0);
    await release(this.#deps, { company, competence }, as('sol'));
  }

  async #change(month: number, how: 'settle' | 'correct' | 'keep', at: number): Promise<void> {
    const items = this.#typed(month);
    const chosen = items[at % Math.max(items.length, 1)];
    if (chosen === undefined || how === 'keep') return;
    const changed = how === 'settle' ? { settledOn: '2027-01-31' } : { amountCents: chosen.amountCents + 1 };
    await this.#compose(
      month,
      items.map((item) => (item === chosen ? { ...item, ...changed } : item)),
    );
  }

  async #compose(month: number, items: readonly TypedItem[]): Promise<void> {
    await act(this.#deps, 'ana', [month + 1], composed(...items), this.#months[month]);
    const recorded = await this.#recorded(month);
    expect(recorded.map(({ amountCents, settledOn }) => [amountCents, settledOn])).toEqual(
      items.map(({ amountCents, settledOn }) => [amountCents, settledOn]),
    );
    this.#items[month] = recorded;
  }

  #typed(month: number): readonly TypedItem[] {
    return (this.#items[month] ?? []).map(({ origin: _, ...item }) => item);
  }

  async #reconciled(month: number): Promise<number | undefined> {
    const { state } = await processOn(this.#log, testClock()).folds.load(
      reconciliationsStream(company.companyId, this.#months[month] as Competence),
      reconciliationsFold,
    );
    return state.items[0]?.reconciledCents;
  }

  /** Read from the log alone. */
  async #recorded(month: number): Promise<CompositionItem[]> {
    const stream = reconciliationsStream(company.companyId, this.#months[month] as Competence);
    let items: readonly CompositionItem[] = [];
    for (const event of await eventsIn(this.#log, stream))
      if (event.type === 'CompositionRecorded')
        items = composedItems((event as Recorded<CompositionRecorded>).data, [])[0]?.composition ?? [];
    return [...items];
  }
}
