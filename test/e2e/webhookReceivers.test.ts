// Receivers as they are on the running service: by https, trusted only with a certificate somebody vouches for; away and
// back again; inactive for a while, and then told of what they missed. Whatever tells nothing new is told to nobody.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { client } from '../support/client.js';
import { freePort } from '../support/installedServers.js';
import { answers, type Receiver } from '../webhooks/support/receiver.js';
import { operatorJson } from '../support/operator.js';
import { type Service } from '../support/service.js';
import {
  askWebhooks,
  deliveriesOf,
  deliveriesToldOf,
  problemsInTold,
  registerAt,
} from '../webhooks/support/told.js';
import { toldOf, type Registered } from '../webhooks/support/told.js';
import {
  allBecome,
  openTelling,
  PATIENT,
  TOLD_WITHIN_MS as WAIT_MS,
  type Telling,
} from '../webhooks/support/telling.js';
import { until } from '../support/until.js';

const tlsFile = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url));
const CERTIFICATE = tlsFile('receiver.crt.pem');
const TLS = { key: readFileSync(tlsFile('receiver.key.pem'), 'utf8'), cert: readFileSync(CERTIFICATE, 'utf8') };

describe('receivers of a running service', () => {
  let telling: Telling;
  let service: Service;
  beforeAll(async () => {
    telling = await openTelling();
    // The certificate vouches for itself; it is checked like any other.
    service = await telling.start({ WEBHOOK_RETRY_SECONDS: PATIENT, NODE_EXTRA_CA_CERTS: CERTIFICATE });
  });
  afterAll(() => telling.close());

  const registered = (to: string): Promise<Registered> => registerAt(service.url, telling.ledger.key, to);
  const imported = () => telling.versions.import(service.url);
  const told = (receiver: Receiver, count: number) =>
    until(() => toldOf(receiver.received).size >= count, `${count} events told`, WAIT_MS);
  const rowsOf = (webhook: Registered) => deliveriesOf(service.url, telling.ledger.key, webhook);
  const becomes = (webhook: Registered, status: string) =>
    allBecome(service.url, telling.ledger.key, webhook, status);
  const change = (webhook: Registered, body: object) =>
    askWebhooks(service.url, telling.ledger.key, `webhooks/${webhook.id}`, body, { status: 200, method: 'PATCH' });

  it('are told by https what they are to know, if their certificate is vouched for and names them', async () => {
    const secure = await telling.receiver(answers(204), { tls: TLS });
    const webhook = await registered(secure.url);
    const elsewhere = await registered(secure.url.replace('127.0.0.1', 'localhost'));
    const id = await imported();
    await becomes(webhook, 'DELIVERED');
    expect(problemsInTold(secure.received, webhook, [id])).toEqual([]);
    const isRefused = async () => /TLS/.test(String((await rowsOf(elsewhere))[0]?.['error']));
    await until(isRefused, 'the name that the certificate does not have', WAIT_MS);
    expect(deliveriesToldOf(secure.received).size).toBe(1);
    for (const each of [webhook, elsewhere]) await change(each, { status: 'INACTIVE' });
  }, 480_000);

  it('that refuse connections are told when they are back', async () => {
    const port = freePort();
    const gone = await telling.receiver(answers(204), { port });
    await gone.close();
    const webhook = await registered(gone.url);
    const id = await imported();
    const isRetrying = async () => Number((await rowsOf(webhook))[0]?.['attempts']) >= 2;
    await until(isRetrying, 'two attempts', WAIT_MS);
    expect((await rowsOf(webhook))[0]).toMatchObject({ status: 'RETRYING', responseStatus: 0 });
    const back = await telling.receiver(answers(204), { port });
    await becomes(webhook, 'DELIVERED');
    expect(problemsInTold(back.received, webhook, [id])).toEqual([]);
    expect(back.received).toHaveLength(1);
    await change(webhook, { status: 'INACTIVE' });
  }, 480_000);

  it('that were inactive are told by a replay what they missed, once, with the ids it always had', async () => {
    const receiver = await telling.receiver();
    const webhook = await registered(receiver.url);
    const since = new Date(Date.now() - 60_000).toISOString();
    const ids = [await imported()];
    await told(receiver, 1);
    await change(webhook, { status: 'INACTIVE' });
    for (let each = 0; each < 3; each++) ids.push(await imported());
    const skipped = async () =>
      (await deliveriesOf(service.url, telling.ledger.key, webhook, '&status=SKIPPED')).length;
    await until(async () => (await skipped()) === 3, 'three skipped', WAIT_MS);
    await change(webhook, { status: 'ACTIVE' });

    const replay = (more: object) =>
      askWebhooks<{ count: number }>(
        service.url,
        telling.ledger.key,
        `webhooks/${webhook.id}/replay`,
        { since, until: new Date(Date.now() + 60_000).toISOString(), ...more },
        { status: 'dryRun' in more ? 200 : 202 },
      );
    expect(await replay({ dryRun: true })).toEqual({ count: 3 });
    expect(receiver.received).toHaveLength(1);
    const before = await rowsOf(webhook);
    expect(await replay({})).toEqual({ count: 3 });
    await told(receiver, 4);
    expect(problemsInTold(receiver.received, webhook, ids)).toEqual([]);
    expect(receiver.received).toHaveLength(4);
    const after = await rowsOf(webhook);
    expect(new Set(after.map(({ eventId }) => eventId))).toEqual(new Set(before.map(({ eventId }) => eventId)));
    const made = after.filter(({ deliveryId }) => !before.some((row) => row['deliveryId'] === deliveryId));
    expect(made).toHaveLength(3);
    const settled = async () => !(await rowsOf(webhook)).some(({ status }) => status === 'PENDING');
    await until(settled, 'every outcome stored', WAIT_MS);
    expect(await replay({ dryRun: true })).toEqual({ count: 0 });
    expect(await replay({ dryRun: true, all: true })).toEqual({ count: 4 });
    await change(webhook, { status: 'INACTIVE' });
  }, 480_000);

  it('are told nothing by a resend, nor by a rebuild of the read models', async () => {
    const receiver = await telling.receiver();
    const webhook = await registered(receiver.url);
    const ids = [await imported()];
    await told(receiver, 1);
    expect(await telling.versions.again(service.url)).toEqual({ status: 200, trialBalanceId: ids[0] });
    await operatorJson(telling.dataDir, ['rebuild']);
    const balances = await client(service.url, telling.ledger.key).all('/api/v1/trial-balances');
    expect(balances.map(({ id }) => id)).toContain(ids[0]);
    // What is told next comes after anything those could have caused.
    ids.push(await imported());
    await told(receiver, 2);
    expect(problemsInTold(receiver.received, webhook, ids)).toEqual([]);
    expect(receiver.received).toHaveLength(2);
    expect(await rowsOf(webhook)).toHaveLength(2);
  }, 480_000);
});
