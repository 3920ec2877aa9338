// What checklists are computed of beside competences. The ticks and reopenings of their points, one row for each act: the last of a
// point says how it stands. And whether a dossier was made since the competence was closed.
import type {
  BooksEvent,
  ChecklistPointReopened,
  ChecklistPointTicked,
  CompetenceClosed,
} from '../../../domain/books/events.js';
import { competenceId } from './competenceId.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { ignored, projection, writes } from '../../engine/projection.js';
import { view, type ReadModels, type Write } from '../../engine/readStore.js';
import { is, type Scope } from '../scope.js';

/** `id`: position in the log. `por` is "" for a person; `porId` then has the opaque id. `comentario`: "" for a tick. */
export type ChecklistMark = Readonly<{
  id: number;
  empresaId: number;
  competencia: string;
  ponto: string;
  feito: boolean;
  em: string;
  por: string;
  porId: string | null;
  comentario: string;
  clientId: number;
}>;

export const checklistMarks = view<ChecklistMark>({
  name: 'checklistMarks',
  version: 2,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    competencia: 'text',
    ponto: 'text',
    feito: 'boolean',
    em: 'text',
    por: 'text',
    porId: 'text',
    comentario: 'text',
    clientId: 'integer',
  },
  indexes: [['clientId', 'empresaId', 'competencia', 'ponto'], ['clientId']],
});

/** Of a competence once it was closed. Revisions in the company's books: of its closing in force, and of the one of its dossier. */
type CompetenceDossier = Readonly<{
  id: number;
  fechamento: number | null;
  dossieDe: number | null;
  clientId: number;
}>;

export const competenceDossiers = view<CompetenceDossier>({
  name: 'competenceDossiers',
  version: 1,
  fields: { id: 'integer', fechamento: 'integer', dossieDe: 'integer', clientId: 'integer' },
  indexes: [['clientId']],
});

export const checklistProjection = projection<BooksEvent>({
  name: 'checklistMarks',
  streamPrefixes: ['books-'],
  views: [checklistMarks, competenceDossiers],
  on: {
    TrialBalanceVersioned: ignored,
    CompetenceClosed: ({ data, revision }) => [closingInForce(data, revision)],
    CompetenceReopened: ({ data }) => [closingInForce(data, null)],
    ChecklistPointTicked: markOf,
    ChecklistPointReopened: markOf,
    ScheduleCreated: ignored,
    ScheduleEnded: ignored,
    DossierMade: ({ data: { clientId, companyId, competence, closing } }) => [
      writes(competenceDossiers).set(clientId, competenceId(companyId, competence), { dossieDe: closing }),
    ],
  },
});

function closingInForce(
  { companyId, clientId, competence }: CompetenceClosed['data'],
  fechamento: number | null,
): Write {
  const id = competenceId(companyId, competence);
  return writes(competenceDossiers).put({ id, fechamento, dossieDe: null, clientId });
}

function* markOf(event: Recorded<ChecklistPointTicked | ChecklistPointReopened>): Iterable<Write> {
  const { type, data, metadata, position } = event;
  const { actor, at } = metadata;
  yield writes(checklistMarks).put({
    id: position,
    empresaId: data.companyId,
    competencia: data.competence,
    ponto: data.point,
    feito: type === 'ChecklistPointTicked',
    em: at,
    por: actor.name ?? '',
    porId: actor.kind === 'person' ? actor.id : null,
    comentario: 'comment' in data ? data.comment : '',
    clientId: data.clientId,
  });
}

/** The last act on each of these points, by its text. */
export async function marksOf(
  store: ReadModels,
  { clientId }: Scope,
  { companyId, competence }: Readonly<{ companyId: number; competence: string }>,
  points: readonly string[],
): Promise<ReadonlyMap<string, ChecklistMark>> {
  const newest = { order: 'desc', afterId: null, skip: 0, limit: 1 } as const;
  const found = await Promise.all(
    points.map((point) => {
      const where = [is('empresaId', companyId), is('competencia', competence), is('ponto', point)];
      return store.scan(checklistMarks, { clientId, where }, newest);
    }),
  );
  return new Map(found.flat().map((mark) => [mark.ponto, mark]));
}
