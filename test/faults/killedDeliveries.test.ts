// kill -9 again and again while versions are imported and delivered (docs/spec/webhooks.md#deliveries): between
// claim, attempt and record, and between rows and the fan-out's checkpoint. Chance is seeded; FAULT_ROUNDS says
// how often, SEED repeats a run.
import { beforeAll, describe, expect, it } from '#jest';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { rounds } from './support/rounds.js';
import {
  deliveredTrialBalances,
  deliveriesOf,
  deliveryIdsOf,
  deliveryProblems,
  registerAt,
  type Registered,
} from '../webhooks/support/deliveredEvents.js';
import {
  allBecome,
  openImportingClient,
  PATIENT,
  DELIVERED_WITHIN_MS,
  type ImportingClient,
} from '../webhooks/support/importingClient.js';
import { until } from '../support/until.js';
import { randomOf } from '../torture/random.js';

const ROUNDS = rounds(3).length;
const SEED = Number(process.env['SEED'] ?? 6);
const POINTS: readonly FailPoint[] = ['webhook.claimed', 'webhook.sent', 'webhook.recorded', 'fanOut.scheduled'];
const DIES_WITHIN_MS = 60_000;
/** A start takes up to 50 s on a machine with much else to do, and the fan-out its time to take over. */
const ROUND_MS = 120_000;
const ENV = {
  WEBHOOK_TIMEOUT_SECONDS: '5',
  WEBHOOK_RETRY_SECONDS: PATIENT,
};
const KILLED_WHILE_STARTING = /left with null before it started/;
const ENTRY = 'test/faults/support/serviceWithFailPoints.js';

describe(`kill -9, ${ROUNDS} times with seed ${SEED}`, () => {
  const chance = randomOf(SEED, 'kills');
  let importing: ImportingClient;
  /** One takes everything, the other refuses each delivery the first time. */
  let taking: Receiver;
  let refusing: Receiver;
  let webhooks: readonly [Registered, Registered];

  beforeAll(async () => {
    importing = await openImportingClient();
    const seen = new Set<string>();
    taking = await startReceiver();
    refusing = await startReceiver((response, { event }) => {
      response.writeHead(seen.has(event.id) ? 204 : 500).end();
      seen.add(event.id);
    });
    const service = await importing.start(ENV);
    webhooks = [
      await registerAt(service.url, importing.ledger.key, taking.url),
      await registerAt(service.url, importing.ledger.key, refusing.url),
    ];
    await service.stop();
  });

  /** A service that kills itself at a place that chance picks, while versions are imported. */
  async function round(): Promise<void> {
    const place = chance.pick(POINTS);
    const times = 1 + chance.whole(place === 'fanOut.scheduled' ? 2 : 6);
    const doomed = await importing
      .start({ ...ENV, FAIL_AT: `${place}:${times}` }, ENTRY)
      .catch((error: unknown) => {
        if (!KILLED_WHILE_STARTING.test(String(error))) throw error;
        return null; // what was left of the round before was enough
      });
    if (doomed === null) return;
    // One after another until it dies: how many are delivered in one step varies.
    const dies = async (): Promise<boolean> => {
      if (doomed.process.signalCode === null) await importing.versions.import(doomed.url);
      return doomed.process.signalCode !== null;
    };
    await until(dies, `the kill at ${place}`, DIES_WITHIN_MS);
  }

  it(
    'loses no event, repeats it with the same ids and bytes, and counts no attempt twice',
    async () => {
      for (let each = 0; each < ROUNDS; each++) await round();
      const service = await importing.start(ENV);
      const { key } = importing.ledger;
      const ids = await importing.stored(service);
      expect(ids.length).toBeGreaterThan(0);
      const receivers = [taking, refusing];
      for (const { received } of receivers)
        await until(
          () => ids.every((id) => deliveredTrialBalances(received).has(id)),
          'all events to be delivered',
          DELIVERED_WITHIN_MS,
        );
      for (const [at, webhook] of webhooks.entries()) {
        await allBecome(service.url, key, webhook, 'DELIVERED', ids.length);
        const received = receivers[at]?.received ?? [];
        expect(deliveryProblems(received, webhook, ids)).toEqual([]);
        const found = await deliveriesOf(service.url, key, webhook);
        expect(found).toHaveLength(ids.length);
        expect(new Set(found.map(({ deliveryId }) => deliveryId))).toEqual(deliveryIdsOf(received));
        for (const { deliveryId, attempts } of found) {
          const sent = received.filter(({ headers }) => headers['x-service-delivery-id'] === deliveryId).length;
          // Each attempt that counts reached the receiver: it is a neighbour, and has far more time than it takes.
          expect(attempts).toBeGreaterThan(0);
          expect(attempts).toBeLessThanOrEqual(sent);
        }
      }
    },
    ROUNDS * ROUND_MS + 5 * DELIVERED_WITHIN_MS,
  );
});
