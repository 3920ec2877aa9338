// The leader of an event store's cluster answers nothing for a while, under load: the service goes on with the one
// that the other nodes elect (docs/spec/stores.md#eventstoredb).
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster, type Cluster } from '../eventStoreServer/cluster.js';
import type { Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { openScaledOut, ready, type ScaledOut } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import type { Service } from '../support/service.js';
import { PATIENCE_MS, until } from '../support/until.js';
import { deliveryProblems, registerAt, type Registered } from '../webhooks/support/deliveredEvents.js';
import { ALLOWED } from '../webhooks/support/importingClient.js';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { problemsAtRest, READ_PATHS, startLoad, statusesOf, type Call, type Load } from './support/load.js';
import { watchShownVersions, type ShownVersions } from './support/shownVersions.js';

/**
 * From the answer to the view that shows it; 20 s would be a projector that waits for the connection's keep-alive.
 * Twice what it takes on this machine comes on top.
 */
const SHOWN_MAX_MS = 12_000;
/** From the event to its delivery, likewise; 30 s would be one that waits for the frozen node. */
const DELIVERY_MAX_MS = 12_000;
const ROUNDS = 3;
const FROZEN_MS = 9_000;
/** The node is silent for 2 s, the others elect within that time; the rest is for a busy machine. */
const IMPORTS_GAP_MAX_MS = 7_000;
/**
 * How long a read waits at most: for what its key wrote to be shown, or for the log before it answers what it
 * knows.
 */
const READ_WAIT_MAX_MS = 2_000;
/** For the read itself, on a machine where it takes next to nothing: timers are late now and then. */
const READ_MIN_MS = 1_000;
/** Lists, and what is read from the log itself. */
const PATHS = [...READ_PATHS, '/v1/webhooks', '/v1/events?limit=5'];
/** A node that is stopped closes its connections: others elect and are found at once. */
const RESTART_GAP_MAX_MS = 5_000;

withServers(['ferretdb', 'redis'], () =>
  describe('a frozen leader', () => {
    let stores: ScaledOut;
    let cluster: Cluster;
    let services: Service[];
    let apis: Service[];
    let ledger: Ledger;
    let load: Load;
    let receiver: Receiver;
    let webhook: Registered;
    let shown: ShownVersions;
    /** When the first leader freezes, on both clocks. */
    let firstFrozen: Readonly<{ ms: number; at: number }>;
    const created = () => load.history.filter(({ answer }) => answer?.status === 201);
    const shownMs = ({ answer }: Entry) => shown.shownMs.get(answer?.trialBalanceId);
    /** The load goes on: what came since the call need not be shown. */
    const allShown = () => {
      const before = created();
      return until(() => before.every((entry) => shownMs(entry) !== undefined), 'the views');
    };
    beforeAll(async () => {
      stores = await openScaledOut({ away: ['eventStore'] });
      cluster = await startCluster({ folder: stores.folder });
      receiver = await startReceiver();
      const env = { EVENTSTORE_URL: cluster.urls.otherNames, ...ALLOWED };
      const roles = ['projector', 'webhooks', 'api', 'api'];
      const starting = Promise.all(roles.map((role) => stores.start(role, { env })));
      ledger = await registerLedger(stores.folder, { env: { ...stores.env, ...env }, companies: 4 });
      services = await starting;
      apis = services.slice(2);
      await Promise.all(services.map((service) => ready(service, PATIENCE_MS)));
      webhook = await registerAt(apis[0]?.url ?? '', ledger.key, receiver.url);
      shown = watchShownVersions(apis[1]?.url ?? '', ledger.key);
      load = startLoad({
        urls: () => apis.map(({ url }) => url),
        ledger,
        writers: 3, // FerretDB shows two imports a second
        restMs: 2_000,
        paths: PATHS,
      });
      await load.next(4);
      await pause(FROZEN_MS); // as long as a round, so that a document store that falls behind does so here, too
      await allShown();
      firstFrozen = { ms: performance.now(), at: Date.now() };
    });
    afterAll(async () => {
      await load.stop();
      await shown.stop();
      await stores.close();
      await cluster.close();
      await receiver.close();
    });

    it('delays imports for seconds, and reads for no longer than they may wait', async () => {
      const frozenMs: (readonly [number, number])[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const leader = cluster.leader() ?? 0;
        const sinceMs = performance.now();
        cluster.freeze(leader);
        await pause(FROZEN_MS);
        cluster.thaw(leader);
        await load.next(4);
        frozenMs.push([sinceMs, performance.now()]);
        await pause(2_000);
        await allShown();
      }
      const of = (kind: Call['kind']) => load.calls.filter((call) => call.kind === kind);
      expect(report('gap of imports', longestGapMs(of('write')))).toBeLessThan(IMPORTS_GAP_MAX_MS);
      expect(statusesOf(of('read'))).toEqual([200]);
      const isMeanwhile = ({ askedMs, tookMs }: Call) =>
        frozenMs.some(([from, to]) => askedMs < to && askedMs + tookMs > from);
      const slowestMs = (calls: readonly Call[]) => Math.max(...calls.map(({ tookMs }) => tookMs));
      // What a read takes on this machine now comes on top of the wait.
      const otherwiseMs = report('slowest read', slowestMs(of('read').filter((call) => !isMeanwhile(call))));
      const meanwhileMs = report('slowest read beside it', slowestMs(of('read').filter(isMeanwhile)));
      expect(meanwhileMs).toBeLessThan(READ_WAIT_MAX_MS + Math.max(READ_MIN_MS, 2 * otherwiseMs));
    });

    it('delays imports less while the nodes are restarted one by one', async () => {
      const sinceMs = performance.now();
      for (const node of cluster.servers.keys()) {
        await cluster.stopNode(node);
        await pause(2_000);
        await cluster.startNode(node);
        await load.next(4);
      }
      const writes = load.calls.filter(({ kind, askedMs }) => kind === 'write' && askedMs >= sinceMs);
      expect(report('gap of imports by restarts', longestGapMs(writes))).toBeLessThan(RESTART_GAP_MAX_MS);
    });

    it('ends no process', () => {
      expect(services.map(({ process }) => process.exitCode)).toEqual([null, null, null, null]);
    });

    it('delays no view for long', async () => {
      await load.stop();
      await allShown();
      await shown.stop();
      const slowestMs = (entries: readonly Entry[]) =>
        Math.max(...entries.map((entry) => (shownMs(entry) ?? NaN) - entry.answeredMs));
      const quiet = created().filter(({ answeredMs }) => answeredMs < firstFrozen.ms);
      const quietMs = report('slowest view before', slowestMs(quiet));
      expect(report('slowest view', slowestMs(created()))).toBeLessThan(SHOWN_MAX_MS + 2 * quietMs);
    });

    it('loses and doubles nothing, and delays no delivery for long', async () => {
      const ids = created().flatMap(({ answer }) => answer?.trialBalanceId ?? []);
      await until(() => receiver.ids().length >= ids.length, 'the deliveries', PATIENCE_MS);
      expect(deliveryProblems(receiver.received, webhook, ids)).toEqual([]);
      expect(receiver.received).toHaveLength(ids.length);
      const deliveries = receiver.received.map(({ at, event }) => ({
        at,
        createdAt: Date.parse(event.createdAt),
      }));
      const slowestMs = (those: typeof deliveries) =>
        Math.max(...those.map(({ at, createdAt }) => at - createdAt));
      const quiet = deliveries.filter(({ createdAt }) => createdAt < firstFrozen.at);
      const quietMs = report('slowest delivery before', slowestMs(quiet));
      expect(report('slowest delivery', slowestMs(deliveries))).toBeLessThan(DELIVERY_MAX_MS + 2 * quietMs);
      for (const { url } of apis) expect(await problemsAtRest(url, ledger, load.history)).toEqual([]);
    });
  }),
);

/** Prints what is asserted, so that a run tells by how much. */
function report(what: string, ms: number): number {
  process.stderr.write(`${what}: ${Math.round(ms)} ms\n`);
  return ms;
}

/** Between two acknowledged imports, whoever sent them. */
function longestGapMs(writes: readonly Call[]): number {
  const ackedMs = writes
    .filter(({ status }) => status === 200 || status === 201)
    .map(({ askedMs, tookMs }) => askedMs + tookMs)
    .sort((a, b) => a - b);
  return Math.max(...ackedMs.slice(1).map((ms, at) => ms - (ackedMs[at] ?? ms)));
}
