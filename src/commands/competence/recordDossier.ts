// Records that the dossier of a closed competence was made.
import { decideDossierMade } from '../../domain/books/checklist.js';
import type { DossierMade } from '../../domain/books/events.js';
import { books as booksFold, booksStream, type Books } from '../../domain/books/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';
import type { CompanyCompetence } from './release.js';

/** As in `DossierMade`. */
export type MadeOfClosing = Pick<DossierMade['data'], 'closing' | 'sealedEvents' | 'manifestHash'>;

/** Records the first of each closing. May be sent twice; by everyone who sees the company. @throws DomainError `Unavailable` */
export async function recordDossier(
  deps: Transactor,
  { company: { companyId, clientId }, competence, made }: CompanyCompetence & Readonly<{ made: MadeOfClosing }>,
  context: CommandContext,
): Promise<Readonly<{ position: number | null }>> {
  const { position } = await transact<Books, null, DossierMade, null>(deps, context, {
    stream: booksStream(companyId),
    fold: booksFold,
    gather: async () => null,
    decide: (state) => decideDossierMade(state, { companyId, clientId, competence, ...made }),
  });
  return { position };
}
