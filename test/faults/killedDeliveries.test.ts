// kill -9 again and again while versions are imported and told of (reliability F26): between claim, attempt and record,
// and between rows and the fan-out's checkpoint. Chance is seeded; FAULT_ROUNDS says how often, SEED repeats a run.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { client } from '../support/client.js';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { rounds } from '../support/rounds.js';
import { removeDir, startService, temporaryDir } from '../support/service.js';
import {
  deliveriesOf,
  deliveriesToldOf,
  problemsInTold,
  registerAt,
  toldOf,
  type Registered,
} from '../support/told.js';
import { until } from '../support/until.js';
import { randomOf } from '../torture/random.js';

const ROUNDS = rounds(3).length;
const SEED = Number(process.env['SEED'] ?? 6);
const POINTS: readonly FailPoint[] = ['webhook.claimed', 'webhook.sent', 'webhook.recorded', 'fanOut.scheduled'];
const IMPORTS_A_ROUND = 5;
const DIES_WITHIN_MS = 30_000;
const TOLD_WITHIN_MS = 60_000;
const ROUND_MS = 60_000;
const ENV = {
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_TIMEOUT_SECONDS: '5',
  WEBHOOK_RETRY_SECONDS: '0,0.1,0.1,0.1,0.1,0.1,0.1,0.1',
};
const KILLED_WHILE_STARTING = /left with null before it started/;
const ENTRY = 'test/support/serviceWithFailPoints.js';

describe(`kill -9, ${ROUNDS} times with seed ${SEED}`, () => {
  const chance = randomOf(SEED, 'kills');
  const history: Entry[] = [];
  let dataDir: string;
  let ledger: Ledger;
  /** One takes everything, the other refuses each delivery the first time. */
  let taking: Receiver;
  let refusing: Receiver;
  let webhooks: readonly [Registered, Registered];
  let killed = 0;

  beforeAll(async () => {
    [taking, refusing] = await Promise.all([startReceiver(), startReceiver()]);
    const seen = new Set<string>();
    refusing.behave((response, { event }) => {
      response.writeHead(seen.has(event.id) ? 204 : 500).end();
      seen.add(event.id);
    });
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir);
    const service = await startService({ dataDir, env: ENV });
    webhooks = [
      await registerAt(service.url, ledger.key, taking.url),
      await registerAt(service.url, ledger.key, refusing.url),
    ];
    await service.stop();
  }, 120_000);
  afterAll(async () => {
    await Promise.all([taking.close(), refusing.close()]);
    await removeDir(dataDir);
  });

  /** A service that kills itself at a place that chance picks, while versions are imported. */
  async function round(): Promise<void> {
    const place = chance.pick(POINTS);
    const doomed = await startService({
      dataDir,
      entry: ENTRY,
      env: { ...ENV, FAIL_AT: `${place}:${1 + chance.whole(place === 'fanOut.scheduled' ? 2 : 6)}` },
    }).catch((error: unknown) => {
      if (!KILLED_WHILE_STARTING.test(String(error))) throw error;
      return null; // what was left of the round before was enough
    });
    killed += 1;
    if (doomed === null) return;
    for (let each = 0; each < IMPORTS_A_ROUND && doomed.process.signalCode === null; each++)
      await ask(doomed.url, ledger, history, { company: 0, period: '2026-01', variant: history.length });
    await until(() => doomed.process.signalCode !== null, `the kill at ${place}`, DIES_WITHIN_MS);
  }

  it(
    'loses no event, repeats it with the same ids and bytes, and counts no attempt twice',
    async () => {
      for (let each = 0; each < ROUNDS; each++) await round();
      const service = await startService({ dataDir, env: ENV });
      try {
        const ids = (await client(service.url, ledger.key).all('/api/v1/trial-balances')).map(({ id }) => id);
        const receivers = [taking, refusing];
        for (const { received } of receivers)
          await until(() => ids.every((id) => toldOf(received).has(id)), 'all told', TOLD_WITHIN_MS);
        for (const [at, webhook] of webhooks.entries()) {
          const rows = () => deliveriesOf(service.url, ledger.key, webhook);
          const isDone = async () => (await rows()).every(({ status }) => status === 'DELIVERED');
          await until(isDone, 'all delivered', TOLD_WITHIN_MS);
          const received = receivers[at]?.received ?? [];
          expect(problemsInTold(received, webhook, ids)).toEqual([]);
          const found = await rows();
          expect(found).toHaveLength(ids.length);
          expect(new Set(found.map(({ deliveryId }) => deliveryId))).toEqual(deliveriesToldOf(received));
          for (const { deliveryId, attempts } of found) {
            const sent = received.filter(({ headers }) => headers['x-service-delivery-id'] === deliveryId).length;
            // Each attempt that counts reached the receiver: it is a neighbour, and has far more time than it takes.
            expect(attempts).toBeGreaterThan(0);
            expect(attempts).toBeLessThanOrEqual(sent);
          }
        }
        expect(killed).toBe(ROUNDS);
      } finally {
        await service.kill();
      }
    },
    ROUNDS * ROUND_MS + 2 * TOLD_WITHIN_MS,
  );
});
