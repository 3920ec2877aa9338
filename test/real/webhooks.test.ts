// Webhooks on the stores whose addresses are set, delivered by processes of their own that are killed one after another:
// whichever fans out or has a delivery in hand, every event is told of, always with the same ids, signed right.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Entry } from '../support/history.js';
import type { Ledger } from '../support/ledger.js';
import { answers, startReceiver, type Receiver } from '../support/receiver.js';
import { operator, type Service } from '../support/service.js';
import {
  deliveriesOf,
  deliveriesToldOf,
  problemsInTold,
  registerAt,
  toldOf,
  type Registered,
} from '../support/told.js';
import { until } from '../support/until.js';
import { isSet, openRealStores, VARIABLES, type RealStores } from './stores.js';

const ENV = {
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_TIMEOUT_SECONDS: '0.5',
  WEBHOOK_RETRY_SECONDS: '0,0.2,0.2,0.2,0.2',
};
const EVENTS_A_ROUND = 6;
const ROUNDS = 3;
/** A lease in the store (15 s) and one of a delivery pass before another process goes on. */
const WAIT_MS = 120_000;

const given = VARIABLES.filter(isSet);
if (given.length > 0) describe(`webhooks on ${given.join(', ')}`, webhooks);
else describe('webhooks', () => it.skip(`needs one of ${VARIABLES.join(', ')}`, () => undefined));

function webhooks(): void {
  let stores: RealStores;
  let ledger: Ledger;
  let api: Service;
  let receiver: Receiver;
  let webhook: Registered;
  const workers: Service[] = [];
  const history: Entry[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    stores = await openRealStores();
    api = await stores.start('api,projector', ENV);
    ledger = await stores.register();
    // The event store may know the queue of an earlier run: fanning out from there on is the operator's to say.
    const resumed = await operator(stores.folder, ['webhooks', 'resume', '--from', 'now'], stores.env);
    expect(resumed).toMatchObject({ status: 0 });
    for (let each = 0; each < 2; each++) workers.push(await stores.start('webhooks', ENV));
    webhook = await registerAt(api.url, ledger.key, receiver.url);
  }, 600_000);
  afterAll(async () => {
    await stores.close();
    await receiver.close();
  });

  it(
    'tell of every event although each process that delivers is killed in its turn',
    async () => {
      const seen = new Set<string>();
      receiver.behave((response, received) => {
        // The first request of each event fails, so that deliveries are under way when a process is killed.
        answers(seen.has(received.event.id) ? 204 : 503)(response, received);
        seen.add(received.event.id);
      });
      for (let round = 1; round <= ROUNDS; round++) {
        for (let each = 0; each < EVENTS_A_ROUND; each++) {
          const asked = { company: 0, period: '2026-01', variant: history.length };
          expect((await ask(api.url, ledger, history, asked)).answer?.status).toBe(201);
        }
        const told = round * EVENTS_A_ROUND - EVENTS_A_ROUND / 2;
        await until(() => toldOf(receiver.received).size >= told, `${told} events told`, WAIT_MS);
        await workers.shift()?.kill();
        workers.push(await stores.start('webhooks', ENV));
      }
      const ids = history.map(({ answer }) => answer?.trialBalanceId);
      const rows = () => deliveriesOf(api.url, ledger.key, webhook);
      const isDone = async () => {
        const found = await rows();
        return found.length === ids.length && found.every(({ status }) => status === 'DELIVERED');
      };
      await until(isDone, 'all delivered', WAIT_MS);
      expect(problemsInTold(receiver.received, webhook, ids)).toEqual([]);
      const found = await rows();
      expect(new Set(found.map(({ deliveryId }) => deliveryId))).toEqual(deliveriesToldOf(receiver.received));
      for (const { attempts } of found) expect([1, 2]).toContain(attempts);
    },
    ROUNDS * WAIT_MS + 2 * WAIT_MS,
  );
}
