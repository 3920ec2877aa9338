// Contract of the routes of deliveries: parameters, bodies, and rows with their example. No message contains a comma followed by a space.
import { z } from 'zod';
import { UUID } from '../../domain/kernel/ids.js';
import { publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { deliveryStatuses, type Delivery } from '../../webhooks/delivery/deliveryQueue.js';
import { limit, page, parseMoment, updatedSince } from '../rest/contract/parameters.js';
import { oneOf } from '../../projections/views/filters.js';

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

const order = oneOf('order', ['asc', 'desc'])
  .default('desc')
  .describe('Ordem das entregas: desc, a mais nova primeiro; asc, a mais antiga primeiro');

export const deliveriesQuery = z.object({
  page,
  limit,
  order,
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

const time = z.iso.datetime({ precision: 3 });
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
