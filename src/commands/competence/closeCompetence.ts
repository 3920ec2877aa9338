// Closes and reopens a competence. A closed one refuses imports and releases; its reconciliations stay open.
import { decideReopen, decideClose, type CloseCompetence, type CloseOutcome } from '../../domain/books/decide.js';
import { books as booksFold, booksOf, booksStream, isClosed, type Books } from '../../domain/books/fold.js';
import type { CompetenceClosed } from '../../domain/books/events.js';
import { refuse } from '../../domain/problem.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import { clientOf } from '../../domain/clients/fold.js';
import { checklistOf } from '../../domain/clients/workflowSettings.js';
import { CLOSERS } from '../../domain/clients/roles.js';
import type { CommandContext } from '../kernel/context.js';
import type { CompanyCompetence } from './release.js';
import { requireRole } from '../people/requireRole.js';
import { decideOrRefuse, transact, type Done, type Transactor } from '../kernel/transact.js';

/**
 * May be sent twice; the warnings describe the current state each time. `position` is null when it was closed.
 * @param confirmed what the person declares: has to be what the company has declared; null: nothing
 * @throws DomainError `RoleMissing`, `ClosingPointsPending`, `StatementNotConfirmed`, `Unavailable`
 */
export async function closeCompetence(
  deps: Transactor,
  { company, competence, confirmed = null }: CompanyCompetence & Readonly<{ confirmed?: string | null }>,
  context: CommandContext,
) {
  await requireRole(deps, company, context.actor, CLOSERS);
  const { outcome, position } = await transact<Books, CloseCompetence, CompetenceClosed, CloseOutcome>(
    deps,
    context,
    {
      stream: booksStream(company.companyId),
      fold: booksFold,
      gather: () => closingOf(deps, { company, competence }, confirmed),
      decide: decideClose,
    },
  );
  const { warnings, refusal } = outcome;
  return refusal === null ? { warnings, position } : refuse(refusal);
}

/**
 * What closing would warn of; null for a competence that is closed already. Writes nothing. `missing`: points that
 * are not ticked and block; `statement`: to be confirmed, null: nothing.
 * @throws DomainError `RoleMissing`, `Unavailable`
 */
export async function previewClosing(deps: Transactor, books: CompanyCompetence, context: CommandContext) {
  await requireRole(deps, books.company, context.actor, CLOSERS);
  const { state } = await deps.folds.load(...booksOf(books.company.companyId));
  const command = await closingOf(deps, books, null);
  if (isClosed(state, books.competence)) return null;
  const { warnings, refusal } = decideClose(state, command).outcome;
  const missing = refusal?.is === 'ClosingPointsPending' ? refusal.points : [];
  return { warnings, missing, statement: command.statement };
}

async function closingOf(
  deps: Transactor,
  { company, competence }: CompanyCompetence,
  confirmed: string | null,
): Promise<CloseCompetence> {
  const { companyId, clientId } = company;
  const { state: settings } = await deps.folds.load(...clientOf(clientId));
  const points = checklistOf(settings, companyId);
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const releasedTrialBalanceId = state.released?.trialBalanceId ?? null;
  return {
    companyId,
    clientId,
    competence,
    confirmed,
    work: { releasedTrialBalanceId, unfinished: state.unfinished },
    blocking: points.filter(({ blocking }) => blocking).map(({ text }) => text),
    statement: settings.statement.get(companyId) ?? null,
  };
}

/**
 * @throws DomainError `RoleMissing`, `ReasonMissing`, `CompetenceNotClosed`, `NotLastClosedCompetence`,
 * `Unavailable`
 */
export async function reopenCompetence(
  deps: Transactor,
  { company, competence, reason }: CompanyCompetence & Readonly<{ reason: string }>,
  context: CommandContext,
): Promise<Done> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, CLOSERS);
  return decideOrRefuse(deps, context, booksOf(companyId), (books) =>
    decideReopen(books, { companyId, clientId, competence, reason }),
  );
}
