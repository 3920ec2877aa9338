// The contract of the bodies that receivers get: one schema per type of event.
// Source: docs/spec/webhooks.md#events.
import { z } from 'zod';
import { publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';

const time = z.iso.datetime({ precision: 3 });
const period = z.string().describe('Competência (AAAA-MM)');
/** `data` of an event sent by `POST /v1/webhooks/{id}/test`. */
const testData = z
  .object({ test: z.literal(true) })
  .describe('Entrega de teste: os demais campos têm valores de exemplo');

const companyId = z.int().describe('Empresa');
const cnpj = z.string().describe('CNPJ sem máscara');

/** Members of every event about a reconciliation. */
const reconciliation = {
  reconciliationId: z.uuid().describe('Identificador público da conciliação'),
  accountCode: z.string().describe('Código da conta'),
  accountName: z.string().describe('Descrição da conta'),
  period,
  companyId,
  cnpj,
  id: z.int().describe('Identificador da conciliação em GET /api/v1/reconciliations'),
};
const importedBy = z.string().describe('Nome da chave que importou');

const aboutDelivery = z.object({
  deliveryId: z.uuid().describe('A entrega de que se fala'),
  webhookId: z.uuid().describe('O webhook dessa entrega'),
  eventId: z.string().describe('O evento dessa entrega'),
  eventType: z.enum(publicEventTypes).describe('O tipo desse evento'),
  attempts: z.int().describe('Quantas tentativas foram feitas'),
  responseStatus: z.int().nullable().describe('A última resposta; nulo quando não houve'),
});

export const eventData = {
  'reconciliation.created': z.object({
    ...reconciliation,
    status: z.string().describe('Etapa em minúsculas'),
    bookBalance: z.number().describe('Saldo contábil em reais'),
    dueAt: time.describe('Prazo (ISO 8601 em UTC)'),
  }),
  'reconciliation.approved': z.object({
    ...reconciliation,
    status: z.literal('approved'),
    approvedBy: z.string().describe('Nome de quem aprovou'),
    approvedAt: time.describe('Quando foi aprovada (ISO 8601 em UTC)'),
  }),
  'reconciliation.rejected': z.object({
    ...reconciliation,
    status: z.literal('rejected'),
    rejectedBy: z.string().describe('Nome de quem rejeitou'),
    rejectedAt: time.describe('Quando foi rejeitada (ISO 8601 em UTC)'),
    reason: z.string().describe('Justificativa'),
  }),
  'import.completed': z.object({
    trialBalanceId: z.int().describe('O balancete criado'),
    companyId,
    cnpj,
    period,
    version: z.int().describe('Versão dentro da competência'),
    chartName: z.string().describe('Plano de contas usado'),
    linesSent: z.int().describe('Linhas recebidas'),
    linesImported: z.int().describe('Linhas que entraram no balancete'),
    importedBy,
    importedAt: time.describe('Quando foi importado (ISO 8601 em UTC)'),
  }),
  'import.failed': z.object({
    companyId,
    cnpj,
    period: period.nullable().describe('Competência (AAAA-MM); nula quando a enviada não era uma'),
    code: z.string().describe('Código da recusa'),
    error: z.string().describe('A mesma mensagem da resposta da importação'),
    requestId: z.uuid().nullable().describe('X-Request-Id da importação; nulo nas do operador'),
    importedBy,
  }),
  'webhook.delivered': aboutDelivery,
  'webhook.failed': aboutDelivery,
} as const satisfies Record<PublicEventType, z.ZodObject>;

/** The body of a delivery of one type. */
export function eventBody(type: PublicEventType) {
  return z.object({
    id: z
      .string()
      .regex(/^evt_/)
      .describe('Identificador do evento; o mesmo em repetições: descarte as que já viu'),
    type: z.literal(type),
    createdAt: time.describe('Quando aconteceu (ISO 8601 em UTC)'),
    data: z.union([eventData[type], testData]),
  });
}
