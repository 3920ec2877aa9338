// GET /v1/events, and the routes that request a test, a replay or a redelivery. A key sees the deliveries of its
// client's webhooks, of types it may see; the others are answered as not found.
// Source: docs/spec/keys.md#event-scopes, docs/spec/webhooks.md#sending-again.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import * as z from 'zod';
import { UUID } from '../../domain/kernel/ids.js';
import { orders, valuesOf } from '../../domain/kernel/vocabulary.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/apiKeys.js';
import { missingScope, publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { paginationOf } from '../../projections/engine/pages.js';
import { oneOf } from '../../projections/views/scope.js';
import { type Delivery, type FoundDelivery } from '../../webhooks/delivery/deliveries.js';
import type { DeliveryFilter, DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import type { RequestedDeliveries } from '../../webhooks/delivery/newDeliveries.js';
import { deliveryStatuses } from '../../domain/webhooks/events.js';
import type { CallContext, Route } from '../call.js';
import type { Bodies } from '../http/request/body.js';
import { forAllCompanies } from '../auth/authenticate.js';
import { success } from '../http/problems.js';
import { readChecked } from '../http/request/parsedBody.js';
import { parseQuery } from '../http/request/query.js';
import { columnsOf } from '../rest/contract/pages.js';
import { answerRow, type ListAnswers } from '../rest/listAnswer.js';
import { inOrder, limit, moment, page, updatedSince } from '../rest/contract/parameters.js';
import { domainAnswer, ofBodies, parameterInvalid } from '../openapi/errors.js';
import { jsonBody, type Operation } from '../openapi/operation.js';
import { eventDataExamples, eventExample } from '../../webhooks/publicEvents.js';

export type DeliveryDependencies = Readonly<{
  webhookDirectory: WebhookDirectory;
  deliveries: Pick<DeliveryQueue, 'list' | 'find'>;
  requestedDeliveries: RequestedDeliveries;
}>;

type Dependencies = DeliveryDependencies & Readonly<{ bodies: Bodies }>;

export function deliveryRoutes(deps: Dependencies, lists: ListAnswers): readonly Route[] {
  const { deliveries, requestedDeliveries, bodies } = deps;
  return [
    unscopedRoute('GET', '/events', operations.list, async (context, key) => {
      const query = parseQuery(deliveriesQuery, context.querystring);
      const { page, limit, order, ...filter } = query;
      const hidden = await hiddenFrom(deps, key);
      const { total, rows, changedUntil } = await deliveries.list(filterOf(key, hidden, filter), {
        skip: (page - 1) * limit,
        limit,
        order,
      });
      const body = { rows: rows.map(deliveryRowOf), pagination: paginationOf(page, limit, total), changedUntil };
      await lists.answer({ context, key, query, columns: COLUMNS }, body);
    }),
    unscopedRoute('GET', '/events/{deliveryId}', operations.read, async (context, key) => {
      const delivery = await requireListed(deps, key, idOf(context, 'deliveryId'));
      const { event } = delivery;
      const payload = event && (JSON.parse(event.body.toString()) as object);
      answerRow({ context, key }, { ...deliveryRowOf(delivery), payload });
    }),
    unscopedRoute('POST', '/events/{deliveryId}/redeliver', operations.redeliver, async (context, key) => {
      const delivery = await requireListed(deps, key, idOf(context, 'deliveryId'));
      const webhook = await webhookOf(deps, key, delivery.webhookId);
      if (webhook.status === 'INACTIVE' && delivery.origin !== 'TEST') refuse({ is: 'WebhookInactive' });
      const count = await requestedDeliveries.redeliver(webhook, delivery);
      context.status = 202;
      context.body = success({ count });
    }),
    unscopedRoute('POST', '/webhooks/{id}/test', operations.test, async (context, key) => {
      const request = await readChecked(context, bodies, testBody, { isOptional: true });
      const webhook = await webhookOf(deps, key, idOf(context, 'id'));
      const delivery = await requestedDeliveries.test(webhook, sampleOf(webhook, request.type));
      context.status = 202;
      context.body = success(delivery);
    }),
    unscopedRoute('POST', '/webhooks/{id}/replay', operations.replay, async (context, key) => {
      const { dryRun, types = null, ...window } = await readChecked(context, bodies, replayBody);
      const webhook = await webhookOf(deps, key, idOf(context, 'id'));
      if (!dryRun && webhook.status === 'INACTIVE') refuse({ is: 'WebhookInactive' });
      const count = await requestedDeliveries[dryRun ? 'countReplay' : 'replay'](webhook, { ...window, types });
      context.status = dryRun ? 200 : 202;
      context.body = success({ count: count ?? refuse({ is: 'ReplayRunning' }) });
    }),
  ];
}

/** A route below /v1: it shows webhooks by the key's scopes, none to a key of some companies. */
export function unscopedRoute(
  method: Route['method'],
  path: string,
  operation: Operation,
  handle: Route['handle'],
): Route {
  return {
    method,
    path: `/v1${path}`,
    scope: null,
    operation,
    handle: (context, key) => handle(context, forAllCompanies(key)),
  };
}

export function idOf({ params }: CallContext, name: string): string {
  return (params[name] ?? '').toLowerCase();
}

type Filters = Omit<z.output<typeof deliveriesQuery>, 'page' | 'limit' | 'order'>;

function filterOf(
  { clientId, scopes }: KeyRecord,
  hidden: readonly string[],
  { type, updatedSince, ...filter }: Filters,
): DeliveryFilter {
  const visible = publicEventTypes.filter((each) => missingScope([each], scopes) === null);
  const types = type === undefined ? visible : visible.filter((each) => each === type);
  return { clientId, hidden, types, changedSince: updatedSince, ...filter };
}

/** Webhooks, removed ones too, with a type that the key may not see: none of their deliveries is listed. */
async function hiddenFrom(deps: DeliveryDependencies, key: KeyRecord): Promise<readonly string[]> {
  const all = await deps.webhookDirectory.allOf(key.clientId);
  return all.filter(({ events }) => missingScope(events, key.scopes) !== null).map(({ webhookId }) => webhookId);
}

export async function webhookOf(
  deps: Pick<DeliveryDependencies, 'webhookDirectory'>,
  key: KeyRecord,
  webhookId: string,
): Promise<Webhook> {
  const target = (await visibleTo(deps, key)).find((webhook) => webhook.webhookId === webhookId);
  return target ?? refuse({ is: 'WebhookNotFound' });
}

/** Finds a delivery that the list holds, also one of a removed webhook. */
async function requireListed(
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

/** @param testedType the webhook's first type if absent */
function sampleOf({ webhookId, events }: Webhook, testedType: PublicEventType | undefined) {
  const [first] = events;
  const type = testedType ?? first;
  if (type === undefined) throw new Error(`webhook ${webhookId} has no type of event`);
  if (!events.includes(type))
    refuse({ is: 'ParameterInvalid', messages: [`type deve ser um dos tipos do webhook: ${events.join('; ')}`] });
  return { type, example: eventDataExamples[type] };
}

/**
 * The webhooks that a key may see: those of its client whose event types are all within its scopes
 * (docs/spec/keys.md#event-scopes).
 * @returns in order of registration
 */
export async function visibleTo(
  { webhookDirectory }: Readonly<{ webhookDirectory: WebhookDirectory }>,
  { clientId, scopes }: Pick<KeyRecord, 'clientId' | 'scopes'>,
): Promise<readonly Webhook[]> {
  const all = await webhookDirectory.webhooksOf(clientId);
  return all.filter(({ events }) => missingScope(events, scopes) === null);
}

// Contract: parameters, bodies, rows and operations. No message contains a comma followed by a space.

const momentParameter = (name: string) =>
  moment(`${name} deve ser um momento em ISO 8601 (por exemplo 2026-09-03T12:00:00Z)`);

const webhookId = z
  .string()
  .regex(new RegExp(UUID, 'i'), 'webhookId deve ser um UUID')
  .toLowerCase()
  .meta({ format: 'uuid' });

const deliveryOrder = oneOf('order', valuesOf(orders))
  .default('desc')
  .describe('Ordem das entregas: desc, a mais nova primeiro; asc, a mais antiga primeiro');

const deliveriesQuery = z
  .object({
    page,
    limit,
    order: deliveryOrder,
    webhookId: webhookId.optional().describe('Só as entregas deste webhook'),
    type: oneOf('type', publicEventTypes).optional().describe('Só as deste tipo de evento'),
    status: oneOf('status', deliveryStatuses).optional().describe('Só as nesta situação'),
    from: momentParameter('from').optional().describe('Só as criadas a partir deste momento'),
    to: momentParameter('to').optional().describe('Só as criadas até este momento'),
    updatedSince,
  })
  .refine(...inOrder('from', 'to'));

const testBody = z.object({
  type: oneOf('type', publicEventTypes)
    .nullish()
    .transform((type) => type ?? undefined)
    .describe('Um dos tipos do webhook; sem o campo: o primeiro'),
});

const TYPES_WRONG = 'types deve ser uma lista com pelo menos um tipo de evento';

const replayBody = z
  .object({
    since: momentParameter('since').describe('Início da janela, pelo momento do evento'),
    until: momentParameter('until').describe('Fim da janela, inclusive'),
    types: z
      .array(
        z.enum(publicEventTypes, `types aceita somente estes tipos: ${publicEventTypes.join('; ')}`),
        TYPES_WRONG,
      )
      .min(1, TYPES_WRONG)
      .optional()
      .describe('Só estes tipos; sem o campo: todos os que o webhook recebe'),
    all: z.boolean('all deve ser true ou false').default(false).describe('true: também o que já foi entregue'),
    dryRun: z.boolean('dryRun deve ser true ou false').default(false).describe('true: só conta'),
  })
  .refine(...inOrder('since', 'until'));

const time = z.iso.datetime({ precision: 3 });
const deliveryRow = z.strictObject({
  deliveryId: z.uuid().describe('Identificador da entrega; vai no cabeçalho X-Service-Delivery-Id'),
  eventId: z.string().describe('Identificador do evento; o mesmo em toda entrega dele'),
  type: z.enum(publicEventTypes).describe('Tipo do evento'),
  createdAt: time.describe('Quando foi criada (ISO 8601 em UTC)'),
  webhookId: z.uuid().describe('O webhook que a recebe'),
  url: z.string().describe('O destino, como na última tentativa'),
  status: z.enum(deliveryStatuses).describe('Situação da entrega'),
  attempts: z.int().describe('Quantas tentativas foram feitas'),
  lastAttemptAt: time.nullable().describe('Fim da última tentativa; nulo sem nenhuma'),
  nextAttemptAt: time.nullable().describe('Quando será a próxima; nulo quando não haverá'),
  responseStatus: z.int().nullable().describe('O status que o destino respondeu por último; nulo sem resposta'),
  error: z.string().nullable().describe('Por que a última tentativa falhou; nulo se não falhou'),
});

const deliveryExample: z.output<typeof deliveryRow> = {
  deliveryId: '2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5',
  eventId: 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d',
  type: 'import.completed',
  createdAt: '2026-09-02T12:00:00.000Z',
  webhookId: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  url: 'https://erp.exemplo.com.br/webhooks',
  status: 'RETRYING',
  attempts: 1,
  lastAttemptAt: '2026-09-02T12:00:01.250Z',
  nextAttemptAt: '2026-09-02T12:01:01.250Z',
  responseStatus: 500,
  error: 'O servidor respondeu 500',
};

const COLUMNS = columnsOf(deliveryRow);

const deliveryWithPayload = deliveryRow.extend({
  payload: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'O corpo enviado, com id, type, createdAt e data; nulo depois de 30 dias, quando não é mais guardado',
    ),
});

function deliveryRowOf(delivery: Delivery): z.output<typeof deliveryRow> {
  const { deliveryId, eventId, webhookId, url, status, attempts, responseStatus, error } = delivery;
  const timeOf = (at: number): string => new Date(at).toISOString();
  const timeOrNull = (at: number | null): string | null => (at === null ? null : timeOf(at));
  return {
    deliveryId,
    eventId,
    type: delivery.type as PublicEventType,
    createdAt: timeOf(delivery.createdAt),
    webhookId,
    url,
    status,
    attempts,
    lastAttemptAt: timeOrNull(delivery.lastAttemptAt),
    nextAttemptAt: timeOrNull(delivery.nextAttemptAt),
    responseStatus,
    error: error === '' ? null : error,
  };
}

const testResult = z.strictObject({
  deliveryId: z.uuid().describe('A entrega de teste'),
  eventId: z.string().describe('O evento de teste'),
});

const countResult = z.strictObject({ count: z.int().describe('Quantas entregas (no máximo 100.000)') });

const uuid = z.string().meta({ format: 'uuid' });
export const ofWebhook = { path: 'Identificador do webhook', pathSchema: uuid };
const counted = { name: 'Contagem', schema: countResult, example: { count: 12 } };
export const notFound = domainAnswer({ is: 'WebhookNotFound' });
const inactive = domainAnswer({ is: 'WebhookInactive' });

const operations = {
  list: {
    id: 'listarEntregas',
    tag: 'Entregas',
    summary: 'Lista as entregas, as mais novas primeiro',
    query: deliveriesQuery,
    success: {
      kind: 'list',
      name: 'Entrega',
      schema: deliveryRow,
      example: deliveryExample,
      statuses: { 200: 'Uma página de entregas' },
    },
    errors: [parameterInvalid],
  },
  read: {
    id: 'lerEntrega',
    tag: 'Entregas',
    summary: 'Lê uma entrega com o corpo enviado',
    path: 'Identificador da entrega',
    pathSchema: uuid,
    success: {
      kind: 'row',
      name: 'EntregaComCorpo',
      schema: deliveryWithPayload,
      example: { ...deliveryExample, payload: eventExample('import.completed') },
      statuses: { 200: 'A entrega' },
    },
    errors: [domainAnswer({ is: 'DeliveryNotFound' })],
  },
  redeliver: {
    id: 'reenviarEntrega',
    tag: 'Entregas',
    summary: 'Envia o evento de uma entrega outra vez, com outro identificador de entrega',
    path: 'Identificador da entrega',
    pathSchema: uuid,
    success: {
      kind: 'result',
      ...counted,
      statuses: { 202: 'Agendada; 0 quando o webhook não recebe mais o tipo ou o conteúdo não é mais guardado' },
    },
    errors: [domainAnswer({ is: 'DeliveryNotFound' }), domainAnswer({ is: 'WebhookNotFound' }), inactive],
  },
  test: {
    id: 'testarWebhook',
    tag: 'Webhooks',
    summary: 'Envia um evento de teste assinado com valores de exemplo, também quando o webhook está inativo',
    ...ofWebhook,
    body: { ...jsonBody('Teste', testBody, { type: 'import.completed' }), optional: true },
    success: {
      kind: 'result',
      name: 'EntregaDeTeste',
      schema: testResult,
      example: { deliveryId: deliveryExample.deliveryId, eventId: deliveryExample.eventId },
      statuses: { 202: 'Agendada; não conta para nada' },
    },
    errors: [parameterInvalid, notFound, ...ofBodies],
  },
  replay: {
    id: 'reenviarJanela',
    tag: 'Entregas',
    summary: 'Conta ou envia outra vez os eventos de uma janela que não foram entregues',
    ...ofWebhook,
    body: jsonBody('Reenvio', replayBody, {
      since: '2026-09-01T00:00:00Z',
      until: '2026-09-02T23:59:59Z',
      types: ['import.completed'],
      dryRun: true,
    }),
    success: {
      kind: 'result',
      ...counted,
      statuses: { 200: 'Com dryRun: quantas seriam', 202: 'Agendadas' },
    },
    errors: [parameterInvalid, notFound, inactive, domainAnswer({ is: 'ReplayRunning' }), ...ofBodies],
  },
} as const satisfies Readonly<Record<string, Operation>>;
