// The OpenAPI operation of each route of webhooks and deliveries. Its schemas are those that validate.
import { z } from 'zod';
import { WEBHOOKS_MAX } from '../../domain/webhooks/decide.js';
import { domain, http, parameterInvalid } from '../openapi/errors.js';
import type { Operation } from '../openapi/operations.js';
import {
  changeBody,
  countResult,
  deliveriesQuery,
  deliveryExample,
  deliveryRow,
  deliveryWithPayload,
  idempotencyKey,
  registerBody,
  replayBody,
  rotateBody,
  testBody,
  testResult,
  webhookRow,
  webhookWithSecret,
  webhooksQuery,
} from './contract.js';
import { eventExample } from './eventBodies.js';

const deliveryExamples = {
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
const counted = { name: 'Contagem', schema: countResult, example: deliveryExamples.count };
const notFound = domain({ is: 'WebhookNotFound' });
const inactive = domain({ is: 'WebhookInactive' });

const DELIVERY_OPERATIONS: readonly Operation[] = [
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
      ...{ type: 'application/json', name: 'Teste', schema: testBody, example: deliveryExamples.testType },
      optional: true,
    },
    success: {
      ...{ kind: 'result', name: 'EntregaDeTeste', schema: testResult, example: deliveryExamples.test },
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

const webhook = {
  id: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  url: 'https://erp.exemplo.com.br/webhooks',
  events: ['import.completed', 'reconciliation.approved'],
} as const;
const state = { status: 'ACTIVE', createdAt: '2026-09-02T12:00:00.000Z' } as const;

/** Shown in the contract; a test checks them against their schemas. Those of events: eventBodies.ts. */
const examples = {
  register: { url: webhook.url, events: webhook.events },
  change: { events: ['import.completed', 'import.failed'], status: 'ACTIVE' },
  rotate: { immediate: false },
  row: { ...webhook, ...state },
  withSecret: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8m0Zb1n4hQc=', ...state },
} as const;

export const WEBHOOK_TAGS = [
  ['Webhooks', 'Destinos que recebem os eventos do cliente'],
  ['Entregas', 'O que foi ou será enviado a cada destino'],
] as const;

const scopeMissing = domain({ is: 'ScopeMissing', scope: 'reconciliations:read' });
const urlInvalid = domain({ is: 'WebhookUrlInvalid', fault: 'ADDRESS_REFUSED' });
const bodyErrors = [
  urlInvalid,
  http({ is: 'ContentTooLarge', bytesMax: 1_048_576 }),
  http({ is: 'ContentTypeInvalid' }),
];
const keyErrors = [domain({ is: 'IdempotencyKeyInUse' }), domain({ is: 'IdempotencyKeyReused' })];

const idempotencyHeader = (required: boolean) => ({
  name: 'Idempotency-Key',
  required,
  description: 'Um UUID por intenção: a mesma chave com o mesmo corpo dá a mesma resposta por 24 horas',
  schema: idempotencyKey.meta({ format: 'uuid' }),
});

export const ofOne = { path: 'Identificador do webhook', pathSchema: z.string().meta({ format: 'uuid' }) };
const row = { name: 'Webhook', schema: webhookRow, example: examples.row };
const withSecret = { name: 'WebhookComSegredo', schema: webhookWithSecret, example: examples.withSecret };

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    route: 'POST /v1/webhooks',
    id: 'registrarWebhook',
    tag: 'Webhooks',
    summary: 'Registra um destino e mostra o segredo dele uma única vez',
    headers: [idempotencyHeader(true)],
    body: {
      type: 'application/json',
      name: 'RegistroDeWebhook',
      schema: registerBody,
      example: examples.register,
    },
    success: {
      kind: 'result',
      ...withSecret,
      statuses: {
        201: 'Registrado; com o cabeçalho Idempotent-Replayed: true quando a chave já fez este registro',
      },
      headers: ['Idempotent-Replayed'],
    },
    errors: [
      parameterInvalid,
      scopeMissing,
      domain({ is: 'TooManyWebhooks', max: WEBHOOKS_MAX }),
      ...keyErrors,
      ...bodyErrors,
    ],
  },
  {
    route: 'GET /v1/webhooks',
    id: 'listarWebhooks',
    tag: 'Webhooks',
    summary: 'Lista os webhooks que a chave pode ver, na ordem do registro',
    query: webhooksQuery,
    success: { kind: 'list', ...row, statuses: { 200: 'Uma página de webhooks' } },
    errors: [parameterInvalid],
  },
  {
    route: 'GET /v1/webhooks/{id}',
    id: 'consultarWebhook',
    tag: 'Webhooks',
    summary: 'Mostra um webhook',
    ...ofOne,
    success: { kind: 'result', ...row, statuses: { 200: 'O webhook' } },
    errors: [notFound],
  },
  {
    route: 'PATCH /v1/webhooks/{id}',
    id: 'alterarWebhook',
    tag: 'Webhooks',
    summary: 'Altera destino, tipos de evento ou status; o que não vier fica como está',
    ...ofOne,
    body: { type: 'application/json', name: 'AlteracaoDeWebhook', schema: changeBody, example: examples.change },
    success: { kind: 'result', ...row, statuses: { 200: 'O webhook como ficou' } },
    errors: [parameterInvalid, scopeMissing, notFound, ...bodyErrors],
  },
  {
    route: 'DELETE /v1/webhooks/{id}',
    id: 'excluirWebhook',
    tag: 'Webhooks',
    summary: 'Exclui um webhook; o que ainda receberia é cancelado',
    ...ofOne,
    success: { kind: 'none', ...row, statuses: { 204: 'Excluído' } },
    errors: [notFound],
  },
  {
    route: 'POST /v1/webhooks/{id}/rotate-secret',
    id: 'trocarSegredo',
    tag: 'Webhooks',
    summary: 'Troca o segredo e mostra o novo uma única vez',
    ...ofOne,
    headers: [idempotencyHeader(false)],
    body: {
      type: 'application/json',
      name: 'TrocaDeSegredo',
      schema: rotateBody,
      example: examples.rotate,
      optional: true,
    },
    success: {
      kind: 'result',
      ...withSecret,
      statuses: { 200: 'O webhook com o segredo novo; sem immediate o anterior ainda assina por 24 horas' },
      headers: ['Idempotent-Replayed'],
    },
    errors: [parameterInvalid, notFound, ...keyErrors, ...bodyErrors.slice(1)],
  },
  ...DELIVERY_OPERATIONS,
];
