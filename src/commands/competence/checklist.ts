// Ticks and reopens the points of a competence's checklist that people answer for.
import { decideReopenPoint, decideTick } from '../../domain/books/decide.js';
import { booksOf } from '../../domain/books/fold.js';
import { clientOf } from '../../domain/clients/fold.js';
import { RELEASERS, WRITERS } from '../../domain/clients/roles.js';
import { checklistOf } from '../../domain/clients/workflowSettings.js';
import { refuse } from '../../domain/problem.js';
import type { CommandContext } from '../kernel/context.js';
import { decideOrRefuse, type Done, type Transactor } from '../kernel/transact.js';
import { requireRole } from '../people/requireRole.js';
import type { CompanyCompetence } from './release.js';

/** `point`: the text of a point of the company's checklist. */
type ChecklistPlace = CompanyCompetence & Readonly<{ point: string }>;

/**
 * May be sent twice. By a person of the point's role.
 * @throws DomainError `ChecklistPointUnknown`, `RoleMissing`, `ChecklistInClosedCompetence`, `Unavailable`
 */
export async function tickPoint(deps: Transactor, place: ChecklistPlace, context: CommandContext): Promise<Done> {
  await requirePoint(deps, place, context, false);
  return decideOrRefuse(deps, context, booksOf(place.company.companyId), (books) =>
    decideTick(books, pointOf(place)),
  );
}

/**
 * May be sent twice. By a person of the point's role, a Supervisor or an Administrador.
 * @throws DomainError `ChecklistPointUnknown`, `RoleMissing`, `PointCommentMissing`,
 *   `ChecklistInClosedCompetence`, `Unavailable`
 */
export async function reopenPoint(
  deps: Transactor,
  { comment, ...place }: ChecklistPlace & Readonly<{ comment: string }>,
  context: CommandContext,
): Promise<Done> {
  await requirePoint(deps, place, context, true);
  return decideOrRefuse(deps, context, booksOf(place.company.companyId), (books) =>
    decideReopenPoint(books, { ...pointOf(place), comment }),
  );
}

function pointOf({ company: { companyId, clientId }, competence, point }: ChecklistPlace) {
  return { companyId, clientId, competence, point };
}

async function requirePoint(
  deps: Transactor,
  { company, point }: ChecklistPlace,
  { actor }: CommandContext,
  reopens: boolean,
): Promise<void> {
  const { state } = await deps.folds.load(...clientOf(company.clientId));
  const checklistPoint = checklistOf(state, company.companyId).find(({ text }) => text === point);
  await requireRole(deps, company, actor, WRITERS);
  if (checklistPoint === undefined) return refuse({ is: 'ChecklistPointUnknown', point });
  if (checklistPoint.role !== null)
    await requireRole(
      deps,
      company,
      actor,
      reopens ? [...new Set([checklistPoint.role, ...RELEASERS])] : [checklistPoint.role],
    );
}
