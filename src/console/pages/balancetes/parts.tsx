// Parts that the pages of trial balances share.
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { trialBalanceStatusWords, type TrialBalanceStatus } from '../../../domain/books/versionStatus.js';
import { State } from '../../design/values.js';

export const statusOptions = choicesOf(trialBalanceStatusWords);

export function VersionBadge({ status }: Readonly<{ status: TrialBalanceStatus }>) {
  const { tone, name } = trialBalanceStatusWords[status];
  return <State tone={tone}>{name}</State>;
}

/** Amounts of rows are reais with two decimals. */
export function centsOf(reais: number): number {
  return Math.round(reais * 100);
}
