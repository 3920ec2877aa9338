// GET /v1/events and what makes deliveries again: test, replay, redelivery. A key sees the deliveries of its client's
// webhooks, of types it may see; what belongs to another answers as what does not exist.
// Source: docs/spec/keys.md#event-scopes, docs/spec/webhooks.md#sending-again.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { missingScope, publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { paginationOf } from '../../projections/engine/pages.js';
import type { Delivery, DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import type { CallContext, Route } from '../call.js';
import { success } from '../http/response/envelope.js';
import { problemsOf, readJsonObject } from '../http/request/jsonBody.js';
import { parseQuery } from '../http/request/query.js';
import type { ListAnswers } from '../rest/listAnswer.js';
import { deliveriesQuery, deliveryRow, replayBody } from './deliveriesContract.js';
import { visibleTo } from './visible.js';

const FIELDS = Object.keys(deliveryRow.shape);

type Window = Readonly<{ since: number; until: number; types: readonly string[] | null; all: boolean }>;

/** Makes deliveries of what a webhook was sent, or is to be sent for a test. */
export type DeliverAgain = Readonly<{
  test(webhook: Webhook): Promise<Readonly<{ deliveryId: string; eventId: string }>>;
  redeliver(webhook: Webhook, delivery: Delivery): Promise<number>;
  countReplay(webhook: Webhook, window: Window): Promise<number>;
  /** Null while another replay of this webhook runs. */
  replay(webhook: Webhook, window: Window): Promise<number | null>;
}>;

export type DeliveryDependencies = Readonly<{
  webhookDirectory: WebhookDirectory;
  deliveries: Pick<DeliveryQueue, 'list' | 'find'>;
  deliverAgain: DeliverAgain;
}>;

export function deliveryRoutes(deps: DeliveryDependencies, lists: ListAnswers): readonly Route[] {
  const { deliveries, deliverAgain } = deps;
  const route = (method: 'GET' | 'POST', path: string, handle: Route['handle']): Route => ({
    ...{ method, path: `/v1${path}`, scope: null, handle },
  });
  return [
    route('GET', '/events', async (context, key) => {
      const query = queryOf(context);
      const { page, limit, ...filter } = query;
      const hidden = await hiddenFrom(deps, key);
      const { total, rows, changedUntil } = await deliveries.list(filterOf(key, hidden, filter), {
        skip: (page - 1) * limit,
        limit,
      });
      const found = { rows: rows.map(rowOf), pagination: paginationOf(page, limit, total), changedUntil };
      lists.answer({ context, key, query, fields: FIELDS }, found);
    }),
    route('POST', '/events/{deliveryId}/redeliver', async (context, key) => {
      const { delivery, webhook } = await deliveryOf(deps, key, idOf(context, 'deliveryId'));
      if (webhook.status === 'INACTIVE' && delivery.origin !== 'TEST') refuse({ is: 'WebhookInactive' });
      const count = await deliverAgain.redeliver(webhook, delivery);
      context.status = 202;
      context.body = success({ count });
    }),
    route('POST', '/webhooks/{id}/test', async (context, key) => {
      const sent = await deliverAgain.test(await webhookOf(deps, key, idOf(context, 'id')));
      context.status = 202;
      context.body = success(sent);
    }),
    route('POST', '/webhooks/{id}/replay', async (context, key) => {
      const { dryRun, ...window } = await readReplay(context);
      const webhook = await webhookOf(deps, key, idOf(context, 'id'));
      if (!dryRun && webhook.status === 'INACTIVE') refuse({ is: 'WebhookInactive' });
      const count = await deliverAgain[dryRun ? 'countReplay' : 'replay'](webhook, window);
      context.status = dryRun ? 200 : 202;
      context.body = success({ count: count ?? refuse({ is: 'ReplayRunning' }) });
    }),
  ];
}

function idOf({ params }: CallContext, name: string): string {
  return (params[name] ?? '').toLowerCase();
}

function queryOf({ querystring }: CallContext) {
  const query = parseQuery(deliveriesQuery, querystring);
  if (query.from !== undefined && query.to !== undefined && query.from > query.to)
    refuse({ is: 'ParameterInvalid', messages: ['from não pode ser depois de to'] });
  return query;
}

type Filters = Omit<ReturnType<typeof queryOf>, 'page' | 'limit'>;

function filterOf(
  { clientId, scopes }: KeyRecord,
  hidden: readonly string[],
  { webhookId, type, status, from, to, updatedSince }: Filters,
) {
  const visible = publicEventTypes.filter((each) => missingScope([each], scopes) === null);
  return {
    clientId,
    hidden,
    types: type === undefined ? visible : visible.filter((each) => each === type),
    ...(webhookId !== undefined && { webhookId }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(updatedSince !== undefined && { changedSince: updatedSince }),
  };
}

/** Webhooks that want types the key may not see: their deliveries are left out, whatever their type. */
async function hiddenFrom(deps: DeliveryDependencies, key: KeyRecord): Promise<readonly string[]> {
  const visible = new Set((await visibleTo(deps, key)).map(({ webhookId }) => webhookId));
  const all = await deps.webhookDirectory.webhooksOf(key.clientId);
  return all.map(({ webhookId }) => webhookId).filter((webhookId) => !visible.has(webhookId));
}

async function webhookOf(deps: DeliveryDependencies, key: KeyRecord, webhookId: string): Promise<Webhook> {
  const found = (await visibleTo(deps, key)).find((webhook) => webhook.webhookId === webhookId);
  return found ?? refuse({ is: 'WebhookNotFound' });
}

/** Of a webhook that was removed nothing can be sent again: its deliveries are only listed. */
async function deliveryOf(deps: DeliveryDependencies, key: KeyRecord, deliveryId: string) {
  const delivery = await deps.deliveries.find(key.clientId, deliveryId);
  const webhook = (await visibleTo(deps, key)).find(({ webhookId }) => webhookId === delivery?.webhookId);
  if (delivery === null || webhook === undefined) return refuse({ is: 'DeliveryNotFound' });
  if (missingScope([delivery.type as PublicEventType], key.scopes) !== null) refuse({ is: 'DeliveryNotFound' });
  return { delivery, webhook };
}

async function readReplay(context: CallContext) {
  const body = replayBody.safeParse(await readJsonObject(context));
  if (!body.success) return refuse({ is: 'ParameterInvalid', messages: problemsOf(body) });
  const { since, until, types, all, dryRun } = body.data;
  return { since, until, types: types ?? null, all, dryRun };
}

/** In the order of the contract; what has no value yet is "" or 0 (docs/spec/rows.md#members). */
function rowOf(delivery: Delivery) {
  const { deliveryId, eventId, type, webhookId, url, status, attempts, error } = delivery;
  const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
  return {
    deliveryId,
    eventId,
    type,
    createdAt: time(delivery.createdAt),
    webhookId,
    url,
    status,
    attempts,
    lastAttemptAt: time(delivery.lastAttemptAt),
    nextAttemptAt: time(delivery.nextAttemptAt),
    responseStatus: delivery.responseStatus ?? 0,
    error,
  };
}
