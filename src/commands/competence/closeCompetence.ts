// Closes and reopens a competence. A closed one refuses imports and releases; its reconciliations stay open.
import type { ReopenRefusal } from '../../domain/books/refusals.js';
import type { ClosingWarning } from '../../domain/books/closingWarnings.js';
import { decideReopen, decideClose, type CloseCompetence } from '../../domain/books/decide.js';
import { booksStream, books as booksFold, type Books } from '../../domain/books/fold.js';
import type { CompetenceClosed, CompetenceReopened } from '../../domain/books/events.js';
import { refuse } from '../../domain/problem.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import { CLOSERS } from '../../domain/clients/roles.js';
import type { CommandContext } from '../kernel/context.js';
import type { CompanyCompetence } from './release.js';
import { requireRole } from '../people/requireRole.js';
import { transact, type Transactor } from '../kernel/transact.js';

/** `position` is null when the competence was already closed. */
export type Closing = Readonly<{ warnings: readonly ClosingWarning[]; position: number | null }>;

/**
 * May be sent twice; the warnings describe the current state each time.
 * @throws DomainError `RoleMissing`, `Unavailable`
 */
export async function closeCompetence(
  deps: Transactor,
  { company, competence }: CompanyCompetence,
  context: CommandContext,
): Promise<Closing> {
  await requireRole(deps, company, context.actor, CLOSERS);
  const { outcome: warnings, position } = await transact<
    Books,
    CloseCompetence,
    CompetenceClosed,
    readonly ClosingWarning[]
  >(deps, context, {
    stream: booksStream(company.companyId),
    fold: booksFold,
    gather: () => closingOf(deps, { company, competence }),
    decide: decideClose,
  });
  return { warnings, position };
}

/**
 * What closing would warn of; null for a competence that is closed already. Writes nothing.
 * @throws DomainError `RoleMissing`, `Unavailable`
 */
export async function previewClosing(
  deps: Transactor,
  books: CompanyCompetence,
  context: CommandContext,
): Promise<readonly ClosingWarning[] | null> {
  await requireRole(deps, books.company, context.actor, CLOSERS);
  const { state } = await deps.folds.load(booksStream(books.company.companyId), booksFold);
  const { events, outcome } = decideClose(state, await closingOf(deps, books));
  return events.length === 0 ? null : outcome;
}

async function closingOf(deps: Transactor, { company, competence }: CompanyCompetence): Promise<CloseCompetence> {
  const { companyId, clientId } = company;
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const releasedTrialBalanceId = state.released?.trialBalanceId ?? null;
  return { companyId, clientId, competence, work: { releasedTrialBalanceId, unfinished: state.unfinished } };
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
