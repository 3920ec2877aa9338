// The history of a company: events of its streams, and of its client's that are about it. Parts are omitted.
import { chartStream } from '../../domain/charts/fold.js';
import { clientStream } from '../../domain/clients/fold.js';
import { booksOf, booksStream, refusalsStream } from '../../domain/books/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import { groupedBy } from '../../domain/kernel/groupedBy.js';
import { eventsAt } from '../../domain/kernel/knownEvent.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { actedItems, actedPartsLocation, decodeReleased } from '../../domain/reconciliation/parts.js';
import type { ActedItem, ReleasedItem, TrialBalanceReleased } from '../../domain/reconciliation/events.js';
import { isAct, reconciliationsStream } from '../../domain/reconciliation/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { FoldedLog } from '../kernel/folds.js';
import { readNamedParts } from '../kernel/parts.js';

/** `actor.name` is null for people and rules, which events do not name. */
export type HistoryEntry = Readonly<{
  at: string;
  type: string;
  actor: Readonly<{ kind: Actor['kind']; id: string; name: string | null }>;
  requestId: string | null;
  stream: string;
  data: unknown;
  /** The items of an act: with `reconciliationId` that one, otherwise those in the event itself. */
  acted: readonly ActedItem[] | null;
  released: ReleasedItem | null;
}>;

/**
 * `from` and `to`: ISO 8601 UTC with milliseconds, inclusive. `competence` excludes events of the registers;
 * `reconciliationId` excludes events that do not concern that reconciliation.
 */
export type HistoryQuery = Readonly<{
  company: Pick<CompanyFacts, 'companyId' | 'clientId'>;
  competence: Competence | null;
  reconciliationId?: number | null;
  from: string | null;
  to: string | null;
}>;

/** Entries in log order. */
export async function history(deps: FoldedLog, query: HistoryQuery): Promise<readonly HistoryEntry[]> {
  const entries: { position: number; entry: HistoryEntry }[] = [];
  for await (const event of eventsOf(deps, query)) {
    const touched = await itemsTouched(deps, event, query.reconciliationId ?? null);
    if (touched) entries.push({ position: event.position, entry: entryOf(event, touched) });
  }
  return entries.sort((a, b) => a.position - b.position).map(({ entry }) => entry);
}

/** Everybody whom the sentence of an event names. */
export function peopleIn({ actor, acted, released, data }: HistoryEntry): readonly (string | null)[] {
  const owners = [...(acted ?? []), ...(released ? [released] : [])].map(({ ownerId }) => ownerId);
  const { personId = null } = data as Readonly<{ personId?: string }>;
  return [actor.kind === 'person' ? actor.id : null, personId, ...owners];
}

export type EventPlace = Readonly<{ stream: string; revision: number }>;

/** The events at these places, in order. Reads these stretches of their streams alone. @throws LogWentBack */
export async function historyAt(
  log: EventLog,
  places: readonly EventPlace[],
): Promise<readonly (HistoryEntry & EventPlace)[]> {
  const entries = new Map<string, HistoryEntry & EventPlace>();
  for (const [stream, inStream] of groupedBy(places, (place) => place.stream)) {
    const revisions = inStream.map(({ revision }) => revision).sort((a, b) => a - b);
    for await (const event of eventsAt(log, stream, revisions))
      entries.set(`${stream} ${event.revision}`, {
        ...entryOf(event, inEvent(event)),
        revision: event.revision,
      });
  }
  return places.flatMap(({ stream, revision }) => entries.get(`${stream} ${revision}`) ?? []);
}

type TouchedItems = Pick<HistoryEntry, 'acted' | 'released'>;

/** @returns null for an event that does not concern the reconciliation */
async function itemsTouched(
  { log }: FoldedLog,
  event: Recorded,
  reconciliationId: number | null,
): Promise<TouchedItems | null> {
  const isRequested = (item: Readonly<{ reconciliationId: number }>): boolean =>
    item.reconciliationId === reconciliationId;
  if (reconciliationId === null) return inEvent(event);
  if (isAct(event)) {
    const parts = event.data.parts ? await readNamedParts(log, actedPartsLocation(event.data)) : [];
    const acted = actedItems(event.data, parts).filter(isRequested);
    return acted.length > 0 ? { acted, released: null } : null;
  }
  if (event.type !== 'TrialBalanceReleased') return null;
  const { stream, count } = (event as Recorded<TrialBalanceReleased>).data.items;
  const parts = await readNamedParts(log, { stream, fromRevision: 0, count });
  const released = parts.flatMap(decodeReleased).find(isRequested) ?? null;
  return released && { acted: null, released };
}

function inEvent(event: Recorded): TouchedItems {
  const items = isAct(event) ? event.data.items : null;
  return { acted: items && actedItems({ items }, []), released: null };
}

/** Stream by stream. */
async function* eventsOf(deps: FoldedLog, query: HistoryQuery): AsyncIterable<Recorded> {
  const { companyId } = query.company;
  const isRequestedCompetence = (event: Recorded): boolean =>
    query.competence === null || (event.data as { competence?: unknown }).competence === query.competence;
  for (const stream of [booksStream(companyId), refusalsStream(companyId)])
    for await (const event of within(deps.log, stream, query)) if (isRequestedCompetence(event)) yield event;
  for (const competence of await competencesOf(deps, query))
    yield* within(deps.log, reconciliationsStream(companyId, competence), query);
  if (query.competence === null) yield* registersOf(deps, query);
}

/** The competences of the company's books; others have no reconciliations. */
async function competencesOf(
  { folds }: FoldedLog,
  { company, competence }: HistoryQuery,
): Promise<readonly Competence[]> {
  if (competence !== null) return [competence];
  const { state } = await folds.load(...booksOf(company.companyId));
  return Object.keys(state.months) as Competence[];
}

/** Events about the client's people, whatever company is asked for. */
const OF_SIGN_INS: ReadonlySet<string> = new Set(['SignInLinkMade', 'SignInLinksSeen']);

/** Events of the company's record and its charts, and of who let people sign in. */
async function* registersOf({ log }: FoldedLog, query: HistoryQuery): AsyncIterable<Recorded> {
  const { companyId, clientId } = query.company;
  const charts: number[] = [];
  for await (const event of log.read(clientStream(clientId), 0)) {
    const data = event.data as { companyId?: number; chartId?: number };
    if (data.companyId !== companyId && !OF_SIGN_INS.has(event.type)) continue;
    if (event.type === 'ChartRegistered' && data.chartId !== undefined) charts.push(data.chartId);
    if (isWithin(event, query)) yield event;
  }
  for (const chartId of charts) yield* within(log, chartStream(chartId), query);
}

/** Stops after `to`: times never decrease within a stream. */
async function* within(log: EventLog, stream: string, query: HistoryQuery): AsyncIterable<Recorded> {
  for await (const event of log.read(stream, 0)) {
    if (query.to !== null && event.metadata.at > query.to) return;
    if (isWithin(event, query) && !(event.data instanceof Uint8Array)) yield event;
  }
}

function isWithin({ metadata: { at } }: Recorded, { from, to }: HistoryQuery): boolean {
  return (from === null || at >= from) && (to === null || at <= to);
}

function entryOf({ type, metadata, stream, data }: Recorded, touched: TouchedItems): HistoryEntry {
  const { at, requestId, actor } = metadata;
  const { kind, id, name = null } = actor;
  return { at, type, actor: { kind, id, name }, requestId, stream, data, ...touched };
}
