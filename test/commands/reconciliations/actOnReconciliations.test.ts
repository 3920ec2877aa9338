import { describe, expect, it } from '#jest';
import { partsHash, readParts } from '../../../src/commands/kernel/parts.js';
import { closeCompetence, reopenCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { release } from '../../../src/commands/competence/release.js';
import { verifyParts } from '../../../src/commands/log/verifyParts.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { actedItems } from '../../../src/domain/reconciliation/parts.js';
import type { ReconciliationsMoved } from '../../../src/domain/reconciliation/events.js';
import { reconciliations as reconciliationsFold } from '../../../src/domain/reconciliation/fold.js';
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
import { act, as, compose, move, putOwners, putSettings, putStaff } from '../support/workflowOnLog.js';
import { readAll } from '../../support/logEvents.js';

const august = '2026-08' as Competence;
const stream = 'reconciliations-3.2026-08';
const cash: TestLine = ['1.1', 100_00, 50_00, 20_00, 130_00];
const stock: TestLine = ['1.2', 10_00, 0, 0, 10_00];
const suppliers: TestLine = ['2.1', -110_00, 20_00, 50_00, -140_00];
const idle: TestLine = ['2.2', 0, 0, 0, 0];

const books = useBooks(async (deps) => {
  await putStaff(deps);
  await putChart(deps, 5, [account(51, '1.1'), account(52, '1.2'), account(61, '2.1'), account(62, '2.2')]);
});

async function releaseOf(...lines: readonly TestLine[]) {
  await putVersion(books.deps, { competence: august, lines });
  return release(books.deps, { company, competence: august }, as('sol'));
}

/** What every reconciliation of the competence is in, for a process that knows nothing yet. */
async function standing() {
  const { state } = await processOn(books.log, testClock()).folds.load(stream, reconciliationsFold);
  return state.items.map(({ status, ownerId }) => [status, ownerId] as const);
}

/** Elaborated, with nothing left to explain, and sent. */
async function sent(id: number, cents: number): Promise<void> {
  await act(books.deps, 'sol', [id], move('assign', { to: 'ana' }));
  await act(books.deps, 'ana', [id], move('start'));
  await act(books.deps, 'ana', [id], compose(cents));
  await act(books.deps, 'ana', [id], move('submit'));
}

describe('the life of a reconciliation', () => {
  it('goes on in a closed month, unless the company freezes those, until it is reopened', async () => {
    const rule = (frozen: boolean) =>
      putSettings(books.deps, { type: 'ClosedMonthsRuleChanged', data: { companyId: 3, clientId: 1, frozen } });
    await releaseOf(cash);
    await rule(true);
    expect(await act(books.deps, 'sol', [1], move('assign', { to: 'ana' }))).toEqual(['NOT_STARTED']);
    await closeCompetence(books.deps, { company, competence: august }, as('mara'));
    const head = await books.log.head();
    expect(await act(books.deps, 'ana', [1, 9], move('start'))).toEqual([
      'CompetenceFrozen',
      'ReconciliationNotFound',
    ]);
    expect(await act(books.deps, 'ana', [1], { act: 'comment', comment: 'tarde' })).toEqual(['CompetenceFrozen']);
    expect(await books.log.head()).toBe(head);
    await reopenCompetence(books.deps, { company, competence: august, reason: 'Falta uma nota' }, as('mara'));
    expect(await act(books.deps, 'ana', [1], move('start'))).toEqual(['IN_ELABORATION']);
    await rule(false);
    await closeCompetence(books.deps, { company, competence: august }, as('mara'));
    expect(await act(books.deps, 'ana', [1], { act: 'comment', comment: 'tarde' })).toEqual(['IN_ELABORATION']);
  });
});

describe('an act on many', () => {
  it('is one event with all new states, and reports a result for each', async () => {
    await releaseOf(cash, stock, suppliers);
    await act(books.deps, 'sol', [2], move('waive', { comment: 'sem conciliação' }));
    expect(await act(books.deps, 'sol', [3, 2, 9, 1, 3], move('assign', { to: 'ana' }))).toEqual([
      'NOT_STARTED',
      'NotInThisState',
      'ReconciliationNotFound',
      'NOT_STARTED',
    ]);
    const events = await readAll(books.log, stream);
    expect(events).toHaveLength(3);
    expect(events.at(-1)?.data).toMatchObject({
      move: 'assign',
      items: { reconciliationId: [1, 3], ownerId: ['ana', 'ana'], status: ['NOT_STARTED', 'NOT_STARTED'] },
    });
  });

  it('of 6,000 stores them in parts, and folds them all', async () => {
    const codes = Array.from({ length: 6_000 }, (_, at) => `7.${at}`);
    const accounts = codes.map((code, at) => account(1_000 + at, code));
    await putChart(books.deps, 5, accounts.slice(0, 3_000));
    await putChart(books.deps, 5, accounts.slice(3_000));
    await releaseOf(...codes.map((code): TestLine => [code, 0, 1_00, 0, 1_00]));
    const ids = codes.map((_, at) => at + 1);
    const became = await act(books.deps, 'sol', ids, move('assign', { to: 'ana' }));
    expect(new Set(became)).toEqual(new Set(['NOT_STARTED']));
    const event = (await readAll(books.log, stream)).at(-1);
    const { items, parts } = event?.data as ReconciliationsMoved['data'];
    expect(items).toBeNull();
    const bytes = await readParts(books.log, parts?.stream ?? '');
    expect(parts).toEqual({ stream: parts?.stream, count: bytes.length, lines: 6_000, hash: partsHash(bytes) });
    const data = event?.data as ReconciliationsMoved['data'];
    expect(actedItems(data, bytes).map(({ reconciliationId }) => reconciliationId)).toEqual(ids);
    expect(await verifyParts(books.log, event as never)).toEqual([]);
    expect((await standing()).every(([status, owner]) => status === 'NOT_STARTED' && owner === 'ana')).toBe(true);
  });
});

describe('concurrent acts', () => {
  it('of two people on one reconciliation: one succeeds and the other is refused', async () => {
    await releaseOf(cash, stock);
    await act(books.deps, 'sol', [1, 2], move('assign', { to: 'ana' }));
    const one = processOn(books.log, testClock());
    const other = processOn(books.log, testClock());
    const answers = await Promise.all([
      act(one, 'ana', [1], move('start')),
      act(other, 'alice', [1], move('start')),
    ]);
    expect(answers.flat().sort()).toEqual(['IN_ELABORATION', 'NotInThisState']);
    const winner = answers[0]?.[0] === 'IN_ELABORATION' ? 'ana' : 'alice';
    expect(await standing()).toEqual([
      ['IN_ELABORATION', winner],
      ['NOT_STARTED', 'ana'],
    ]);
  });

  it('on different reconciliations: both succeed', async () => {
    await releaseOf(cash, stock, suppliers, idle);
    const processes = [1, 2, 3, 4].map((id) => [processOn(books.log, testClock()), id] as const);
    const done = await Promise.all(
      processes.map(([process, id]) => act(process, 'sol', [id], move('assign', { to: 'ana' }))),
    );
    expect(done.flat()).toEqual(['NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED', 'NOT_STARTED']);
    expect((await standing()).map(([status]) => status)).toEqual(done.flat());
  });

  it('an approval and a release of changed numbers: the state is balance changed, whichever comes first', async () => {
    await putOwners(books.deps, { approver: 'caio' });
    await releaseOf(cash);
    await sent(1, 130_00);
    await act(books.deps, 'caio', [1], move('open'));
    await putVersion(books.deps, { competence: august, lines: [['1.1', 100_00, 60_00, 20_00, 140_00]] });
    const other = processOn(books.log, testClock());
    const [approved] = await Promise.all([
      act(books.deps, 'caio', [1], move('approve')),
      release(other, { company, competence: august }, as('sol')),
    ]);
    expect(['APPROVED', 'NotInThisState']).toContain(approved[0]);
    expect(await standing()).toEqual([['BALANCE_CHANGED', 'ana']]);
  });
});

describe('what a release makes', () => {
  it('treats a default owner without the role as no owner', async () => {
    await putOwners(books.deps, { preparer: 'bia', reviewer: 'ana' });
    await releaseOf(cash);
    expect(await standing()).toEqual([['PENDING', null]]);
    await sent(1, 130_00);
    expect(await standing()).toEqual([['SUBMITTED_FOR_APPROVAL', null]]);
  });

  it('has the company’s deadlines, counted without its holidays', async () => {
    const { companyId, clientId } = company;
    const days = { preparer: 1, reviewer: 2, approver: 3 };
    await putSettings(
      books.deps,
      { type: 'HolidaysChanged', data: { clientId, holidays: ['2026-09-01'] } },
      { type: 'DeadlinesChanged', data: { companyId, clientId, ...days } },
    );
    await releaseOf(cash);
    const expected = {
      preparer: '2026-09-03T02:59:59.999Z',
      reviewer: '2026-09-04T02:59:59.999Z',
      approver: '2026-09-05T02:59:59.999Z',
    };
    expect((await readAll(books.log, stream))[0]?.data).toMatchObject({
      dueAt: expected.preparer,
      deadlines: expected,
    });
  });
});
