// Webhooks of a running service as its client sees them, and the proof that a receiver got everything that
// happened and nothing else: each event at least once, always with the same ids and bytes, each with a valid
// signature.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { serviceSignature } from '../../../src/webhooks/sending/signature.js';
import { client, type Row } from '../../support/client.js';
import type { Received } from './receiver.js';

export type Registered = Readonly<{ id: string; secret: string }>;

/** @throws when the answer is not `status` */
export async function askWebhooks<Data>(
  url: string,
  key: string,
  path: string,
  body: unknown,
  { status, method = 'POST' }: Readonly<{ status: number; method?: 'POST' | 'PATCH' }>,
): Promise<Data> {
  const answer = await fetch(`${url}/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

export function registerAt(
  url: string,
  key: string,
  to: string,
  events: readonly string[] = ['import.completed'],
): Promise<Registered> {
  return askWebhooks(url, key, 'webhooks', { url: to, events }, { status: 201 });
}

export function deliveriesOf(url: string, key: string, webhook: Registered, more = ''): Promise<readonly Row[]> {
  return client(url, key).all(`/v1/events?webhookId=${webhook.id}${more}`);
}

/** Deliveries as a program knows them that never reads all again: a hundred at most. */
export function followDeliveries(url: string, key: string) {
  const rows = new Map<unknown, Row>();
  let since = '2000-01-01T00:00:00Z';
  return {
    /** As last read, by their id. */
    rows: rows as ReadonlyMap<unknown, Row>,
    /** Reads what changed since the last time. */
    async readOn() {
      const { status, headers, text, body } = await client(url, key).get(
        `/v1/events?limit=100&updatedSince=${since}`,
      );
      if (status !== 200 || body.pagination.pages > 1) throw new Error(`what changed: ${status} ${text}`);
      for (const row of body.data) rows.set(row['deliveryId'], row);
      since = headers.get('x-updated-until') ?? '';
    },
  };
}

/** The trial balances whose events a receiver got. */
export function deliveredTrialBalances(received: readonly Received[]): ReadonlySet<unknown> {
  return new Set(received.map(({ event }) => event.data['trialBalanceId']));
}

/** @returns what is wrong, one sentence each. @param ids the trial balances there are */
export function deliveryProblems(received: readonly Received[], { secret }: Registered, ids: readonly unknown[]) {
  const delivered = deliveredTrialBalances(received);
  const problems: string[] = [];
  for (const id of ids) if (!delivered.has(id)) problems.push(`${String(id)} was never delivered`);
  for (const id of delivered)
    if (!ids.includes(id)) problems.push(`${String(id)} was delivered and does not exist`);
  const eventOf = new Map<unknown, string>();
  const bodyOf = new Map<string, string>();
  for (const { event, headers, body } of received) {
    const delivery = String(headers['x-service-delivery-id']);
    const knownEvent = eventOf.get(event.data['trialBalanceId']);
    const knownBody = bodyOf.get(delivery);
    if (knownEvent !== undefined && knownEvent !== event.id) problems.push(`${event.id} is also ${knownEvent}`);
    if (knownBody !== undefined && knownBody !== body.toString()) problems.push(`${delivery} has two bodies`);
    eventOf.set(event.data['trialBalanceId'], event.id);
    bodyOf.set(delivery, body.toString());
    if (headers['x-service-signature'] !== serviceSignature(secret, body)) problems.push(`${delivery}: signature`);
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
  }
  return problems;
}

/** More than one delivery of an event: a repeat has the same id. */
export function deliveryIdsOf(received: readonly Received[]): ReadonlySet<string> {
  return new Set(received.map(({ headers }) => String(headers['x-service-delivery-id'])));
}
