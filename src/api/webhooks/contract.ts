// Contract of the routes of webhooks: bodies and rows. No message contains a comma followed by a space.
import { UUID } from '../../domain/kernel/ids.js';
import { z } from 'zod';
import { orders, valuesOf } from '../../domain/kernel/vocabulary.js';
import { publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { deactivationReasons, webhookStatuses } from '../../domain/webhooks/events.js';
import { oneOf } from '../../projections/views/scope.js';
import { deliveryStatuses, type Delivery } from '../../webhooks/delivery/deliveryQueue.js';
import { limit, order, page, parseMoment, updatedSince } from '../rest/contract/parameters.js';

const URL_MESSAGE = 'url deve ser um texto com o endereço completo do destino';
const EVENTS_MESSAGE = 'events deve ser uma lista com pelo menos um tipo de evento';
const TYPES_MESSAGE = `events aceita somente estes tipos: ${publicEventTypes.join('; ')}`;

/** Only syntax; src/webhooks/sending/addressGuard.ts checks the address. */
const url = z
  .string(URL_MESSAGE)
  .min(1, URL_MESSAGE)
  .meta({ format: 'uri', maxLength: 2048, description: 'Destino das entregas: https, sem usuário nem senha' });

const events = z
  .array(z.enum(publicEventTypes, TYPES_MESSAGE), EVENTS_MESSAGE)
  .min(1, EVENTS_MESSAGE)
  .refine((types) => new Set(types).size === types.length, 'events não pode repetir um tipo')
  .meta({ uniqueItems: true, description: 'Os tipos de evento que o webhook recebe' });

const status = oneOf('status', valuesOf(webhookStatuses));

export const registerBody = z.object({ url, events });

export const changeBody = z.object({
  url: url.optional(),
  events: events.optional(),
  status: status
    .optional()
    .describe('ACTIVE recomeça a contagem de falhas do zero; INACTIVE suspende as entregas'),
});

export const rotateBody = z.object({
  immediate: z
    .boolean('immediate deve ser true ou false')
    .default(false)
    .describe('true: o segredo anterior deixa de assinar já; senão ele ainda assina por 24 horas'),
});

const IDEMPOTENCY_MESSAGE = 'o cabeçalho Idempotency-Key deve ser um UUID';
export const idempotencyKey = z
  .string('informe o cabeçalho Idempotency-Key')
  .regex(new RegExp(UUID, 'i'), IDEMPOTENCY_MESSAGE)
  .toLowerCase();

export const webhooksQuery = z.object({ page, limit, order, updatedSince });

const time = z.iso.datetime({ precision: 3 });
const id = z.uuid().describe('Identificador do webhook');
const head = {
  url: z.string().describe('Destino das entregas'),
  events: z.array(z.enum(publicEventTypes)).describe('Os tipos de evento que recebe'),
};
const tail = {
  status: z.enum(valuesOf(webhookStatuses)).describe('Situação do webhook'),
  createdAt: time.describe('Quando foi registrado (ISO 8601 em UTC)'),
  deactivatedAt: time.optional().describe('Só em INACTIVE: desde quando'),
  deactivationReason: z.enum(valuesOf(deactivationReasons)).optional().describe('Só em INACTIVE: por quê'),
};

export const webhookRow = z.strictObject({ id, ...head, ...tail });

/** The answer of registration and rotation: the only ones with a secret. */
export const webhookWithSecret = z.strictObject({
  id,
  ...head,
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe('O segredo que assina as entregas; mostrado uma única vez'),
  ...tail,
});

// Contract of the routes of deliveries: parameters, bodies, and rows with their example. No message contains a comma followed by a space.

/** Parsed to milliseconds since 1970. */
function moment(name: string) {
  const message = `${name} deve ser um momento em ISO 8601 (por exemplo 2026-09-03T12:00:00Z)`;
  return z
    .string(message)
    .transform((text, context) => {
      const parsed = parseMoment(text);
      if (parsed === null) context.addIssue({ code: 'custom', message });
      return parsed ?? z.NEVER;
    })
    .meta({ format: 'date-time' });
}

const webhookId = z
  .string()
  .regex(new RegExp(UUID, 'i'), 'webhookId deve ser um UUID')
  .toLowerCase()
  .meta({ format: 'uuid' });

const deliveryOrder = oneOf('order', valuesOf(orders))
  .default('desc')
  .describe('Ordem das entregas: desc, a mais nova primeiro; asc, a mais antiga primeiro');

export const deliveriesQuery = z.object({
  page,
  limit,
  order: deliveryOrder,
  webhookId: webhookId.optional().describe('Só as entregas deste webhook'),
  type: oneOf('type', publicEventTypes).optional().describe('Só as deste tipo de evento'),
  status: oneOf('status', deliveryStatuses).optional().describe('Só as nesta situação'),
  from: moment('from').optional().describe('Só as criadas a partir deste momento'),
  to: moment('to').optional().describe('Só as criadas até este momento'),
  updatedSince,
});

export const testBody = z.object({
  type: oneOf('type', publicEventTypes)
    .nullish()
    .transform((type) => type ?? undefined)
    .describe('Um dos tipos do webhook; sem o campo: o primeiro'),
});

export const replayBody = z
  .object({
    since: moment('since').describe('Início da janela, pelo momento do evento'),
    until: moment('until').describe('Fim da janela, inclusive'),
    types: z
      .array(
        z.enum(publicEventTypes, `types aceita somente estes tipos: ${publicEventTypes.join('; ')}`),
        'types deve ser uma lista com pelo menos um tipo de evento',
      )
      .min(1, 'types deve ser uma lista com pelo menos um tipo de evento')
      .optional()
      .describe('Só estes tipos; sem o campo: todos os que o webhook recebe'),
    all: z.boolean('all deve ser true ou false').default(false).describe('true: também o que já foi entregue'),
    dryRun: z.boolean('dryRun deve ser true ou false').default(false).describe('true: só conta'),
  })
  .refine(({ since, until }) => since <= until, 'since não pode ser depois de until');

export const deliveryRow = z.strictObject({
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

export const deliveryExample: z.output<typeof deliveryRow> = {
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

export const deliveryWithPayload = deliveryRow.extend({
  payload: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'O corpo enviado, com id, type, createdAt e data; nulo depois de 30 dias, quando não é mais guardado',
    ),
});

export function deliveryRowOf(delivery: Delivery): z.output<typeof deliveryRow> {
  const { deliveryId, eventId, webhookId, url, status, attempts, error } = delivery;
  const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    deliveryId,
    eventId,
    type: delivery.type as PublicEventType,
    createdAt: new Date(delivery.createdAt).toISOString(),
    webhookId,
    url,
    status,
    attempts,
    lastAttemptAt: timeOf(delivery.lastAttemptAt),
    nextAttemptAt: timeOf(delivery.nextAttemptAt),
    responseStatus: delivery.responseStatus,
    error: error === '' ? null : error,
  };
}

export const testResult = z.strictObject({
  deliveryId: z.uuid().describe('A entrega de teste'),
  eventId: z.string().describe('O evento de teste'),
});

export const countResult = z.strictObject({ count: z.int().describe('Quantas entregas (no máximo 100.000)') });
