// Every projection of the service, and the collections of its views.
import { together, type Projection } from '../engine/projection.js';
import type { Declared } from '../engine/readStore.js';
import { accountsProjection } from './accounts.js';
import { auditTrailProjection } from './audit.js';
import { chartsProjection } from './charts.js';
import { companiesProjection } from './companies.js';
import { checklistProjection } from './competences/checklist.js';
import { competenceProgressProjection } from './competences/tally.js';
import { reconciliationsProjection } from './reconciliations/reconciliations.js';
import { reconciliationPageProjection } from './reconciliationPage/entries.js';
import { schedulesProjection } from './schedules.js';
import { trialBalancesProjection } from './trialBalances/trialBalances.js';

export const projections: readonly Projection[] = [
  companiesProjection,
  together('charts', [chartsProjection, accountsProjection]),
  together('trialBalances', [trialBalancesProjection, checklistProjection, schedulesProjection]),
  together('reconciliations', [
    reconciliationsProjection,
    competenceProgressProjection,
    reconciliationPageProjection,
  ]),
  auditTrailProjection,
];

/** Every view and list of these projections. */
export const declared: Declared = {
  views: projections.flatMap(({ views }) => views),
  lists: projections.flatMap(({ lists }) => lists),
  writtenBy: Object.fromEntries(projections.flatMap(({ name, views }) => views.map((view) => [view.name, name]))),
};
