// Parts that the pages of trial balances share.
import { trialBalanceStatuses, type TrialBalanceStatus } from '../../../projections/views/trialBalances/status.js';
import { money } from '../../../messages/formats.js';

export const trialBalanceStatusNames: Readonly<Record<TrialBalanceStatus, string>> = {
  IMPORTED: 'Importado',
  RELEASED: 'Liberado',
  SUPERSEDED: 'Substituído',
};
const tones: Readonly<Record<TrialBalanceStatus, string>> = {
  IMPORTED: 'primary',
  RELEASED: 'success',
  SUPERSEDED: 'secondary',
};

export const statusOptions = trialBalanceStatuses.map(
  (status) => [status, trialBalanceStatusNames[status]] as const,
);

export function VersionBadge({ status }: Readonly<{ status: TrialBalanceStatus }>) {
  return <span class={`badge text-bg-${tones[status]}`}>{trialBalanceStatusNames[status]}</span>;
}

/** A balance with debit positive, shown with its side: `1.234,56 D`. */
export function Balance({ cents }: Readonly<{ cents: number }>) {
  return (
    <span class="money">
      {money(Math.abs(cents))} <span class="side">{cents === 0 ? ' ' : cents > 0 ? 'D' : 'C'}</span>
    </span>
  );
}

/** Amounts of rows are reais with two decimals. */
export function centsOf(reais: number): number {
  return Math.round(reais * 100);
}
