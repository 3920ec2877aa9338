// Parts that the pages of trial balances share.
import { trialBalanceStatuses, type TrialBalanceStatus } from '../../../projections/views/trialBalances/status.js';
import type { Tone } from '../../design/tones.js';
import { State } from '../../design/values.js';

export const trialBalanceStatusNames: Readonly<Record<TrialBalanceStatus, string>> = {
  IMPORTED: 'Importado',
  RELEASED: 'Liberado',
  SUPERSEDED: 'Substituído',
};
const tones: Readonly<Record<TrialBalanceStatus, Tone>> = {
  IMPORTED: 'plain',
  RELEASED: 'done',
  SUPERSEDED: 'idle',
};

export const statusOptions = trialBalanceStatuses.map(
  (status) => [status, trialBalanceStatusNames[status]] as const,
);

export function VersionBadge({ status }: Readonly<{ status: TrialBalanceStatus }>) {
  return <State tone={tones[status]}>{trialBalanceStatusNames[status]}</State>;
}

/** Amounts of rows are reais with two decimals. */
export function centsOf(reais: number): number {
  return Math.round(reais * 100);
}
