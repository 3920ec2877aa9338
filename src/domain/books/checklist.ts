// Decisions on the points of a competence's checklist. Source: docs/spec/operator.md#checklist.
import type { Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/event.js';
import type { ChecklistPointReopened, ChecklistPointTicked, DossierMade } from './events.js';
import { isClosed, tickedPoints, type Books } from './fold.js';
import type { ChecklistRefusal } from './refusals.js';

export type PointOfChecklist = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  /** Of the company's checklist. */
  point: string;
}>;

/** What a closing relied on stays: a closed competence refuses. */
export function decideTick(
  state: Books,
  { companyId, clientId, competence, point }: PointOfChecklist,
): Decision<ChecklistPointTicked, ChecklistRefusal | null> {
  if (isClosed(state, competence))
    return { events: [], outcome: { is: 'ChecklistInClosedCompetence', competence } };
  if (tickedPoints(state, competence).includes(point)) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, point };
  return { events: [{ type: 'ChecklistPointTicked', data }], outcome: null };
}

/** Only with a comment. A point that is not ticked stays so. */
export function decideReopenPoint(
  state: Books,
  { comment: text, ...of }: PointOfChecklist & Readonly<{ comment: string }>,
): Decision<ChecklistPointReopened, ChecklistRefusal | null> {
  const { companyId, clientId, competence, point } = of;
  const comment = text.trim();
  if (comment === '') return { events: [], outcome: { is: 'ReasonMissing' } };
  if (isClosed(state, competence))
    return { events: [], outcome: { is: 'ChecklistInClosedCompetence', competence } };
  if (!tickedPoints(state, competence).includes(point)) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, point, comment };
  return { events: [{ type: 'ChecklistPointReopened', data }], outcome: null };
}

/** Once for each closing; the dossiers made of it later are not recorded. */
export function decideDossierMade(
  state: Books,
  { companyId, clientId, competence, closing, sealedEvents, manifestHash }: DossierMade['data'],
): Decision<DossierMade, null> {
  if (state.dossiers[competence] === closing) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, closing, sealedEvents, manifestHash };
  return { events: [{ type: 'DossierMade', data }], outcome: null };
}
