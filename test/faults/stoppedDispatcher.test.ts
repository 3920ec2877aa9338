// Two processes deliver from one queue (docs/spec/webhooks.md#deliveries): the one that has a delivery in hand
// stands still for longer than its lease, the other takes over, and what the first then has to say changes
// nothing.
import { beforeAll, describe, expect, it } from '#jest';
import { answers, hangs, startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import type { Service } from '../support/service.js';
import {
  deliveriesOf,
  deliveryIdsOf,
  deliveryProblems,
  registerAt,
  deliveredTrialBalances,
} from '../webhooks/support/deliveredEvents.js';
import {
  allBecome,
  openImportingClient,
  DELIVERED_WITHIN_MS as WAIT_MS,
  type ImportingClient,
} from '../webhooks/support/importingClient.js';
import { until } from '../support/until.js';

// An attempt has all the time it may have: a busy machine takes some of it from receivers too.
const ENV = { WEBHOOK_RETRY_SECONDS: '0,600' };

describe('a process that is suspended for longer than its lease', () => {
  let importing: ImportingClient;
  let receiver: Receiver;
  let stopped: Service;
  beforeAll(async () => {
    importing = await openImportingClient();
    receiver = await startReceiver(hangs);
    stopped = await importing.start(ENV);
  });

  it('loses its claim, and its late outcome is refused', async () => {
    const { ledger, versions } = importing;
    const webhook = await registerAt(stopped.url, ledger.key, receiver.url);
    await versions.import(stopped.url);
    await until(() => receiver.received.length === 1, 'the first request', WAIT_MS);
    stopped.process.kill('SIGSTOP');
    receiver.behave(answers(204));
    const other = await importing.start({ ...ENV, ROLES: 'api,webhooks' });
    await allBecome(other.url, ledger.key, webhook, 'DELIVERED');
    const [delivered] = await deliveriesOf(other.url, ledger.key, webhook);
    expect(delivered).toMatchObject({ attempts: 1, responseStatus: 204 });

    stopped.process.kill('SIGCONT');
    const timeouts = async () =>
      /^webhook_attempts_total\{outcome="timeout"\} 1$/m.test(
        await (await fetch(`${stopped.adminUrl}/metrics`)).text(),
      );
    await until(timeouts, 'the late result', WAIT_MS);
    // Something later passes through the same process and queue, so the late result has been dealt with.
    await versions.import(stopped.url);
    await until(() => deliveredTrialBalances(receiver.received).size === 2, 'the next event', WAIT_MS);
    expect(await deliveriesOf(other.url, ledger.key, webhook)).toContainEqual(delivered);
    expect(deliveryProblems(receiver.received, webhook, versions.ids())).toEqual([]);
    expect(receiver.received).toHaveLength(3);
    expect(deliveryIdsOf(receiver.received).size).toBe(2);
  }, 480_000);
});
