// The read store is taken away under load (docs/spec/stores.md#when-a-store-is-away): reads answer 503, writes go
// on, and once it is back the projections catch up by themselves with all that was written meanwhile.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { problemsAtRest, statusesOf, unfitAnswers } from './support/load.js';
import { isReady, type Store } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { operatorProcessJson } from '../support/operator.js';
import { openUnderLoad, type UnderLoad } from './support/underLoad.js';
import { PATIENCE_MS, until } from '../support/until.js';

/** A read is given up after 10 s, however many questions it has; the rest is for a busy machine. */
const ANSWER_MAX_MS = 60_000;
const LIVES = 3;
/** FerretDB looks through a whole collection for one version's lines: so that the proof ends, they stay few. */
const FEW_IMPORTS = { writers: 1, readers: 3, restMs: 1_000 } as const;
const LISTS = ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'] as const;

const AWAY = {
  killed: { go: (mongo) => mongo.kill(), back: (mongo) => mongo.startAgain() },
  frozen: { go: async (mongo) => mongo.freeze(), back: async (mongo) => mongo.thaw() },
  'behind a parted network': {
    go: async (mongo) => mongo.link.become('stall'),
    back: async (mongo) => mongo.link.become('pass'),
  },
} satisfies Record<string, Record<'go' | 'back', (mongo: Store) => Promise<void>>>;

withServers(['ferretdb', 'redis'], () =>
  describe('the read store under load', () => {
    let { stores, apis, projector, ledger, load, isBack, close } = {} as UnderLoad;
    beforeAll(async () => {
      ({ stores, apis, projector, ledger, load, isBack, close } = await openUnderLoad(FEW_IMPORTS));
    });
    afterAll(() => close());

    async function expectAway(): Promise<void> {
      const { writes, reads } = await load.next(3);
      expect(statusesOf(writes)).toEqual([201]);
      expect(statusesOf(reads)).toEqual([503]);
      for (const { url } of apis) {
        expect((await fetch(`${url}/health/live`)).status).toBe(200);
        // The keys are not there: a request without one answers 401, never that the store is unavailable.
        expect((await client(url, `service_test_${'Z'.repeat(43)}`).get('/api/v1/companies')).status).toBe(401);
      }
      const health = await fetch(`${apis[0].url}/health/ready`);
      expect([health.status, await health.text()]).toEqual([503, expect.stringMatching(/read models/)]);
    }

    const expectBack = () => isBack('read', 200);

    /** Every import answered until now is shown: by the projections alone, nobody helps. */
    async function expectCaughtUp(): Promise<void> {
      const answered = load.history.filter(({ answer }) => answer?.status === 201);
      const isShown = async () => {
        const rows = await client(apis[0].url, ledger.key).all('/api/v1/trial-balances');
        const ids = new Set(rows.map(({ id }) => id));
        return answered.every(({ answer }) => ids.has(answer?.trialBalanceId));
      };
      await until(isShown, 'what was written meanwhile', PATIENCE_MS);
    }

    it('killed repeatedly while versions are projected, loses none', async () => {
      for (let life = 1; life < LIVES; life++) {
        await stores.mongo.kill();
        const { length } = load.history;
        await until(() => load.history.length > length, 'an import under way', PATIENCE_MS);
        await stores.mongo.startAgain();
        await expectBack();
      }
      await expectCaughtUp();
    });

    it.each(Object.entries(AWAY))(
      '%s, fails only reads, each within its time limit, and is read again once it is back',
      async (_, { go, back }) => {
        await go(stores.mongo);
        await expectAway();
        await back(stores.mongo);
        await expectBack();
        await expectCaughtUp();
      },
    );

    it('shows finally what was answered and nothing else, equal to a rebuild from the log', async () => {
      await load.stop();
      expect(await problemsAtRest(apis[0].url, ledger, load.history)).toEqual([]);
      expect(unfitAnswers(load.calls, ANSWER_MAX_MS)).toEqual([]);
      // Nobody was cut off: every process is the one that was started.
      expect(statusesOf(load.calls)).toEqual([200, 201, 503]);
      for (const service of [...apis, projector]) expect(await isReady(service)).toBe(true);
      const [before, elsewhere] = await Promise.all(apis.map(({ url }) => listsOf(url)));
      expect(elsewhere).toEqual(before);
      await operatorProcessJson(stores.folder, ['rebuild'], stores.env);
      expect(await listsOf(apis[1].url)).toEqual(before);
    });

    const listsOf = (url: string) => Promise.all(LISTS.map((path) => client(url, ledger.key).all(path)));
  }),
);
