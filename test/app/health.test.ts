// What a process without a projector of its own tells of the projections: it goes by their checkpoints.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createHealth } from '../../src/app/health.js';
import type { Generation } from '../../src/projections/engine/readStore.js';
import { declared, projections } from '../../src/projections/views/allProjections.js';
import { reconciliations } from '../../src/projections/views/reconciliations/reconciliations.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { append, company, event } from '../projections/support/bookkeeping.js';
import { LOG_ID, openReadSide, type ReadSide } from '../projections/support/readSide.js';

const names = projections.map(({ name }) => name);
const follower = {
  registers: null as never, // nobody is looked up
  ready: async () => undefined,
  refresh: async () => undefined,
  status: () => ({ position: 0, caughtUp: true, failing: false }),
  stop: async () => undefined,
};

let side: ReadSide;
beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.close());

const append1 = (companyId: number) =>
  append(side.log, 'client-1', [event('CompanyRegistered', company(companyId))]);

async function liveAt(position: number, logId = LOG_ID, store = side.store): Promise<Generation> {
  const filling = await store.fill();
  await pass(filling, position, logId);
  await filling.goLive();
  await filling.close();
  return (await store.live()) as Generation;
}

async function pass(generation: Pick<Generation, 'apply'>, position: number, logId = LOG_ID): Promise<void> {
  for (const name of names) await generation.apply(name, [], { logId, position, changedAt: 0 });
}

function look() {
  const guard = { state: 'sound' as const };
  const world = { log: side.log, guard, logId: () => LOG_ID, follower };
  const health = createHealth(world, side.store, new Map());
  return async () => (await health()).filter(({ part }) => part.startsWith('projection '));
}

describe('Health of projections that run elsewhere', () => {
  const lagSeconds = expect.any(Number);

  it('is ready once they have passed the head of the log at the first check, however much is written meanwhile', async () => {
    await append1(1);
    const head = await append1(2);
    const live = await liveAt(head - 1);
    const health = look();
    expect(await health()).toEqual(
      names.map((name) => ({ part: `projection ${name}`, ready: false, lagEvents: 1, lagSeconds })),
    );

    const later = await append1(3);
    await pass(live, head);
    const lagEvents = later - head;
    expect(await health()).toEqual(
      names.map((name) => ({ part: `projection ${name}`, ready: true, lagEvents, lagSeconds })),
    );

    await append1(4);
    expect((await health()).every(({ ready }) => ready)).toBe(true);
    await live.close();
  });

  it('is not ready while the read models belong to another log, even at a higher position', async () => {
    const head = await append1(1);
    const live = await liveAt(head + 100, 'another-log');
    expect(await look()()).toEqual(names.map((name) => ({ part: `projection ${name}`, ready: false })));
    await live.close();
  });

  it('is not ready while a view has the shape of an earlier program, of which nothing is read', async () => {
    const head = await append1(1);
    const views = declared.views.map((view) => (view === reconciliations ? { ...view, version: 1 } : view));
    const earlier = openEmbeddedReadStore(side.readFolder, { ...declared, views }, true);
    await (await liveAt(head, LOG_ID, earlier)).close();
    await earlier.close();
    const unready = (await look()()).filter(({ ready }) => !ready);
    expect(unready).toEqual([{ part: 'projection reconciliations', ready: false }]);
  });
});
