// People's acts on reconciliations of one competence, stored together. Every interface calls this handler.
import { randomUUID } from 'node:crypto';
import { books as booksFold, booksStream, isClosed } from '../../domain/books/fold.js';
import { client as clientFold, clientStream } from '../../domain/clients/fold.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { StreamAppend } from '../../domain/kernel/log.js';
import { actedItems, encodeActed, exceedsEvent } from '../../domain/reconciliation/parts/actedItems.js';
import { companyRulesOf, type CompanyRules } from '../../domain/reconciliation/companyRules.js';
import { decideAct, type ActRequest, type ActResult } from '../../domain/reconciliation/decide.js';
import type { ActedEvent } from '../../domain/reconciliation/events.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
  type Reconciliations,
} from '../../domain/reconciliation/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { partsAppends, partsHash } from '../kernel/parts.js';
import type { CompanyCompetence } from '../competence/release.js';
import { transact, type Prepared, type Transactor } from '../kernel/transact.js';

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

type Facts = Readonly<{ rules: CompanyRules; closed: boolean }>;

/** Results in the order of the ids, without repeats. `position` is null when every id was refused. */
export type ActResults = Readonly<{ results: readonly ActResult[]; position: number | null }>;

/**
 * Each reconciliation is accepted or refused on its own. A concurrent close and the act are both stored, in log order.
 * @param beforeAppend stores what must be durable before the event; called only when there is one, and again after a
 * lost race
 * @throws DomainError `Unavailable`
 */
export async function actOnReconciliations(
  deps: ActDeps,
  { company, competence, ids, request, personId, seenRevision = null, begins }: ActOnReconciliations,
  context: CommandContext,
  beforeAppend: () => Promise<void> = async () => undefined,
): Promise<ActResults> {
  const { companyId, clientId } = company;
  const { outcome, position } = await transact<Reconciliations, Facts, ActedEvent, readonly ActResult[]>(
    deps,
    context,
    {
      stream: reconciliationsStream(companyId, competence),
      fold: reconciliationsFold,
      gather: async () => {
        const { state } = await deps.folds.load(clientStream(clientId), clientFold);
        const rules = companyRulesOf(state, companyId);
        if (!rules.freezesClosed) return { rules, closed: false };
        const { state: books } = await deps.folds.load(booksStream(companyId), booksFold);
        return { rules, closed: isClosed(books, competence) };
      },
      decide: (state, { rules, closed }) =>
        decideAct(state, {
          ...{ companyId, clientId, competence, ids: [...new Set(ids)] },
          ...{ request, personId, rules, closed, seenRevision, begins },
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

/** Moves items that exceed one event into parts. */
function withParts(deps: ActDeps, context: CommandContext, events: readonly ActedEvent[]): Prepared<ActedEvent> {
  const appends: StreamAppend[] = [];
  const stored = events.map((event) => {
    const { items } = event.data;
    if (items === null || !exceedsEvent(items)) return event;
    const bytes = encodeActed(actedItems(event.data, []));
    const stream = `acted-${randomUUID()}`;
    appends.push(...partsAppends(deps.clock, context, stream, 'ActedReconciliationsListed', bytes));
    const parts = { stream, count: bytes.length, lines: items.reconciliationId.length, hash: partsHash(bytes) };
    return { ...event, data: { ...event.data, items: null, parts } } as ActedEvent;
  });
  return { events: stored, parts: appends };
}
