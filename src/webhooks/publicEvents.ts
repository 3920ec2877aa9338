// Translates internal events to public ones; no other file uses both. Public events are a contract: fields may be
// added, nothing else changes (docs/spec/webhooks.md#events). To add one, name its type in
// src/domain/webhooks/eventTypes.ts, translate it here, and declare its schema and example below.
import { v5 as uuidV5 } from 'uuid';
import * as z from 'zod';
import type { ImportRefused, TrialBalanceVersioned } from '../domain/books/events.js';
import { SYSTEM, type Recorded } from '../domain/kernel/event.js';
import type { PartsLocation } from '../domain/kernel/parts.js';
import type { ReconciliationsMoved, ReleasedItem, TrialBalanceReleased } from '../domain/reconciliation/events.js';
import { actedItems, actedPartsLocation, decodeReleased } from '../domain/reconciliation/parts.js';
import { dueAtOf } from '../domain/reconciliation/states.js';
import { approvalReasons } from '../domain/clients/rules.js';
import { valuesOf } from '../domain/kernel/vocabulary.js';
import { publicEventTypes, type PublicEventType } from '../domain/webhooks/eventTypes.js';

/** Streams whose events are translated. */
export const PUBLIC_STREAMS: readonly string[] = ['books-', 'refusals-', 'reconciliations-'];

/** `namespace`: the deployment's, so that a restored or copied log gives the same ids; `cnpj`: the company's. */
type TranslationContext = Readonly<{ namespace: string; actorName: string; cnpj: string }>;

/** `item` distinguishes the public events made of one internal event. */
type Payload = Readonly<{ item: string; data: object }>;

type Translation = Readonly<{
  type: PublicEventType;
  /** Null: the event has no parts. */
  parts: PartsLocation | null;
  /** @param parts all of them */
  payloads(context: TranslationContext, parts: readonly Uint8Array[]): Iterable<Payload>;
}>;

/** Translations in the order of the public events; empty for an event without any. */
export function translationsOf(event: Recorded): readonly Translation[] {
  return translations[event.type]?.(event) ?? [];
}

const translations: Readonly<Record<string, ((event: Recorded) => readonly Translation[]) | undefined>> = {
  TrialBalanceVersioned: importCompleted,
  ImportRefused: importFailed,
  TrialBalanceReleased: reconciliationsCreated,
  ReconciliationsMoved: reconciliationsDecided,
};

/** One public event, of the event itself. */
function onlyOne<Type extends PublicEventType>(
  type: Type,
  dataOf: (context: TranslationContext) => EventData[Type],
): readonly Translation[] {
  return [{ type, parts: null, payloads: (context) => [{ item: '', data: dataOf(context) }] }];
}

function importCompleted(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<TrialBalanceVersioned>;
  return onlyOne('import.completed', ({ actorName }) => ({
    trialBalanceId: data.trialBalanceId,
    companyId: data.companyId,
    cnpj: data.cnpj,
    period: data.competence,
    version: data.version,
    chartName: data.chartName,
    linesSent: data.received,
    linesImported: data.lineCount,
    importedBy: actorName,
    importedAt: metadata.at,
  }));
}

function importFailed(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<ImportRefused>;
  return onlyOne('import.failed', ({ actorName }) => ({
    companyId: data.companyId,
    cnpj: data.cnpj,
    period: data.competence,
    code: data.code,
    error: data.error,
    requestId: metadata.requestId,
    importedBy: actorName,
  }));
}

/** One per reconciliation created, then one per approval by rule (docs/spec/workflow.md#automatic-approval). */
function reconciliationsCreated(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<TrialBalanceReleased>;
  if (data.created === 0) return [];
  const location = actedPartsLocation({ parts: data.items });
  const { companyId, competence, deadlines } = data;
  return [
    {
      type: 'reconciliation.created',
      parts: location,
      *payloads(context, parts) {
        for (const item of createdIn(parts)) {
          const status = item.status.toLowerCase();
          const bookBalance = item.bookBalanceCents / 100;
          const facts = { status, companyId, bookBalance, dueAt: dueAtOf(item.status, deadlines) };
          const { item: id, data: body } = payloadOf(context, item, { companyId, competence }, facts);
          yield { item: id, data: { ...body, autoApproval: autoApprovalOf(item) } };
        }
      },
    },
    {
      type: 'reconciliation.approved',
      parts: location,
      *payloads(context, parts) {
        for (const item of createdIn(parts)) {
          if (item.status !== 'AUTO_APPROVED') continue;
          const facts = { status: 'approved', approvedBy: SYSTEM, approvedAt: metadata.at };
          yield payloadOf(context, item, { companyId, competence }, facts);
        }
      },
    },
  ];
}

/** `reason` null: the company has no rule for the account, or the release was before reasons were recorded. */
function autoApprovalOf({ status, approvalReason = null }: ReleasedItem): object {
  return { applied: status === 'AUTO_APPROVED', reason: approvalReason };
}

function* createdIn(parts: readonly Uint8Array[]): Iterable<ReleasedItem> {
  for (const part of parts) for (const item of decodeReleased(part)) if (item.created) yield item;
}

/** Approvals and rejections; no other act has a public event. */
function reconciliationsDecided(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<ReconciliationsMoved>;
  const { move, comment } = data;
  if (move !== 'approve' && move !== 'reject') return [];
  const [who, when] = move === 'approve' ? ['approvedBy', 'approvedAt'] : ['rejectedBy', 'rejectedAt'];
  const translation: Translation = {
    type: move === 'approve' ? 'reconciliation.approved' : 'reconciliation.rejected',
    parts: data.items === null ? actedPartsLocation(data) : null,
    *payloads(context, parts) {
      for (const item of actedItems(data, parts)) {
        const facts = {
          status: item.status.toLowerCase(),
          [who]: context.actorName,
          [when]: metadata.at,
          ...(move === 'reject' && { reason: comment ?? '' }),
        };
        yield payloadOf(context, item, data, facts);
      }
    },
  };
  return [translation];
}

/** Members that every event about a reconciliation has; `id` is that of its row in REST. */
function payloadOf(
  { namespace, cnpj }: TranslationContext,
  {
    reconciliationId: id,
    accountCode,
    accountName,
  }: Pick<ReleasedItem, 'reconciliationId' | 'accountCode' | 'accountName'>,
  { companyId, competence }: Readonly<{ companyId: number; competence: string }>,
  facts: object,
): Payload {
  const reconciliationId = publicReconciliationId(namespace, id);
  return {
    item: String(id),
    data: { reconciliationId, accountCode, accountName, period: competence, ...facts, companyId, cnpj, id },
  };
}

/** The permanent UUID of a reconciliation (docs/spec/workflow.md#ids). */
export function publicReconciliationId(namespace: string, reconciliationId: number): string {
  return uuidV5(String(reconciliationId), namespace);
}

// The contract of `data`, by type: its schema and an example.

const time = z.iso.datetime({ precision: 3 });
const period = z.string().describe('Competência (AAAA-MM)');

const companyId = z.int().describe('Empresa');
const cnpj = z.string().describe('CNPJ sem máscara: 14 caracteres, números ou letras maiúsculas');

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

type EventData = { readonly [Type in PublicEventType]: z.output<(typeof eventData)[Type]> };

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
} as const;

export const eventDataExamples: EventData = {
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

/** A whole delivery of a type. */
export function eventExample(type: PublicEventType): object {
  const id = 'evt_9c8b7a6d-5e4f-5a3b-8c2d-1e0f9a8b7c6d';
  return { id, type, createdAt: '2026-09-02T12:00:00.000Z', data: eventDataExamples[type] };
}
