// What happened, as receivers are told: the one place that knows both internal events and public ones. The public ones
// are a contract (docs/spec/webhooks.md#events): fields may be added, nothing else changes. A new one is added to
// `translations`; whatever is not there is told to nobody, so a resend or a rebuild, which add no fact, tell nothing.
import { v5 as uuidV5 } from 'uuid';
import type { ImportRefused, TrialBalanceVersioned } from '../domain/books/events.js';
import type { PartsLocation } from '../domain/kernel/parts.js';
import type { Recorded } from '../domain/kernel/event.js';
import { actedItems, actedPartsLocation } from '../domain/reconciliation/parts/actedItems.js';
import type { ReconciliationsMoved, TrialBalanceReleased } from '../domain/reconciliation/events.js';
import { decodeReleased, type ReleasedItem } from '../domain/reconciliation/parts/releasedParts.js';
import { dueAtOf } from '../domain/reconciliation/states.js';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';
import type { PublicEvent } from './delivery/deliveryQueue.js';

/** Streams whose events are translated. */
export const PUBLIC_STREAMS: readonly string[] = ['books-', 'refusals-', 'reconciliations-'];

/** `namespace` is the deployment's, so that ids outlive a restore and a copy; `actorName` who did what is told of. */
export type TellingOf = Readonly<{ namespace: string; actorName: string }>;

/** `item` tells apart what one internal event makes several public ones of. */
type Told = Readonly<{ item: string; data: object }>;

export type Translation = Readonly<{
  type: PublicEventType;
  /** Null: the event tells all by itself. */
  parts: PartsLocation | null;
  /** Called for each part, or once with null. */
  tell(of: TellingOf, part: Uint8Array | null): Iterable<Told>;
}>;

/** In the order in which receivers are told; none for what no receiver is told. */
export function translationsOf(event: Recorded): readonly Translation[] {
  return translations[event.type]?.(event) ?? [];
}

const translations: Readonly<Record<string, ((event: Recorded) => readonly Translation[]) | undefined>> = {
  TrialBalanceVersioned: (event) => [importCompleted(event)],
  ImportRefused: (event) => [importFailed(event)],
  TrialBalanceReleased: reconciliationsMade,
  ReconciliationsMoved: reconciliationsDecided,
};

function importCompleted(recorded: Recorded): Translation {
  const { data, metadata } = recorded as Recorded<TrialBalanceVersioned>;
  return {
    type: 'import.completed',
    parts: null,
    tell: ({ actorName }) => [
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
    tell: ({ actorName }) => [
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
 * One of each account the release made a reconciliation for; those it refreshed were told of before. Then those that a
 * rule approved by itself (docs/spec/workflow.md#automatic-approval).
 */
function reconciliationsMade(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<TrialBalanceReleased>;
  if (data.created === 0) return [];
  const parts = { stream: data.items.stream, fromRevision: 0, count: data.items.count };
  const about = (namespace: string, item: ReleasedItem) => ({
    reconciliationId: publicReconciliationId(namespace, item.reconciliationId),
    accountCode: item.accountCode,
    accountName: item.accountName,
    period: data.competence,
  });
  return [
    {
      type: 'reconciliation.created',
      parts,
      *tell({ namespace }, part) {
        for (const item of madeIn(part)) {
          const { companyId, deadlines } = data;
          const status = item.status.toLowerCase();
          const bookBalance = item.bookBalanceCents / 100;
          const facts = { status, companyId, bookBalance, dueAt: dueAtOf(item.status, deadlines) };
          yield { item: String(item.reconciliationId), data: { ...about(namespace, item), ...facts } };
        }
      },
    },
    {
      type: 'reconciliation.approved',
      parts,
      *tell({ namespace }, part) {
        for (const item of madeIn(part)) {
          if (item.status !== 'AUTO_APPROVED') continue;
          const facts = { status: 'approved', approvedBy: RULES_NAME, approvedAt: metadata.at };
          yield { item: String(item.reconciliationId), data: { ...about(namespace, item), ...facts } };
        }
      },
    },
  ];
}

/** Who acts for rules (docs/spec/workflow.md#roles). */
const RULES_NAME = 'Sistema';

function madeIn(part: Uint8Array | null): readonly ReleasedItem[] {
  return part === null ? [] : decodeReleased(part).filter(({ created }) => created);
}

/** Approvals and rejections; no other move of people has a public event. */
function reconciliationsDecided(recorded: Recorded): readonly Translation[] {
  const { data, metadata } = recorded as Recorded<ReconciliationsMoved>;
  const { move, competence, comment } = data;
  if (move !== 'approve' && move !== 'reject') return [];
  const [who, when] = move === 'approve' ? ['approvedBy', 'approvedAt'] : ['rejectedBy', 'rejectedAt'];
  const translation: Translation = {
    type: move === 'approve' ? 'reconciliation.approved' : 'reconciliation.rejected',
    parts: data.items === null ? actedPartsLocation(data) : null,
    *tell({ namespace, actorName }, part) {
      for (const item of actedItems(data, part === null ? [] : [part]))
        yield {
          item: String(item.reconciliationId),
          data: {
            reconciliationId: publicReconciliationId(namespace, item.reconciliationId),
            accountCode: item.accountCode,
            accountName: item.accountName,
            period: competence,
            status: item.status.toLowerCase(),
            [who]: actorName,
            [when]: metadata.at,
            ...(move === 'reject' && { reason: comment ?? '' }),
          },
        };
    },
  };
  return [translation];
}

/** The UUID that belongs to a reconciliation for good (docs/spec/workflow.md#ids). */
export function publicReconciliationId(namespace: string, reconciliationId: number): string {
  return uuidV5(String(reconciliationId), namespace);
}

/** The same source, type and item make the same event, id and bytes, however often. */
export function publicEventOf(
  { namespace }: Pick<TellingOf, 'namespace'>,
  source: Readonly<{ id: string; clientId: number; at: string }>,
  type: PublicEventType,
  { item, data }: Told,
): PublicEvent {
  const eventId = `evt_${uuidV5(`${source.id}/${type}/${item}`, namespace)}`;
  return publicEvent(eventId, source.clientId, type, source.at, data);
}

export type AboutDelivery = Readonly<{
  deliveryId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  attempts: number;
  responseStatus: number | null;
}>;

/** `webhook.delivered` and `webhook.failed`: at most one of each delivery, never about a delivery of those two. */
export function webhookEvent(
  world: Pick<TellingOf, 'namespace'>,
  type: 'webhook.delivered' | 'webhook.failed',
  clientId: number,
  at: string,
  about: AboutDelivery,
): PublicEvent {
  return publicEventOf(world, { id: about.deliveryId, clientId, at }, type, { item: '', data: about });
}

/** What a webhook gets when its owner tries it out. @param id random: each try is an event of its own */
export function testEvent(id: string, clientId: number, type: PublicEventType, at: string): PublicEvent {
  return publicEvent(`evt_${id}`, clientId, type, at, { test: true });
}

/** @param at ISO 8601 UTC */
function publicEvent(eventId: string, clientId: number, type: string, at: string, data: object): PublicEvent {
  const body = Buffer.from(JSON.stringify({ id: eventId, type, createdAt: at, data }));
  return { eventId, clientId, type, createdAt: Date.parse(at), body };
}
