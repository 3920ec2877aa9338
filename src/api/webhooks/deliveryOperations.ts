// What each route of deliveries is called, takes and answers. Schemas are those that validate.
import { z } from 'zod';
import { domain, http, parameterInvalid } from '../openapi/errors.js';
import type { Operation } from '../openapi/operations.js';
import { countResult, deliveriesQuery, deliveryRow, replayBody, testResult } from './deliveriesContract.js';

const DELIVERY_ID = '2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5';
const EVENT_ID = 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d';

const delivery = {
  deliveryId: DELIVERY_ID,
  eventId: EVENT_ID,
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
} as const;

export const deliveryExamples = {
  delivery,
  replay: {
    since: '2026-09-01T00:00:00Z',
    until: '2026-09-02T23:59:59Z',
    types: ['import.completed'],
    dryRun: true,
  },
  test: { deliveryId: DELIVERY_ID, eventId: EVENT_ID },
  count: { count: 12 },
} as const;

const uuid = z.string().meta({ format: 'uuid' });
const ofWebhook = { path: 'Identificador do webhook', pathSchema: uuid };
const counted = { name: 'Contagem', schema: countResult, example: deliveryExamples.count };
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
      ...{ kind: 'list', name: 'Entrega', schema: deliveryRow, example: delivery },
      statuses: { 200: 'Uma página de entregas' },
    },
    errors: [parameterInvalid],
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
    summary: 'Envia um evento de teste assinado do primeiro tipo do webhook, também quando está inativo',
    ...ofWebhook,
    success: {
      ...{ kind: 'result', name: 'EntregaDeTeste', schema: testResult, example: deliveryExamples.test },
      statuses: { 202: 'Agendada; não conta para nada' },
    },
    errors: [notFound],
  },
  {
    route: 'POST /v1/webhooks/{id}/replay',
    id: 'reenviarJanela',
    tag: 'Entregas',
    summary: 'Conta ou envia outra vez os eventos de uma janela que não foram entregues',
    ...ofWebhook,
    body: {
      ...{ type: 'application/json', name: 'Reenvio', schema: replayBody, example: deliveryExamples.replay },
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
