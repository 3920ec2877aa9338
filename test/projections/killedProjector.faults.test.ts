// kill -9 of the projector, at the moments that matter, and of the holder of the lease.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { rebuild } from '../../src/projections/engine/rebuild.js';
import { listTrialBalances } from '../../src/projections/views/trialBalances/trialBalances.js';
import { projections } from '../../src/projections/views/allProjections.js';
import { someLines, importVersion } from './support/bookkeeping.js';
import { rounds } from '../faults/support/rounds.js';
import { killAll, startProjectorProcess } from './support/children.js';
import { digest, linesShown, LOG_ID, openReadSide, type ReadSide } from './support/readSide.js';

/** Nobody's name is asked for. */
const named = { companyName: String, personNames: async () => String };

const mine = { clientId: 1 };
const first = { page: 1, limit: 100 };

let side: ReadSide;
beforeEach(async () => {
  side = await openReadSide();
});
afterEach(async () => {
  await killAll();
  await side.close();
});

async function versions(from: number, count: number, lines: number): Promise<void> {
  for (let id = from; id < from + count; id++)
    await importVersion(side.log, {
      trialBalanceId: id,
      version: id,
      supersedes: id === 1 ? null : id - 1,
      lines: someLines(lines, id),
    });
}
async function headers(): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listTrialBalances(side.pages, mine, { ...first, page, companies: null }, named);
    ids.push(...found.rows.map(({ id }) => id));
    pages = found.pagination.pages;
  }
  return ids;
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function expectTruth(): Promise<void> {
  const shown = await digest(side.store, [1]);
  const signal = new AbortController().signal;
  await rebuild({ log: side.log, logId: LOG_ID, store: side.store, projections, signal, handoverMs: 0 });
  expect(await digest(side.store, [1])).toBe(shown);
}

/** Everything there is; of an empty log a live generation, so that what a killed projector wrote is seen. */
async function projectAll(): Promise<void> {
  const projector = startProjectorProcess(side.folder);
  await projector.live;
  await projector.kill();
}

describe('A projector killed', () => {
  it('between its writes and its checkpoint duplicates and loses no row', async () => {
    await projectAll();
    const all = rounds(3);
    for (const round of all) {
      await versions(round * 4 + 1, 4, 120);
      expect(await startProjectorProcess(side.folder, 'projector.batchWritten').ended).toBe('SIGKILL');
      // Written, but the checkpoint was not: the same events come again.
      expect(await headers()).toEqual(upTo(round * 4 + 4));
      await projectAll();
      expect(await headers()).toEqual(upTo(round * 4 + 4));
    }
    side.startProjector();
    await side.caughtUp();
    expect(await headers()).toEqual(upTo(all.length * 4));
    await expectTruth();
  });

  it('in the middle of a version of 20,000 lines leaves it invisible, and complete after the next start', async () => {
    await projectAll();
    await versions(1, 1, 20_000);
    for (const times of ['1', '2']) {
      expect(await startProjectorProcess(side.folder, 'projector.rowsWritten', times).ended).toBe('SIGKILL');
      expect(await headers()).toEqual([]);
      expect(await linesShown(side, 1)).toBeNull();
    }
    side.startProjector();
    await side.caughtUp();
    const last = await linesShown(side, 1, { page: 200 });
    expect(last?.pagination).toEqual({ page: 200, limit: 100, total: 20_000, pages: 200 });
    const rows = JSON.parse(new TextDecoder().decode(last?.rowsJson)) as unknown[];
    expect(rows).toHaveLength(100);
    expect(rows.at(-1)).toMatchObject({ contaCodigo: '1.1.19999', saldoFinal: 20_399.04 });
    await expectTruth();
  });

  it('frees its lease with its process, and the one that waited takes over', async () => {
    const holder = startProjectorProcess(side.folder);
    await holder.live;
    const { progress } = side.startProjector();
    await versions(1, 1, 10);
    expect(await side.waiter.waitFor('trialBalances', await side.log.head(), 10_000)).toBe(true);
    expect(progress.size).toBe(0);
    await holder.kill();
    await versions(2, 1, 10);
    await side.caughtUp();
    expect(progress.get('trialBalances')?.phase).toBe('live');
    expect(await headers()).toEqual([1, 2]);
  });
});
