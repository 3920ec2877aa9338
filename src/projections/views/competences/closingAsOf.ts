// Whether a competence was closed at a time in the past.
import type { BooksEvent } from '../../../domain/books/events.js';
import { booksStream } from '../../../domain/books/fold.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import { ignored, projection } from '../../engine/projection.js';
import { replay } from '../../engine/replay.js';
import type { AsOf } from '../asOf.js';
import { competenceClosing, competenceClosings } from './books.js';
import { closingOf, type Closing } from './newestCompetences.js';

const closingsOnly = projection<BooksEvent>({
  name: 'closingsOnly',
  streamPrefixes: ['books-'],
  views: [competenceClosings],
  on: {
    TrialBalanceVersioned: ignored,
    CompetenceClosed: (event) => [competenceClosing(event)],
    CompetenceReopened: (event) => [competenceClosing(event)],
    ChecklistPointTicked: ignored,
    ChecklistPointReopened: ignored,
    DossierMade: ignored,
  },
});

/** The last closing or reopening up to the time; null before the first. */
export async function closingAsOf(
  log: EventLog,
  { companyId, until, competence }: AsOf & Readonly<{ competence: Competence }>,
): Promise<Closing | null> {
  const streams = [booksStream(companyId)];
  const rows = await replay(log, competenceClosings, closingsOnly, { streams, until });
  const last = rows.find(({ competencia }) => competencia === competence);
  return last === undefined ? null : closingOf(last);
}
