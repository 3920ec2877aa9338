// Two clients with receivers of their own on the running service: what one does reaches nobody else, and every
// delivery proves who sent it, before, during and after a change of the secret.
import { describe, expect, it } from '#jest';
import { Webhook } from 'standardwebhooks';
import { eventBody } from '../../src/api/webhooks/document.js';
import type { PublicEventType } from '../../src/domain/webhooks/eventTypes.js';
import { serviceSignature } from '../../src/webhooks/sending/signature.js';
import { buildAccounts, buildCnpj, buildMonth, chartCsv } from '../support/builders.js';
import { startReceiver, type Received, type Receiver } from '../webhooks/support/receiver.js';
import { contentsIn } from '../support/changingFolder.js';
import { operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { asking, type Row } from '../api/webhooks/asking.js';
import { startClients } from '../api/webhooks/clients.js';

const CHART = 'Plano Geral';
const ACCOUNTS = buildAccounts(100);
const EVENTS = ['import.completed', 'import.failed', 'reconciliation.created'];
const names = ['acme', 'beta'] as const;
type Name = (typeof names)[number];
const CNPJS: Record<Name, string> = { acme: buildCnpj(1), beta: buildCnpj(2) };

const company = (name: Name) => ({ cnpj: CNPJS[name], chartName: CHART, accountsFile: 'plano.csv' });
const companies = { acme: [company('acme')], beta: [company('beta')], chartCsv: chartCsv(ACCOUNTS) };
const clients = await startClients({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }, companies);
const receivers = {} as Record<Name, Receiver>;
const webhooks = {} as Record<Name, Row>;
const keyOf = (name: Name) => clients.keys[name === 'acme' ? 'full' : 'beta'];
const api = (name: Name) => asking(clients.service.url, keyOf(name));
for (const name of names) {
  receivers[name] = await startReceiver();
  const answer = await api(name).register({ url: receivers[name].url, events: EVENTS });
  expect(answer.status).toBe(201);
  webhooks[name] = answer.data;
}

describe('webhooks of a running service', () => {
  async function importAs(name: Name, period: string, variant: number, chartName = CHART): Promise<number> {
    const accounts = chartName === CHART ? ACCOUNTS : ACCOUNTS.slice(0, 2);
    const answer = await fetch(`${clients.service.url}/api/v1/trial-balances`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyOf(name)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...buildMonth(accounts, { cnpj: CNPJS[name], period, chartName, variant }) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  const arrived = (name: Name, count: number) =>
    until(() => receivers[name].ids().length >= count, `${count} events of ${name}`);

  /** Signed with the webhook's secret, of its client, in the shape of the contract. */
  function expectRight({ body, headers, event }: Received, name: Name): void {
    expect(headers['x-service-signature']).toBe(serviceSignature(webhooks[name].secret ?? '', body));
    new Webhook(webhooks[name].secret ?? '').verify(body.toString(), headers as Record<string, string>);
    expect(headers['x-service-event']).toBe(event.type);
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['content-type']).toBe('application/json');
    eventBody(event.type as PublicEventType).parse(event);
  }

  it('deliver each client its own hundred events, and none of the other', async () => {
    const companyIds = {} as Record<Name, number>;
    const rows = await operatorJson<{ id: number; cnpj: string }[]>(clients.dataDir, ['companies', 'list']);
    for (const name of names) companyIds[name] = rows.find(({ cnpj }) => cnpj === CNPJS[name])?.id ?? 0;
    let done = 0;
    for (let round = 0; round < 4; round++)
      for (const name of names) {
        // A resend tells nothing; a refusal and a new version one event each.
        expect(await importAs(name, '2026-05', round)).toBe(201);
        if (round % 2) expect(await importAs(name, '2026-05', round)).toBe(200);
        expect(await importAs(name, '2026-05', round, `Plano ${round}`)).toBe(400);
        done += name === 'acme' ? 2 : 0;
      }
    for (const name of names)
      await operatorJson(clients.dataDir, [
        'release',
        '--company',
        String(companyIds[name]),
        '--period',
        '2026-05',
      ]);
    for (const name of names) await arrived(name, done + ACCOUNTS.length);
    const reconciliations = new Set<unknown>();
    for (const name of names) {
      const { received } = receivers[name];
      expect(new Set(receivers[name].ids()).size).toBe(done + ACCOUNTS.length);
      for (const one of received) {
        expectRight(one, name);
        expect(one.event.data['companyId']).toBe(companyIds[name]);
        if (one.event.type === 'reconciliation.created') reconciliations.add(one.event.data['reconciliationId']);
        else expect(one.event.data['importedBy']).toBe(name === 'acme' ? 'full' : 'beta');
      }
    }
    expect(reconciliations.size).toBe(2 * ACCOUNTS.length);
  });

  it('keep valid signatures during a rotation of the secret', async () => {
    const before = receivers.acme.received.length;
    const { secret } = webhooks.acme;
    const { data: rotated } = await api('acme').rotate(webhooks.acme.id);
    expect(await importAs('acme', '2026-06', 1)).toBe(201);
    await until(() => receivers.acme.received.length > before, 'a delivery signed by both');
    const during = receivers.acme.received[before] as Received;
    expectRight(during, 'acme');
    expect(during.headers['x-service-signature-next']).toBe(serviceSignature(rotated.secret ?? '', during.body));
    for (const key of [secret, rotated.secret])
      new Webhook(key ?? '').verify(during.body.toString(), during.headers as Record<string, string>);

    const { data: last } = await api('acme').rotate(webhooks.acme.id, { body: { immediate: true } });
    webhooks.acme = last;
    const seen = receivers.acme.received.length;
    expect(await importAs('acme', '2026-06', 2)).toBe(201);
    await until(() => receivers.acme.received.length > seen, 'a delivery signed by the last');
    const after = receivers.acme.received[seen] as Received;
    expectRight(after, 'acme');
    expect(after.headers).not.toHaveProperty('x-service-signature-next');
  });

  it('use a changed URL and changed types from the next event on', async () => {
    const elsewhere = await startReceiver();
    const events = ['import.failed'];
    expect((await api('beta').patch(webhooks.beta.id, { url: elsewhere.url, events })).status).toBe(200);
    const before = receivers.beta.received.length;
    expect(await importAs('beta', '2026-06', 1)).toBe(201);
    expect(await importAs('beta', '2026-06', 1, 'Outro plano')).toBe(400);
    await until(() => elsewhere.received.length > 0, 'the refusal');
    expect(elsewhere.received.map(({ event }) => event.type)).toEqual(['import.failed']);
    expect(receivers.beta.received).toHaveLength(before);
    await elsewhere.close();
  });

  it('leave no secret readable on the disk or in the log of the service', async () => {
    const secrets = names.map((name) => (webhooks[name].secret ?? '').slice('whsec_'.length));
    const written: (Buffer | string)[] = [JSON.stringify(clients.service.lines)];
    for await (const { bytes } of contentsIn(clients.dataDir)) written.push(bytes);
    expect(written.length).toBeGreaterThan(5);
    for (const secret of secrets) {
      expect(secret).toHaveLength(44);
      const bytes = Buffer.from(secret, 'base64');
      for (const content of written) {
        expect(content.includes(secret)).toBe(false);
        if (Buffer.isBuffer(content)) expect(content.includes(bytes)).toBe(false);
      }
    }
  });
});
