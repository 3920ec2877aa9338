// Records that a dossier of a closed competence was made, and up to which event it goes.
import { decideDossierMade } from '../../domain/books/decide.js';
import type { DossierMade } from '../../domain/books/events.js';
import { booksOf } from '../../domain/books/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { decideOrRefuse, type Done, type Transactor } from '../kernel/transact.js';
import type { CompanyCompetence } from './release.js';

export type MadeOfClosing = Pick<DossierMade['data'], 'closing' | 'sealedEvents' | 'manifestHash'>;

/** The first dossier of each closing; by everyone who sees the company. @throws DomainError `Unavailable` */
export async function recordDossier(
  deps: Transactor,
  { company, competence, made: dossier }: CompanyCompetence & Readonly<{ made: MadeOfClosing }>,
  context: CommandContext,
): Promise<Done> {
  const { companyId, clientId } = company;
  return decideOrRefuse(deps, context, booksOf(companyId), (books) =>
    decideDossierMade(books, { companyId, clientId, competence, ...dossier }),
  );
}
