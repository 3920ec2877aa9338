// What the operator's command line works with: the service's own stores and command handlers. Beside a running service
// its projector does the work; alone, the projections run here for as long as the command does.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './commands/context.js';
import { erasedPeople } from './commands/erasedPeople.js';
import { copyPeople } from './commands/people.js';
import type { PersonNames } from './commands/personNames.js';
import type { Config } from './config.js';
import { DomainError } from './domain/kernel/problem.js';
import type { CallRecord } from './api/http/callLog.js';
import type {
  Change,
  OperatorLog,
  OperatorQueries,
  OperatorWorld,
  ReconciliationPlace,
  Row,
} from './operator/world.js';
import { createPages, type Page, type PageRequest, type Pages } from './projections/engine/pages.js';
import { runProjector } from './projections/engine/projector.js';
import { rebuild } from './projections/engine/rebuild.js';
import type { ReadStore } from './projections/engine/readStore.js';
import { createPositionWaiter, type PositionWaiter } from './projections/engine/waitFor.js';
import { projections } from './projections/views/catalogue.js';
import { listCharts } from './projections/views/charts.js';
import { listCompanies } from './projections/views/companies.js';
import {
  findReconciliation,
  listReconciliations,
  reconciliationsAsOf,
} from './projections/views/reconciliations.js';
import { listTrialBalances, trialBalancesAsOf } from './projections/views/trialBalances.js';
import type { CallLog } from './api/http/callLog.js';
import { upcast } from './stores/log/codec.js';
import {
  dataPaths,
  openCallLog,
  openDeliveryQueue,
  openPeople,
  openReadStore,
  openSharedMongo,
} from './openStores.js';
import { openMongo } from './stores/mongo/connection.js';
import type { DeliveryQueue, TypeCounts } from './webhooks/deliveryQueue.js';
import { resumeFanOut } from './webhooks/fanOutStart.js';
import { namesOf, openCommandWorld, openLog, type CommandWorld } from './wiring.js';

/** Design, Read models: so long a command waits for its change to be readable. */
const IN_FORCE_MAX_MS = 5_000;
/** Every process looks at registers and keys at least twice in this time. */
const REGISTERS_SEEN_MS = 1_000;
/** A log that is away is waited for so long. */
const LOG_REACHED_MAX_MS = 10_000;
const PAGE_ROWS = 1_000;
const PLACES_AT_ONCE = 100;
/** A projector that finds no read models (a restore, a first start) builds them; `rebuild` waits for its end. */
const REBUILD_TURN_MS = 600_000;

export async function openOperatorWorld(config: Config): Promise<OperatorWorld> {
  const complain = (part: string, error: unknown) => process.stderr.write(`${part}: ${String(error)}\n`);
  const world = await openCommandWorld(config, complain, {});
  const logId = await reachedLog(world);
  const mongo = await openSharedMongo(config);
  const store = openReadStore(config, mongo);
  const callLog = openCallLog(config, mongo, complain);
  const people = openPeople(config, mongo);
  const names = namesOf(world, people);
  const queue = openDeliveryQueue(config, mongo);
  const waiter = createPositionWaiter(store);
  const closing = new AbortController();
  const projecting = runProjector({
    log: world.log,
    logId,
    store,
    projections,
    onProgress: (progress) => waiter.note(progress),
    onFailure: (error) => complain('projeção', error),
    signal: closing.signal,
  });
  const close = async (): Promise<void> => {
    closing.abort();
    await projecting;
    await callLog.close();
    await people.close();
    await queue.close();
    await store.close();
    await mongo?.close();
    await world.close();
  };
  await world.follower.refresh().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    environment: config.environment,
    log: world.log,
    folds: world.folds,
    ids: world.ids,
    clock: world.clock,
    failPoints: world.failPoints,
    wordRefusal: world.wordRefusal,
    registers: world.follower,
    people,
    names,
    queries: operatorQueries(world, store, waiter, callLog, names, queue),
    resumeFanOut: (from, actor) => resumeFanOut({ log: world.log, logId, queue, clock: world.clock }, from, actor),
    waitUntilInForce: (change) => inForce(waiter, change),
    async rebuild(onProgress) {
      const events = new Map<string, number>();
      const rebuilt = await rebuild({
        log: world.log,
        logId,
        store,
        projections,
        signal: closing.signal,
        turnMs: REBUILD_TURN_MS,
        onProgress(progress) {
          events.set(progress.projection, progress.events);
          onProgress([...events.values()].reduce((sum, count) => sum + count, 0));
        },
      });
      if (rebuilt === null) throw new Error('the rebuild was cut short');
      return rebuilt;
    },
    close,
  };
}

/** @throws WrongDeployment, or DomainError Unavailable when the log stays away */
async function reachedLog(world: CommandWorld): Promise<string> {
  const late = pause(LOG_REACHED_MAX_MS, null, { ref: false });
  try {
    const found = await Promise.race([world.deployment, late]);
    if (found === null) throw new DomainError({ is: 'Unavailable' });
    return found.logId;
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** For seals and verification: no check that a log which is not whole could fail. */
export async function openOperatorLog(config: Config): Promise<OperatorLog> {
  const { rawLog } = await openLog(config);
  const opened = [rawLog];
  return {
    rawLog,
    clock: systemClock,
    lift: (event) => upcast(event),
    url: config.eventStoreUrl,
    copyPeople: async (to) => copyPeopleOf(config, to, await erasedPeople(rawLog)),
    async openTarget(eventStoreUrl) {
      const { rawLog: target } = await openLog({ ...config, eventStoreUrl });
      opened.push(target);
      return target;
    },
    async close() {
      await Promise.all(opened.map((log) => log.close()));
    },
  };
}

/** From where they are now to where `to` says, else from the file in `DATA_DIR` to the configured MongoDB. */
async function copyPeopleOf(
  config: Config,
  to: string | null,
  erased: ReadonlySet<string>,
): Promise<number | null> {
  const from = to === null ? null : config.mongodbUrl;
  const target = to ?? config.mongodbUrl;
  if (from === null && !existsSync(dataPaths(config.dataDir).people)) return 0;
  if (target === null) return null;
  const [source, mongo] = [await openSharedMongo({ ...config, mongodbUrl: from }), await openMongo(target)];
  const people = openPeople(config, source);
  try {
    return await copyPeople(people, openPeople(config, mongo), erased);
  } finally {
    await people.close();
    await source?.close();
    await mongo.close();
  }
}

/** Every view passes the change; a change of registers or keys is also seen by every process's own fold. */
async function inForce(waiter: PositionWaiter, { position, registersChanged }: Change): Promise<boolean> {
  const [seen] = await Promise.all([
    position === null ? true : shown(waiter, position),
    registersChanged ? pause(REGISTERS_SEEN_MS) : null,
  ]);
  return seen;
}

async function shown(waiter: PositionWaiter, position: number): Promise<boolean> {
  const reached = projections.map(({ name }) => waiter.waitFor(name, position, IN_FORCE_MAX_MS));
  return (await Promise.all(reached)).every(Boolean);
}

function operatorQueries(
  world: CommandWorld,
  store: ReadStore,
  waiter: PositionWaiter,
  callLog: CallLog,
  names: PersonNames,
  queue: DeliveryQueue,
): OperatorQueries {
  const pages: Pages = createPages(store);
  const { registers } = world.follower;
  const companyName = (companyId: number) => registers.companyName(companyId);
  const joined = { companyName, personNames: names.of };

  /** What was stored before the question is in the answer. */
  async function current<Result>(ask: () => Promise<Result>): Promise<Result> {
    await shown(waiter, await world.log.head());
    return ask();
  }

  return {
    companies: () =>
      current(async () => {
        const rows: Row[] = [];
        for (const { clientId } of registers.clients())
          rows.push(...(await all((request) => listCompanies(pages, { clientId }, request))));
        return rows.sort(byId);
      }),
    charts: () =>
      current(async () => {
        const rows: Row[] = [];
        for (const { clientId } of registers.clients())
          for (const { companyId } of registers.companiesOf(clientId))
            rows.push(...(await all((request) => listCharts(pages, { clientId }, { ...request, companyId }))));
        return rows.sort(byId);
      }),
    trialBalances: (companyId, asOf) =>
      asOf === null
        ? current(async () =>
            all((request) =>
              listTrialBalances(pages, scopeOf(world, companyId), { ...request, companies: companyId }, joined),
            ),
          )
        : trialBalancesAsOf(world.log, { companyId, until: asOf }, joined),
    reconciliations: (companyId, { period, status, asOf }) =>
      asOf === null
        ? current(async () =>
            all((request) =>
              listReconciliations(
                pages,
                scopeOf(world, companyId),
                {
                  ...request,
                  companies: companyId,
                  ...(period === null ? {} : { competence: period }),
                  ...(status === null ? {} : { status }),
                },
                { companyName, personNames: names.of, now: world.clock.now() },
              ),
            ),
          )
        : reconciliationsAsOf(
            world.log,
            { companyId, until: asOf },
            { competence: period, status },
            { companyName, personNames: names.of, now: new Date(asOf) },
          ),
    reconciliationPlaces: (clientId, ids) => current(() => placesOf(pages, clientId, ids)),
    calls: async (limit) => (await callLog.list(limit)).map(callRow),
    deliveryCounts: async () => (await queue.countByType()).map(countsRow),
    keyUses: async () =>
      new Map([...(await callLog.lastUses())].map(([keyId, at]) => [keyId, new Date(at).toISOString()])),
  };
}

async function placesOf(
  pages: Pages,
  clientId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReconciliationPlace>> {
  const places = new Map<number, ReconciliationPlace>();
  for (let from = 0; from < ids.length; from += PLACES_AT_ONCE)
    await Promise.all(
      ids.slice(from, from + PLACES_AT_ONCE).map(async (id) => {
        const found = await findReconciliation(pages, { clientId }, id);
        if (found !== null) places.set(id, found);
      }),
    );
  return places;
}

function scopeOf(world: CommandWorld, companyId: number): { clientId: number } {
  return { clientId: world.follower.registers.companyById(companyId)?.clientId ?? 0 };
}

async function all<R extends Row>(list: (request: PageRequest) => Promise<Page<R>>): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 1; ; page++) {
    const { rows: some, pagination } = await list({ page, limit: PAGE_ROWS });
    rows.push(...some);
    if (page >= pagination.pages) return rows;
  }
}

const byId = (a: Row, b: Row): number => Number(a['id']) - Number(b['id']);

function callRow({ at, ...call }: CallRecord): Row {
  return { at: new Date(at).toISOString(), ...call };
}

function countsRow({ type, counts }: TypeCounts): Row {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { type, total, ...counts };
}
