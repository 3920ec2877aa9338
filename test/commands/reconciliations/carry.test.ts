// Items over months, through the commands: carried, settled, corrected, by people and by the company's rule.
import { describe, expect, it } from '#jest';
import { release } from '../../../src/commands/competence/release.js';
import { createSchedule, endSchedule } from '../../../src/commands/competence/schedules.js';
import { knownItems } from '../../../src/commands/reconciliations/knownItems.js';
import { verifyParts } from '../../../src/commands/log/verifyParts.js';
import type { ChartRegistered } from '../../../src/domain/clients/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
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
  processOn,
  putChart,
  putVersion,
  testClock,
  useBooks,
  type TestLine,
} from '../support/booksOnLog.js';
import { act, as, move, putOwners, putSettings, putStaff, typed } from '../support/workflowOnLog.js';
import type { TypedItem } from '../../../src/domain/reconciliation/carry.js';
import { readAll } from '../../support/logEvents.js';

const [july, august, september] = ['2026-07', '2026-08', '2026-09'] as Competence[] as [
  Competence,
  Competence,
  Competence,
];

const books = useBooks(async (deps) => {
  await putStaff(deps);
  await putOwners(deps, { preparer: 'ana' });
  await putChart(deps, 5, [account(51, '1.1'), account(52, '1.2')]);
});

async function released(competence: Competence, ...lines: readonly TestLine[]) {
  await putVersion(books.deps, { competence, lines });
  return release(books.deps, { company, competence }, as('sol'));
}

const line = (code: string, cents: number): TestLine => [code, 0, cents, 0, cents];
const composed = (...composition: readonly TypedItem[]) =>
  ({ act: 'compose', composition, reconciledCents: openSum(composition) }) as const;
const openSum = (items: readonly Pick<CompositionItem, 'settledOn' | 'amountCents'>[]): number =>
  items.filter(({ settledOn }) => settledOn === null).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** For a process that knows nothing yet. */
async function itemsOf(competence: Competence) {
  const fresh = processOn(books.log, testClock());
  const { companyId } = company;
  const { state } = await fresh.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const known = await knownItems(fresh, { companyId, competence }, state.items, false);
  return state.items.map((item) => ({ ...item, items: known.get(item.reconciliationId)?.current ?? [] }));
}
const named = (items: readonly CompositionItem[]) =>
  items.map(({ description, origin, settledOn }) => [description, origin, settledOn]);

describe('carrying', () => {
  it('passes over competences without a composition, and follows the code into another chart', async () => {
    await released(july, line('1.1', 10_00));
    await act(books.deps, 'ana', [1], move('start'), july);
    await act(books.deps, 'ana', [1], composed(typed({ amountCents: 10_00 })), july);
    await released(august, line('1.1', 10_00));
    await act(books.deps, 'sol', [2], move('waive', { comment: 'sem movimento' }), august);
    await putChart(books.deps, 6, [account(71, '1.1')]);
    await putVersion(books.deps, { competence: september, lines: [line('1.1', 10_00)], chartId: 6 });
    await release(books.deps, { company, competence: september }, as('sol'));
    expect(await act(books.deps, 'ana', [3], { act: 'carry' }, september)).toEqual(['IN_ELABORATION']);
    expect(named((await itemsOf(september))[0]?.items ?? [])).toEqual([['Extrato', '2026-07', null]]);
  });

  it('keeps the origin of an earlier item that is named by its id', async () => {
    await released(july, line('1.1', 10_00));
    await act(books.deps, 'ana', [1], move('start'), july);
    await act(books.deps, 'ana', [1], composed(typed({ amountCents: 10_00 })), july);
    const id = (await itemsOf(july))[0]?.items[0]?.id ?? '';
    await released(august, line('1.1', 10_00));
    await act(books.deps, 'ana', [2], move('start'), august);
    await act(
      books.deps,
      'ana',
      [2],
      composed(typed({ id, amountCents: 4_00 }), typed({ amountCents: 6_00 })),
      august,
    );
    const [found] = await itemsOf(august);
    expect(found?.items.map(({ origin }) => origin)).toEqual(['2026-07', '2026-08']);
    await act(books.deps, 'ana', [2], composed(typed({ id, amountCents: 5_00 })), august);
    expect((await itemsOf(august))[0]?.items).toMatchObject([{ id, origin: '2026-07', amountCents: 5_00 }]);
  });

  it('keeps the side of an item where the months are signed differently, by hand and by the rule', async () => {
    await putChart(books.deps, 5, [account(53, '2.1'), account(54, '2.2')]);
    const ofCredit = (code: string, sign: 1 | -1): TestLine => [code, 0, 0, 10_00, 10_00 * sign];
    const inBooks = async (competence: Competence, convention: 'A' | 'B') => {
      const sign = convention === 'A' ? -1 : 1;
      await putVersion(books.deps, {
        competence,
        convention,
        lines: [ofCredit('2.1', sign), ofCredit('2.2', sign)],
      });
      await release(books.deps, { company, competence }, as('sol'));
    };
    await inBooks(july, 'A');
    await act(books.deps, 'ana', [1, 2], move('start'), july);
    for (const id of [1, 2]) await act(books.deps, 'ana', [id], composed(typed({ amountCents: -10_00 })), july);
    const settings = { companyId: 3, clientId: 1, carry: ['2.2'] };
    await putSettings(books.deps, { type: 'CarryRuleChanged', data: settings });
    await inBooks(august, 'B');
    await act(books.deps, 'ana', [3], { act: 'carry' });
    const carried = await itemsOf(august);
    expect(carried.map(({ reconciledCents }) => reconciledCents)).toEqual([10_00, 10_00]);
    expect(carried.map(({ items }) => items[0]?.amountCents)).toEqual([10_00, 10_00]);
    await inBooks(september, 'A');
    expect((await itemsOf(september)).map(({ reconciledCents }) => reconciledCents)).toEqual([0, -10_00]);
  });

  it('of more than fits one event is in parts, which are whole', async () => {
    const codes = Array.from({ length: 60 }, (_, at) => `1.${at + 1}`);
    await putChart(
      books.deps,
      5,
      codes.map((code, at) => account(100 + at, code)),
    );
    const lines = codes.map((code) => line(code, 10_00));
    await released(july, ...lines);
    const ids = codes.map((_, at) => at + 1);
    await act(books.deps, 'ana', ids, move('start'), july);
    const items = Array.from({ length: 25 }, () => typed({ description: 'x'.repeat(200), amountCents: 40 }));
    for (const id of ids) await act(books.deps, 'ana', [id], composed(...items), july);
    await released(august, ...lines);
    await act(
      books.deps,
      'ana',
      ids.map((id) => id + 60),
      { act: 'carry' },
    );
    const events = await readAll(books.log, reconciliationsStream(company.companyId, august));
    const recorded = events.at(-1) as Recorded<CompositionRecorded>;
    expect(recorded.data).toMatchObject({ items: null, parts: { lines: 60 } });
    expect(await verifyParts(books.log, recorded)).toEqual([]);
    const found = await itemsOf(august);
    expect(found.map(({ items: { length }, reconciledCents }) => [length, reconciledCents])).toEqual(
      codes.map(() => [25, 10_00]),
    );
  });
});

describe('a later version that is signed differently', () => {
  it('leaves composed amounts and the balance in one sign, also at zero in between', async () => {
    await putChart(books.deps, 5, [account(53, '2.1'), account(54, '2.2')]);
    const inBooks = async (convention: 'A' | 'B', ...credits: readonly number[]) => {
      const sign = convention === 'A' ? -1 : 1;
      const lines = credits.map((cents, at): TestLine => [`2.${at + 1}`, 0, 0, cents, cents * sign + 0]);
      await putVersion(books.deps, { competence: august, convention, lines });
      await release(books.deps, { company, competence: august }, as('sol'));
    };
    const amounts = async () =>
      (await itemsOf(august)).map(({ bookBalanceCents, reconciledCents }) => [bookBalanceCents, reconciledCents]);
    await inBooks('B', 10_00, 20_00);
    await act(books.deps, 'ana', [1], move('start'));
    await act(books.deps, 'ana', [1], composed(typed({ amountCents: 10_00 })));
    await inBooks('A', 11_00, 21_00);
    expect(await amounts()).toEqual([
      [11_00, 10_00],
      [-21_00, 0],
    ]);
    await inBooks('A', 0, 22_00);
    await inBooks('A', 12_00, 22_00);
    expect((await amounts())[0]).toEqual([12_00, 10_00]);
  });
});

describe('a month that signs the account differently', () => {
  it('keeps the side of what is carried from and to a balance of zero', async () => {
    await putChart(books.deps, 5, [account(53, '2.1'), account(54, '2.2')]);
    const inBooks = async (competence: Competence, convention: 'A' | 'B', ...lines: readonly TestLine[]) => {
      await putVersion(books.deps, { competence, convention, lines });
      await release(books.deps, { company, competence }, as('sol'));
    };
    await inBooks(july, 'B', ['2.1', 0, 0, 20_00, 20_00], ['2.2', 5_00, 5_00, 0, 0]);
    await act(books.deps, 'ana', [1, 2], move('start'), july);
    await act(books.deps, 'ana', [1, 2], composed(typed({ amountCents: 20_00 })), july);
    await inBooks(august, 'A', ['2.1', -20_00, 20_00, 0, 0], ['2.2', 0, 0, 7_00, -7_00]);
    expect(await act(books.deps, 'ana', [3, 4], { act: 'carry' })).toEqual(['IN_ELABORATION', 'IN_ELABORATION']);
    const reconciled = (await itemsOf(august)).map(({ reconciledCents }) => reconciledCents);
    expect(reconciled).toEqual([-20_00, -20_00]);
  });
});

describe('the rule of a company', () => {
  const rule = (carry: readonly string[]) =>
    putSettings(books.deps, { type: 'CarryRuleChanged', data: { companyId: 3, clientId: 1, carry } });

  it('carries at the first release, as the rule and not the person, and leaves the sending to the Elaborador', async () => {
    await released(july, line('1.1', 10_00), line('1.2', 5_00));
    await act(books.deps, 'ana', [1, 2], move('start'), july);
    for (const id of [1, 2]) await act(books.deps, 'ana', [id], composed(typed({ amountCents: 10_00 })), july);
    await rule(['1.1']);
    await released(august, line('1.1', 10_00), line('1.2', 5_00));
    const events = await readAll(books.log, reconciliationsStream(company.companyId, august));
    expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
      ['TrialBalanceReleased', { kind: 'person', id: 'sol' }],
      ['CompositionRecorded', { kind: 'rule', id: 'carry' }],
    ]);
    const [carried, other] = await itemsOf(august);
    expect(carried).toMatchObject({ status: 'NOT_STARTED', ownerId: 'ana', reconciledCents: 10_00 });
    expect(named(carried?.items ?? [])).toEqual([['Extrato', '2026-07', null]]);
    expect(other?.items).toEqual([]);
    expect(composedItems((events[1] as Recorded<CompositionRecorded>).data, [])).toMatchObject([{ carried: 1 }]);
    const head = await books.log.head();
    await release(books.deps, { company, competence: august }, as('sol'));
    expect(await books.log.head()).toBe(head);
    await released(august, line('1.1', 11_00), line('1.2', 5_00));
    expect((await readAll(books.log, reconciliationsStream(company.companyId, august))).length).toBe(3);
  });
});

describe('a schedule', () => {
  const rule = {
    company,
    accountCode: '1.1',
    description: 'Seguro',
    amountCents: 12_00,
    first: july,
    months: 3,
    kind: 'LINEAR' as const,
  };
  const registeredChart = () => {
    const data = { chartId: 5, companyId: 3, clientId: 1, name: 'Plano 5' };
    return putSettings(books.deps, { type: 'ChartRegistered', data } satisfies ChartRegistered as never);
  };
  const own = (items: readonly CompositionItem[]) =>
    items.map(({ id, amountCents, source }) => [id, amountCents, source]);

  it('writes what it expects of the month when items are carried, by hand and by the rule at the release', async () => {
    await registeredChart();
    await released(july, line('1.1', 8_00), line('1.2', 5_00));
    const { scheduleId } = await createSchedule(books.deps, rule, as('ana'));
    expect(await createSchedule(books.deps, rule, as('ana'))).toEqual({ scheduleId, position: null });
    expect(await act(books.deps, 'ana', [1, 2], { act: 'carry' }, july)).toEqual([
      'IN_ELABORATION',
      'NothingToCarry',
    ]);
    const first = ['00000001-2026-8007-8001-000000000000', 8_00, 'cronograma'];
    expect(own((await itemsOf(july))[0]?.items ?? [])).toEqual([first]);
    expect(await act(books.deps, 'ana', [1], { act: 'carry' }, july)).toEqual(['NothingToCarry']);
    const settings = { companyId: 3, clientId: 1, carry: ['1'] };
    await putSettings(books.deps, { type: 'CarryRuleChanged', data: settings });
    await released(august, line('1.1', 4_00), line('1.2', 5_00));
    const [carried, other] = await itemsOf(august);
    expect(own(carried?.items ?? [])).toEqual([['00000001-2026-8008-8001-000000000000', 4_00, 'cronograma']]);
    expect([carried?.reconciledCents, other?.items]).toEqual([4_00, []]);
    await endSchedule(books.deps, { company, scheduleId, from: september }, as('sol'));
    expect(await endSchedule(books.deps, { company, scheduleId, from: september }, as('sol'))).toEqual({
      position: null,
    });
    await released(september, line('1.1', 0), line('1.2', 5_00));
    expect((await itemsOf(september))[0]?.items).toEqual([]);
  });

  it('keeps its side where the months are signed differently, by hand and by the rule', async () => {
    await registeredChart();
    await putChart(books.deps, 5, [account(53, '2.1'), account(54, '2.2')]);
    const inBooks = async (competence: Competence, convention: 'A' | 'B', ...credits: readonly number[]) => {
      const sign = convention === 'A' ? -1 : 1;
      const lines = credits.map((cents, at): TestLine => [`2.${at + 1}`, 0, 0, cents, cents * sign + 0]);
      await putVersion(books.deps, { competence, convention, lines });
      await release(books.deps, { company, competence }, as('sol'));
    };
    const rent = { ...rule, kind: 'FIXED' as const, amountCents: 12_00 };
    await inBooks(july, 'B', 0, 12_00);
    await createSchedule(books.deps, { ...rent, accountCode: '2.1', debitSign: -1 }, as('ana'));
    await createSchedule(books.deps, { ...rent, accountCode: '2.2' }, as('ana'));
    const settings = { companyId: 3, clientId: 1, carry: ['2.2'] };
    await putSettings(books.deps, { type: 'CarryRuleChanged', data: settings });
    await inBooks(august, 'A', 12_00, 12_00);
    await act(books.deps, 'ana', [3], { act: 'carry' });
    expect((await itemsOf(august)).map(({ reconciledCents }) => reconciledCents)).toEqual([-12_00, -12_00]);
    await inBooks(september, 'B', 12_00, 12_00);
    expect((await itemsOf(september)).map(({ reconciledCents }) => reconciledCents)).toEqual([0, 12_00]);
  });

  it('is refused of an account that no chart has, and to people without the role', async () => {
    await registeredChart();
    const refused = { problem: { is: 'AccountNotFound' } };
    await expect(createSchedule(books.deps, { ...rule, accountCode: '9' }, as('ana'))).rejects.toMatchObject(
      refused,
    );
    await expect(createSchedule(books.deps, rule, as('bia'))).rejects.toMatchObject({
      problem: { is: 'RoleMissing' },
    });
    const unknown = { company, scheduleId: 9, from: july };
    await expect(endSchedule(books.deps, unknown, as('ana'))).rejects.toMatchObject({
      problem: { is: 'ScheduleNotFound' },
    });
  });
});
