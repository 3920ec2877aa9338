// The projector in its thread, as the service runs it.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { ProjectorThread } from '../../src/projections/engine/projectorThread.js';
import type { ProjectionProgress } from '../../src/projections/engine/progress.js';
import { projections } from '../../src/projections/views/allProjections.js';
import { until } from '../support/until.js';
import { append, someLines, event, importVersion } from './support/bookkeeping.js';
import { LOG_ID, openReadSide, type ReadSide } from './support/readSide.js';

const ENTRY = new URL('../../src/app/roles/projectorEntry.js', import.meta.url);
const ADDRESSES = { eventStoreUrl: null, mongodbUrl: null, logId: LOG_ID, sealSeed: randomBytes(32) };

let side: ReadSide;
const threads: ProjectorThread[] = [];
beforeEach(async () => {
  side = await openReadSide();
});
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.stop();
  await side.close();
});

function start(data: object = {}) {
  const health: Health = new Map();
  const failures: { projection: string | null; message: string }[] = [];
  const thread = new ProjectorThread(ENTRY);
  thread.run({
    data: { ...ADDRESSES, dataDir: side.folder, ...data },
    onProgress(progress) {
      health.set(progress.projection, progress);
      side.waiter.note(progress);
    },
    onFailure: (failure) => failures.push(failure),
  });
  threads.push(thread);
  return { thread, health, failures };
}

type Health = Map<string, ProjectionProgress>;

const inPhase = (health: Health, of: ProjectionProgress['phase']) =>
  [...health.values()].filter(({ phase }) => phase === of).map(({ projection }) => projection);
const isLive = (health: Health) => inPhase(health, 'live').length === projections.length;

describe('The projector’s thread', () => {
  it('projects appended events, reports its progress, and is ready once it has caught up', async () => {
    await importVersion(side.log, { trialBalanceId: 1, lines: someLines(10) });
    const { health, failures } = start();
    expect(isLive(health)).toBe(false);
    await until(() => isLive(health));
    await importVersion(side.log, { trialBalanceId: 2, lines: someLines(10) });
    await side.caughtUp();
    await until(async () => isLive(health) && [...health.values()].every(({ error }) => error === null));
    expect([...health.keys()].sort()).toEqual(projections.map(({ name }) => name).sort());
    expect(failures).toEqual([]);
  });

  it('reports the projection that an event stopped, with the cause', async () => {
    const { health, failures } = start();
    await until(() => isLive(health));
    await append(side.rawLog, 'books-1', [event('TrialBalanceShredded', {})]);
    // These follow the stream.
    const stopped = ['auditTrail', 'trialBalances'];
    await until(() => failures.length > 1 && inPhase(health, 'failed').length > 1);
    expect(failures.map(({ projection }) => projection).sort()).toEqual(stopped);
    for (const { message } of failures) expect(message).toContain('TrialBalanceShredded 0 of books-1');
    expect(inPhase(health, 'failed').sort()).toEqual(stopped);
  });

  it('frees the lease when it stops, for the next to take over', async () => {
    const one = start();
    await until(() => isLive(one.health));
    const two = start();
    await one.thread.stop();
    await until(() => isLive(two.health));
    await importVersion(side.log, { trialBalanceId: 1, lines: someLines(10) });
    await side.caughtUp();
    expect(two.failures).toEqual([]);
  });

  it('is restarted when it dies, and reports it', async () => {
    const { failures, thread } = start({ dataDir: '/dev/null/nowhere' });
    await until(() => failures.length >= 2);
    expect(failures[0]).toMatchObject({ projection: null });
    expect(failures[0]?.message).toContain('the projector’s thread ended');
    await thread.stop();
  });
});
