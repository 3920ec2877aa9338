// Two API processes and projectors of their own on an event store, MongoDB's protocol and Redis: what one writes the
// other shows, and whatever is taken away, the rest goes on and all of it comes back by itself.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client, type Client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { problemsAtRest } from './support/load.js';
import { metric, openScaledOut, ready, type ScaledOut } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { operatorProcessJson } from '../support/operator.js';
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
      // A machine with much else to do may let one round come late: what is noted late, or shown after 2 s, is no fault.
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

    it('answers an identical document sent to both as one', async () => {
      const asked = { company: 0, period: nextPeriod(), variant: 0 };
      const answers = await Promise.all(
        [one, other, one, other].map(({ url }) => ask(url, ledger, history, asked)),
      );
      expect(answers.map(({ answer }) => answer?.status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map(({ answer }) => answer?.trialBalanceId)).size).toBe(1);
    });

    it('refuses a revoked key everywhere', async () => {
      const { id, secret } = await operatorProcessJson<{ id: number; secret: string }>(
        stores.folder,
        ['keys', 'issue', '--client', ledger.ref, '--name', 'curta', '--scopes', 'companies:read'],
        stores.env,
      );
      const readers = [client(one.url, secret), client(other.url, secret)];
      for (const each of readers) expect((await each.get('/api/v1/companies')).status).toBe(200);
      await operatorProcessJson(stores.folder, ['keys', 'revoke', String(id)], stores.env);
      // The command itself waits until every process has looked, if all of them get to it within the second.
      for (const each of readers)
        await until(async () => (await each.get('/api/v1/companies')).status === 401, 'the refusal', PATIENCE_MS);
    });

    it('limits the calls of a key over all processes together', async () => {
      const limited = await Promise.all(
        [1, 2].map(() => stores.start('api', { env: { RATE_LIMIT_PER_MINUTE: '10' } })),
      );
      await Promise.all(limited.map((service) => ready(service)));
      const thirtyCalls = (path: string) =>
        Promise.all(
          Array.from({ length: 30 }, (_, at) => client(limited[at % 2]?.url ?? '', ledger.key).get(path)),
        );
      const countedAlone = async () => {
        const counts = await Promise.all(limited.map((service) => metric(service, 'rate_limit_fallback')));
        return counts.reduce((sum, count) => sum + count, 0);
      };
      // On a machine with much else to do, Redis may answer too late for a call, which is then counted alone.
      let refused: number | null = null;
      for (const path of [
        '/api/v1/chart-of-accounts?companyId=1',
        '/api/v1/reconciliations',
        '/api/v1/trial-balances',
        '/api/v1/trial-balances/1/lines',
      ]) {
        const before = await countedAlone();
        const answers = await thirtyCalls(path);
        if ((await countedAlone()) !== before) continue;
        refused = answers.filter(({ status }) => status === 429).length;
        break;
      }
      expect(refused).toBe(20);
      await stores.redis.kill();
      const alone = await thirtyCalls('/api/v1/companies');
      expect(alone.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(alone.filter(({ status }) => status === 429)).toHaveLength(10);
      for (const service of limited) expect(await metric(service, 'rate_limit_fallback')).toBeGreaterThan(0);

      await stores.redis.startAgain();
      const [service] = limited as [Service];
      await until(async () => {
        const before = await metric(service, 'rate_limit_fallback');
        await client(service.url, ledger.key).get('/api/v1/chart-of-accounts/1/accounts');
        return (await metric(service, 'rate_limit_fallback')) === before;
      });
      for (const each of limited) await each.stop();
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
