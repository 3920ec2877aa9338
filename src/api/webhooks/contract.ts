// Contract of the routes of webhooks: bodies and rows. No message contains a comma followed by a space.
import { z } from 'zod';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import { limit, order, page, updatedSince } from '../rest/contract/parameters.js';
import { oneOf } from '../../projections/views/filters.js';
import { UUID } from '../../domain/kernel/ids.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { webhookStatuses, deactivationReasons } from '../../domain/webhooks/events.js';

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
