// The year of many accounts at once, up to the month of each, of the newest versions.
import { competencesBefore, type Competence } from '../../../domain/kernel/competence.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { centsOf, type Cents } from '../../../domain/kernel/money.js';
import type { ReadModels } from '../../engine/readStore.js';
import type { ReconciliationRow } from '../reconciliations/reconciliationRows.js';
import type { Scope } from '../scope.js';
import { balancesOfAccounts } from './accountBalances.js';
import { versionsOfMonths } from './trialBalances.js';

type Account = Pick<
  ReconciliationRow,
  'id' | 'empresaId' | 'competencia' | 'contaCodigo' | 'saldoContabilDevedor'
>;

/** Balance of a month, with debit positive. */
export type MonthBalance = readonly [competence: Competence, cents: Cents];

const YEAR_MONTHS = 12;

/**
 * Ascending, by the id of the account: the months before its own that list it, and its own. Versions and balances
 * are asked for once for all accounts.
 * @param accounts at most a page
 */
export async function accountYears(
  store: ReadModels,
  { clientId }: Scope,
  accounts: readonly Account[],
): Promise<ReadonlyMap<number, readonly MonthBalance[]>> {
  const byMonth = groupedBy(accounts, ({ empresaId, competencia }) => `${empresaId} ${competencia}`);
  const groups = [...byMonth.values()].map((group) => ({ group, before: monthsBefore(group[0]) }));
  const months = groups.flatMap(({ before }) => before);
  const versionsOf = await versionsOfMonths(store, clientId, months);
  const years = groups.flatMap(({ group, before }) => {
    const versions = before.flatMap((month) => versionsOf(month).find(({ superseded }) => !superseded) ?? []);
    return group.map((account) => ({ account, versions }));
  });
  const wanted = years.flatMap(({ account, versions }) =>
    versions.map((version) => [version, account.contaCodigo] as const),
  );
  const balanceOf = await balancesOfAccounts(store, clientId, wanted);
  return new Map(
    years.map(({ account, versions }) => {
      const before = versions.flatMap(({ id, competencia }): MonthBalance[] => {
        const balance = balanceOf(id, account.contaCodigo);
        return balance === null ? [] : [[competencia as Competence, balance.finalDebitCents]];
      });
      return [account.id, [...before, [account.competencia as Competence, centsOf(account.saldoContabilDevedor)]]];
    }),
  );
}

function monthsBefore({ empresaId, competencia }: Account) {
  const months = competencesBefore(competencia as Competence, YEAR_MONTHS - 1);
  return months.map((month) => ({ empresaId, competencia: month }));
}
