// Webhooks on the stores whose addresses are set, delivered by processes of their own that are killed one after
// another: whichever fans out or has a delivery in hand, every event is delivered, always with the same ids,
// signed right.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import type { Ledger } from '../support/ledger.js';
import { answers, startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { operatorProcess } from '../support/operator.js';
import { type Service } from '../support/service.js';
import {
  deliveriesOf,
  deliveryIdsOf,
  followDeliveries,
  deliveryProblems,
  registerAt,
  deliveredTrialBalances,
  type Registered,
} from '../webhooks/support/deliveredEvents.js';
import { allBecome, ALLOWED, PATIENT, versionsOf, type Versions } from '../webhooks/support/importingClient.js';
import { until } from '../support/until.js';
import { isSet, openRealStores, VARIABLES, type RealStores } from './stores.js';

const ENV = { ...ALLOWED, WEBHOOK_TIMEOUT_SECONDS: '5', WEBHOOK_RETRY_SECONDS: PATIENT };
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
  let versions: Versions;
  let api: Service;
  let receiver: Receiver;
  let webhook: Registered;
  const workers: Service[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    stores = await openRealStores();
    api = await stores.start('api,projector', ENV);
    ledger = await stores.register();
    versions = versionsOf(ledger);
    // The event store may know the queue of an earlier run: fanning out from there on is the operator's to say.
    const resumed = await operatorProcess(stores.folder, ['webhooks', 'resume', '--from', 'now'], stores.env);
    expect(resumed).toMatchObject({ status: 0 });
    for (let each = 0; each < 2; each++) workers.push(await stores.start('webhooks', ENV));
    webhook = await registerAt(api.url, ledger.key, receiver.url);
  }, 600_000);
  afterAll(async () => {
    await stores.close();
    await receiver.close();
  });

  it(
    'deliver every event although each delivering process is killed in turn',
    async () => {
      const seen = new Set<string>();
      const followed = followDeliveries(api.url, ledger.key);
      receiver.behave((response, received) => {
        // The first request of each event fails, so that deliveries are under way when a process is killed.
        answers(seen.has(received.event.id) ? 204 : 503)(response, received);
        seen.add(received.event.id);
      });
      for (let round = 1; round <= ROUNDS; round++) {
        for (let each = 0; each < EVENTS_A_ROUND; each++)
          expect(await versions.import(api.url)).toEqual(expect.any(Number));
        const expected = round * EVENTS_A_ROUND - EVENTS_A_ROUND / 2;
        const areDelivered = async () => {
          await followed.readOn();
          return deliveredTrialBalances(receiver.received).size >= expected;
        };
        await until(areDelivered, `${expected} events`, WAIT_MS);
        await workers.shift()?.kill();
        workers.push(await stores.start('webhooks', ENV));
      }
      const ids = versions.ids();
      expect(ids).toHaveLength(ROUNDS * EVENTS_A_ROUND);
      await allBecome(api.url, ledger.key, webhook, 'DELIVERED', ids.length);
      expect(deliveryProblems(receiver.received, webhook, ids)).toEqual([]);
      const found = await deliveriesOf(api.url, ledger.key, webhook);
      expect(found).toHaveLength(ids.length);
      await followed.readOn();
      for (const row of found) expect(followed.rows.get(row['deliveryId'])).toEqual(row);
      expect(followed.rows.size).toBe(found.length);
      expect(new Set(found.map(({ deliveryId }) => deliveryId))).toEqual(deliveryIdsOf(receiver.received));
      for (const { deliveryId, attempts } of found) {
        const sent = receiver.received.filter(({ headers }) => headers['x-service-delivery-id'] === deliveryId);
        expect(attempts).toBeGreaterThan(0);
        expect(attempts).toBeLessThanOrEqual(sent.length);
      }
    },
    ROUNDS * WAIT_MS + 2 * WAIT_MS,
  );
}
