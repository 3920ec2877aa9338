// Receivers as they are on the running service: by https, trusted only with a certificate somebody vouches for;
// away and back again; inactive for a while, and then sent what they missed. What changes nothing is not
// delivered.
import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { client } from '../support/client.js';
import { freePort } from '../support/installedServers.js';
import { answers, startReceiver, type Receiver } from '../webhooks/support/receiver.js';
import { operatorJson } from '../support/operator.js';
import {
  askWebhooks,
  deliveredTrialBalances,
  deliveriesOf,
  deliveryIdsOf,
  deliveryProblems,
  registerAt,
  type Registered,
} from '../webhooks/support/deliveredEvents.js';
import { allBecome, openImportingClient, PATIENT } from '../webhooks/support/importingClient.js';
import { until } from '../support/until.js';

const tlsFile = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url));
const CERTIFICATE = tlsFile('receiver.crt.pem');
const TLS = { key: readFileSync(tlsFile('receiver.key.pem'), 'utf8'), cert: readFileSync(CERTIFICATE, 'utf8') };

const importing = await openImportingClient();
// The certificate vouches for itself; it is checked like any other.
const service = await importing.start({ WEBHOOK_RETRY_SECONDS: PATIENT, NODE_EXTRA_CA_CERTS: CERTIFICATE });

describe('receivers of a running service', () => {
  const registered = (to: string): Promise<Registered> => registerAt(service.url, importing.ledger.key, to);
  const imported = () => importing.versions.import(service.url);
  const deliveredTo = (receiver: Receiver, count: number) =>
    until(() => deliveredTrialBalances(receiver.received).size >= count, `${count} events`);
  const rowsOf = (webhook: Registered) => deliveriesOf(service.url, importing.ledger.key, webhook);
  const becomes = (webhook: Registered, status: string) =>
    allBecome(service.url, importing.ledger.key, webhook, status);
  const change = (webhook: Registered, body: object) =>
    askWebhooks(service.url, importing.ledger.key, `webhooks/${webhook.id}`, body, {
      status: 200,
      method: 'PATCH',
    });

  it('receive events by https if their certificate is signed by an authority and names them', async () => {
    const secure = await startReceiver(answers(204), { tls: TLS });
    const webhook = await registered(secure.url);
    const elsewhere = await registered(secure.url.replace('127.0.0.1', 'localhost'));
    const id = await imported();
    await becomes(webhook, 'DELIVERED');
    expect(deliveryProblems(secure.received, webhook, [id])).toEqual([]);
    const isRefused = async () => /TLS/.test(String((await rowsOf(elsewhere))[0]?.['error']));
    await until(isRefused, 'the name that the certificate does not have');
    expect(deliveryIdsOf(secure.received).size).toBe(1);
    for (const each of [webhook, elsewhere]) await change(each, { status: 'INACTIVE' });
  }, 480_000);

  it('that refuse connections receive events when they are back', async () => {
    const port = freePort();
    const gone = await startReceiver(answers(204), { port });
    await gone.close();
    const webhook = await registered(gone.url);
    const id = await imported();
    const isRetrying = async () => Number((await rowsOf(webhook))[0]?.['attempts']) >= 2;
    await until(isRetrying, 'two attempts');
    expect((await rowsOf(webhook))[0]).toMatchObject({ status: 'RETRYING', responseStatus: null });
    const back = await startReceiver(answers(204), { port });
    await becomes(webhook, 'DELIVERED');
    expect(deliveryProblems(back.received, webhook, [id])).toEqual([]);
    expect(back.received).toHaveLength(1);
    await change(webhook, { status: 'INACTIVE' });
  }, 480_000);

  it('that were inactive receive missed events by a replay, once, with their original ids', async () => {
    const receiver = await startReceiver();
    const webhook = await registered(receiver.url);
    const since = new Date(Date.now() - 60_000).toISOString();
    const ids = [await imported()];
    await deliveredTo(receiver, 1);
    await change(webhook, { status: 'INACTIVE' });
    for (let each = 0; each < 3; each++) ids.push(await imported());
    const skipped = async () =>
      (await deliveriesOf(service.url, importing.ledger.key, webhook, '&status=SKIPPED')).length;
    await until(async () => (await skipped()) === 3, 'three skipped');
    await change(webhook, { status: 'ACTIVE' });

    const replay = (more: object) =>
      askWebhooks<{ count: number }>(
        service.url,
        importing.ledger.key,
        `webhooks/${webhook.id}/replay`,
        { since, until: new Date(Date.now() + 60_000).toISOString(), ...more },
        { status: 'dryRun' in more ? 200 : 202 },
      );
    expect(await replay({ dryRun: true })).toEqual({ count: 3 });
    expect(receiver.received).toHaveLength(1);
    const before = await rowsOf(webhook);
    expect(await replay({})).toEqual({ count: 3 });
    await deliveredTo(receiver, 4);
    expect(deliveryProblems(receiver.received, webhook, ids)).toEqual([]);
    expect(receiver.received).toHaveLength(4);
    const after = await rowsOf(webhook);
    expect(new Set(after.map(({ eventId }) => eventId))).toEqual(new Set(before.map(({ eventId }) => eventId)));
    const made = after.filter(({ deliveryId }) => !before.some((row) => row['deliveryId'] === deliveryId));
    expect(made).toHaveLength(3);
    const settled = async () => !(await rowsOf(webhook)).some(({ status }) => status === 'PENDING');
    await until(settled, 'every outcome stored');
    expect(await replay({ dryRun: true })).toEqual({ count: 0 });
    expect(await replay({ dryRun: true, all: true })).toEqual({ count: 4 });
    await change(webhook, { status: 'INACTIVE' });
  }, 480_000);

  it('receive nothing for a resend or a rebuild of the read models', async () => {
    const receiver = await startReceiver();
    const webhook = await registered(receiver.url);
    const ids = [await imported()];
    await deliveredTo(receiver, 1);
    expect(await importing.versions.again(service.url)).toEqual({ status: 200, trialBalanceId: ids[0] });
    await operatorJson(importing.dataDir, ['rebuild']);
    const balances = await client(service.url, importing.ledger.key).all('/api/v1/trial-balances');
    expect(balances.map(({ id }) => id)).toContain(ids[0]);
    // The next event comes after anything those could have caused.
    ids.push(await imported());
    await deliveredTo(receiver, 2);
    expect(deliveryProblems(receiver.received, webhook, ids)).toEqual([]);
    expect(receiver.received).toHaveLength(2);
    expect(await rowsOf(webhook)).toHaveLength(2);
  }, 480_000);
});
