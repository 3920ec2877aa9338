// Changes of the queue's file. Every function runs inside its caller's transaction.
import { randomUUID } from 'node:crypto';
import {
  REPLAY_STALE_MS,
  type Claim,
  type Claimed,
  type DeliveryQueue,
  type DueWebhook,
  type FanOutCheckpoint,
  type NewDelivery,
  type PublicEvent,
  type Scheduled,
  type Settlement,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { QueueFile } from './queueFile.js';

/** Rows per slice of an unbounded change: other requests run between slices. */
export const SLICE_ROWS = 1_000;

export function enqueue(file: QueueFile, scheduled: readonly Scheduled[]): null {
  for (const { event, deliveries } of scheduled) {
    file.run(
      'INSERT INTO events (event_id, client_id, type, created_at, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      event.eventId,
      event.clientId,
      event.type,
      event.createdAt,
      event.body,
    );
    for (const delivery of deliveries) insert(file, event, delivery);
  }
  return null;
}

function insert(file: QueueFile, event: Omit<PublicEvent, 'body'>, delivery: NewDelivery): void {
  file.run(
    `INSERT INTO deliveries (delivery_id, event_id, client_id, webhook_id, type, created_at, event_created_at, url,
       origin, activation, status, due_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    delivery.deliveryId,
    event.eventId,
    event.clientId,
    delivery.webhookId,
    event.type,
    delivery.createdAt,
    event.createdAt,
    delivery.url,
    delivery.origin,
    delivery.activation,
    delivery.status,
    delivery.status === 'PENDING' ? delivery.dueAt : null,
    file.changedAt(),
  );
}

type EventRow = Readonly<{ type: string; created_at: number }>;

export function enqueueAgain(
  file: QueueFile,
  clientId: number,
  again: Parameters<DeliveryQueue['enqueueAgain']>[1],
): number {
  let count = 0;
  for (const { eventId, delivery } of again) {
    const event = file.get<EventRow>(
      'SELECT type, created_at FROM events WHERE event_id = ? AND client_id = ?',
      eventId,
      clientId,
    );
    if (event === undefined) continue;
    insert(file, { eventId, clientId, type: event.type, createdAt: event.created_at }, delivery);
    count += 1;
  }
  return count;
}

type DueRow = Readonly<{ webhook_id: string; client_id: number; due_at: number }>;

/** Steps from webhook to webhook through the index, however many deliveries each has. */
export function due(file: QueueFile, now: number, afterWebhookId: string, limit: number) {
  const webhooks: DueWebhook[] = [];
  let nextDueAt: number | null = null;
  for (let after = afterWebhookId; webhooks.length < limit;) {
    const row = file.get<DueRow>(
      `SELECT webhook_id, client_id, due_at FROM deliveries
       WHERE due_at IS NOT NULL AND token IS NULL AND webhook_id > ? ORDER BY webhook_id, due_at LIMIT 1`,
      after,
    );
    if (row === undefined) break;
    after = row.webhook_id;
    if (row.due_at <= now) webhooks.push({ webhookId: row.webhook_id, clientId: row.client_id });
    else nextDueAt = Math.min(nextDueAt ?? Infinity, row.due_at);
  }
  return { webhooks, nextDueAt };
}

type ClaimedRow = Omit<Claimed, 'token' | 'body'> & Readonly<{ place: number }>;
type BodyRow = Readonly<{ event_id: string; body: ArrayBuffer }>;

/** Deliveries of one event share the bytes of its body, also when posted to another thread. */
export function claim(file: QueueFile, now: number, requests: Parameters<DeliveryQueue['claim']>[1]) {
  const token = randomUUID();
  const found = requests.flatMap(({ webhookId, count }) =>
    file.all<ClaimedRow>(
      `SELECT rowid AS place, delivery_id AS deliveryId, event_id AS eventId, client_id AS clientId,
         webhook_id AS webhookId, type, origin, activation, attempts, created_at AS createdAt
       FROM deliveries
       WHERE webhook_id = ? AND due_at IS NOT NULL AND due_at <= ? AND token IS NULL ORDER BY due_at LIMIT ?`,
      webhookId,
      now,
      count,
    ),
  );
  const places = JSON.stringify(found.map(({ place }) => place));
  file.run('UPDATE deliveries SET token = ? WHERE rowid IN (SELECT value FROM json_each(?))', token, places);
  const eventIds = JSON.stringify([...new Set(found.map(({ eventId }) => eventId))]);
  const kept = file.all<BodyRow>(
    'SELECT event_id, body FROM events WHERE event_id IN (SELECT value FROM json_each(?))',
    eventIds,
  );
  const bodies = new Map(kept.map(({ event_id, body }) => [event_id, new Uint8Array(body)]));
  return found.map(({ place: _place, ...row }) => ({ ...row, token, body: bodies.get(row.eventId) ?? null }));
}

export function release(file: QueueFile, claims: readonly Claim[]): null {
  for (const { deliveryId, token } of claims)
    file.run('UPDATE deliveries SET token = NULL WHERE delivery_id = ? AND token = ?', deliveryId, token);
  return null;
}

export function settle(file: QueueFile, settlements: readonly Settlement[]): boolean[] {
  return settlements.map((settlement) => settleOne(file, settlement));
}

function settleOne(file: QueueFile, { claim: held, status, attempt, dueAt, at, announce }: Settlement): boolean {
  const isFinished = status === 'DELIVERED' || status === 'FAILED';
  const outcome = [status, status === 'RETRYING' ? dueAt : null, isFinished ? at : null, file.changedAt()];
  const changed =
    attempt === null
      ? file.run(
          `UPDATE deliveries SET status = ?, due_at = ?, finished_at = ?, changed_at = ?, token = NULL
           WHERE delivery_id = ? AND token = ?`,
          ...outcome,
          held.deliveryId,
          held.token,
        )
      : file.run(
          `UPDATE deliveries SET status = ?, due_at = ?, finished_at = ?, changed_at = ?, token = NULL,
             earlier_attempts = CASE attempts WHEN 0 THEN earlier_attempts ELSE json_insert(
               earlier_attempts, '$[#]', json_array(last_attempt_at, response_status, error)) END,
             attempts = attempts + 1, last_attempt_at = ?, url = ?, activation = ?, response_status = ?, response_body = ?, error = ?
           WHERE delivery_id = ? AND token = ?`,
          ...outcome,
          attempt.at,
          attempt.url,
          attempt.activation,
          attempt.responseStatus,
          attempt.responseBody,
          attempt.error,
          held.deliveryId,
          held.token,
        );
  if (changed === 0) return false;
  if (announce !== null) enqueue(file, [announce]);
  return true;
}

/** Closes one slice. @returns the number of rows; fewer than a full slice: the last one */
export function closeSome(
  file: QueueFile,
  webhookId: string,
  status: 'SKIPPED' | 'CANCELLED',
  upToActivation: number | null,
): number {
  return file.run(
    `UPDATE deliveries SET status = ?, due_at = NULL, changed_at = ? WHERE rowid IN (
       SELECT rowid FROM deliveries
       WHERE webhook_id = ? AND due_at IS NOT NULL AND token IS NULL AND activation <= ? LIMIT ${SLICE_ROWS})`,
    status,
    file.changedAt(),
    webhookId,
    upToActivation ?? Number.MAX_SAFE_INTEGER,
  );
}

export function rebase(file: QueueFile, now: number): null {
  file.run(
    `UPDATE deliveries SET due_at = ? + due_at - last_attempt_at, last_attempt_at = ?, changed_at = ?
     WHERE due_at IS NOT NULL AND due_at > 0 AND last_attempt_at > ?`,
    now,
    now,
    file.changedAt(),
    now,
  );
  return null;
}

export function beginReplay(file: QueueFile, webhookId: string, now: number): boolean {
  const waiting = file.get(
    `SELECT 1 FROM deliveries WHERE webhook_id = ? AND origin = 'REPLAY' AND status = 'PENDING' LIMIT 1`,
    webhookId,
  );
  if (waiting !== undefined) return false;
  const taken = file.run(
    `INSERT INTO replays VALUES (?, ?) ON CONFLICT (webhook_id) DO UPDATE SET begun_at = excluded.begun_at
     WHERE begun_at < excluded.begun_at - ? OR begun_at > excluded.begun_at + ?`,
    webhookId,
    now,
    REPLAY_STALE_MS,
    REPLAY_STALE_MS,
  );
  return taken > 0;
}

export function endReplay(file: QueueFile, webhookId: string): null {
  file.run('DELETE FROM replays WHERE webhook_id = ?', webhookId);
  return null;
}

export function beginFanOut(file: QueueFile, checkpoint: FanOutCheckpoint): null {
  const { queueId, logId, position } = checkpoint;
  file.run('INSERT OR REPLACE INTO fan_out VALUES (1, ?, ?, ?)', queueId, logId, position);
  file.run('DELETE FROM fan_out_last');
  noteLast(file, checkpoint);
  return null;
}

/** Ignored when queue and log are not those of the checkpoint. */
function noteLast(file: QueueFile, { queueId, logId, last }: FanOutCheckpoint): void {
  if (last === undefined) return;
  file.run(
    `INSERT OR REPLACE INTO fan_out_last SELECT one, queue_id, log_id, ? FROM fan_out
     WHERE queue_id = ? AND log_id = ?`,
    JSON.stringify(last),
    queueId,
    logId,
  );
}

export function advanceFanOut(file: QueueFile, checkpoint: FanOutCheckpoint): null {
  const { queueId, logId, position } = checkpoint;
  noteLast(file, checkpoint);
  file.run(
    'UPDATE fan_out SET position = max(position, ?) WHERE queue_id = ? AND log_id = ?',
    position,
    queueId,
    logId,
  );
  return null;
}

/** Purges one slice of rows and one of bodies. Keeps the bodies of open deliveries. */
export function purgeSome(file: QueueFile, rowsBefore: number, bodiesBefore: number): number {
  const rows = file.run(
    `DELETE FROM deliveries WHERE rowid IN (
       SELECT rowid FROM deliveries WHERE created_at < ? AND due_at IS NULL ORDER BY rowid LIMIT ${SLICE_ROWS})`,
    rowsBefore,
  );
  const bodies = file.run(
    `DELETE FROM events WHERE event_id IN (
       SELECT event_id FROM events AS e WHERE created_at < ? AND NOT EXISTS (
         SELECT 1 FROM deliveries AS d WHERE d.event_id = e.event_id AND d.due_at IS NOT NULL)
       LIMIT ${SLICE_ROWS})`,
    bodiesBefore,
  );
  return rows + bodies;
}
