// What projections survive: replays, rivals, events they cannot show, stores that go away.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noFailPoints } from '../../src/domain/kernel/failPoints.js';
import { NO_STREAM, type EventLog } from '../../src/domain/kernel/log.js';
import type { Progress } from '../../src/projections/engine/progress.js';
import type { Generation, ReadStore } from '../../src/projections/engine/readStore.js';
import { rebuild } from '../../src/projections/engine/rebuild.js';
import { follow } from '../../src/projections/engine/runner.js';
import { listCompanies } from '../../src/projections/views/companies.js';
import { listTrialBalanceLines, listTrialBalances } from '../../src/projections/views/trialBalances.js';
import { projections } from '../../src/projections/views/catalogue.js';
import { until } from '../support/until.js';
import {
  account,
  append,
  changeChart,
  columns,
  company,
  event,
  importVersion,
  release,
} from './support/bookkeeping.js';
import { atFailPoint, digest, LOG_ID, openReadSide, type ReadSide } from './support/readSide.js';

/** Nobody's name is asked for. */
const named = { companyName: String, personNames: async () => String };

const mine = { clientId: 1 };
const first = { page: 1, limit: 100 };
const never = new AbortController().signal;
/** Ever rarer, so that it ends. */
const FAILING_CALLS = new Set([2, 3, 5, 8, 9, 13, 17, 21, 34, 55]);

let side: ReadSide;
beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.close());

/** A bit of everything, for two clients; `round` makes the facts differ. */
async function someFacts(round: number): Promise<void> {
  const clientId = (round % 2) + 1;
  const id = round * 10;
  await append(side.log, `client-${clientId}`, [event('CompanyRegistered', company(id, { clientId }))]);
  await changeChart(side.log, { chartId: id, clientId, companyId: id }, [[account(id), account(id + 1)]]);
  const version = { companyId: id, clientId, columns: columns(250, round) };
  await importVersion(side.log, { ...version, trialBalanceId: id });
  await release(side.log, { trialBalanceId: id, companyId: id, clientId, items: oneItem(id, true) });
  await importVersion(side.log, { ...version, trialBalanceId: id + 1, version: 2, supersedes: id });
  await release(side.log, {
    trialBalanceId: id + 1,
    companyId: id,
    clientId,
    replaces: id,
    items: oneItem(id, false),
  });
}
const oneItem = (id: number, created: boolean) => ({
  reconciliationId: [id],
  created: [created],
  accountId: [id],
  accountCode: ['1.1'],
  accountName: ['Caixa'],
  bookBalanceCents: [created ? 100 : 250],
});

/** What a rebuild from nothing shows: the truth to compare with. */
async function digestOfTruth(): Promise<string> {
  await rebuild({ log: side.log, logId: LOG_ID, store: side.store, projections, signal: never, handoverMs: 0 });
  return digest(side.store, [1, 2]);
}
const digestNow = () => digest(side.store, [1, 2]);

async function emptyLive(): Promise<Generation> {
  const filling = await side.store.fill();
  await filling.goLive();
  await filling.close();
  return (await side.store.live()) as Generation;
}

/** Follows with every projection until all have caught up. */
async function followOnce(generation: Generation, log: EventLog = side.log): Promise<Progress[]> {
  const all: Progress[] = [];
  await Promise.all(
    projections.map((projection) => {
      const stopping = new AbortController();
      return follow({
        log,
        logId: LOG_ID,
        projection,
        generation,
        failPoints: noFailPoints,
        signal: stopping.signal,
        onProgress(progress) {
          all.push(progress);
          if (progress.phase === 'live') stopping.abort();
        },
      });
    }),
  );
  return all;
}

describe('A projection', () => {
  it('shows the same when everything is replayed from the start', async () => {
    for (const round of [1, 2, 3]) await someFacts(round);
    const live = await emptyLive();
    await followOnce(live);
    const once = await digestNow();
    await followOnce({ ...live, name: live.name, checkpoint: async () => null, apply: live.apply.bind(live) });
    expect(await digestNow()).toBe(once);
    await live.close();
    expect(await digestOfTruth()).toBe(once);
  });

  it('shows the same when two projectors write at once', async () => {
    const live = await emptyLive();
    const rival = (await side.store.live()) as Generation;
    for (const round of [1, 2]) await someFacts(round);
    const working = Promise.all([followOnce(live), followOnce(rival)]);
    for (const round of [3, 4]) await someFacts(round);
    await working;
    await Promise.all([followOnce(rival), followOnce(live)]);
    const shown = await digestNow();
    await Promise.all([live.close(), rival.close()]);
    expect(await digestOfTruth()).toBe(shown);
  });

  it('goes on where it stopped, handling no event twice', async () => {
    await someFacts(1);
    const live = await emptyLive();
    await followOnce(live);
    await someFacts(2);
    const progress = await followOnce(live);
    const last = progress.filter(({ projection }) => projection === 'trialBalances').at(-1);
    expect(last).toMatchObject({ events: 4, position: await side.log.head() });
    await live.close();
  });

  it('shows a version only when it is whole', async () => {
    const seen: unknown[] = [];
    side.startProjector({
      failPoints: async (point) => {
        if (point !== 'projector.rowsWritten') return;
        const list = await listTrialBalances(side.pages, mine, { ...first, companies: null }, named);
        const lines = await listTrialBalanceLines(side.pages, mine, { ...first, trialBalanceId: 7 });
        seen.push([list.rows.length, lines]);
      },
    });
    await side.caughtUp();
    await importVersion(side.log, { trialBalanceId: 7, columns: columns(20_000) });
    await side.caughtUp();
    expect(seen).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(
      (await listTrialBalanceLines(side.pages, mine, { ...first, trialBalanceId: 7 }))?.pagination.total,
    ).toBe(20_000);
  });

  it('survives a store and a log that fail now and then, and says so meanwhile', async () => {
    for (const round of [1, 2]) await someFacts(round);
    const live = await emptyLive();
    let calls = 0;
    const sometimes = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      calls += 1;
      if (FAILING_CALLS.has(calls)) throw new Error('away');
      return work();
    };
    const flaky: Generation = {
      name: live.name,
      replaced: live.replaced,
      checkpoint: (name) => sometimes(() => live.checkpoint(name)),
      apply: (...args) => sometimes(() => live.apply(...args)),
      close: () => live.close(),
    };
    const log: EventLog = {
      ...side.log,
      async *read(stream, from) {
        await sometimes(async () => undefined);
        yield* side.log.read(stream, from);
      },
    };
    const progress = await followOnce(flaky, log);
    expect(progress.some(({ phase, error }) => phase === 'retrying' && error === 'Error: away')).toBe(true);
    const shown = await digestNow();
    await live.close();
    expect(await digestOfTruth()).toBe(shown);
  });
});

describe('An event that cannot be shown', () => {
  const poisons: [string, string, () => Promise<unknown>][] = [
    [
      'of an unknown type',
      'no handler knows this type',
      () => append(side.rawLog, 'books-10', [event('TrialBalanceShredded', { clientId: 1 })]),
    ],
    [
      'of a newer version of the program',
      'schema version 9',
      async () => {
        const { metadata, ...newer } = event('CompetenceClosed', { clientId: 1 });
        await append(side.rawLog, 'books-10', [{ ...newer, metadata: { ...metadata, schemaVersion: 9 } }]);
      },
    ],
    [
      'whose parts are missing',
      '1 of 1 parts are missing',
      async () => {
        const version = event('TrialBalanceVersioned', {
          trialBalanceId: 99,
          lines: { stream: 'lines-99', count: 1, lines: 1, hash: '' },
        });
        await append(side.log, 'books-10', [version]);
      },
    ],
    [
      'whose parts hold another number of lines than it says',
      '5 lines, 6 named',
      () => importVersion(side.log, { trialBalanceId: 99, columns: columns(5), companyId: 10, lineCount: 6 }),
    ],
    [
      'whose part is no JSON',
      'JSON',
      async () => {
        await side.log.append('lines-99', [event('TrialBalanceLinesListed', new Uint8Array([1, 2]))], NO_STREAM);
        const lines = { stream: 'lines-99', count: 1, lines: 1, hash: '' };
        await append(side.log, 'books-10', [event('TrialBalanceVersioned', { trialBalanceId: 99, lines })]);
      },
    ],
  ];

  it.each(poisons)('%s stops its projection alone, loudly, before it', async (_, message, poison) => {
    const { progress, failures } = side.startProjector();
    await someFacts(1);
    await side.caughtUp();
    const before = await side.log.head();
    await poison();
    const poisoned = await side.log.head();
    await someFacts(2);
    await until(() => failures.length > 0);
    expect(failures.map(({ name }) => name)).toEqual(['ProjectionFailed']);
    expect(failures[0]?.message).toContain(message);
    expect(progress.get('trialBalances')?.phase).toBe('failed');
    expect(progress.get('trialBalances')?.position).toBeGreaterThanOrEqual(before);
    expect(progress.get('trialBalances')?.position).toBeLessThan(poisoned);
    expect(progress.get('trialBalances')?.error).toContain(message);

    const others = projections.map(({ name }) => name).filter((name) => name !== 'trialBalances');
    await side.caughtUp(others);
    expect((await listCompanies(side.pages, { clientId: 1 }, first)).rows.map(({ id }) => id)).toEqual([20]);
    const shown = await listTrialBalances(side.pages, { clientId: 2 }, { ...first, companies: null }, named);
    expect(shown.rows.map(({ id }) => id)).toEqual([10, 11]);
    expect(failures).toHaveLength(1);
  });

  it('is shown, with all after it, once the program knows it: nothing is lost', async () => {
    const stopped = side.startProjector();
    await someFacts(1);
    await append(side.rawLog, 'books-10', [event('TrialBalanceShredded', {})]);
    await someFacts(2);
    await until(() => stopped.failures.length > 0);
    await stopped.stop();
    const wiser = projections.map((projection) =>
      projection.name === 'trialBalances'
        ? { ...projection, on: { ...projection.on, TrialBalanceShredded: () => [] } }
        : projection,
    );
    const { failures } = side.startProjector({ projections: wiser });
    await side.caughtUp();
    expect(failures).toEqual([]);
    const ids = async (clientId: number) =>
      (await listTrialBalances(side.pages, { clientId }, { ...first, companies: null }, named)).rows.map(
        (r) => r.id,
      );
    expect([await ids(2), await ids(1)]).toEqual([
      [10, 11],
      [20, 21],
    ]);
  });

  it('leaves an operator’s rebuild undone and the live read models as they are', async () => {
    const { failures } = side.startProjector();
    await someFacts(1);
    await side.caughtUp();
    await append(side.rawLog, 'books-10', [event('TrialBalanceShredded', {})]);
    await until(() => failures.length > 0);
    const before = [await digestNow(), side.store.generation()];
    await expect(digestOfTruth()).rejects.toThrow('no handler knows this type');
    expect([await digestNow(), side.store.generation()]).toEqual(before);
  });
});

describe('The projector', () => {
  it('builds read models of another log, or ahead of this one, anew by itself', async () => {
    const ahead = await emptyLive();
    await ahead.apply('companies', [], { logId: LOG_ID, position: 1_000_000, changedAt: 0 });
    await ahead.close();
    await someFacts(1);
    const before = side.store.generation();
    const one = side.startProjector();
    await until(() => side.store.generation() !== before);
    await side.caughtUp();
    await one.stop();
    const own = side.store.generation();
    expect(await digestNow()).toBe(await digestOfTruth());
    side.startProjector({ logId: 'another-log' });
    await until(() => side.store.generation() !== own);
    await until(async () => (await side.store.checkpoint('companies'))?.logId === 'another-log');
  });

  it('fills what changed its declaration while the others are still read, then goes on there', async () => {
    const { stop } = side.startProjector();
    await someFacts(2);
    await side.caughtUp();
    await stop();
    const before = side.store.generation();
    const { openEmbeddedReadStore } = await import('../../src/stores/readStore/embedded.js');
    const { declared } = await import('../../src/projections/views/catalogue.js');
    const views = declared.views.map((view) => (view.name === 'charts' ? { ...view, version: 2 } : view));
    const newer: ReadStore = openEmbeddedReadStore(side.readFolder, { ...declared, views });
    const reading = listCompanies(side.pages, mine, first);
    const { stop: stopNewer } = side.startProjector({ store: newer });
    expect((await reading).rows).toHaveLength(1);
    await until(() => newer.generation() !== before && newer.generation() !== null);
    await someFacts(4);
    await until(async () => (await newer.checkpoint('companies'))?.position === (await side.log.head()));
    await stopNewer();
    await newer.close();
  });

  it('stops at once when asked, and lets another take over', async () => {
    const one = side.startProjector();
    await someFacts(1);
    await side.caughtUp();
    await one.stop();
    const two = side.startProjector();
    await someFacts(2);
    await side.caughtUp();
    expect(two.failures).toEqual([]);
  });

  it('runs other work alongside, only while it holds the lease', async () => {
    const told: string[] = [];
    const work = (name: string) => async (signal: AbortSignal) => {
      told.push(`${name} begins`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      told.push(`${name} ends`);
    };
    const one = side.startProjector({ alongside: work('one') });
    await until(() => told.length === 1);
    const two = side.startProjector({ alongside: work('two') });
    await someFacts(1);
    await side.caughtUp();
    expect(told).toEqual(['one begins']);
    await one.stop();
    await until(() => told.length === 3);
    await two.stop();
    expect(told).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('tries again when the store fails at the start', async () => {
    let failures = 0;
    const store: ReadStore = new Proxy(side.store, {
      get(target, name) {
        if (name === 'live' && failures < 2)
          return async () => {
            failures += 1;
            throw new Error('away');
          };
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const projector = side.startProjector({ store });
    await someFacts(1);
    await side.caughtUp();
    expect(projector.failures.map(({ message }) => message)).toEqual(['away', 'away']);
  });
});

describe('A rebuild', () => {
  it('goes on beside reads and imports, and ends with the same rows', async () => {
    side.startProjector();
    for (let round = 1; round <= 10; round++) await someFacts(round);
    await side.caughtUp();
    const before = await digestNow();
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
    const old = side.store.generation();
    const phases: Progress[] = [];
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
    expect(phases.some(({ projection, phase }) => projection === 'accounts' && phase === 'live')).toBe(true);
    expect(side.store.generation()).not.toBe(old);
    expect(await digestNow()).toBe(before);
    // The projector moved over: what comes now is shown there.
    await someFacts(12);
    await side.caughtUp();
    const companies = await listCompanies(side.pages, { clientId: 1 }, first);
    expect(companies.rows.map(({ id }) => id)).toContain(120);
  });

  it('leaves nothing behind when it is given up', async () => {
    await someFacts(1);
    await (await emptyLive()).close();
    const before = side.store.generation();
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
    expect(side.store.generation()).toBe(before);
    const { readdir } = await import('node:fs/promises');
    const files = (await readdir(side.readFolder)).filter((name) => name.endsWith('.db'));
    expect(files).toEqual([before]);
  });
});
