// Two API processes and projectors of their own on an event store, MongoDB's protocol and Redis: what one writes
// the other shows, and whatever is taken away, the rest goes on and all of it comes back by itself.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client, type Client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { problemsAtRest } from './support/load.js';
import { openScaledOut, ready, type ScaledOut } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { type Service } from '../support/service.js';
import { PATIENCE_MS, until } from '../support/until.js';

const ROUNDS_MAX = 25;

withServers(['ferretdb', 'redis'], () =>
  describe('the service on stores of its own', () => {
    let stores: ScaledOut;
    let [one, other, projector] = [] as unknown as [Service, Service, Service];
    let ledger: Ledger;
    let bi: Client;
    const history: Entry[] = [];
    let month = 0;
    /** Each import is of a month of its own. */
    const nextPeriod = (): string =>
      `${2010 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}`;
    const importNext = (service: Service) =>
      ask(service.url, ledger, history, { company: 0, period: nextPeriod(), variant: 0 });

    beforeAll(async () => {
      stores = await openScaledOut();
      projector = await stores.start('projector');
      ledger = await registerLedger(stores.folder, { env: stores.env });
      [one, other] = await Promise.all([stores.start('api'), stores.start('api')]);
      await Promise.all([one, other, projector].map((service) => ready(service)));
      bi = client(other.url, ledger.key);
    });
    afterAll(() => stores.close());

    it('reads in one process what the same key just wrote in the other', async () => {
      // A machine with much else to do may let one round come late: what is noted late, or shown after 2 s, is no
      // fault.
      let atOnce = 0;
      for (let round = 0; atOnce < 5 && round < ROUNDS_MAX; round++) {
        const { answer } = await importNext(one);
        expect(answer?.status).toBe(201);
        const lines = () => bi.get(`/api/v1/trial-balances/${answer?.trialBalanceId}/lines?limit=100`);
        const first = await lines();
        if (first.status === 200) atOnce += 1;
        else await until(async () => (await lines()).status === 200, 'the views', PATIENCE_MS);
        if (first.status === 200) expect(first.body.data).toHaveLength(ledger.accounts.length);
      }
      expect(atOnce).toBe(5);
    });

    const shown = () =>
      until(async () => (await problemsIn(other.url, ledger, history)).length === 0, 'the views', PATIENCE_MS);

    it('lets another projector take over when one is killed, or stopped and comes back', async () => {
      const standby = await stores.start('projector');
      await projector.kill();
      expect((await importNext(one)).answer?.status).toBe(201);
      await shown();
      standby.process.kill('SIGSTOP');
      const third = await stores.start('projector');
      expect((await importNext(one)).answer?.status).toBe(201);
      await shown();
      standby.process.kill('SIGCONT'); // two that project at once do no harm
      expect((await importNext(one)).answer?.status).toBe(201);
      await shown();
      expect(await third.stop()).toBe(0);
      expect(await standby.stop()).toBe(0);
    });
  }),
);

withServers(['ferretdb', 'redis'], () =>
  describe('a start while a store is away', () => {
    it.each(['eventStore', 'mongo', 'redis'] as const)(
      '(%s) stays up, and is complete once it is back',
      async (name) => {
        const stores = await openScaledOut({ away: [name] });
        try {
          const service = await stores.start('api,projector');
          expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
          const unknownKey = () => client(service.url, `service_test_${'a'.repeat(43)}`).get('/api/v1/companies');
          if (name === 'redis') await ready(service, PATIENCE_MS);
          else expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
          // Keys are in the event store: while it is unavailable, no key is answered as wrong.
          if (name === 'eventStore') expect((await unknownKey()).status).toBe(503);
          else await until(async () => (await unknownKey()).status === 401, 'the registers', PATIENCE_MS);

          await stores[name].startAgain();
          await ready(service, PATIENCE_MS);
          expect((await unknownKey()).status).toBe(401);
          const ledger = await registerLedger(stores.folder, { env: stores.env });
          const history: Entry[] = [];
          const entry = await ask(service.url, ledger, history, { company: 0, period: '2022-03', variant: 0 });
          expect(entry.answer?.status).toBe(201);
          expect(await problemsAtRest(service.url, ledger, history)).toEqual([]);
          expect(await service.stop()).toBe(0);
        } finally {
          await stores.close();
        }
      },
    );

    it('answers writes 503 until read models and queue were compared with the log once; who compared goes on', async () => {
      const stores = await openScaledOut();
      try {
        const running = await stores.start('api,projector');
        await ready(running, PATIENCE_MS);
        const ledger = await registerLedger(stores.folder, { env: stores.env });
        const history: Entry[] = [];
        const importedAt = async ({ url }: Service, period: string) =>
          (await ask(url, ledger, history, { company: 0, period, variant: 0 })).answer?.status;
        expect(await importedAt(running, '2022-03')).toBe(201);
        await stores.mongo.kill();
        const late = await stores.start('api');
        // Its registers have the key: what it answers then is not that the key is unknown.
        await until(async () => (await importedAt(late, '2022-04')) === 503, 'the registers', PATIENCE_MS);
        expect(await importedAt(running, '2022-05')).toBe(201);
        expect(await importedAt(late, '2022-06')).toBe(503);
        await stores.mongo.startAgain();
        await until(async () => (await importedAt(late, '2022-06')) === 201, 'the comparison', PATIENCE_MS);
        expect(await problemsAtRest(running.url, ledger, history)).toEqual([]);
      } finally {
        await stores.close();
      }
    });
  }),
);
