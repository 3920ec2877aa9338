// The contract of the bodies that receivers get: one schema and one example per type of event.
// Source: docs/spec/webhooks.md#events.
import { z } from 'zod';
import { approvalReasons } from '../../domain/clients/rules.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';

const time = z.iso.datetime({ precision: 3 });
const period = z.string().describe('Competência (AAAA-MM)');
/** `data` of an event sent by `POST /v1/webhooks/{id}/test`. */
const testData = z
  .object({ test: z.literal(true) })
  .describe('Entrega de teste: os demais campos têm valores de exemplo');

const companyId = z.int().describe('Empresa');
const cnpj = z.string().describe('CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas');

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
    autoApproval: z
      .object({
        applied: z.boolean().describe('Se uma regra da empresa aprovou a conta na liberação'),
        reason: z
          .enum(valuesOf(approvalReasons))
          .nullable()
          .describe('Por que aprovou ou não; nulo quando a empresa não tem regra para a conta'),
      })
      .describe('Aprovação automática'),
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

const reconciliationExample = {
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  accountCode: '1.1.01',
  accountName: 'Caixa',
  period: '2026-08',
};
const ofCompany = { companyId: 1, cnpj: '11222333000181', id: 3 };
const deliveryExample = {
  deliveryId: '2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5',
  webhookId: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  eventId: 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d',
  eventType: 'import.completed',
};

/** A test checks them against the schemas. */
export const eventDataExamples: Readonly<Record<PublicEventType, object>> = {
  'reconciliation.created': {
    ...reconciliationExample,
    status: 'not_started',
    bookBalance: 1300.25,
    dueAt: '2026-09-09T02:59:59.999Z',
    ...ofCompany,
    autoApproval: { applied: false, reason: 'ACIMA_DO_LIMITE' },
  },
  'reconciliation.approved': {
    ...reconciliationExample,
    status: 'approved',
    approvedBy: 'Ana Souza',
    approvedAt: '2026-09-05T14:30:00.000Z',
    ...ofCompany,
  },
  'reconciliation.rejected': {
    ...reconciliationExample,
    status: 'rejected',
    rejectedBy: 'Ana Souza',
    rejectedAt: '2026-09-05T14:30:00.000Z',
    reason: 'Falta o extrato de agosto',
    ...ofCompany,
  },
  'import.completed': {
    trialBalanceId: 7,
    companyId: 1,
    cnpj: '11222333000181',
    period: '2026-08',
    version: 1,
    chartName: 'Plano Geral',
    linesSent: 120,
    linesImported: 118,
    importedBy: 'ERP',
    importedAt: '2026-09-02T12:00:00.000Z',
  },
  'import.failed': {
    companyId: 1,
    cnpj: '11222333000181',
    period: '2026-08',
    code: 'COMPETENCE_CLOSED',
    error: 'A competência 08/2026 está fechada e não aceita novas importações',
    requestId: '3f0a1b52-7c1e-4a58-9a2c-0f5d6f7a8b90',
    importedBy: 'ERP',
  },
  'webhook.delivered': { ...deliveryExample, attempts: 1, responseStatus: 200 },
  'webhook.failed': { ...deliveryExample, attempts: 5, responseStatus: null },
};

export function eventExample(type: PublicEventType): object {
  const id = 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d';
  return { id, type, createdAt: '2026-09-02T12:00:00.000Z', data: eventDataExamples[type] };
}
