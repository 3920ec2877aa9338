// Two processes deliver from one queue (reliability F27): the one that has a delivery in hand stands still for longer than
// its lease, the other takes over, and what the first then has to say changes nothing.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { answers, hangs, startReceiver, type Receiver } from '../support/receiver.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import {
  deliveriesOf,
  deliveriesToldOf,
  problemsInTold,
  registerAt,
  toldOf,
  type Registered,
} from '../support/told.js';
import { until } from '../support/until.js';

const ENV = {
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_TIMEOUT_SECONDS: '0.5',
  WEBHOOK_RETRY_SECONDS: '0,600',
};
const WAIT_MS = 60_000;

describe('a process that stands still for longer than its lease', () => {
  let dataDir: string;
  let receiver: Receiver;
  let ledger: Ledger;
  let webhook: Registered;
  let stopped: Service;
  let other: Service;
  const history: Entry[] = [];

  beforeAll(async () => {
    receiver = await startReceiver(hangs);
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir);
    stopped = await startService({ dataDir, env: ENV });
    webhook = await registerAt(stopped.url, ledger.key, receiver.url);
  }, 120_000);
  afterAll(async () => {
    stopped.process.kill('SIGCONT');
    await Promise.all([stopped, other].map((service) => service.kill()));
    await receiver.close();
    await removeDir(dataDir);
  });

  it('is taken over, and its late result is refused', async () => {
    await ask(stopped.url, ledger, history, { company: 0, period: '2026-01', variant: 0 });
    await until(() => receiver.received.length === 1, 'the first request', WAIT_MS);
    stopped.process.kill('SIGSTOP');
    receiver.behave(answers(204));
    other = await startService({ dataDir, env: { ...ENV, ROLES: 'api,webhooks' } });
    const row = async () => (await deliveriesOf(other.url, ledger.key, webhook))[0];
    await until(async () => (await row())?.['status'] === 'DELIVERED', 'the takeover', WAIT_MS);
    const delivered = await row();
    expect(delivered).toMatchObject({ attempts: 1, responseStatus: 204 });

    stopped.process.kill('SIGCONT');
    const timeouts = async () =>
      /^webhook_attempts_total\{outcome="timeout"\} 1$/m.test(
        await (await fetch(`${stopped.adminUrl}/metrics`)).text(),
      );
    await until(timeouts, 'the late result', WAIT_MS);
    // Something later passes through the same process and queue, so the late result has been dealt with.
    await ask(stopped.url, ledger, history, { company: 0, period: '2026-01', variant: 1 });
    await until(() => toldOf(receiver.received).size === 2, 'the next event', WAIT_MS);
    expect(await deliveriesOf(other.url, ledger.key, webhook)).toContainEqual(delivered);
    const ids = history.map(({ answer }) => answer?.trialBalanceId);
    expect(problemsInTold(receiver.received, webhook, ids)).toEqual([]);
    expect(receiver.received).toHaveLength(3);
    expect(deliveriesToldOf(receiver.received).size).toBe(2);
  }, 240_000);
});
