// What the page of one reconciliation reads, of the facts in the log.
import { describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { actedColumns, encodeActed } from '../../src/domain/reconciliation/parts.js';
import { participantsOf } from '../../src/domain/reconciliation/itemFacts.js';
import type { ReconciliationStatus } from '../../src/domain/reconciliation/states.js';
import {
  entriesOf,
  entryAt,
  nextInQueue,
  readReconciliation,
} from '../../src/projections/views/reconciliationPage/query.js';
import { append, DEADLINES, event, release, releasedItems } from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const mine = { clientId: 1 };
const FIRST = { history: 1, comments: 1, files: 1, limit: 100 };

const side = useReadSide({ isProjecting: true });

type Acted = Readonly<{
  ids: readonly number[];
  status: ReconciliationStatus;
  ownerId: string | null;
  parts?: true;
}>;

async function act(type: string, { ids, status, ownerId, parts }: Acted, data: object = {}): Promise<void> {
  const acted = ids.map((reconciliationId) => ({
    reconciliationId,
    accountCode: '',
    accountName: '',
    from: 'PENDING' as const,
    status,
    ownerId,
  }));
  let where: object = { items: actedColumns(acted), parts: null };
  if (parts) {
    const stream = `acted-${randomUUID()}`;
    const bytes = encodeActed(acted);
    await append(
      side.log,
      stream,
      bytes.map((part) => event('ActedReconciliationsListed', part)),
    );
    where = { items: null, parts: { stream, count: bytes.length, lines: ids.length, hash: '' } };
  }
  const facts = { companyId: 1, clientId: 1, competence: '2026-02', ...where, ...data };
  await append(side.log, 'reconciliations-1.2026-02', [event(type, facts)]);
}

const moved = (move: string, acted: Acted, comment: string | null = null) =>
  act('ReconciliationsMoved', acted, { move, comment, deadlines: DEADLINES });

const composition = [
  {
    id: 'a',
    description: '<b>Extrato</b>',
    date: '2026-02-28',
    amountCents: 9_99,
    document: null,
    origin: '2026-02',
    settledOn: null,
  },
];

describe('The page of a reconciliation', () => {
  it('has its history in the order of the events, with the newest composition and adjustments', async () => {
    await release(side.log, { trialBalanceId: 1, items: releasedItems([101, 5, 10_00, true], [102, 6, 7, true]) });
    await moved('assign', { ids: [101, 102], status: 'NOT_STARTED', ownerId: 'ana' });
    await moved('start', { ids: [101], status: 'IN_ELABORATION', ownerId: 'ana', parts: true });
    const own: Acted = { ids: [101], status: 'IN_ELABORATION', ownerId: 'ana' };
    await act('CompositionRecorded', own, { composition: [], reconciledCents: 0 });
    await act('CompositionRecorded', own, { composition, reconciledCents: 9_99 });
    const adjustments = [{ description: 'Tarifa', amountCents: 1 }];
    await act('AdjustmentsRecorded', own, { adjustments, adjustmentsCents: 1 });
    await act('ReconciliationsCommented', own, { comment: 'Conferido' });
    const evidence = { evidenceId: 'e-1', sha256: 'ab', sizeBytes: 3, mediaType: 'text/html' };
    await act('EvidenceAttached', own, evidence);
    await release(side.log, { trialBalanceId: 2, replaces: 1, items: releasedItems([101, 5, 11_00, false]) });
    await side.caughtUp();

    const detail = await readReconciliation(side.pages, mine, 101, FIRST);
    expect(detail?.history.entries.map(({ revision, fact }) => [revision, fact.is])).toEqual([
      [8, 'released'],
      [7, 'attached'],
      [6, 'commented'],
      [5, 'adjusted'],
      [4, 'composed'],
      [3, 'composed'],
      [2, 'moved'],
      [1, 'moved'],
      [0, 'released'],
    ]);
    expect(detail?.comments.entries.map(({ revision }) => revision)).toEqual([6]);
    expect(detail?.files.entries.map(({ revision }) => revision)).toEqual([7]);
    expect(detail?.revision).toBe(8);
    expect(detail?.composition).toEqual(composition);
    expect(detail?.adjustments).toEqual(adjustments);
    expect(detail?.row).toMatchObject({ saldoContabil: 11_00, saldoConciliado: 9_99, ajustes: 1 });
    expect(participantsOf(detail?.steps ?? [])).toEqual({
      preparerId: 'ana',
      prepared: ['ana'],
      reviewed: [],
    });
    const other = await readReconciliation(side.pages, mine, 102, FIRST);
    expect(other?.history.entries.map(({ revision }) => revision)).toEqual([1, 0]);
    expect([other?.composition, other?.adjustments]).toEqual([[], []]);

    const later = await entriesOf(side.store, 1, 101, { after: 6 });
    expect(later.map(({ revision }) => revision)).toEqual([8, 7]);
    expect(await entryAt(side.store, 1, 101, 7)).toEqual({ is: 'attached', ...evidence });
  });

  it('has a hundred of each list on a page, the newest first, and the last page beyond it', async () => {
    await release(side.log, { trialBalanceId: 1, items: releasedItems([101, 5, 10_00, true]) });
    const own: Acted = { ids: [101], status: 'IN_ELABORATION', ownerId: 'ana' };
    for (let number = 1; number <= 150; number++)
      await act('ReconciliationsCommented', own, { comment: `Nota ${number}` });
    await moved('return', own, 'Com texto');
    await side.caughtUp();
    const read = async (asked: typeof FIRST) => {
      const detail = await readReconciliation(side.pages, mine, 101, asked);
      if (detail === null) throw new Error('not found');
      return [detail.history, detail.comments].map(({ entries, ...of }) => ({
        ...of,
        revisions: [entries.at(0)?.revision, entries.at(-1)?.revision],
      }));
    };
    expect(await read(FIRST)).toEqual([
      { page: 1, pages: 2, total: 152, revisions: [151, 52] },
      { page: 1, pages: 2, total: 151, revisions: [151, 52] },
    ]);
    expect(await read({ ...FIRST, history: 2, comments: 9 })).toEqual([
      { page: 2, pages: 2, total: 152, revisions: [51, 0] },
      { page: 2, pages: 2, total: 151, revisions: [51, 1] },
    ]);
    expect(await entriesOf(side.store, 1, 101, { after: 0 })).toHaveLength(100);
  });

  it('is of its own client alone', async () => {
    await release(side.log, { trialBalanceId: 1, items: releasedItems([101, 5, 10_00, true]) });
    await side.caughtUp();
    expect(await readReconciliation(side.pages, { clientId: 2 }, 101, FIRST)).toBeNull();
    expect(await entriesOf(side.store, 2, 101, {})).toEqual([]);
    expect(await entryAt(side.store, 2, 101, 0)).toBeNull();
    expect(await entryAt(side.store, 1, 101, 1)).toBeNull();
    expect(await readReconciliation(side.pages, mine, 100, FIRST)).toBeNull();
  });

  it('has the same account of the month before, whatever its id there', async () => {
    const months = [
      ['2025-12', 11],
      ['2026-01', 12],
      ['2026-02', 13],
    ] as const;
    for (const [competence, id] of months)
      await release(side.log, {
        trialBalanceId: id,
        competence,
        items: { ...releasedItems([id, id, id * 100, true]), accountCode: ['1.1.1'] },
      });
    await side.caughtUp();
    const before = async (id: number) =>
      (await readReconciliation(side.pages, mine, id, FIRST))?.previous?.id ?? null;
    expect([await before(11), await before(12), await before(13)]).toEqual([null, 11, 12]);
  });
});

describe('The next in the queue', () => {
  it('is the person’s own next one by id, then one that nobody has or who lost the role, never a finished or unseen one', async () => {
    const rows = [1, 2, 3, 4].map((id) => [id, id, id, true] as const);
    await release(side.log, { trialBalanceId: 1, items: releasedItems(...rows) });
    await release(side.log, { trialBalanceId: 2, companyId: 2, items: releasedItems([5, 5, 5, true]) });
    await moved('assign', { ids: [1, 3], status: 'NOT_STARTED', ownerId: 'ana' });
    await side.caughtUp();
    const next = async (afterId: number, papel = '', companies = [1, 2], withoutRole: readonly string[] = []) => {
      const roles = [{ responsavelPapel: papel, companies, withoutRole }];
      const queue = { personId: 'ana', companies, roles };
      return (await nextInQueue(side.store, 1, queue, afterId))?.id ?? null;
    };
    expect([await next(1), await next(2), await next(3)]).toEqual([3, 3, 1]);
    await moved('waive', { ids: [1, 3], status: 'WAIVED', ownerId: 'ana' });
    await side.caughtUp();
    expect([await next(1), await next(1, 'Elaborador'), await next(2, 'Supervisor')]).toEqual([null, null, 4]);
    expect([await next(4, 'Supervisor'), await next(4, 'Supervisor', [1])]).toEqual([5, 2]);
    await moved('assign', { ids: [2], status: 'NOT_STARTED', ownerId: 'lia' });
    await side.caughtUp();
    expect([await next(4, 'Elaborador'), await next(4, 'Elaborador', [1], ['lia'])]).toEqual([null, 2]);
  });
});
