// The row of a webhook, for routes and command line. Not stored: it is made from the fold of the client's webhooks
// (commands/webhooks/webhookDirectory.ts). Only the answers of registration and rotation contain the secret.
import * as z from 'zod';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { deactivationReasons, webhookStatuses } from '../../domain/webhooks/events.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';

const time = z.iso.datetime({ precision: 3 });
const head = {
  id: z.uuid().describe('Identificador do webhook'),
  url: z.string().describe('Destino das entregas'),
  events: z.array(z.enum(publicEventTypes)).describe('Os tipos de evento que recebe'),
};
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .describe('O segredo que assina as entregas; mostrado uma única vez');
const tail = {
  status: z.enum(valuesOf(webhookStatuses)).describe('Situação do webhook'),
  createdAt: time.describe('Quando foi registrado (ISO 8601 em UTC)'),
  deactivatedAt: time.optional().describe('Só em INACTIVE: desde quando'),
  deactivationReason: z.enum(valuesOf(deactivationReasons)).optional().describe('Só em INACTIVE: por quê'),
};
export const webhookSchema = z.strictObject({ ...head, ...tail });
/** The answer of registration and rotation. */
export const webhookSchemaWithSecret = z.strictObject({ ...head, secret, ...tail });
type WebhookRow = Readonly<z.output<typeof webhookSchema>>;

/** @param secret told where it is new */
export function webhookRow(webhook: Webhook, secret?: string): WebhookRow & Readonly<{ secret?: string }> {
  const { webhookId: id, url, events, status, registeredAt, deactivation } = webhook;
  return {
    id,
    url,
    events: [...events],
    ...(secret !== undefined && { secret }),
    status,
    createdAt: registeredAt,
    ...(deactivation && { deactivatedAt: deactivation.at, deactivationReason: deactivation.reason }),
  };
}
