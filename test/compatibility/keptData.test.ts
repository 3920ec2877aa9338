// A DATA_DIR made by version 0.1.0 (commit 08c7b6e), opened by this version: the log is whole, every list answers the same
// bytes, the same month is a resend, deliveries keep their ids. Read without the role `webhooks`, which would send what is
// due and drop deliveries older than 90 days; its months are of 2022, so no deadline of theirs is still to come. So the
// comparison holds on any day.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type CommandLine } from '../support/operator.js';
import {
  differingAnswers,
  importAgain,
  recordedDeliveries,
  unpackDataFixture,
  withoutAdditions,
  type DeliveryRow,
  type Recorded,
} from './dataFixture.js';
import { startReceiver, type Received, type Receiver } from '../webhooks/support/receiver.js';
import { ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

let folder: string;
let dataDir: string;
let recorded: Recorded;
let cli: CommandLine;
let service: Service;

beforeAll(async () => {
  folder = await temporaryDir();
  recorded = await unpackDataFixture('data-0.1.0.br', folder);
  dataDir = join(folder, 'data');
  cli = commandLine(dataDir);
});
afterAll(() => removeDir(folder));

const statusOf = async (secret: string) => {
  const answer = await fetch(`${service.url}/api/v1/trial-balances`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  await answer.arrayBuffer();
  return answer.status;
};

describe('data of version 0.1.0, as it was left', () => {
  it('has a complete log that matches the seals exported then', async () => {
    const whole = { ok: true, events: recorded.events, problems: [] };
    expect(await cli.json('verify')).toMatchObject(whole);
    expect(await cli.json('verify', '--seal', join(folder, 'seals.json'))).toMatchObject(whole);
  });

  describe('served', () => {
    beforeAll(async () => {
      service = await startService({ dataDir, env: { ROLES: 'api,projector' } });
      await ready(service);
    });
    afterAll(() => service.kill());

    it('answers every list with the same bytes', async () => {
      expect(recorded.answers.length).toBeGreaterThan(50);
      expect(await differingAnswers(service.url, recorded)).toEqual([]);
    });

    it('accepts the keys issued then, except the revoked one', async () => {
      const { full, reader, other, revoked } = recorded.keys;
      for (const { secret } of [full, reader, other]) expect(await statusOf(secret)).toBe(200);
      expect(await statusOf(revoked.secret)).toBe(401);
    });

    it('answers the same month, as JSON and as a file, with a resend', async () => {
      expect(recorded.resends.map((again) => 'csv' in again)).toContain(true);
      for (const again of recorded.resends) {
        const { status, body } = await importAgain(service.url, recorded, again);
        expect([again.name, status, body]).toMatchObject([again.name, 200, { data: { reenvio: true } }]);
      }
    });

    it('keeps a closed month closed', async () => {
      const { status, body } = await importAgain(service.url, recorded, recorded.closed, '?validateOnly=true');
      expect([status, body]).toMatchObject([409, { code: 'COMPETENCE_CLOSED' }]);
    });

    it('has the files of evidence, byte by byte', async () => {
      const { reconciliationId, rows } = recorded.evidence;
      const list = ['reconciliations', 'evidence', '--id', String(reconciliationId)];
      expect(await cli.json(...list)).toEqual(rows);
      await cli.json(...list, '--save', join(folder, 'saved'));
      const names = await readdir(join(folder, 'evidence'));
      expect(names.sort()).toEqual(rows.map(({ name }) => name).sort());
      for (const name of names)
        expect(await readFile(join(folder, 'saved', name))).toEqual(
          await readFile(join(folder, 'evidence', name)),
        );
    });

    it('answers with the same bytes once the read models were rebuilt beside it', async () => {
      await cli.json('rebuild');
      expect(await differingAnswers(service.url, recorded)).toEqual([]);
      // Two more: the key of the seals, recorded by the start, and the seal after it.
      await cli.json('seals', 'export');
      expect(await cli.json('verify')).toMatchObject({ ok: true, events: recorded.events + 2 });
    });
  });
});

describe('data of version 0.1.0, with its log alone and people', () => {
  let receiver: Receiver;
  const api = (method: string, path: string, body?: object, secret = recorded.keys.full.secret) =>
    fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const arrived = (deliveryId: string) =>
    receiver.received.find(({ headers }) => headers['x-service-delivery-id'] === deliveryId);
  const keyOf = (name: string) => (name === 'other' ? recorded.keys.other : recorded.keys.full).secret;
  const kept = () => recorded.webhooks.filter(({ name }) => name !== 'removed');

  beforeAll(async () => {
    for (const name of ['read', 'folds', 'written', 'queue.db', 'queue.db-wal', 'calls.db', 'made'])
      await rm(join(dataDir, name), { recursive: true, force: true });
    receiver = await startReceiver();
    service = await startService({ dataDir, env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' } });
    await ready(service);
  });
  afterAll(async () => {
    await service.kill();
    await receiver.close();
  });

  it('makes the same rows again', async () => {
    const answers = recorded.answers.filter(({ path }) => !path.startsWith('/v1/events'));
    expect(await differingAnswers(service.url, { ...recorded, answers })).toEqual([]);
  });

  it('still signs with the secrets issued then', async () => {
    for (const { name, id, secret } of kept()) {
      const changed = await api('PATCH', `/v1/webhooks/${id}`, { url: receiver.url }, keyOf(name));
      expect([name, changed.status]).toEqual([name, 200]);
      const tested = await api('POST', `/v1/webhooks/${id}/test`, undefined, keyOf(name));
      expect([name, tested.status]).toEqual([name, 202]);
      const { data } = (await tested.json()) as { data: { deliveryId: string } };
      await until(() => arrived(data.deliveryId) !== undefined, 'the test', 60_000);
      // For 24 hours after the secret changed, the new one signs in the second header.
      const { headers, body } = arrived(data.deliveryId) as Received;
      const signed = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      expect([headers['x-service-signature'], headers['x-service-signature-next']]).toContain(signed);
    }
  });

  it('schedules the same deliveries with the same ids and bodies when all events are fanned out again', async () => {
    const tests = new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id']));
    await cli.json('webhooks', 'resume', '--from', recorded.begunAt);
    const then = recordedDeliveries(recorded).filter(({ type }) => !type.startsWith('webhook.'));
    const redelivered = then.filter((row) => then.some((other) => isAgain(row, other)));
    expect(redelivered).toHaveLength(1);
    const expected = then
      .filter((row) => !redelivered.includes(row))
      .map(brief)
      .sort();
    const scheduled = async () =>
      (await Promise.all([rowsOf('full'), rowsOf('other')]))
        .flat()
        .filter(({ type, deliveryId }) => !type.startsWith('webhook.') && !tests.has(deliveryId))
        .map(brief)
        .sort();
    await until(async () => (await scheduled()).length >= expected.length, 'the deliveries', 60_000);
    expect(await scheduled()).toEqual(expected);
    const receiving = new Set(kept().map(({ id }) => id));
    const sent = then.filter((row) => receiving.has(row.webhookId) && row.deliveryId in recorded.received);
    expect(sent.length).toBeGreaterThan(100);
    for (const { deliveryId } of sent.filter((row) => !redelivered.includes(row))) {
      await until(() => arrived(deliveryId) !== undefined, 'a body', 60_000);
      const then = recorded.received[deliveryId] ?? '';
      expect(withoutAdditions(arrived(deliveryId)?.body.toString() ?? '', then)).toBe(then);
    }
  });

  /** A redelivery is a later delivery of the same event to the same webhook, with an id of its own. */
  const isAgain = (row: DeliveryRow, other: DeliveryRow) =>
    row.eventId === other.eventId && row.webhookId === other.webhookId && row.createdAt > other.createdAt;
  const brief = ({ deliveryId, eventId, type, createdAt, webhookId }: DeliveryRow) =>
    [deliveryId, eventId, type, createdAt, webhookId].join(' ');

  async function rowsOf(key: 'full' | 'other'): Promise<readonly DeliveryRow[]> {
    const rows: DeliveryRow[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await api('GET', `/v1/events?limit=100&page=${page}`, undefined, recorded.keys[key].secret);
      const { data, pagination } = (await answer.json()) as { data: DeliveryRow[]; pagination: { pages: number } };
      rows.push(...data);
      pages = pagination.pages;
    }
    return rows;
  }
});
