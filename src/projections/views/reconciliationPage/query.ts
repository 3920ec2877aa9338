// What the page of one reconciliation shows of it, the month before, and the next one to work on.
import type { Where } from '../../../domain/kernel/where.js';
import { previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import type { Adjustment, CompositionItem } from '../../../domain/reconciliation/events.js';
import type { ItemFact } from '../../../domain/reconciliation/itemFacts.js';
import { isBeginning } from '../../../domain/reconciliation/possibleActs.js';
import { reconciliationStates, type ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import { pageUpToLast, type Pages } from '../../engine/pages.js';
import type { ReadModels } from '../../engine/readStore.js';
import type { StoredReconciliation } from '../reconciliations/reconciliationRows.js';
import { accountKey, reconciliations } from '../reconciliations/reconciliations.js';
import { competenceClosings, competenceId } from '../competences/books.js';
import { inCompanies, upTo, type Companies, type Scope } from '../scope.js';
import type { Viewer } from '../worklist/worklist.js';
import {
  adjustments,
  compositions,
  entries,
  entryId,
  mentions,
  revisionOf,
  type Entry,
  type Mention,
} from './entries.js';

/** `revision` of the event in its stream; `actor.name` is null for people and rules. */
export type ReconciliationEntry = Readonly<ReturnType<typeof entryOf>>;

/** A page of entries, of all `total`, the newest first; `page` and `pages` from 1. */
export type EntryPage = Readonly<Awaited<ReturnType<typeof entryPage>>>;

/** The pages asked for, each of `limit`: of all entries, those with a text, files. Beyond the last: the last. */
type EntryPagesQuery = Readonly<{ history: number; comments: number; files: number; limit: number }>;

export type ReconciliationDetail = NonNullable<Awaited<ReturnType<typeof readReconciliation>>>;

const ENTRIES_PER_PAGE = 100;
/** Steps that are read at most, the newest. */
const STEPS_MAX = 10_000;

/** Amounts in centavos. @returns null when this client has no reconciliation of the id */
export async function readReconciliation(pages: Pages, { clientId }: Scope, id: number, query: EntryPagesQuery) {
  const { store } = pages;
  const row = await store.get(reconciliations, clientId, id);
  if (row === null) return null;
  const entriesOn = (page: number, where: Where) =>
    entryPage(pages, clientId, [{ reconciliationId: id }, where], page, query.limit);
  const [composition, adjusted, previous, closing, steps, [newest], history, comments, files] = await Promise.all([
    store.get(compositions, clientId, id),
    store.get(adjustments, clientId, id),
    monthBefore(store, row),
    store.get(competenceClosings, clientId, competenceId(row.empresaId, row.competencia as Competence)),
    stepsOf(store, clientId, id),
    entriesOf(store, clientId, id, { limit: 1 }),
    entriesOn(query.history, {}),
    entriesOn(query.comments, { written: true }),
    entriesOn(query.files, { kind: 'attached' }),
  ]);
  return {
    row,
    /** The same account in the month before. */
    previous,
    /** The facts that say who took part, in the order of the events. */
    steps: steps.map(({ fact }) => fact).reverse(),
    /** The newest step that says why it is with its owner, also while it is worked on again; null without any. */
    reason: steps.find(({ fact }) => isReason(fact, row.status)) ?? null,
    history,
    comments,
    files,
    /** Of the change of the balance: its own since the last release about it, and the month before's. */
    explanations: {
      own: row.explicada ? await explanationOf(store, clientId, id) : null,
      previous: previous && row.comparado !== null ? await explanationOf(store, clientId, previous.id) : null,
    },
    /** Null while the competence is open. */
    closedAt: closing?.fechada === true ? closing.em : null,
    composition: itemsOf<CompositionItem>(composition),
    adjustments: itemsOf<Adjustment>(adjusted),
    revision: newest?.revision ?? 0,
  };
}

/** The newest; null without any. */
async function explanationOf(store: ReadModels, clientId: number, id: number): Promise<string | null> {
  const [explanation] = await entriesOf(store, clientId, id, { is: 'explained', limit: 1 });
  return explanation?.fact.is === 'explained' ? explanation.fact.text : null;
}

async function entryPage(pages: Pages, clientId: number, where: Where, requestedPage: number, limit: number) {
  const list = (page: number) => pages.list(entries, { clientId, where }, { page, limit, order: 'desc' });
  const { rows, pagination } = await pageUpToLast(list, requestedPage);
  const { page, pages: pageCount, total } = pagination;
  return { entries: rows.map(entryOf), page, pages: pageCount, total };
}

/** Newest first. */
async function stepsOf(store: ReadModels, clientId: number, id: number): Promise<readonly ReconciliationEntry[]> {
  const where = { reconciliationId: id, kind: { in: ['released', 'moved'] } };
  return (await store.scan(entries, { clientId, where }, { order: 'desc', limit: STEPS_MAX })).map(entryOf);
}

/** A changed balance, a move to another role, or what brought it to its state, but for who took up the work. */
function isReason(fact: ItemFact, status: ReconciliationStatus): boolean {
  if (fact.is === 'released') return fact.status === 'BALANCE_CHANGED';
  if (fact.is !== 'moved' || isBeginning(fact.move)) return false;
  return (
    fact.status === status || reconciliationStates[fact.status].owner !== reconciliationStates[fact.from].owner
  );
}

/** `is`: only these; `at`: up to this time; `after` and `below`: of these revisions, exclusive. */
type EntriesQuery = Readonly<{ is?: ItemFact['is']; at?: string; after?: number; below?: number; limit?: number }>;

/** Newest first, of at most a page. */
export async function entriesOf(
  store: ReadModels,
  clientId: number,
  reconciliationId: number,
  { is: kind, at, after, below, limit = ENTRIES_PER_PAGE }: EntriesQuery,
): Promise<readonly ReconciliationEntry[]> {
  const where = [
    { reconciliationId, kind, at: upTo(at) },
    after === undefined ? {} : { id: { above: entryId(reconciliationId, after) } },
    below === undefined ? {} : { id: { below: entryId(reconciliationId, below) } },
  ];
  return (await store.scan(entries, { clientId, where }, { order: 'desc', limit })).map(entryOf);
}

/** The newest step of the workflow: of what was returned, who did with which words. Null before the first. */
export async function lastMove(
  store: ReadModels,
  clientId: number,
  reconciliationId: number,
): Promise<ReconciliationEntry | null> {
  const [move = null] = await entriesOf(store, clientId, reconciliationId, { is: 'moved', limit: 1 });
  return move;
}

/** The newest texts with `@name` after a time, newest first. */
export function mentionsAfter(
  store: ReadModels,
  clientId: number,
  at: string,
  limit: number,
): Promise<readonly Mention[]> {
  const range = { order: 'desc', sort: { field: 'at' }, limit } as const;
  return store.scan(mentions, { clientId, where: { at: { above: at } } }, range);
}

function entryOf(entry: Entry) {
  const { id, at, actorKind: kind, actorId, actorName: name } = entry;
  return { revision: revisionOf(id), at, actor: { kind, id: actorId, name }, fact: factOf(entry) };
}

function factOf({ fact }: Entry): ItemFact {
  return JSON.parse(fact) as ItemFact;
}

/** The event at this revision about the reconciliation. @returns null when there is none */
export async function entryAt(
  store: ReadModels,
  clientId: number,
  reconciliationId: number,
  revision: number,
): Promise<ItemFact | null> {
  const row = await store.get(entries, clientId, entryId(reconciliationId, revision));
  return row?.reconciliationId === reconciliationId ? factOf(row) : null;
}

/** Of one code in two charts that of the released version: it does not list the other, whose balance is zero. */
async function monthBefore(
  store: ReadModels,
  { clientId, empresaId, competencia, contaCodigo }: StoredReconciliation,
): Promise<StoredReconciliation | null> {
  const before = previousCompetence(competencia as Competence);
  const rows = await store.lookUp(reconciliations, clientId, accountKey, [[empresaId, before, contaCodigo]]);
  return rows.find(({ saldoContabil }) => saldoContabil !== 0) ?? rows.at(-1) ?? null;
}

/** `companies`: those that the person sees. */
type PersonsQueue = Viewer & Readonly<{ companies: Companies }>;

/**
 * The next unfinished one after another, by id, then from the first: the person's own, else one of nobody, else
 * one of who has the role no longer.
 */
export async function nextInQueue(
  store: ReadModels,
  clientId: number,
  { personId, companies, roles }: PersonsQueue,
  afterId: number,
): Promise<StoredReconciliation | null> {
  const ofRoles = roles.map((role) => ({
    ...inCompanies(role.companies),
    responsavelPapel: role.responsavelPapel,
  }));
  const vacant = ofRoles.map((ofRole, at) => ({ ...ofRole, responsavelId: { in: roles[at]?.withoutRole ?? [] } }));
  const queues: readonly Where[] = [
    { ...inCompanies(companies), responsavelId: personId, completedLate: null },
    [{ responsavelId: null, completedLate: null }, { any: ofRoles }],
    [{ completedLate: null }, { any: vacant }],
  ];
  for (const where of queues)
    for (const from of [afterId, null]) {
      const rows = await store.scan(reconciliations, { clientId, where }, { afterId: from, limit: 2 });
      const next = rows.find(({ id }) => id !== afterId);
      if (next !== undefined) return next;
    }
  return null;
}

function itemsOf<Item>(row: Readonly<{ items: string }> | null): readonly Item[] {
  return row === null ? [] : (JSON.parse(row.items) as readonly Item[]);
}
