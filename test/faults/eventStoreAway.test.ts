// The event store is taken away under load (docs/spec/stores.md#when-a-store-is-away): writes answer 503, reads go
// on, keys stay good, and once it is back everything works on without a restart, nothing lost and nothing doubled.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { problemsAtRest, statusesOf, unfitAnswers } from './support/load.js';
import { isReady } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { operatorProcessJson } from '../support/operator.js';
import { openUnderLoad, type UnderLoad } from './support/underLoad.js';
import { until } from '../support/until.js';

/** A command is given up after 10 s, whatever the store does; the rest is for a machine with much else to do. */
const ANSWER_MAX_MS = 60_000;
const LIVES = 3;
const LOST_ANSWERS = 8;

withServers(['ferretdb', 'redis'], () =>
  describe('the event store under load', () => {
    let { stores, apis, ledger, load, isBack, close } = {} as UnderLoad;
    beforeAll(async () => {
      ({ stores, apis, ledger, load, isBack, close } = await openUnderLoad({ restMs: 700 }));
    });
    afterAll(() => close());

    /** While it is away: requests answer so, and nothing else changes. */
    async function expectAway(): Promise<void> {
      const { writes, reads } = await load.next(3);
      expect(statusesOf(writes)).toEqual([503]);
      expect(statusesOf(reads)).toEqual([200]);
      for (const { url } of apis) {
        expect((await fetch(`${url}/health/live`)).status).toBe(200);
        const withKey = async (key: string) => (await client(url, key).get('/api/v1/companies')).status;
        // Issued a moment ago, perhaps: only the log can tell. What cannot be a key is none, log or not.
        expect(await withKey(`service_test_${'Z'.repeat(43)}`)).toBe(503);
        expect(await withKey('service_test_x')).toBe(401);
        expect(await withKey(ledger.key)).toBe(200);
      }
      const health = await fetch(`${apis[0]?.url}/health/ready`);
      expect([health.status, await health.text()]).toEqual([503, expect.stringMatching(/\blog\b/)]);
    }

    const expectBack = () => isBack('write', 201);

    it('killed repeatedly, loses no event', async () => {
      for (let life = 1; life < LIVES; life++) {
        await stores.eventStore.kill();
        const { length } = load.history;
        await until(() => load.history.length > length, 'an import under way');
        await stores.eventStore.startAgain();
        await expectBack();
      }
    });

    it('while killed, fails only writes', async () => {
      await stores.eventStore.kill();
      await expectAway();
      await stores.eventStore.startAgain();
      await expectBack();
    });

    it('suspended, delays no command beyond its time limit', async () => {
      stores.eventStore.freeze();
      await expectAway();
      stores.eventStore.thaw();
      await expectBack();
    });

    it('whose answers to appends are lost, stores each import once and answers so', async () => {
      stores.eventStore.inject('append', { is: 'cutAfterStoring' }, LOST_ANSWERS);
      const { writes } = await load.next(LOST_ANSWERS);
      expect(statusesOf(writes)).toEqual([201]);
      const { link } = stores.eventStore;
      const { lost } = link.answered();
      link.become('losing');
      await until(() => link.answered().lost > lost, 'an answer lost on the way');
      link.become('pass');
      await expectBack();
    });

    it('behind a network that is interrupted for a moment, answers every call', async () => {
      stores.eventStore.link.become('stall');
      const asked = load.next(2);
      await until(() => load.history.some(({ answer }) => answer === null), 'an import under way');
      stores.eventStore.link.become('pass');
      await asked;
      await expectBack();
    });

    it('contains finally what was answered and nothing else, as do the views', async () => {
      await load.stop();
      for (const { url } of apis) expect(await problemsAtRest(url, ledger, load.history)).toEqual([]);
      expect(unfitAnswers(load.calls, ANSWER_MAX_MS)).toEqual([]);
      // Nobody was cut off: every process is the one that was started.
      expect(statusesOf(load.calls)).toEqual([200, 201, 503]);
      for (const service of apis) expect(await isReady(service)).toBe(true);
      expect(await operatorProcessJson(stores.folder, ['verify'], stores.env)).toMatchObject({ ok: true });
    });
  }),
);
