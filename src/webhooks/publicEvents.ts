// Translates internal events to public ones; no other file uses both. Public events are a contract: fields may be
// added, nothing else changes (docs/spec/webhooks.md#events). To add one, name its type in
// src/domain/webhooks/eventTypes.ts, translate it here, and describe it in src/api/webhooks/eventBodies.ts.
import { v5 as uuidV5 } from 'uuid';
import type { ImportRefused, TrialBalanceVersioned } from '../domain/books/events.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { PartsLocation } from '../domain/kernel/parts.js';
import type { ReconciliationsMoved, ReleasedItem, TrialBalanceReleased } from '../domain/reconciliation/events.js';
import { actedItems, actedPartsLocation, decodeReleased } from '../domain/reconciliation/parts.js';
import { dueAtOf } from '../domain/reconciliation/states.js';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';
import type { PublicEvent } from './delivery/deliveryQueue.js';

/** Streams whose events are translated. */
export const PUBLIC_STREAMS: readonly string[] = ['books-', 'refusals-', 'reconciliations-'];

/**
 * `namespace`: the deployment's, so that a restored or copied log gives the same ids; `actorName`: the name of the actor;
 * `cnpj`: the company's.
 */
export type TranslationContext = Readonly<{ namespace: string; actorName: string; cnpj: string }>;

/** `item` distinguishes the public events made of one internal event. */
export type Payload = Readonly<{ item: string; data: object }>;

export type Translation = Readonly<{
  type: PublicEventType;
  /** Null: the event has no parts. */
  parts: PartsLocation | null;
  /** Called for each part, or once with null. */
  payloads(context: TranslationContext, part: Uint8Array | null): Iterable<Payload>;
}>;

/** In the order of the public events; empty for an event without any. */
export function translationsOf(event: Recorded): readonly Translation[] {
  return translations[event.type]?.(event) ?? [];
}

const translations: Readonly<Record<string, ((event: Recorded) => readonly Translation[]) | undefined>> = {
  TrialBalanceVersioned: (event) => [importCompleted(event)],
  ImportRefused: (event) => [importFailed(event)],
  TrialBalanceReleased: reconciliationsCreated,
  ReconciliationsMoved: reconciliationsDecided,
};

function importCompleted(recorded: Recorded): Translation {
  const { data, metadata } = recorded as Recorded<TrialBalanceVersioned>;
  return {
    type: 'import.completed',
    parts: null,
    payloads: ({ actorName }) => [
      {
        item: '',
        data: {
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
        },
      },
    ],
  };
}

function importFailed(recorded: Recorded): Translation {
  const { data, metadata } = recorded as Recorded<ImportRefused>;
  return {
    type: 'import.failed',
    parts: null,
    payloads: ({ actorName }) => [
      {
        item: '',
        data: {
          companyId: data.companyId,
          cnpj: data.cnpj,
          period: data.competence,
          code: data.code,
          error: data.error,
          requestId: metadata.requestId,
          importedBy: actorName,
        },
      },
    ],
  };
}

/**
 * One event per reconciliation the release created, not those it refreshed. Then one per reconciliation that a rule
 * approved (docs/spec/workflow.md#automatic-approval).
 */
function reconciliationsCreated(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<TrialBalanceReleased>;
  if (data.created === 0) return [];
  const parts = { stream: data.items.stream, fromRevision: 0, count: data.items.count };
  const { companyId, competence, deadlines } = data;
  return [
    {
      type: 'reconciliation.created',
      parts,
      *payloads(context, part) {
        for (const item of createdIn(part)) {
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
      parts,
      *payloads(context, part) {
        for (const item of createdIn(part)) {
          if (item.status !== 'AUTO_APPROVED') continue;
          const facts = { status: 'approved', approvedBy: RULES_NAME, approvedAt: metadata.at };
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

/** The actor's name when a rule approves (docs/spec/workflow.md#roles). */
const RULES_NAME = 'Sistema';

function createdIn(part: Uint8Array | null): readonly ReleasedItem[] {
  return part === null ? [] : decodeReleased(part).filter(({ created }) => created);
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
    *payloads(context, part) {
      for (const item of actedItems(data, part === null ? [] : [part])) {
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

// The envelope of a public event, `{ id, type, createdAt, data }`, encoded once.

/** The stored event that a public event derives from; `at` in ISO 8601 UTC. */
type EventSource = Readonly<{ id: string; clientId: number; at: string }>;

/** Deterministic: the same source, type and item give the same id and bytes. `namespace` is the deployment's. */
export function publicEventOf(
  namespace: string,
  source: EventSource,
  type: PublicEventType,
  { item, data }: Readonly<{ item: string; data: object }>,
): PublicEvent {
  const eventId = `evt_${uuidV5(`${source.id}/${type}/${item}`, namespace)}`;
  return publicEvent(eventId, source.clientId, type, source.at, data);
}

type DeliveryOutcome = Readonly<{
  deliveryId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  attempts: number;
  responseStatus: number | null;
}>;

/** An event about a delivery: at most one of each type per delivery, none about deliveries of these two types. */
export function webhookEvent(
  namespace: string,
  type: 'webhook.delivered' | 'webhook.failed',
  clientId: number,
  at: string,
  data: DeliveryOutcome,
): PublicEvent {
  return publicEventOf(namespace, { id: data.deliveryId, clientId, at }, type, { item: '', data });
}

/**
 * @param id random: each test is a new event
 * @param example example values of the type's members
 */
export function testEvent(
  id: string,
  clientId: number,
  { type, example }: Readonly<{ type: PublicEventType; example: object }>,
  at: string,
): PublicEvent {
  return publicEvent(`evt_${id}`, clientId, type, at, { ...example, test: true });
}

function publicEvent(eventId: string, clientId: number, type: string, at: string, data: object): PublicEvent {
  const body = Buffer.from(JSON.stringify({ id: eventId, type, createdAt: at, data }));
  return { eventId, clientId, type, createdAt: Date.parse(at), body };
}
