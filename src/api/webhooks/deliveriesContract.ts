// Contract of the routes of deliveries: what they take and answer. Messages are Portuguese and hold no comma followed by
// a space.
import { z } from 'zod';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import { deliveryStatuses } from '../../webhooks/delivery/deliveryQueue.js';
import { limit, oneOf, page, parseMoment, updatedSince } from '../rest/contract/parameters.js';

/** Milliseconds since 1970 come out. */
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
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'webhookId deve ser um UUID')
  .toLowerCase()
  .meta({ format: 'uuid' });

export const deliveriesQuery = z.object({
  page,
  limit,
  webhookId: webhookId.optional().describe('Só as entregas deste webhook'),
  type: oneOf('type', publicEventTypes).optional().describe('Só as deste tipo de evento'),
  status: oneOf('status', deliveryStatuses).optional().describe('Só as nesta situação'),
  from: moment('from').optional().describe('Só as criadas a partir deste momento'),
  to: moment('to').optional().describe('Só as criadas até este momento'),
  updatedSince,
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
const timeOrNone = z.union([time, z.literal('')]);

export const deliveryRow = z.strictObject({
  deliveryId: z.uuid().describe('Identificador da entrega; vai no cabeçalho X-Service-Delivery-Id'),
  eventId: z.string().describe('Identificador do evento; o mesmo em toda entrega dele'),
  type: z.enum(publicEventTypes).describe('Tipo do evento'),
  createdAt: time.describe('Quando foi criada (ISO 8601 em UTC)'),
  webhookId: z.uuid().describe('O webhook que a recebe'),
  url: z.string().describe('O destino, como na última tentativa'),
  status: z
    .enum(deliveryStatuses)
    .describe(
      'PENDING: ainda não tentada; RETRYING: espera a próxima tentativa; SKIPPED: o webhook estava inativo; ' +
        'CANCELLED: o webhook foi excluído',
    ),
  attempts: z.int().describe('Quantas tentativas foram feitas'),
  lastAttemptAt: timeOrNone.describe('Fim da última tentativa; vazio sem nenhuma'),
  nextAttemptAt: timeOrNone.describe('Quando será a próxima; vazio quando não haverá'),
  responseStatus: z.int().describe('O status que o destino respondeu por último; 0 sem resposta'),
  error: z.string().describe('Por que a última tentativa falhou; vazio se não falhou'),
});

export const testResult = z.strictObject({
  deliveryId: z.uuid().describe('A entrega de teste'),
  eventId: z.string().describe('O evento de teste'),
});

export const countResult = z.strictObject({ count: z.int().describe('Quantas entregas (no máximo 100.000)') });
