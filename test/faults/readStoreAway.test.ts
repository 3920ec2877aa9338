// The read store is taken away under load (reliability F23, F24): reads answer 503, writes go on, and once it is back the
// projections catch up by themselves with all that was written meanwhile.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { client } from '../support/client.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { PATIENCE_MS, problemsAtRest, startLoad, statusesOf, unfitAnswers, type Load } from '../support/load.js';
import { isReady, openScaledOut, ready, type ScaledOut } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { operatorJson, type Service } from '../support/service.js';
import { until } from '../support/until.js';

/** A question is given up after 5 s, and one read asks more than one; the rest is for a busy machine. */
const ANSWER_MAX_MS = 60_000;
const LIVES = 4;
const TEST_MAX_MS = 3 * PATIENCE_MS;

withServers(['ferretdb', 'redis'], () =>
  describe('the read store under load', () => {
    let stores: ScaledOut;
    let apis: Service[] = [];
    let projector: Service;
    let ledger: Ledger;
    let load: Load;

    beforeAll(async () => {
      stores = await openScaledOut();
      const projecting = stores.start('projector');
      ledger = await registerLedger(stores.folder, { env: stores.env, companies: 3 });
      apis = await Promise.all([stores.start('api'), stores.start('api')]);
      projector = await projecting;
      await Promise.all([...apis, projector].map((service) => ready(service, PATIENCE_MS)));
      load = startLoad({ urls: () => apis.map(({ url }) => url), ledger });
      await load.next(3);
    }, TEST_MAX_MS);
    afterAll(async () => {
      await load.stop();
      await stores.close();
    }, TEST_MAX_MS);

    async function expectAway(): Promise<void> {
      const { writes, reads } = await load.next(3);
      expect(statusesOf(writes)).toEqual([201]);
      expect(statusesOf(reads)).toEqual([503]);
      for (const { url } of apis) {
        expect((await fetch(`${url}/health/live`)).status).toBe(200);
        // The keys are not there: who has none is told so, and never that the store is away.
        expect((await client(url, `service_test_${'Z'.repeat(43)}`).get('/api/v1/companies')).status).toBe(401);
      }
      const told = await fetch(`${apis[0]?.url}/health/ready`);
      expect([told.status, await told.text()]).toEqual([503, expect.stringMatching(/read models/)]);
    }

    async function expectBack(): Promise<void> {
      await until(
        async () => (await load.next(1)).reads.some(({ status }) => status === 200),
        'a read',
        PATIENCE_MS,
      );
      await Promise.all(apis.map((service) => ready(service, PATIENCE_MS)));
    }

    /** Every import answered until now is shown, whole: by the projections alone, nobody helps. */
    async function expectCaughtUp(): Promise<void> {
      const [{ url } = { url: '' }] = apis;
      const answered = load.history.filter(({ answer }) => answer?.status === 201);
      const shown = async () =>
        new Set((await client(url, ledger.key).all('/api/v1/trial-balances')).map(({ id }) => id));
      const isShown = async () => {
        const ids = await shown();
        return answered.every(({ answer }) => ids.has(answer?.trialBalanceId));
      };
      await until(isShown, 'what was written meanwhile', PATIENCE_MS);
    }

    it(
      'killed again and again while versions are projected, loses none',
      async () => {
        for (let life = 1; life < LIVES; life++) {
          await stores.mongo.kill();
          const { length } = load.history;
          await until(() => load.history.length > length, 'an import under way');
          await stores.mongo.startAgain();
          await expectBack();
        }
        await expectCaughtUp();
      },
      TEST_MAX_MS,
    );

    it(
      'killed and gone, is missed by reads alone',
      async () => {
        await stores.mongo.kill();
        await expectAway();
        await stores.mongo.startAgain();
        await expectBack();
        await expectCaughtUp();
      },
      TEST_MAX_MS,
    );

    it.each(['frozen', 'behind a parted network'])(
      '%s, keeps no read waiting for good, and no write at all',
      async (how) => {
        const { mongo } = stores;
        if (how === 'frozen') mongo.freeze();
        else mongo.link.become('stall');
        await expectAway();
        if (how === 'frozen') mongo.thaw();
        else mongo.link.become('pass');
        await expectBack();
        await expectCaughtUp();
      },
      120_000,
    );

    it(
      'shows in the end what was answered and nothing else, and what the log alone gives',
      async () => {
        await load.stop();
        for (const { url } of apis) expect(await problemsAtRest(url, ledger, load.history)).toEqual([]);
        expect(unfitAnswers(load.calls, ANSWER_MAX_MS)).toEqual([]);
        expect(statusesOf(load.calls)).toEqual([200, 201, 503]);
        for (const service of [...apis, projector]) expect(await isReady(service)).toBe(true);
        const before = await listsOf(apis[0]?.url ?? '');
        await operatorJson(stores.folder, ['rebuild'], stores.env);
        expect(await listsOf(apis[1]?.url ?? '')).toBe(before);
      },
      TEST_MAX_MS,
    );

    const listsOf = async (url: string) =>
      JSON.stringify(
        await Promise.all(
          ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'].map((path) =>
            client(url, ledger.key).all(path),
          ),
        ),
      );
  }),
);
