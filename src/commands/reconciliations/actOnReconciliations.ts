// People's acts on reconciliations of one competence, stored together. Every interface calls this handler.
import { randomUUID } from 'node:crypto';
import { booksOf, isClosed } from '../../domain/books/fold.js';
import { clientOf } from '../../domain/clients/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { groupedBy } from '../../domain/kernel/groupedBy.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { companyRulesOf, type CompanyRules } from '../../domain/reconciliation/companyRules.js';
import type { KnownItems } from '../../domain/reconciliation/carry.js';
import {
  decideAct,
  type ActCommand,
  type ActRequest,
  type ActResult,
} from '../../domain/reconciliation/decide.js';
import type { ActedEvent } from '../../domain/reconciliation/events.js';
import {
  reconciliationOf,
  reconciliations as reconciliationsFold,
  reconciliationsStream,
  type Reconciliations,
} from '../../domain/reconciliation/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { withParts } from './actedParts.js';
import type { CompanyCompetence } from '../competence/release.js';
import { knownItems } from './knownItems.js';
import { transact, type Transactor } from '../kernel/transact.js';

export type ActDeps = Transactor & Readonly<{ failPoints: FailPoints }>;

export type ActOnReconciliations = CompanyCompetence &
  Readonly<{
    ids: readonly number[];
    request: ActRequest;
    personId: string;
    seenRevision?: number | null;
    /** Whether the act may begin its step first. */
    begins?: boolean;
  }>;

type Facts = Readonly<{ rules: CompanyRules; closed: boolean; items: ReadonlyMap<number, KnownItems> }>;

/** Results in the order of the ids, without repeats. `position` is null when every id was refused. */
export type ActResults = Readonly<{ results: readonly ActResult[]; position: number | null }>;

/**
 * Each reconciliation is accepted or refused on its own. A concurrent close and the act are both stored, in log
 * order.
 * @param beforeAppend stores what must be durable before the event; called only when there is one, and again after
 *   a lost race
 * @throws DomainError `Unavailable`
 */
export async function actOnReconciliations(
  deps: ActDeps,
  { company, competence, ids: requestedIds, request, personId, seenRevision = null, begins }: ActOnReconciliations,
  context: CommandContext,
  beforeAppend: () => Promise<void> = async () => undefined,
): Promise<ActResults> {
  const { companyId, clientId } = company;
  const ids = [...new Set(requestedIds)];
  const freshIds = request.act === 'compose' ? request.composition.map(() => randomUUID()) : [];
  const { outcome, position } = await transact<Reconciliations, Facts, ActedEvent, readonly ActResult[]>(
    deps,
    context,
    {
      stream: reconciliationsStream(companyId, competence),
      fold: reconciliationsFold,
      gather: async (state) => {
        const { state: settings } = await deps.folds.load(...clientOf(clientId));
        const rules = companyRulesOf(settings, companyId);
        const items = await readItems(deps, state, { companyId, competence, ids, request });
        if (!rules.freezesClosed) return { rules, closed: false, items };
        const { state: books } = await deps.folds.load(...booksOf(companyId));
        return { rules, closed: isClosed(books, competence), items };
      },
      decide: (state, { rules, closed, items }) =>
        decideAct(state, {
          companyId,
          clientId,
          competence,
          ids,
          items,
          freshIds,
          request,
          personId,
          rules,
          closed,
          seenRevision,
          begins,
        }),
      prepare: async (planned) => {
        await beforeAppend();
        const prepared = withParts(deps, context, planned);
        await deps.failPoints('reconciliations.decided');
        return prepared;
      },
    },
  );
  if (position !== null) await deps.failPoints('reconciliations.committed');
  return { results: outcome, position };
}

type PlacedReconciliation = Readonly<{ id: number; companyId: number; competence: Competence }>;
type ActOnMonth = Pick<ActOnReconciliations, 'company' | 'competence' | 'ids'>;

/**
 * Acts on reconciliations of several months: one event for each competence of a company.
 * @param placed those of the ids that the client has; the others are not found
 * @returns results in the order of the ids, and the position of the last event
 */
export async function actOnMonths(
  { clientId, ids }: Readonly<{ clientId: number; ids: readonly number[] }>,
  placed: readonly PlacedReconciliation[],
  act: (month: ActOnMonth) => Promise<ActResults>,
): Promise<ActResults> {
  const results = new Map<number, ActResult>();
  let position: number | null = null;
  for (const month of groupedBy(placed, (one) => `${one.companyId} ${one.competence}`).values()) {
    const [{ companyId, competence }] = month;
    const acted = await act({ company: { companyId, clientId }, competence, ids: month.map(({ id }) => id) });
    for (const result of acted.results) results.set(result.reconciliationId, result);
    position = acted.position ?? position;
  }
  return { results: ids.map((id) => results.get(id) ?? notFound(id)), position };
}

function notFound(reconciliationId: number): ActResult {
  const refusal = { is: 'ReconciliationNotFound', reconciliationId } as const;
  return { reconciliationId, ok: false, status: null, refusal };
}

/** What `carry` and `compose` of one read: of an earlier one only if an item names what this one lacks. */
async function readItems(
  deps: ActDeps,
  state: Reconciliations,
  { companyId, competence, ids, request }: Pick<ActCommand, 'companyId' | 'competence' | 'ids' | 'request'>,
): Promise<ReadonlyMap<number, KnownItems>> {
  const { act } = request;
  if (act !== 'carry' && (act !== 'compose' || ids.length !== 1)) return new Map();
  const items = ids.flatMap((id) => reconciliationOf(state, id) ?? []);
  const place = { companyId, competence };
  if (act === 'carry') return knownItems(deps, place, items, true);
  const itemsById = await knownItems(deps, place, items, false);
  const current = new Set([...itemsById.values()].flatMap((one) => one.current.map(({ id }) => id)));
  const isKnown = request.composition.every(({ id }) => id === null || current.has(id));
  return isKnown ? itemsById : knownItems(deps, place, items, true);
}
