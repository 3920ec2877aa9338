// What is counted of each company and competence: it must be what the lists show one by one.
import { describe, expect, it } from '#jest';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { isFinished, type ReconciliationStatus } from '../../src/domain/reconciliation/states.js';
import {
  lateness,
  newestCompetences,
  stageOf,
  type CompetencesQuery,
  type CompetenceState,
} from '../../src/projections/views/competences/newestCompetences.js';
import { listReconciliations } from '../../src/projections/views/reconciliations/reconciliations.js';
import {
  append,
  AT,
  someLines,
  DEADLINES,
  event,
  importVersion,
  release,
  releasedItems,
} from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const february = '2026-02' as Competence;
const now = new Date('2026-03-06T12:00:00.000Z');

const side = useReadSide();

function newest(asked: Partial<CompetencesQuery> = {}, clientId = 1) {
  const visible = new Set([1, 2, 3]);
  return newestCompetences(
    side.pages,
    { clientId },
    { companies: 3, visible, atMost: 12, expected: february, ...asked },
  );
}

async function stateOf(companyId = 1, competence = february): Promise<CompetenceState | null> {
  await side.caughtUp();
  return (await newest()).find(companyId, competence);
}

function released(
  trialBalanceId: number,
  rows: readonly (readonly [id: number, cents: number, status?: ReconciliationStatus])[],
  created = true,
) {
  return release(side.log, {
    trialBalanceId,
    replaces: created ? null : trialBalanceId - 1,
    items: {
      ...releasedItems(...rows.map(([id, cents]) => [id, id, cents, created] as const)),
      status: rows.map(([, , status = 'PENDING']) => status),
    },
  });
}

/** An act on reconciliations of company 1 in February; `more` are the members of its kind. */
function acted(type: string, ids: readonly number[], status: ReconciliationStatus, more: object, at = AT) {
  const each = <Value>(value: Value) => ids.map(() => value);
  const items = {
    reconciliationId: ids,
    accountCode: each(''),
    accountName: each(''),
    from: each('PENDING'),
    status: each(status),
    ownerId: each(null),
  };
  const data = { companyId: 1, clientId: 1, competence: february, items, parts: null, ...more };
  return append(side.log, `reconciliations-1.${february}`, [event(type, data, at)]);
}
const moved = (ids: readonly number[], status: ReconciliationStatus, at?: string) =>
  acted('ReconciliationsMoved', ids, status, { move: 'start', comment: null, deadlines: DEADLINES }, at);

/** The same counts from the rows of the list. */
async function countedFromList() {
  const context = { companyName: String, personNames: async () => String, now, publicId: String };
  const query = { companies: 1, period: february, page: 1, limit: 1_000 };
  const { rows } = await listReconciliations(side.pages, { clientId: 1 }, query, context);
  const byStatus: Record<string, number> = {};
  for (const { status } of rows) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const open = rows.filter(({ status }) => !isFinished(status));
  return {
    byStatus,
    openDifferenceCents: open
      .filter(({ status }) => status !== 'PENDING' && status !== 'NOT_STARTED')
      .reduce((sum, { diferenca }) => sum + Math.round(Math.abs(diferenca) * 100), 0),
    unfinished: open.length,
    overdue: rows.filter(({ slaStatus }) => slaStatus === 'OVERDUE').length,
    dueSoon: rows.filter(({ slaStatus }) => slaStatus === 'DUE_SOON').length,
  };
}

describe('The counts of a competence', () => {
  const steps: readonly (() => Promise<unknown>)[] = [
    () =>
      released(11, [
        [101, 500],
        [102, -700],
        [103, 0, 'AUTO_APPROVED'],
        [104, 9, 'NOT_STARTED'],
        [105, 0],
      ]),
    () => moved([101, 102, 104], 'IN_ELABORATION'),
    () => acted('CompositionRecorded', [101], 'IN_ELABORATION', { composition: [], reconciledCents: 450 }),
    () => acted('ReconciliationsCommented', [101], 'IN_ELABORATION', { comment: 'Veja' }),
    () => acted('AdjustmentsRecorded', [101], 'IN_ELABORATION', { adjustments: [], adjustmentsCents: 50 }),
    () => moved([101], 'SUBMITTED_FOR_REVIEW'),
    () => moved([105], 'WAIVED', '2026-03-07T02:59:59.999Z'),
    () => moved([101], 'APPROVED', '2026-03-07T03:00:00.000Z'),
    () =>
      released(
        12,
        [
          [101, 501, 'BALANCE_CHANGED'],
          [105, 7, 'WAIVED'],
          [104, 0, 'IN_ELABORATION'],
        ],
        false,
      ),
    () => moved([101], 'IN_ELABORATION'),
    () => moved([105], 'NOT_STARTED'),
  ];

  it('are those of the list after every event', async () => {
    side.startProjector();
    for (const step of steps) {
      await step();
      const state = await stateOf();
      const progress = state?.progress;
      expect({ ...progress, ...(progress && lateness(progress, now)) }).toMatchObject(await countedFromList());
    }
  });

  it('are the same when the projector starts again between any two events', async () => {
    for (const step of steps) {
      const { stop } = side.startProjector();
      await step();
      await side.caughtUp();
      await stop();
    }
    side.startProjector();
    const { progress } = (await stateOf()) ?? {};
    expect(progress).toMatchObject(
      await countedFromList().then(({ overdue: _, dueSoon: __, ...counts }) => counts),
    );
    expect(progress).toMatchObject({ trialBalanceId: 12, deadlines: DEADLINES, doneByDay: { '2026-03-05': 1 } });
  });

  it('name the day in São Paulo on which each was finished, and forget it when it is open again', async () => {
    side.startProjector();
    for (const step of steps.slice(0, 8)) await step();
    expect((await stateOf())?.progress?.doneByDay).toEqual({ '2026-03-05': 1, '2026-03-06': 1, '2026-03-07': 1 });
    await moved([101], 'REOPENED');
    expect((await stateOf())?.progress?.doneByDay).toEqual({ '2026-03-05': 1, '2026-03-06': 1 });
  });

  it('follow the clock: each open one is late by the deadline of whoever acts next', async () => {
    side.startProjector();
    await released(11, [
      [1, 0],
      [2, 0, 'NOT_STARTED'],
      [3, 0],
      [4, 0, 'AUTO_APPROVED'],
    ]);
    await moved([3], 'SUBMITTED_FOR_APPROVAL');
    const progress = (await stateOf())?.progress;
    if (!progress) throw new Error('nothing was counted');
    const at = (time: string) => lateness(progress, new Date(time));
    expect(at('2026-03-06T02:59:59.999Z')).toEqual({ overdue: 0, dueSoon: 0 });
    expect(at('2026-03-06T03:00:00.000Z')).toEqual({ overdue: 0, dueSoon: 2 });
    expect(at('2026-03-07T02:59:59.999Z')).toEqual({ overdue: 0, dueSoon: 2 });
    expect(at('2026-03-07T03:00:00.000Z')).toEqual({ overdue: 2, dueSoon: 0 });
    expect(at('2026-03-11T03:00:00.000Z')).toEqual({ overdue: 3, dueSoon: 0 });
  });
});

describe('The newest competences', () => {
  it('show the last import, the released version, and who closed or reopened', async () => {
    side.startProjector();
    await importVersion(side.log, { trialBalanceId: 11, lines: someLines(1) });
    await importVersion(side.log, { trialBalanceId: 12, version: 2, supersedes: 11, lines: someLines(2) });
    expect(await stateOf()).toMatchObject({
      stage: 'IMPORTED',
      imported: { balanceteId: 12, versao: 2, importadoEm: AT },
      progress: null,
      closing: null,
    });
    const closing = { companyId: 1, clientId: 1, competence: february };
    await append(side.log, 'books-1', [event('CompetenceClosed', closing)]);
    const by = { por: 'ERP — integração', porId: null, justificativa: '' };
    expect(await stateOf()).toMatchObject({ stage: 'CLOSED', closing: { fechada: true, em: AT, ...by } });
    await append(side.log, 'books-1', [event('CompetenceReopened', { ...closing, reason: 'Erro' })]);
    expect(await stateOf()).toMatchObject({
      stage: 'IMPORTED',
      closing: { fechada: false, justificativa: 'Erro' },
    });
  });

  it('count the warnings of the last import, without the one that repeats the chart', async () => {
    side.startProjector();
    const imported = (trialBalanceId: number, facts: object) =>
      importVersion(side.log, { trialBalanceId, version: trialBalanceId, lines: someLines(1), facts });
    await imported(1, { ignoredNotReconciled: 0, warningCount: 2 });
    expect((await stateOf())?.imported?.avisos).toBe(2);
    await imported(2, { ignoredNotReconciled: 7, warningCount: 2 });
    expect((await stateOf())?.imported?.avisos).toBe(1);
  });

  it('are the asked number of months that have something, the expected one among them', async () => {
    side.startProjector();
    const months = ['2024-01', '2025-11', '2025-12', '2026-01'];
    for (const [at, competence] of months.entries())
      await importVersion(side.log, { trialBalanceId: 20 + at, competence, lines: someLines(1) });
    await side.caughtUp();
    expect((await newest({ atMost: 3 })).competences).toEqual(['2026-02', '2026-01', '2025-12']);
    expect((await newest({ atMost: 3, until: '2025-12' as Competence })).competences).toEqual([
      '2025-12',
      '2025-11',
      '2024-01',
    ]);
    expect((await newest({ expected: '2020-01' as Competence })).competences).toHaveLength(5);
  });

  it('show nothing of other clients, nor of companies that are not asked for', async () => {
    side.startProjector();
    await importVersion(side.log, { trialBalanceId: 11, lines: someLines(1) });
    await importVersion(side.log, {
      trialBalanceId: 12,
      companyId: 2,
      competence: '2026-01',
      lines: someLines(1),
    });
    await side.caughtUp();
    expect((await newest({}, 2)).find(1, february)).toBeNull();
    const mine = await newest({ visible: new Set([1]) });
    expect(mine.find(2, '2026-01' as Competence)).toBeNull();
    expect(mine.competences).toEqual([february]);
    expect(mine.find(1, february)).toMatchObject({ stage: 'IMPORTED' });
  });
});

describe('The stage of a competence', () => {
  const stage = (state: Partial<Parameters<typeof stageOf>[0]>) =>
    stageOf({ isClosed: false, imported: 1, released: 1, byStatus: {}, ...state });

  it.each([
    ['waits for a trial balance', { imported: null, released: null }, 'AWAITING'],
    ['is imported until the first release', { released: null }, 'IMPORTED'],
    [
      'is released while nobody has begun',
      { byStatus: { PENDING: 2, NOT_STARTED: 1, AUTO_APPROVED: 5 } },
      'RELEASED',
    ],
    ['is in work once somebody has begun', { byStatus: { PENDING: 2, IN_REVIEW: 1 } }, 'IN_WORK'],
    ['is ready when everything is finished', { byStatus: { APPROVED: 2, WAIVED: 1 } }, 'READY'],
    ['is imported again by a version not released', { imported: 2, byStatus: { APPROVED: 2 } }, 'IMPORTED'],
    ['stays in work while a newer version waits', { imported: 2, byStatus: { IN_REVIEW: 2 } }, 'IN_WORK'],
    ['is closed whatever is unfinished', { isClosed: true, byStatus: { PENDING: 2 } }, 'CLOSED'],
    ['is closed without any import', { isClosed: true, imported: null, released: null }, 'CLOSED'],
  ] as const)('%s', (_, state, expected) => {
    expect(stage(state)).toBe(expected);
  });
});
