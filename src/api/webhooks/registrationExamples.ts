// Examples of registering webhooks, shown in the contract; a test checks them against their schemas. Those of events: eventBodies.ts.

const webhook = {
  id: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  url: 'https://erp.exemplo.com.br/webhooks',
  events: ['import.completed', 'reconciliation.approved'],
} as const;
const state = { status: 'ACTIVE', createdAt: '2026-09-02T12:00:00.000Z' } as const;

export const webhookExamples = {
  register: { url: webhook.url, events: webhook.events },
  change: { events: ['import.completed', 'import.failed'], status: 'ACTIVE' },
  rotate: { immediate: false },
  row: { ...webhook, ...state },
  withSecret: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8m0Zb1n4hQc=', ...state },
} as const;
