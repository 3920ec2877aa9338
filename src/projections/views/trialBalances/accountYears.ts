// The year of many accounts at once, each of the months up to its own: of the newest versions, as the series of one account.
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { competencesBefore, type Competence } from '../../../domain/kernel/competence.js';
import { centsOf, type Cents } from '../../../domain/kernel/money.js';
import type { ReadModels } from '../../engine/readStore.js';
import type { Scope } from '../scope.js';
import { balancesOfAccounts } from './accountBalances.js';
import { listedTrialBalances as headers } from './trialBalances.js';

/** `saldoContabilDevedor`: in reais, as a reconciliation is shown. */
type Account = Readonly<{
  id: number;
  empresaId: number;
  competencia: string;
  contaCodigo: string;
  saldoContabilDevedor: number;
}>;

/** With debit positive. */
export type MonthBalance = readonly [competence: Competence, cents: Cents];

const YEAR_MONTHS = 12;

/**
 * Ascending, by the id of the account: the months before its own that list it, and its own. Versions and balances are asked for
 * once for all accounts.
 * @param accounts at most a page
 */
export async function accountYears(
  store: ReadModels,
  { clientId }: Scope,
  accounts: readonly Account[],
): Promise<ReadonlyMap<number, readonly MonthBalance[]>> {
  const ofMonths = groupedBy(accounts, ({ empresaId, competencia }) => `${empresaId} ${competencia}`);
  const years = [...ofMonths.values()].map((ofMonth) => {
    const [{ empresaId, competencia }] = ofMonth;
    const months = competencesBefore(competencia as Competence, YEAR_MONTHS - 1);
    return { ofMonth, months: months.map((month) => [empresaId, month] as const) };
  });
  const asked = new Map(years.flatMap(({ months }) => months.map((month) => [month.join(' '), month])));
  const versions = await store.lookUp(headers, clientId, ['empresaId', 'competencia'], [...asked.values()]);
  const newest = new Map<string, (typeof versions)[number]>(
    versions.flatMap((head) =>
      head.superseded ? [] : [[`${head.empresaId} ${head.competencia}`, head] as const],
    ),
  );
  const found = years.map(({ ofMonth, months }) => ({
    ofMonth,
    heads: months.flatMap((month) => newest.get(month.join(' ')) ?? []),
  }));
  const wanted = found.flatMap(({ ofMonth, heads }) =>
    ofMonth.flatMap(({ contaCodigo }) => heads.map((head) => [head, contaCodigo] as const)),
  );
  const balanceOf = await balancesOfAccounts(store, clientId, wanted);
  const yearOf = (account: Account, heads: typeof versions): readonly MonthBalance[] => {
    const before = heads.flatMap(({ id, competencia }): MonthBalance[] => {
      const balance = balanceOf(id, account.contaCodigo);
      return balance === null ? [] : [[competencia as Competence, balance.finalDebitCents]];
    });
    return [...before, [account.competencia as Competence, centsOf(account.saldoContabilDevedor)]];
  };
  return new Map(
    found.flatMap(({ ofMonth, heads }) => ofMonth.map((account) => [account.id, yearOf(account, heads)] as const)),
  );
}
