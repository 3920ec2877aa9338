// The OpenAPI operation of each route of deliveries. Its schemas are those that validate.
import { z } from 'zod';
import { domain, http, parameterInvalid } from '../openapi/errors.js';
import type { Operation } from '../openapi/operations.js';
import {
  countResult,
  deliveriesQuery,
  deliveryExample,
  deliveryRow,
  deliveryWithPayload,
  replayBody,
  testBody,
  testResult,
} from './deliveriesContract.js';
import { eventExample } from './eventBodies.js';

const examples = {
  replay: {
    since: '2026-09-01T00:00:00Z',
    until: '2026-09-02T23:59:59Z',
    types: ['import.completed'],
    dryRun: true,
  },
  testType: { type: 'import.completed' },
  test: { deliveryId: deliveryExample.deliveryId, eventId: deliveryExample.eventId },
  count: { count: 12 },
} as const;

const uuid = z.string().meta({ format: 'uuid' });
const ofWebhook = { path: 'Identificador do webhook', pathSchema: uuid };
const counted = { name: 'Contagem', schema: countResult, example: examples.count };
const notFound = domain({ is: 'WebhookNotFound' });
const inactive = domain({ is: 'WebhookInactive' });

export const DELIVERY_OPERATIONS: readonly Operation[] = [
  {
    route: 'GET /v1/events',
    id: 'listarEntregas',
    tag: 'Entregas',
    summary: 'Lista as entregas, as mais novas primeiro',
    query: deliveriesQuery,
    success: {
      ...{ kind: 'list', name: 'Entrega', schema: deliveryRow, example: deliveryExample },
      statuses: { 200: 'Uma página de entregas' },
    },
    errors: [parameterInvalid],
  },
  {
    route: 'GET /v1/events/{deliveryId}',
    id: 'lerEntrega',
    tag: 'Entregas',
    summary: 'Lê uma entrega com o corpo enviado',
    path: 'Identificador da entrega',
    pathSchema: uuid,
    success: {
      ...{ kind: 'row', name: 'EntregaComCorpo', schema: deliveryWithPayload },
      example: { ...deliveryExample, payload: eventExample('import.completed') },
      statuses: { 200: 'A entrega' },
    },
    errors: [domain({ is: 'DeliveryNotFound' })],
  },
  {
    route: 'POST /v1/events/{deliveryId}/redeliver',
    id: 'reenviarEntrega',
    tag: 'Entregas',
    summary: 'Envia o evento de uma entrega outra vez, com outro identificador de entrega',
    path: 'Identificador da entrega',
    pathSchema: uuid,
    success: {
      ...{ kind: 'result', ...counted },
      statuses: { 202: 'Agendada; 0 quando o webhook não recebe mais o tipo ou o conteúdo não é mais guardado' },
    },
    errors: [domain({ is: 'DeliveryNotFound' }), inactive],
  },
  {
    route: 'POST /v1/webhooks/{id}/test',
    id: 'testarWebhook',
    tag: 'Webhooks',
    summary: 'Envia um evento de teste assinado com valores de exemplo, também quando o webhook está inativo',
    ...ofWebhook,
    body: {
      ...{ type: 'application/json', name: 'Teste', schema: testBody, example: examples.testType },
      optional: true,
    },
    success: {
      ...{ kind: 'result', name: 'EntregaDeTeste', schema: testResult, example: examples.test },
      statuses: { 202: 'Agendada; não conta para nada' },
    },
    errors: [
      parameterInvalid,
      notFound,
      http({ is: 'ContentTooLarge', bytesMax: 1_048_576 }),
      http({ is: 'ContentTypeInvalid' }),
    ],
  },
  {
    route: 'POST /v1/webhooks/{id}/replay',
    id: 'reenviarJanela',
    tag: 'Entregas',
    summary: 'Conta ou envia outra vez os eventos de uma janela que não foram entregues',
    ...ofWebhook,
    body: {
      ...{ type: 'application/json', name: 'Reenvio', schema: replayBody, example: examples.replay },
    },
    success: {
      ...{ kind: 'result', ...counted },
      statuses: { 200: 'Com dryRun: quantas seriam', 202: 'Agendadas' },
    },
    errors: [
      parameterInvalid,
      notFound,
      inactive,
      domain({ is: 'ReplayRunning' }),
      http({ is: 'ContentTooLarge', bytesMax: 1_048_576 }),
      http({ is: 'ContentTypeInvalid' }),
    ],
  },
];
