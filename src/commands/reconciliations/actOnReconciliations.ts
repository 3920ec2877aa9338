// People's acts on reconciliations of one competence, stored as one event. Every interface calls this handler.
import { randomUUID } from 'node:crypto';
import { client as clientFold, clientStream } from '../../domain/clients/fold.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { Decision } from '../../domain/kernel/decider.js';
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
import { partsHash, writeParts } from '../kernel/parts.js';
import type { CompanyCompetence } from '../competence/release.js';
import { transact, type Transactor } from '../kernel/transact.js';

export type ActDeps = Transactor & Readonly<{ failPoints: FailPoints }>;

export type ActOnReconciliations = CompanyCompetence &
  Readonly<{ ids: readonly number[]; request: ActRequest; personId: string; seenRevision?: number | null }>;

/** Results in the order of the ids, without repeats. `position` is null when every id was refused. */
export type ActResults = Readonly<{ results: readonly ActResult[]; position: number | null }>;

/**
 * Each reconciliation is accepted or refused on its own.
 * @param beforeAppend stores what must be durable before the event; called only when there is one, and again after a
 * lost race
 * @throws DomainError `Unavailable`
 */
export async function actOnReconciliations(
  deps: ActDeps,
  { company, competence, ids, request, personId, seenRevision = null }: ActOnReconciliations,
  context: CommandContext,
  beforeAppend: () => Promise<void> = async () => undefined,
): Promise<ActResults> {
  const { companyId, clientId } = company;
  const { outcome, position } = await transact<Reconciliations, CompanyRules, ActedEvent, readonly ActResult[]>(
    deps,
    context,
    {
      stream: reconciliationsStream(companyId, competence),
      fold: reconciliationsFold,
      gather: async () => {
        const { state } = await deps.folds.load(clientStream(clientId), clientFold);
        return companyRulesOf(state, companyId);
      },
      decide: (state, rules) =>
        decideAct(state, {
          ...{ companyId, clientId, competence, ids: [...new Set(ids)] },
          ...{ request, personId, rules, seenRevision },
        }),
      prepare: async (decision) => {
        await beforeAppend();
        const stored = await withParts(deps, context, decision);
        await deps.failPoints('reconciliations.decided');
        return stored;
      },
    },
  );
  if (position !== null) await deps.failPoints('reconciliations.committed');
  return { results: outcome, position };
}

/** Moves items that exceed one event into parts, written before the event that names them. */
async function withParts(
  deps: ActDeps,
  context: CommandContext,
  { events, outcome }: Decision<ActedEvent, readonly ActResult[]>,
): Promise<Decision<ActedEvent, readonly ActResult[]>> {
  const stored: ActedEvent[] = [];
  for (const event of events) {
    const { items } = event.data;
    if (items === null || !exceedsEvent(items)) {
      stored.push(event);
      continue;
    }
    const bytes = encodeActed(actedItems(event.data, []));
    const stream = `acted-${randomUUID()}`;
    await writeParts(deps, context, stream, 'ActedReconciliationsListed', bytes);
    const parts = { stream, count: bytes.length, lines: items.reconciliationId.length, hash: partsHash(bytes) };
    stored.push({ ...event, data: { ...event.data, items: null, parts } } as ActedEvent);
    await deps.failPoints('reconciliations.partsWritten');
  }
  return { events: stored, outcome };
}
