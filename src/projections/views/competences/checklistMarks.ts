// The ticks and reopenings of the points of checklists, one row for each act: the last of a point says how it stands.
import type { BooksEvent, ChecklistPointReopened, ChecklistPointTicked } from '../../../domain/books/events.js';
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
  version: 1,
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
  indexes: [['clientId', 'empresaId', 'competencia'], ['clientId']],
});

export const checklistProjection = projection<BooksEvent>({
  name: 'checklistMarks',
  streamPrefixes: ['books-'],
  views: [checklistMarks],
  on: {
    TrialBalanceVersioned: ignored,
    CompetenceClosed: ignored,
    CompetenceReopened: ignored,
    ChecklistPointTicked: markOf,
    ChecklistPointReopened: markOf,
    ScheduleCreated: ignored,
    ScheduleEnded: ignored,
  },
});

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

/** Acts read of a competence; what came before them is not shown. */
const MARKS_MAX = 5_000;

/** The last act on each point, by its text. */
export async function marksOf(
  store: ReadModels,
  { clientId }: Scope,
  companyId: number,
  competence: string,
): Promise<ReadonlyMap<string, ChecklistMark>> {
  const where = [is('empresaId', companyId), is('competencia', competence)];
  const range = { order: 'desc', afterId: null, skip: 0, limit: MARKS_MAX } as const;
  const marks = await store.scan(checklistMarks, { clientId, where }, range);
  return new Map(marks.toReversed().map((mark) => [mark.ponto, mark]));
}
