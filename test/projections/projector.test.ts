// The process that projects: read models it begins anew, rivals and stops; and a rebuild beside it.
import { readdir, rename } from 'node:fs/promises';
import { describe, expect, it } from '#jest';
import { LogWentBack } from '../../src/domain/kernel/log.js';
import type { ProjectionProgress } from '../../src/projections/engine/progress.js';
import type { ReadStore } from '../../src/projections/engine/readStore.js';
import { rebuild } from '../../src/projections/engine/rebuild.js';
import { listCompanies } from '../../src/projections/views/companies.js';
import { listTrialBalances } from '../../src/projections/views/trialBalances/trialBalances.js';
import { declared, projections } from '../../src/projections/views/allProjections.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { until } from '../support/until.js';
import { withMembers } from '../support/withMembers.js';
import { someFacts } from './support/facts.js';
import {
  atFailPoint,
  digestNow,
  emptyLive,
  generationOf,
  LOG_ID,
  openReadSide,
  useReadSide,
} from './support/readSide.js';

/** Nobody's name is asked for. */
const named = { companyName: String, personNames: async () => String };

const mine = { clientId: 1 };
const first = { page: 1, limit: 100 };
const never = new AbortController().signal;

const side = useReadSide();

describe('The projector', () => {
  it('rebuilds read models of another id of the log automatically', async () => {
    await someFacts(side.log, 1);
    const one = side.startProjector();
    await side.caughtUp();
    await one.stop();
    const own = await generationOf(side.store);
    side.startProjector({ logId: 'another-log' });
    await until(async () => (await generationOf(side.store)) !== own);
    await until(async () => (await side.store.checkpoint('companies'))?.logId === 'another-log');
  });

  it('leaves read models that are ahead of the log as they are, and says so', async () => {
    const ahead = await emptyLive(side);
    await ahead.apply('companies', [], { logId: LOG_ID, position: 1_000_000, changedAt: 0 });
    await ahead.close();
    await someFacts(side.log, 1);
    const before = await generationOf(side.store);
    const { failures } = side.startProjector();
    await until(() => failures.length > 1, 'the second try');
    expect(failures[0]).toBeInstanceOf(LogWentBack);
    expect(await generationOf(side.store)).toBe(before);
  });

  it('waits for read models whose folder is gone, and goes on once it is back', async () => {
    await rename(side.readFolder, `${side.readFolder}.away`);
    const { failures } = side.startProjector();
    await until(() => failures.length > 1, 'the second try');
    await rename(`${side.readFolder}.away`, side.readFolder);
    await someFacts(side.log, 1);
    await side.caughtUp();
  });

  it('refills a view whose declaration changed while the others are still read, then continues', async () => {
    const { stop } = side.startProjector();
    await someFacts(side.log, 2);
    await side.caughtUp();
    await stop();
    const before = await generationOf(side.store);
    const views = declared.views.map((view) => (view.name === 'charts' ? { ...view, version: 2 } : view));
    const newer: ReadStore = openEmbeddedReadStore(side.readFolder, { ...declared, views });
    const reading = listCompanies(side.pages, mine, first);
    const { stop: stopNewer } = side.startProjector({ store: newer });
    expect((await reading).rows).toHaveLength(1);
    await until(async () => ![before, null].includes(await generationOf(newer)));
    await someFacts(side.log, 4);
    await until(async () => (await newer.checkpoint('companies'))?.position === (await side.log.head()));
    await stopNewer();
    await newer.close();
  });

  it('runs other work alongside, only while it holds the lease', async () => {
    const calls: string[] = [];
    const work = (name: string) => async (signal: AbortSignal) => {
      calls.push(`${name} begins`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      calls.push(`${name} ends`);
    };
    const one = side.startProjector({ alongside: work('one') });
    await until(() => calls.length === 1);
    const two = side.startProjector({ alongside: work('two') });
    await someFacts(side.log, 1);
    await side.caughtUp();
    expect(calls).toEqual(['one begins']);
    await one.stop();
    await until(() => calls.length === 3);
    await two.stop();
    expect(calls).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('tries again when the store fails at the start', async () => {
    let failures = 0;
    const store = withMembers(side.store, {
      async live() {
        if (failures === 2) return side.store.live();
        failures += 1;
        throw new Error('away');
      },
    });
    const projector = side.startProjector({ store });
    await someFacts(side.log, 1);
    await side.caughtUp();
    expect(projector.failures.map(({ message }) => message)).toEqual(['away', 'away']);
  });
});

describe('A rebuild', () => {
  it('runs beside reads and imports, and ends with the same rows', async () => {
    side.startProjector();
    for (let round = 1; round <= 10; round++) await someFacts(side.log, round);
    await side.caughtUp();
    const before = await digestNow(side);
    let reads = 0;
    let rebuilding = true;
    const reading = (async () => {
      while (rebuilding) {
        const page = await listTrialBalances(side.pages, { clientId: 2 }, { ...first, companies: null }, named);
        expect(page.rows.slice(0, 10).map(({ id, status }) => [id, status])).toEqual(
          [10, 30, 50, 70, 90].flatMap((id) => [
            [id, 'SUPERSEDED'],
            [id + 1, 'RELEASED'],
          ]),
        );
        reads += 1;
        await new Promise(setImmediate);
      }
    })();
    const slowly = atFailPoint(
      'projector.batchWritten',
      2,
      () => new Promise((resolve) => setTimeout(resolve, 50)),
    );
    const old = await generationOf(side.store);
    const phases: ProjectionProgress[] = [];
    const result = await rebuild({
      log: side.log,
      logId: LOG_ID,
      store: side.store,
      projections,
      signal: never,
      failPoints: slowly,
      onProgress: (progress) => phases.push(progress),
    });
    rebuilding = false;
    await reading;
    expect(reads).toBeGreaterThan(20);
    expect(result?.events).toBeGreaterThan(100);
    expect(phases.some(({ projection, phase }) => projection === 'charts' && phase === 'live')).toBe(true);
    expect(await generationOf(side.store)).not.toBe(old);
    expect(await digestNow(side)).toBe(before);
    // The projector moved over: what comes now is shown there.
    await someFacts(side.log, 12);
    await side.caughtUp();
    const companies = await listCompanies(side.pages, { clientId: 1 }, first);
    expect(companies.rows.map(({ id }) => id)).toContain(120);
  });

  it('keeps what is live when the log was replaced by another meanwhile', async () => {
    await someFacts(side.log, 2);
    side.startProjector();
    await side.caughtUp();
    const before = await generationOf(side.store);
    const other = await openReadSide();
    try {
      await someFacts(other.log, 1);
      const { store, readFolder } = side;
      const result = rebuild({ log: other.log, logId: LOG_ID, store, projections, signal: never });
      await expect(result).rejects.toThrow(LogWentBack);
      expect(await generationOf(store)).toBe(before);
      expect((await readdir(readFolder)).filter((name) => name.endsWith('.db'))).toEqual([before]);
    } finally {
      await other.close();
    }
  });

  it('leaves nothing behind when it is given up', async () => {
    await someFacts(side.log, 1);
    await (await emptyLive(side)).close();
    const before = await generationOf(side.store);
    const stopping = new AbortController();
    const result = await rebuild({
      log: side.log,
      logId: LOG_ID,
      store: side.store,
      projections,
      signal: stopping.signal,
      failPoints: () => stopping.abort(),
    });
    expect(result).toBeNull();
    expect(await generationOf(side.store)).toBe(before);
    const files = (await readdir(side.readFolder)).filter((name) => name.endsWith('.db'));
    expect(files).toEqual([before]);
  });
});
