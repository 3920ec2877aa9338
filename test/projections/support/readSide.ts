// A log and a read store in a folder of their own, a projector between them, and queries on top: the read side as
// the service has it, in one process.
import { afterEach, beforeEach } from '#jest';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../../src/app/stores.js';
import type { FailPoints } from '../../../src/domain/kernel/failPoints.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { Pages } from '../../../src/projections/engine/pages.js';
import { PositionWaiter, type ProjectionProgress } from '../../../src/projections/engine/progress.js';
import { runProjector, type ProjectorOptions } from '../../../src/projections/engine/projector.js';
import type { Generation, ReadStore } from '../../../src/projections/engine/readStore.js';
import { rebuild } from '../../../src/projections/engine/rebuild.js';
import { declared, projections } from '../../../src/projections/views/allProjections.js';
import { listLines, type LinesQuery } from '../../../src/projections/views/trialBalances/trialBalanceLines.js';
import { findTrialBalance } from '../../../src/projections/views/trialBalances/trialBalances.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { openEmbeddedReadStore } from '../../../src/stores/readStore/openReadStore.js';
import { temporaryDir } from '../../support/service.js';

export const LOG_ID = 'log-1';

export async function openReadSide() {
  const folder = await temporaryDir();
  const readFolder = join(folder, 'read');
  const rawLog = await openEmbeddedLog(dataPaths(folder).log, { writesHere: true });
  const log = withCodec(rawLog);
  const store = openEmbeddedReadStore(readFolder, declared, true);
  const waiter = new PositionWaiter(store);
  const stops: (() => Promise<void>)[] = [];

  function startProjector(options: Partial<ProjectorOptions> = {}) {
    const stopping = new AbortController();
    const progress = new Map<string, ProjectionProgress>();
    const failures: Error[] = [];
    const running = runProjector({
      log,
      logId: LOG_ID,
      store,
      projections,
      signal: stopping.signal,
      onFailure: (error) => failures.push(error),
      ...options,
      onProgress(each) {
        progress.set(each.projection, each);
        waiter.note(each);
        options.onProgress?.(each);
      },
    });
    const stop = async () => {
      stopping.abort();
      await running;
    };
    stops.push(stop);
    return { stop, progress, failures };
  }

  return {
    folder,
    readFolder,
    rawLog,
    log,
    store,
    waiter,
    pages: new Pages(store),
    startProjector,
    /** Waits until every given projection shows the log up to now. */
    async caughtUp(names = projections.map(({ name }) => name)) {
      const head = await log.head();
      for (const name of names)
        if (!(await waiter.waitFor(name, head, 20_000))) throw new Error(`${name} did not catch up`);
    },
    async close() {
      for (const stop of stops) await stop();
      await store.close();
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type ReadSide = Awaited<ReturnType<typeof openReadSide>>;

/** One for each test. @param isProjecting whether a projector runs from its beginning */
export function useReadSide({ isProjecting = false } = {}): ReadSide {
  const side = {} as ReadSide;
  beforeEach(async () => {
    Object.assign(side, await openReadSide());
    if (isProjecting) side.startProjector();
  });
  afterEach(() => side.close());
  return side;
}

/** A page of a version's lines; null while client 1 does not see it. */
export async function linesShown({ pages }: ReadSide, trialBalanceId: number, query: Partial<LinesQuery> = {}) {
  const scope = { clientId: 1 };
  const head = await findTrialBalance(pages, scope, trialBalanceId);
  return head && listLines(pages, scope, head, { page: 1, limit: 100, ...query });
}

/** Everything the views hold for a client, as one hash: two read models of the same log must agree. */
export async function digest(store: ReadStore, clientIds: readonly number[]): Promise<string> {
  const hash = createHash('sha256');
  for (const clientId of clientIds)
    for (const view of declared.views) {
      const rows = await store.scan(view, { clientId, where: [] }, { afterId: 0, skip: 0, limit: 100_000 });
      for (const row of rows) {
        hash.update(JSON.stringify(row));
        if (view.name !== 'trialBalances') continue;
        for (const list of declared.lists) hash.update(await store.listRows(list, clientId, row.id, 0, 1_000_000));
      }
    }
  return hash.digest('hex');
}

/** Fail points that act when one is reached for the n-th time. */
export function atFailPoint(point: string, times: number, act: () => Promise<void> | void): FailPoints {
  let reached = 0;
  return (name) => {
    if (name !== point || ++reached !== times) return;
    return act();
  };
}

export type { EventLog };

/** What both clients are shown now. */
export function digestNow({ store }: ReadSide): Promise<string> {
  return digest(store, [1, 2]);
}

/** What a rebuild from nothing shows: the truth to compare with. */
export async function digestOfTruth(side: ReadSide): Promise<string> {
  const { log, store } = side;
  const signal = new AbortController().signal;
  await rebuild({ log, logId: LOG_ID, store, projections, signal, handoverMs: 0 });
  return digestNow(side);
}

/** A generation without a row, live. */
export async function emptyLive({ store }: ReadSide): Promise<Generation> {
  const filling = await store.fill();
  await filling.goLive();
  await filling.close();
  return (await store.live()) as Generation;
}

/** The name of the live generation; null while there is none. */
export async function generationOf(store: ReadStore): Promise<string | null> {
  const live = await store.live();
  await live?.close();
  return live?.name ?? null;
}
