// Where the events of each company are in the log, for Auditoria: a page of them is found without reading the
// streams. The sentences are made of the events themselves.
import * as z from 'zod';
import type { BooksEvent, RefusalEvent } from '../../domain/books/events.js';
import type { ChartEvent } from '../../domain/charts/events.js';
import type { ClientEvent } from '../../domain/clients/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Vocabulary } from '../../domain/kernel/vocabulary.js';
import { eventTypes } from '../../domain/webhooks/eventTypes.js';
import type { Actor, DomainEvent, Recorded } from '../../domain/kernel/event.js';
import type { ReconciliationEvent } from '../../domain/reconciliation/events.js';
import { reconciliationsStream } from '../../domain/reconciliation/fold.js';
import type { ItemFact } from '../../domain/reconciliation/itemFacts.js';
import { pageOfRows, type Page, type Pages } from '../engine/pages.js';
import { projection, writes, type HandlersOf } from '../engine/projection.js';
import { view, type Write } from '../engine/readStore.js';
import { competenceProgress } from './competences/tally.js';
import { entries, revisionOf } from './reconciliationPage/entries.js';
import { accountKey, reconciliations } from './reconciliations/reconciliations.js';
import { among, atLeast, fieldsOf, upTo, type Scope } from './scope.js';

/** Company id of events that are about the client alone. */
export const OF_NO_COMPANY = 0;

/** `id`: position. `empresaId`: `OF_NO_COMPANY`, `competencia`: "" without one. `quem`: `actorKey`. */
const auditRow = z.object({
  id: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  tipo: z.custom<EventKind>(),
  em: z.string(),
  quem: z.string(),
  fluxo: z.string(),
  revisao: z.int(),
  clientId: z.int(),
});
type AuditRow = Readonly<z.output<typeof auditRow>>;

export const auditTrail = view<AuditRow>({
  name: 'auditTrail',
  version: 1,
  fields: fieldsOf(auditRow),
  indexes: [
    ['clientId', 'empresaId', 'competencia', 'tipo'],
    ['clientId', 'empresaId', 'competencia'],
    ['clientId', 'empresaId', 'quem'],
    ['clientId', 'empresaId', 'tipo'],
    ['clientId', 'empresaId'],
    ['clientId', 'empresaId', 'em'],
    ['clientId'],
  ],
});
const { put } = writes(auditTrail);

type AuditedEvent = BooksEvent | RefusalEvent | ReconciliationEvent | ClientEvent | ChartEvent;

/** Kinds as the filter names them; null: of no company, or a part of the next event. */
const kindsByType: Readonly<Record<AuditedEvent['type'], EventKind | null>> = {
  TrialBalanceVersioned: 'importacao',
  ImportRefused: 'recusa',
  TrialBalanceReleased: 'liberacao',
  ReconciliationsMoved: 'ato',
  CompositionRecorded: 'composicao',
  AdjustmentsRecorded: 'ajustes',
  ReconciliationsCommented: 'comentario',
  EvidenceAttached: 'evidencia',
  VariationExplained: 'comentario',
  CompetenceClosed: 'fechamento',
  CompetenceReopened: 'reabertura',
  ChecklistPointTicked: 'checklist',
  ChecklistPointReopened: 'checklist',
  ScheduleCreated: 'cronograma',
  ScheduleEnded: 'cronograma',
  DossierMade: 'dossie',
  CompanyRegistered: 'cadastro',
  CompanyChanged: 'cadastro',
  ChartRegistered: 'cadastro',
  ChartVersioned: 'cadastro',
  MappingSaved: 'cadastro',
  StatementMappingSaved: 'cadastro',
  DeadlinesChanged: 'cadastro',
  DefaultOwnersChanged: 'cadastro',
  AutoApprovalChanged: 'cadastro',
  CarryRuleChanged: 'cadastro',
  ClosedMonthsRuleChanged: 'cadastro',
  ToleranceChanged: 'cadastro',
  VariationRulesChanged: 'cadastro',
  RiskRulesChanged: 'cadastro',
  ChecklistChanged: 'cadastro',
  ClosingStatementChanged: 'cadastro',
  IntercompanyChanged: 'cadastro',
  SignInLinkMade: 'cadastro',
  SignInLinksSeen: 'cadastro',
  MailChosen: 'cadastro',
  ChartAccountsListed: null,
  ClientNamed: null,
  UserRegistered: null,
  UserRolesChanged: null,
  UserRenamed: null,
  UserErased: null,
  HolidaysChanged: null,
};

/** Everything else changes the registers. */
export function kindOf(type: string): EventKind {
  return (kindsByType as Readonly<Record<string, EventKind | null>>)[type] ?? 'cadastro';
}

export const auditTrailProjection = projection<AuditedEvent>({
  name: 'auditTrail',
  streamPrefixes: ['books-', 'refusals-', 'reconciliations-', 'client-', 'chart-'],
  views: [auditTrail],
  on: Object.fromEntries(
    Object.entries(kindsByType).flatMap(([type, kind]) => (kind === null ? [] : [[type, rowOf]])),
  ) as HandlersOf<AuditedEvent>,
});

type OfCompany = Readonly<{ companyId?: number; clientId: number; competence?: Competence | null }>;

function* rowOf(event: Recorded<DomainEvent<string, OfCompany>>): Iterable<Write> {
  const { data, metadata, position, stream, revision, type } = event;
  yield put({
    id: position,
    empresaId: data.companyId ?? OF_NO_COMPANY,
    competencia: data.competence ?? '',
    tipo: kindOf(type),
    em: metadata.at,
    quem: actorKey(metadata.actor),
    fluxo: stream,
    revisao: revision,
    clientId: data.clientId,
  });
}

/** Key for filtering by actor. All automatic rules share the key `rule`. */
export function actorKey({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return kind === 'rule' ? kind : `${kind} ${id}`;
}

/** `from` and `to`: ISO 8601 UTC with milliseconds, inclusive. `actors`: by `actorKey`. Null: all. */
export type AuditQuery = Readonly<{
  companyId: number;
  competence: Competence | null;
  kind: EventKind | null;
  from: string | null;
  to: string | null;
  actors: readonly string[] | null;
}>;

/** Newest first. Its cost is that of a page, whatever the history. */
export function listAuditTrail(
  pages: Pages,
  { clientId }: Scope,
  { companyId, competence, kind, from, to, actors }: AuditQuery,
  { page, limit }: Readonly<{ page: number; limit: number }>,
): Promise<Page<AuditRow>> {
  const where = [
    { empresaId: companyId, competencia: competence ?? undefined, tipo: kind ?? undefined },
    { quem: actors === null ? undefined : among(actors) },
    { em: atLeast(from) },
    { em: upTo(to) },
  ];
  // An old day is found by its index; what else is asked for has one of its own.
  const byTime = (from !== null || to !== null) && competence === null && kind === null && actors === null;
  const order = { order: 'desc', ...(byTime && { sortBy: 'em' }) } as const;
  return pages.list(auditTrail, { clientId, where }, { page, limit, ...order });
}

/** Now, or the company's latest event where that is later, as after a clock was set back. @returns ISO 8601 UTC */
export async function latestTime(
  { pages, clock }: Readonly<{ pages: Pages; clock: Readonly<{ now(): Date }> }>,
  { clientId, companyId }: Readonly<{ clientId: number; companyId: number }>,
): Promise<string> {
  const now = clock.now().toISOString();
  const later = { clientId, where: { empresaId: companyId, em: atLeast(now) } };
  const newestFirst = { order: 'desc', sort: { field: 'em', after: null }, limit: 1 } as const;
  const [newest] = await pages.store.scan(auditTrail, later, newestFirst);
  return newest?.em ?? now;
}

// Where the events about one account of a company are in the log: those of its reconciliations, month by month.

/** Months and entries read at most, the newest. */
const MONTHS_READ = 240;
const ENTRIES_READ = 5_000;

const kinds: Readonly<Record<ItemFact['is'], EventKind>> = {
  released: 'liberacao',
  moved: 'ato',
  composed: 'composicao',
  adjusted: 'ajustes',
  explained: 'comentario',
  commented: 'comentario',
  attached: 'evidencia',
};

/** Lists, as `listAuditTrail`, the events about the account with this code. */
export async function listAccountTrail(
  { store }: Pages,
  { clientId }: Scope,
  { account, companyId, competence, ...query }: AuditQuery & Readonly<{ account: string }>,
  request: Readonly<{ page: number; limit: number }>,
): Promise<Pick<Page<Pick<AuditRow, 'fluxo' | 'revisao'>>, 'rows' | 'pagination'>> {
  const ofCompany = { clientId, where: { empresaId: companyId } };
  const months =
    competence !== null
      ? [{ competencia: competence as string }]
      : await store.scan(competenceProgress, ofCompany, { order: 'desc', limit: MONTHS_READ });
  const keys = months.map(({ competencia }) => [companyId, competencia, account]);
  const accountRows = await store.lookUp(reconciliations, clientId, accountKey, keys);
  const streams = new Map(
    accountRows.map(({ id, competencia }) => [id, reconciliationsStream(companyId, competencia as Competence)]),
  );
  const where = { reconciliationId: { in: [...streams.keys()] } };
  const readEntries =
    accountRows.length === 0
      ? []
      : await store.scan(entries, { clientId, where }, { order: 'desc', limit: ENTRIES_READ });
  const rows = readEntries
    .filter(({ at, kind, actorKind, actorId }) => {
      const { from, to, actors } = query;
      const isKind = query.kind === null || kinds[kind] === query.kind;
      const isActor = actors === null || actors.includes(actorKey({ kind: actorKind, id: actorId }));
      return isKind && isActor && (from === null || at >= from) && (to === null || at <= to);
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ id, reconciliationId }) => ({
      fluxo: streams.get(reconciliationId) ?? '',
      revisao: revisionOf(id),
    }));
  return pageOfRows(rows, request);
}

/** Kinds in the order of the filter. */
export const eventKinds = {
  importacao: { name: 'Importação' },
  recusa: eventTypes['import.failed'],
  liberacao: { name: 'Liberação' },
  ato: { name: 'Ato em conciliação' },
  composicao: { name: 'Composição' },
  ajustes: { name: 'Ajustes' },
  comentario: { name: 'Comentário' },
  evidencia: { name: 'Evidência' },
  fechamento: { name: 'Fechamento' },
  reabertura: { name: 'Reabertura' },
  cadastro: { name: 'Cadastro' },
  checklist: { name: 'Checklist' },
  cronograma: { name: 'Cronograma' },
  dossie: { name: 'Dossiê' },
} as const satisfies Vocabulary;
export type EventKind = keyof typeof eventKinds;
