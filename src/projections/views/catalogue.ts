// Every projection of the service, in one list: what the projector runs and what a read store has collections for.
import type { Projection } from '../engine/projection.js';
import { accountsProjection } from './accounts.js';
import { chartsProjection } from './charts.js';
import { companiesProjection } from './companies.js';
import { reconciliationsProjection } from './reconciliationsProjection.js';
import { trialBalancesProjection } from './trialBalances.js';

export const projections: readonly Projection[] = [
  companiesProjection,
  chartsProjection,
  accountsProjection,
  trialBalancesProjection,
  reconciliationsProjection,
];

/** What a read store keeps: every view and list of these projections. */
export const declared = {
  views: projections.flatMap(({ views }) => views),
  lists: projections.flatMap(({ lists }) => lists),
};
