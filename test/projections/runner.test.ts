// What projections survive: replays, rivals, events they cannot show, stores that go away.
import { describe, expect, it } from '#jest';
import { noFailPoints } from '../../src/domain/kernel/failPoints.js';
import { NO_STREAM, type EventLog, type LogWentBack } from '../../src/domain/kernel/log.js';
import type { ProjectionProgress } from '../../src/projections/engine/progress.js';
import type { Generation } from '../../src/projections/engine/readStore.js';
import { follow } from '../../src/projections/engine/runner.js';
import { listCompanies } from '../../src/projections/views/companies.js';
import { listTrialBalances } from '../../src/projections/views/trialBalances/trialBalances.js';
import { projections } from '../../src/projections/views/allProjections.js';
import { withCodec } from '../../src/stores/log/codec.js';
import { restoredTo } from '../support/restoredLog.js';
import { until } from '../support/until.js';
import { withMembers } from '../support/withMembers.js';
import { append, someLines, event, importVersion } from './support/bookkeeping.js';
import { someFacts } from './support/facts.js';
import {
  digestNow,
  digestOfTruth,
  emptyLive,
  generationOf,
  linesShown,
  LOG_ID,
  useReadSide,
} from './support/readSide.js';

/** Nobody's name is asked for. */
const named = { companyName: String, personNames: async () => String };

const mine = { clientId: 1 };
const first = { page: 1, limit: 100 };
/** Ever rarer, so that it ends. */
const FAILING_CALLS = new Set([2, 3, 5, 8, 9, 13, 17, 21, 34, 55]);

const side = useReadSide();

/** Follows with every projection until all have caught up. */
async function followOnce(
  generation: Generation,
  log: EventLog = side.log,
  onWentBack?: (error: LogWentBack) => void,
): Promise<ProjectionProgress[]> {
  const all: ProjectionProgress[] = [];
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
        onWentBack(error) {
          onWentBack?.(error);
          stopping.abort();
        },
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
    for (const round of [1, 2, 3]) await someFacts(side.log, round);
    const live = await emptyLive(side);
    await followOnce(live);
    const once = await digestNow(side);
    await followOnce(withMembers(live, { checkpoint: async () => null }));
    expect(await digestNow(side)).toBe(once);
    await live.close();
    expect(await digestOfTruth(side)).toBe(once);
  });

  it('shows the same when two projectors write at once', async () => {
    const live = await emptyLive(side);
    const rival = (await side.store.live()) as Generation;
    for (const round of [1, 2]) await someFacts(side.log, round);
    const working = Promise.all([followOnce(live), followOnce(rival)]);
    for (const round of [3, 4]) await someFacts(side.log, round);
    await working;
    await Promise.all([followOnce(rival), followOnce(live)]);
    const shown = await digestNow(side);
    await Promise.all([live.close(), rival.close()]);
    expect(await digestOfTruth(side)).toBe(shown);
  });

  it('resumes where it stopped, handling no event twice', async () => {
    await someFacts(side.log, 1);
    const live = await emptyLive(side);
    await followOnce(live);
    await someFacts(side.log, 2);
    const progress = await followOnce(live);
    const last = progress.filter(({ projection }) => projection === 'trialBalances').at(-1);
    expect(last).toMatchObject({ events: 4, position: await side.log.head() });
    await live.close();
  });

  it('tells of every view until when it shows the log, also where several share a projection', async () => {
    side.startProjector();
    await someFacts(side.log, 1);
    await side.caughtUp();
    const changedAt = ['trialBalances', 'schedules', 'checklistMarks'].map((name) =>
      side.store.viewChangedAt({ name }),
    );
    const [first = 0, ...others] = await Promise.all(changedAt);
    expect(first).toBeGreaterThan(0);
    expect(others).toEqual([first, first]);
  });

  it('shows a version only when it is whole', async () => {
    const seen: unknown[] = [];
    side.startProjector({
      failPoints: async (point) => {
        if (point !== 'projector.rowsWritten') return;
        const list = await listTrialBalances(side.pages, mine, { ...first, companies: null }, named);
        const lines = await linesShown(side, 7);
        seen.push([list.rows.length, lines]);
      },
    });
    await side.caughtUp();
    await importVersion(side.log, { trialBalanceId: 7, lines: someLines(20_000) });
    await side.caughtUp();
    expect(seen).toEqual([
      [0, null],
      [0, null],
    ]);
    expect((await linesShown(side, 7))?.pagination.total).toBe(20_000);
  });

  it('survives temporary failures of store and log, and reports them', async () => {
    for (const round of [1, 2]) await someFacts(side.log, round);
    const live = await emptyLive(side);
    let calls = 0;
    const sometimes = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      calls += 1;
      if (FAILING_CALLS.has(calls)) throw new Error('away');
      return work();
    };
    const flaky = withMembers(live, {
      checkpoint: (name: string) => sometimes(() => live.checkpoint(name)),
      apply: (...args: Parameters<Generation['apply']>) => sometimes(() => live.apply(...args)),
    });
    const log: EventLog = {
      ...side.log,
      async *read(stream, from) {
        await sometimes(async () => undefined);
        yield* side.log.read(stream, from);
      },
    };
    const progress = await followOnce(flaky, log);
    expect(progress.some(({ phase, error }) => phase === 'retrying' && error === 'Error: away')).toBe(true);
    const shown = await digestNow(side);
    await live.close();
    expect(await digestOfTruth(side)).toBe(shown);
  });
});

describe('A projection of a log that was restored to an earlier state and grew beyond its checkpoint', () => {
  /** The log up to a position, then other facts, more than were lost. */
  async function restored(position: number): Promise<EventLog> {
    const log = await restoredTo(side.rawLog, position, side.folder);
    for (const round of [3, 4, 5]) await someFacts(withCodec(log), round);
    return log;
  }

  it('shows every event, where only events of others were lost', async () => {
    await someFacts(side.log, 1);
    const position = await side.log.head();
    for (const number of [1, 2, 3])
      await append(side.log, `lines-${number}`, [event('TrialBalanceLinesListed', new Uint8Array(9))]);
    const live = await emptyLive(side);
    await followOnce(live);
    expect((await live.checkpoint('trialBalances'))?.position).toBe(await side.log.head());
    const rawLog = await restored(position);
    const log = withCodec(rawLog);
    const found: unknown[] = [];
    await followOnce(live, log, (error) => found.push(error));
    const shown = await digestNow(side);
    await live.close();
    expect(found).toEqual([]);
    expect(await digestOfTruth({ ...side, log })).toBe(shown);
    await rawLog.close();
  });

  it('shows nothing, where an event that it had handled or a seal was lost', async () => {
    await someFacts(side.log, 1);
    const position = await side.log.head();
    await append(side.log, 'seals', [event('LogSealed', { count: 1 })]);
    const live = await emptyLive(side);
    await followOnce(live);
    const before = await digestNow(side);
    const log = await restored(position);
    const found: LogWentBack[] = [];
    await followOnce(live, withCodec(log), (error) => found.push(error));
    expect(found).toHaveLength(projections.length);
    expect(found[0]?.lost).toMatchObject({ stream: 'seals', revision: 0 });
    expect(await digestNow(side)).toBe(before);
    await live.close();
    await log.close();
  });

  it('is held against the head where its checkpoint knows no event, as one of an earlier version', async () => {
    await someFacts(side.log, 1);
    const live = await emptyLive(side);
    const head = await side.log.head();
    const known = (position: number) =>
      withMembers(live, { checkpoint: async () => ({ logId: LOG_ID, position, changedAt: 0 }) });
    const found: LogWentBack[] = [];
    await followOnce(known(head), side.log, (error) => found.push(error));
    expect(found).toEqual([]);
    await followOnce(known(head + 1), side.log, (error) => found.push(error));
    expect(found.map(({ lost }) => lost)).toEqual(projections.map(() => ({ position: head + 1 })));
    await live.close();
  });
});

describe('An event that cannot be projected', () => {
  /** Follow the same stream. */
  const ofBooks = ['auditTrail', 'trialBalances'];
  const poisons: [string, string, readonly string[], () => Promise<unknown>][] = [
    [
      'of an unknown type',
      'no handler knows this type',
      ofBooks,
      () => append(side.rawLog, 'books-10', [event('TrialBalanceShredded', { clientId: 1 })]),
    ],
    [
      'of a newer version of the program',
      'schema version 9',
      ofBooks,
      async () => {
        const { metadata, ...newer } = event('CompetenceClosed', { clientId: 1 });
        await append(side.rawLog, 'books-10', [{ ...newer, metadata: { ...metadata, schemaVersion: 9 } }]);
      },
    ],
    [
      'whose parts are missing',
      '1 of 1 parts are missing',
      ['trialBalances'],
      async () => {
        const version = event('TrialBalanceVersioned', {
          trialBalanceId: 99,
          companyId: 10,
          clientId: 1,
          lines: { stream: 'lines-99', count: 1, lines: 1, hash: '' },
        });
        await append(side.log, 'books-10', [version]);
      },
    ],
    [
      'whose parts hold another number of lines than it says',
      '5 lines, 6 named',
      ['trialBalances'],
      () => importVersion(side.log, { trialBalanceId: 99, lines: someLines(5), companyId: 10, lineCount: 6 }),
    ],
    [
      'whose part is no JSON',
      'JSON',
      ['trialBalances'],
      async () => {
        await side.log.append([
          {
            stream: 'lines-99',
            events: [event('TrialBalanceLinesListed', new Uint8Array([1, 2]))],
            expectedRevision: NO_STREAM,
          },
        ]);
        const lines = { stream: 'lines-99', count: 1, lines: 1, hash: '' };
        await append(side.log, 'books-10', [
          event('TrialBalanceVersioned', { trialBalanceId: 99, companyId: 10, clientId: 1, lines }),
        ]);
      },
    ],
  ];

  it.each(poisons)(
    '%s stops only its projection, with an error, before it',
    async (_, message, stopped, poison) => {
      const { progress, failures } = side.startProjector();
      await someFacts(side.log, 1);
      await side.caughtUp();
      const before = await side.log.head();
      await poison();
      const poisoned = await side.log.head();
      await someFacts(side.log, 2);
      await until(() => failures.length >= stopped.length);
      for (const { name, message: told } of failures)
        expect([name, told]).toEqual(['ProjectionFailed', expect.stringContaining(message)]);
      const failed = [...progress.values()].filter(({ phase }) => phase === 'failed');
      expect(failed.map(({ projection }) => projection).sort()).toEqual(stopped);
      expect(progress.get('trialBalances')?.phase).toBe('failed');
      expect(progress.get('trialBalances')?.position).toBeGreaterThanOrEqual(before);
      expect(progress.get('trialBalances')?.position).toBeLessThan(poisoned);
      expect(progress.get('trialBalances')?.error).toContain(message);

      const others = projections.map(({ name }) => name).filter((name) => !stopped.includes(name));
      await side.caughtUp(others);
      expect((await listCompanies(side.pages, { clientId: 1 }, first)).rows.map(({ id }) => id)).toEqual([20]);
      const shown = await listTrialBalances(side.pages, { clientId: 2 }, { ...first, companies: null }, named);
      expect(shown.rows.map(({ id }) => id)).toEqual([10, 11]);
      expect(failures).toHaveLength(stopped.length);
    },
  );

  it('is projected, with all later events, by a version that knows it', async () => {
    const stopped = side.startProjector();
    await someFacts(side.log, 1);
    await append(side.rawLog, 'books-10', [event('TrialBalanceShredded', {})]);
    await someFacts(side.log, 2);
    await until(() => stopped.failures.length === ofBooks.length);
    await stopped.stop();
    const wiser = projections.map((projection) =>
      ofBooks.includes(projection.name)
        ? { ...projection, begin: () => ({ ...projection.begin(), TrialBalanceShredded: [() => []] }) }
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

  it('fails an operator’s rebuild, and the live read models stay', async () => {
    const { failures } = side.startProjector();
    await someFacts(side.log, 1);
    await side.caughtUp();
    await append(side.rawLog, 'books-10', [event('TrialBalanceShredded', {})]);
    await until(() => failures.length > 0);
    const before = [await digestNow(side), await generationOf(side.store)];
    await expect(digestOfTruth(side)).rejects.toThrow('no handler knows this type');
    expect([await digestNow(side), await generationOf(side.store)]).toEqual(before);
  });
});
