// Closes and reopens a competence. A closed one refuses imports and releases; its reconciliations stay open.
import type { ReopenRefusal } from '../../domain/books/refusals.js';
import type { ClosingWarning } from '../../domain/books/closingWarnings.js';
import { decideReopen, decideClose } from '../../domain/books/decide.js';
import { booksStream, books as booksFold, type Books } from '../../domain/books/fold.js';
import type { CompetenceClosed, CompetenceReopened } from '../../domain/books/events.js';
import { refuse } from '../../domain/problem.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import type { Role } from '../../domain/clients/roles.js';
import type { CommandContext } from '../kernel/context.js';
import type { CompanyCompetence } from './release.js';
import { requireRole } from '../people/requireRole.js';
import { transact, type Transactor } from '../kernel/transact.js';

/** `position` is null when the competence was already closed. */
export type Closing = Readonly<{ warnings: readonly ClosingWarning[]; position: number | null }>;

/** Source: docs/spec/workflow.md#roles. */
export const CLOSERS: readonly Role[] = ['MODULE_ADMIN'];

/**
 * May be sent twice; the warnings are always current.
 * @throws DomainError `RoleMissing`, `Unavailable`
 */
export async function closeCompetence(
  deps: Transactor,
  { company, competence }: CompanyCompetence,
  context: CommandContext,
): Promise<Closing> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, CLOSERS);
  const { outcome: warnings, position } = await transact<
    Books,
    Parameters<typeof decideClose>[1],
    CompetenceClosed,
    readonly ClosingWarning[]
  >(deps, context, {
    stream: booksStream(companyId),
    fold: booksFold,
    gather: async () => {
      const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
      const releasedTrialBalanceId = state.released?.trialBalanceId ?? null;
      const work = { releasedTrialBalanceId, unfinished: state.unfinished };
      return { companyId, clientId, competence, work };
    },
    decide: decideClose,
  });
  return { warnings, position };
}

/** @throws DomainError `RoleMissing`, `ReasonMissing`, `CompetenceNotClosed`, `NotLastClosedCompetence`, `Unavailable` */
export async function reopenCompetence(
  deps: Transactor,
  { company, competence, reason }: CompanyCompetence & Readonly<{ reason: string }>,
  context: CommandContext,
): Promise<Readonly<{ position: number | null }>> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, CLOSERS);
  const { outcome, position } = await transact<Books, null, CompetenceReopened, ReopenRefusal | null>(
    deps,
    context,
    {
      stream: booksStream(companyId),
      fold: booksFold,
      gather: async () => null,
      decide: (state) => decideReopen(state, { companyId, clientId, competence, reason }),
    },
  );
  if (outcome !== null) return refuse(outcome);
  return { position };
}
