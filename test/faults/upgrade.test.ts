// Processes are replaced one by one under load by those of a newer version (docs/spec/stores.md#upgrade): its
// events and read models meet the older version's, and the other way round. Nothing acknowledged is lost, and only
// the list whose shape has changed is away for a while.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { problemsAtRest, startLoad, statusesOf, unfitAnswers, type Load } from './support/load.js';
import { newerBuild, type NewerBuild } from './support/newerBuild.js';
import { openScaledOut, ready, type ScaledOut } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { operatorProcessJson } from '../support/operator.js';
import { type Service } from '../support/service.js';
import { PATIENCE_MS, until } from '../support/until.js';

const ANSWER_MAX_MS = 60_000;
const LIST = '/api/v1/trial-balances?limit=1';
const UNCHANGED_LIST = '/api/v1/companies';

withServers(['ferretdb', 'redis'], () =>
  describe('an upgrade under load', () => {
    let stores: ScaledOut;
    let newer: NewerBuild;
    let oldProjector: Service;
    let oldApi: Service;
    let newApi: Service;
    let ledger: Ledger;
    let load: Load;
    let urls: readonly string[] = [];

    beforeAll(async () => {
      [stores, newer] = await Promise.all([openScaledOut(), newerBuild()]);
      const services = Promise.all([stores.start('projector'), stores.start('api')]);
      ledger = await registerLedger(stores.folder, { env: stores.env });
      [oldProjector, oldApi] = await services;
      await Promise.all([oldProjector, oldApi].map((service) => ready(service, PATIENCE_MS)));
      urls = [oldApi.url];
      load = startLoad({ urls: () => urls, ledger, writers: 1, readers: 2, restMs: 700 });
      await load.next(2);
    });
    afterAll(async () => {
      await load.stop();
      await stores.close();
      await newer.remove();
    });

    const statusOf = async (service: Service, path: string) =>
      (await client(service.url, ledger.key).get(path)).status;
    const importsOf = async (service: Service) => {
      const { writes } = await load.next(4);
      return statusesOf(writes.filter(({ url }) => url === service.url));
    };

    it('starts with a newer process beside older ones: it accepts imports, and serves every list but the changed one', async () => {
      newApi = await stores.start('api', { build: newer.build });
      urls = [oldApi.url, newApi.url];
      await until(async () => (await statusOf(newApi, UNCHANGED_LIST)) === 200, 'a list', PATIENCE_MS);
      expect(await statusOf(newApi, LIST)).toBe(503);
      expect(await importsOf(newApi)).toEqual([201]);
      // What the newer version wrote, with more in it than the older one knows, the older projector shows.
      const written = load.history.map(({ answer }) => answer?.trialBalanceId);
      const shown = async () => {
        const rows = await client(oldApi.url, ledger.key).all('/api/v1/trial-balances');
        return written.every((id) => id === undefined || rows.some((row) => row['id'] === id));
      };
      await until(shown, 'the newer version’s imports', PATIENCE_MS);
    });

    it('continues with a newer projector: the older process lacks only the changed list', async () => {
      const newProjector = await stores.start('projector', { build: newer.build });
      expect(await oldProjector.stop()).toBe(0);
      await Promise.all([newProjector, newApi].map((service) => ready(service, PATIENCE_MS)));
      await until(async () => (await statusOf(oldApi, LIST)) === 503, 'the other shape', PATIENCE_MS);
      expect(await statusOf(newApi, LIST)).toBe(200);
      expect(await statusOf(oldApi, UNCHANGED_LIST)).toBe(200);
      expect(await importsOf(oldApi)).toEqual([201]);
    });

    it('ends with the newer version only, which has every acknowledged write', async () => {
      urls = [newApi.url];
      await load.next(1);
      expect(await oldApi.stop()).toBe(0);
      await load.stop();
      expect(await problemsAtRest(newApi.url, ledger, load.history)).toEqual([]);
      expect(unfitAnswers(load.calls, ANSWER_MAX_MS)).toEqual([]);
      expect(statusesOf(load.calls.filter(({ kind }) => kind === 'write'))).toEqual([201]);
      expect(statusesOf(load.calls.filter(({ path }) => path === UNCHANGED_LIST))).toEqual([200]);
      expect(await operatorProcessJson(stores.folder, ['verify'], stores.env)).toMatchObject({ ok: true });
    });
  }),
);
