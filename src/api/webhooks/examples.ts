// One example of each row, body and event of webhooks, shown in the contract; a test checks them against their schemas.
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';

const webhook = {
  id: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  url: 'https://erp.exemplo.com.br/webhooks',
  events: ['import.completed', 'reconciliation.approved'],
} as const;
const state = { status: 'ACTIVE', createdAt: '2026-09-02T12:00:00.000Z' } as const;
const reconciliation = {
  reconciliationId: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f',
  accountCode: '1.1.01',
  accountName: 'Caixa',
  period: '2026-08',
};
const ofCompany = { companyId: 1, cnpj: '11222333000181', id: 3 };
const aboutDelivery = {
  deliveryId: '2a4e6c80-1b3d-5f70-9a2c-4e6f80a1c3e5',
  webhookId: webhook.id,
  eventId: 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d',
  eventType: 'import.completed',
};

export const webhookExamples = {
  register: { url: webhook.url, events: webhook.events },
  change: { events: ['import.completed', 'import.failed'], status: 'ACTIVE' },
  rotate: { immediate: false },
  row: { ...webhook, ...state },
  withSecret: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8m0Zb1n4hQc=', ...state },
} as const;

export const eventDataExamples: Readonly<Record<PublicEventType, object>> = {
  'reconciliation.created': {
    ...reconciliation,
    status: 'not_started',
    bookBalance: 1300.25,
    dueAt: '2026-09-09T02:59:59.999Z',
    ...ofCompany,
  },
  'reconciliation.approved': {
    ...reconciliation,
    status: 'approved',
    approvedBy: 'Ana Souza',
    approvedAt: '2026-09-05T14:30:00.000Z',
    ...ofCompany,
  },
  'reconciliation.rejected': {
    ...reconciliation,
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
  'webhook.delivered': { ...aboutDelivery, attempts: 1, responseStatus: 200 },
  'webhook.failed': { ...aboutDelivery, attempts: 5, responseStatus: null },
};

export function eventExample(type: PublicEventType): object {
  const id = 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d';
  return { id, type, createdAt: '2026-09-02T12:00:00.000Z', data: eventDataExamples[type] };
}
