// GET /v1/events, and the routes that request a test, a replay or a redelivery. A key sees the deliveries of its client's
// webhooks, of types it may see; the others are answered as not found.
// Source: docs/spec/keys.md#event-scopes, docs/spec/webhooks.md#sending-again.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { missingScope, publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { paginationOf } from '../../projections/engine/pages.js';
import type { DeliveryQueue, FoundDelivery, RequestedDeliveries } from '../../webhooks/delivery/deliveryQueue.js';
import type { CallContext, Route } from '../call.js';
import type { Bodies } from '../http/request/body.js';
import { forAllCompanies } from '../auth/authenticate.js';
import { success } from '../http/problems.js';
import { problemsOf, readJsonObject, readOptionalJsonObject } from '../http/request/parsedBody.js';
import { parseQuery } from '../http/request/query.js';
import { columnsOf } from '../rest/contract/pages.js';
import { answerRow, type ListAnswers } from '../rest/listAnswer.js';
import { deliveriesQuery, deliveryRow, deliveryRowOf, replayBody, testBody } from './contract.js';
import { eventDataExamples } from './eventBodies.js';

const COLUMNS = columnsOf(deliveryRow);

export type DeliveryDependencies = Readonly<{
  webhookDirectory: WebhookDirectory;
  deliveries: Pick<DeliveryQueue, 'list' | 'find'>;
  requestedDeliveries: RequestedDeliveries;
}>;

type Dependencies = DeliveryDependencies & Readonly<{ bodies: Bodies }>;

export function deliveryRoutes(deps: Dependencies, lists: ListAnswers): readonly Route[] {
  const { deliveries, requestedDeliveries } = deps;
  const route = (method: 'GET' | 'POST', path: string, handle: Route['handle']): Route => ({
    ...{ method, path: `/v1${path}`, scope: null },
    handle: (context, key) => handle(context, forAllCompanies(key)),
  });
  return [
    route('GET', '/events', async (context, key) => {
      const query = queryOf(context);
      const { page, limit, order, ...filter } = query;
      const hidden = await hiddenFrom(deps, key);
      const { total, rows, changedUntil } = await deliveries.list(filterOf(key, hidden, filter), {
        skip: (page - 1) * limit,
        limit,
        order,
      });
      const found = { rows: rows.map(deliveryRowOf), pagination: paginationOf(page, limit, total), changedUntil };
      await lists.answer({ context, key, query, columns: COLUMNS }, found);
    }),
    route('GET', '/events/{deliveryId}', async (context, key) => {
      const delivery = await deliveryListed(deps, key, idOf(context, 'deliveryId'));
      const { event } = delivery;
      const payload = event && (JSON.parse(event.body.toString()) as object);
      answerRow({ context, key }, { ...deliveryRowOf(delivery), payload });
    }),
    route('POST', '/events/{deliveryId}/redeliver', async (context, key) => {
      const { delivery, webhook } = await deliveryOf(deps, key, idOf(context, 'deliveryId'));
      if (webhook.status === 'INACTIVE' && delivery.origin !== 'TEST') refuse({ is: 'WebhookInactive' });
      const count = await requestedDeliveries.redeliver(webhook, delivery);
      context.status = 202;
      context.body = success({ count });
    }),
    route('POST', '/webhooks/{id}/test', async (context, key) => {
      const given = await readTest(deps, context);
      const webhook = await webhookOf(deps, key, idOf(context, 'id'));
      const sent = await requestedDeliveries.test(webhook, sampleOf(webhook, given.type));
      context.status = 202;
      context.body = success(sent);
    }),
    route('POST', '/webhooks/{id}/replay', async (context, key) => {
      const { dryRun, ...window } = await readReplay(deps, context);
      const webhook = await webhookOf(deps, key, idOf(context, 'id'));
      if (!dryRun && webhook.status === 'INACTIVE') refuse({ is: 'WebhookInactive' });
      const count = await requestedDeliveries[dryRun ? 'countReplay' : 'replay'](webhook, window);
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

type Filters = Omit<ReturnType<typeof queryOf>, 'page' | 'limit' | 'order'>;

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

/** Webhooks with a type that the key may not see: none of their deliveries is listed. */
async function hiddenFrom(deps: DeliveryDependencies, key: KeyRecord): Promise<readonly string[]> {
  const all = await deps.webhookDirectory.webhooksOf(key.clientId);
  return all.filter(({ events }) => missingScope(events, key.scopes) !== null).map(({ webhookId }) => webhookId);
}

async function webhookOf(deps: DeliveryDependencies, key: KeyRecord, webhookId: string): Promise<Webhook> {
  const found = (await visibleTo(deps, key)).find((webhook) => webhook.webhookId === webhookId);
  return found ?? refuse({ is: 'WebhookNotFound' });
}

/** Finds a delivery that the list holds, also one of a removed webhook. */
async function deliveryListed(
  deps: DeliveryDependencies,
  key: KeyRecord,
  deliveryId: string,
): Promise<FoundDelivery> {
  const delivery = await deps.deliveries.find(key.clientId, deliveryId);
  if (delivery === null || missingScope([delivery.type as PublicEventType], key.scopes) !== null)
    return refuse({ is: 'DeliveryNotFound' });
  const hidden = await hiddenFrom(deps, key);
  return hidden.includes(delivery.webhookId) ? refuse({ is: 'DeliveryNotFound' }) : delivery;
}

/** Finds a delivery that can be sent again. Deliveries of a removed webhook are listed, but cannot. */
async function deliveryOf(deps: DeliveryDependencies, key: KeyRecord, deliveryId: string) {
  const delivery = await deps.deliveries.find(key.clientId, deliveryId);
  const webhook = (await visibleTo(deps, key)).find(({ webhookId }) => webhookId === delivery?.webhookId);
  if (delivery === null || webhook === undefined) return refuse({ is: 'DeliveryNotFound' });
  if (missingScope([delivery.type as PublicEventType], key.scopes) !== null) refuse({ is: 'DeliveryNotFound' });
  return { delivery, webhook };
}

async function readTest({ bodies }: Pick<Dependencies, 'bodies'>, context: CallContext) {
  const body = testBody.safeParse(await readOptionalJsonObject(context, bodies));
  return body.success ? body.data : refuse({ is: 'ParameterInvalid', messages: problemsOf(body) });
}

/** @param given the webhook's first type if absent */
function sampleOf({ webhookId, events }: Webhook, given: PublicEventType | undefined) {
  const [first] = events;
  const type = given ?? first;
  if (type === undefined) throw new Error(`webhook ${webhookId} has no type of event`);
  if (!events.includes(type))
    refuse({ is: 'ParameterInvalid', messages: [`type deve ser um dos tipos do webhook: ${events.join('; ')}`] });
  return { type, example: eventDataExamples[type] };
}

async function readReplay({ bodies }: Pick<Dependencies, 'bodies'>, context: CallContext) {
  const body = replayBody.safeParse(await readJsonObject(context, bodies));
  if (!body.success) return refuse({ is: 'ParameterInvalid', messages: problemsOf(body) });
  const { since, until, types, all, dryRun } = body.data;
  return { since, until, types: types ?? null, all, dryRun };
}

/**
 * The webhooks that a key may see: those of its client whose event types are all within its scopes (docs/spec/keys.md#event-scopes).
 * @returns in order of registration
 */
export async function visibleTo(
  { webhookDirectory }: Readonly<{ webhookDirectory: WebhookDirectory }>,
  { clientId, scopes }: Pick<KeyRecord, 'clientId' | 'scopes'>,
): Promise<readonly Webhook[]> {
  const all = await webhookDirectory.webhooksOf(clientId);
  return all.filter(({ events }) => missingScope(events, scopes) === null);
}
