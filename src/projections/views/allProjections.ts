// Every projection of the service: what the projector runs, and the collections a read store has for them.
import type { Projection } from '../engine/projection.js';
import type { Declared } from '../engine/readStore.js';
import { accountsProjection } from './accounts.js';
import { chartsProjection } from './charts.js';
import { companiesProjection } from './companies.js';
import { reconciliationsProjection } from './reconciliations.js';
import { trialBalancesProjection } from './trialBalances.js';

export const projections: readonly Projection[] = [
  companiesProjection,
  chartsProjection,
  accountsProjection,
  trialBalancesProjection,
  reconciliationsProjection,
];

/** Every view and list of these projections. */
export const declared: Declared = {
  views: projections.flatMap(({ views }) => views),
  lists: projections.flatMap(({ lists }) => lists),
};
