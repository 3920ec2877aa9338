// Queries of the queue's file.
import {
  deliveryFields,
  deliveryStatuses,
  type Claim,
  type Delivery,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryRange,
  type DeliveryStatus,
  type FanOutCheckpoint,
  type MadeAttempt,
  type QueueExtent,
  type QueueStats,
  type Replayable,
  type ReplaySelection,
  type TypeCounts,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { KnownEvent } from '../../../domain/kernel/knownEvent.js';
import type { Bound } from '../../sqlite/sqliteFile.js';
import type { QueueFile } from './queueFile.js';

/** Fields that are not the column of their name in snake case. */
const COMPUTED: Partial<Record<keyof Delivery, string>> = {
  nextAttemptAt: 'CASE WHEN due_at = 0 THEN created_at ELSE due_at END',
};
const DELIVERY = deliveryFields.map((field) => `${COMPUTED[field] ?? columnOf(field)} AS ${field}`).join(', ');

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function claims(file: QueueFile): Claim[] {
  return file.all('SELECT delivery_id AS deliveryId, token FROM deliveries WHERE token IS NOT NULL');
}

export function failuresInARow(file: QueueFile, webhookId: string, activation: number, max: number): number {
  const last = file.all<{ status: DeliveryStatus }>(
    `SELECT status FROM deliveries WHERE webhook_id = ? AND finished_at IS NOT NULL AND activation = ?
       AND origin <> 'TEST' ORDER BY finished_at DESC, rowid DESC LIMIT ?`,
    webhookId,
    activation,
    max,
  );
  const other = last.findIndex(({ status }) => status !== 'FAILED');
  return other < 0 ? last.length : other;
}

/** The index of the list, walked forwards and backwards. */
const ORDERS = { desc: 'created_at DESC, delivery_id', asc: 'created_at, delivery_id DESC' } as const;

export function list(
  file: QueueFile,
  filter: DeliveryFilter,
  { skip, limit, order = 'desc' }: DeliveryRange,
): DeliveryPage {
  const changedUntil = file.lastChangedAt() + 1; // read before the rows: a change in between is returned now and again later
  const { conditions, values } = whereOf(filter);
  // With the index of changes, the cost does not grow with unchanged rows.
  const index = filter.changedSince === undefined ? '' : 'INDEXED BY deliveries_changed';
  const from = `FROM deliveries ${index} WHERE ${conditions.join(' AND ')}`;
  const total = file.get<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)?.total ?? 0;
  const rows = file.all<Delivery>(
    `SELECT ${DELIVERY} ${from} ORDER BY ${ORDERS[order]} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    skip,
  );
  return { total, rows, changedUntil };
}

function whereOf(filter: DeliveryFilter) {
  const { clientId, types, hidden, webhookId, status, responseStatus, from, to, changedSince } = filter;
  const conditions = ['client_id = ?', `type IN (${marks(types)})`];
  const values: Bound[] = [clientId, ...types];
  const add = (condition: string, ...more: Bound[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  if (hidden.length > 0) add(`webhook_id NOT IN (${marks(hidden)})`, ...hidden);
  if (webhookId !== undefined) add('webhook_id = ?', webhookId);
  if (status !== undefined) add('status = ?', status);
  if (responseStatus !== undefined) add('response_status = ?', responseStatus);
  if (from !== undefined) add('created_at >= ?', from);
  if (to !== undefined) add('created_at <= ?', to);
  if (changedSince !== undefined) add('changed_at >= ?', changedSince);
  return { conditions, values };
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

export function find(file: QueueFile, clientId: number, deliveryId: string): Delivery | null {
  const sql = `SELECT ${DELIVERY} FROM deliveries WHERE delivery_id = ? AND client_id = ?`;
  return file.get<Delivery>(sql, deliveryId, clientId) ?? null;
}

export function attemptsOf(file: QueueFile, clientId: number, deliveryId: string): MadeAttempt[] {
  const row = file.getRaw(
    `SELECT earlier_attempts, attempts, last_attempt_at, response_status, error
     FROM deliveries WHERE delivery_id = ? AND client_id = ?`,
    deliveryId,
    clientId,
  );
  if (row === undefined) return [];
  const [earlier, count, ...last] = row as [string, number, ...Kept];
  const kept = [...(JSON.parse(earlier) as Kept[]), ...(count === 0 ? [] : [last])];
  return kept.map(([at, responseStatus, error]) => ({ at, responseStatus, error }));
}

type Kept = [at: number, responseStatus: number | null, error: string];

export function body(file: QueueFile, clientId: number, eventId: string): Uint8Array | null {
  const sql = 'SELECT body FROM events WHERE event_id = ? AND client_id = ?';
  const found = file.get<{ body: ArrayBuffer }>(sql, eventId, clientId);
  return found === undefined ? null : new Uint8Array(found.body);
}

export function selectForReplay(
  file: QueueFile,
  selection: ReplaySelection,
  after: Replayable | null,
  limit: number,
): Replayable[] {
  const { text, values } = replayable(selection);
  const from = after ?? { createdAt: selection.since, eventId: '' };
  return file.all(
    `SELECT o.event_id AS eventId, o.event_created_at AS createdAt ${text}
       AND (o.event_created_at, o.event_id) > (?, ?) ORDER BY o.event_created_at, o.event_id LIMIT ?`,
    ...values,
    from.createdAt,
    from.eventId,
    limit,
  );
}

export function countForReplay(file: QueueFile, selection: ReplaySelection, max: number): number {
  const { text, values } = replayable(selection);
  const sql = `SELECT count(*) AS count FROM (SELECT 1 ${text} LIMIT ?)`;
  return file.get<{ count: number }>(sql, ...values, max)?.count ?? 0;
}

/** Selects the original delivery of each stored event to this webhook; unless `all`, without events already delivered to it. */
function replayable({ clientId, webhookId, types, since, until, all }: ReplaySelection) {
  const undelivered = `AND NOT EXISTS (SELECT 1 FROM deliveries AS d
    WHERE d.event_id = o.event_id AND d.webhook_id = o.webhook_id AND d.status = 'DELIVERED')`;
  const text = `FROM deliveries AS o WHERE o.origin = 'EVENT' AND o.webhook_id = ? AND o.client_id = ?
    AND o.type IN (${marks(types)}) AND o.event_created_at BETWEEN ? AND ?
    AND EXISTS (SELECT 1 FROM events AS e WHERE e.event_id = o.event_id) ${all ? '' : undelivered}`;
  return { text, values: [webhookId, clientId, ...types, since, until] as Bound[] };
}

export function stats(file: QueueFile, now: number): QueueStats {
  const open = 'SELECT count(*) AS depth FROM deliveries WHERE due_at IS NOT NULL';
  const oldest = `SELECT min(CASE WHEN due_at = 0 THEN created_at ELSE due_at END) AS at FROM deliveries
    WHERE due_at IS NOT NULL AND due_at <= ? AND token IS NULL`;
  return {
    depth: file.get<{ depth: number }>(open)?.depth ?? 0,
    oldestDueAt: file.get<{ at: number | null }>(oldest, now)?.at ?? null,
  };
}

export function countByType(file: QueueFile): TypeCounts[] {
  const found = file.all<{ type: string; status: DeliveryStatus; count: number }>(
    'SELECT type, status, count(*) AS count FROM deliveries GROUP BY type, status',
  );
  return [...new Set(found.map(({ type }) => type))].sort().map((type) => {
    const of = (status: DeliveryStatus): number =>
      found.find((one) => one.type === type && one.status === status)?.count ?? 0;
    const counts = Object.fromEntries(deliveryStatuses.map((status) => [status, of(status)]));
    return { type, counts: counts as Record<DeliveryStatus, number> };
  });
}

export function extent(file: QueueFile, members: readonly string[]): QueueExtent {
  // SQLite orders text above numbers.
  const columns = members.map(
    (_, index) =>
      `max(CASE json_type(CAST(body AS TEXT), ?${index + 1}) WHEN 'integer'
       THEN json_extract(CAST(body AS TEXT), ?${index + 1}) END) AS m${index}`,
  );
  const found = file.get<Record<string, number | null>>(
    `SELECT max(created_at) AS newestAt, max(client_id) AS clientId, ${columns.join(', ')} FROM events`,
    ...members.map((member) => `$.data.${member}`),
  );
  const highest = members.flatMap((member, index) => {
    const value = found?.[`m${index}`];
    return typeof value === 'number' ? [[member, value] as const] : [];
  });
  return {
    highest: Object.fromEntries(highest),
    clientId: found?.['clientId'] ?? 0,
    newestAt: found?.['newestAt'] ?? null,
  };
}

export function fanOutCheckpoint(file: QueueFile): FanOutCheckpoint | null {
  const found = file.get<Omit<FanOutCheckpoint, 'last'> & { event: string | null }>(
    `SELECT queue_id AS queueId, log_id AS logId, position, event
     FROM fan_out LEFT JOIN fan_out_last USING (one, queue_id, log_id)`,
  );
  if (found === undefined) return null;
  const { event, ...checkpoint } = found;
  return event === null ? checkpoint : { ...checkpoint, last: JSON.parse(event) as KnownEvent };
}
