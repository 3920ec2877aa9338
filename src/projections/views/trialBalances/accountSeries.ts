// GET /api/v1/accounts/{id}/balances: one account over the newest versions of its company's competences, each with its change
// against those before it.
import type { TrialBalanceStatus } from '../../../domain/books/versionStatus.js';
import { competencesBefore, previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { amountOf, type Cents } from '../../../domain/kernel/money.js';
import { MEAN_MONTHS, changeFrom, meanOf, percentOf } from '../../../domain/trialBalance/balanceChange.js';
import { paginationOf, type Page, type PageRequest, type Pages } from '../../engine/pages.js';
import { without } from '../../engine/readStore.js';
import { is, type Scope } from '../scope.js';
import { balancesIn, type AccountBalance } from './accountBalances.js';
import { statusOf } from './status.js';
import { notListed, trialBalances } from './trialBalances.js';

export type AccountBalanceRow = Readonly<{
  competencia: string;
  balanceteId: number;
  versao: number;
  status: TrialBalanceStatus;
  saldoAnterior: number;
  debito: number;
  credito: number;
  saldoFinal: number;
  saldoFinalDevedor: number;
  variacao: number | null;
  variacaoPercentual: number | null;
  mediaDozeMeses: number | null;
}>;

export type AccountSeriesQuery = Omit<PageRequest, 'sortBy'> &
  Readonly<{
    companyId: number;
    accountCode: string;
    /** Both inclusive. */
    periodFrom?: Competence | undefined;
    periodTo?: Competence | undefined;
  }>;

const headers = without(trialBalances, notListed);
/** More months than a company can have (2000-01 to 2100-12). */
const MONTHS_MAX = 1_212;

/** By competence; those that do not list the account have no row. */
export async function listAccountSeries(
  { store }: Pages,
  { clientId }: Scope,
  { companyId, accountCode, periodFrom, periodTo, page, limit, order, changedSince }: AccountSeriesQuery,
): Promise<Page<AccountBalanceRow>> {
  const changedUntil = (await store.viewChangedAt(trialBalances)) + 1;
  const ofCompany = is('empresaId', companyId);
  const all = { afterId: null, skip: 0, limit: MONTHS_MAX };
  const newest = { clientId, where: [ofCompany, { field: 'superseded', is: false }] };
  const found = await store.scan(headers, newest, all);
  const changed =
    changedSince === undefined
      ? null
      : new Set(
          (await store.scan(headers, { clientId, where: [ofCompany], changedSince }, all)).map(
            ({ competencia }) => competencia,
          ),
        );
  const earliest = periodFrom === undefined ? '' : (competencesBefore(periodFrom, MEAN_MONTHS)[0] ?? '');
  const versions = found
    .filter(({ competencia }) => competencia >= earliest && (periodTo === undefined || competencia <= periodTo))
    .sort((a, b) => (a.competencia < b.competencia ? -1 : 1));
  const balances = await balancesIn(store, clientId, versions, accountCode);
  const months = new Map(
    versions.map(({ id, competencia }) => [competencia as Competence, balances.get(id) ?? null]),
  );
  const rows = versions.flatMap((version): AccountBalanceRow[] => {
    const competence = version.competencia as Competence;
    const balance = months.get(competence) ?? null;
    if (balance === null || (periodFrom !== undefined && competence < periodFrom)) return [];
    if (
      changed !== null &&
      ![...competencesBefore(competence, MEAN_MONTHS), competence].some((one) => changed.has(one))
    )
      return [];
    return [
      {
        competencia: competence,
        balanceteId: version.id,
        versao: version.versao,
        status: statusOf(version),
        saldoAnterior: amountOf(balance.previousBalanceCents),
        debito: amountOf(balance.debitCents),
        credito: amountOf(balance.creditCents),
        saldoFinal: amountOf(balance.finalBalanceCents),
        saldoFinalDevedor: amountOf(balance.finalDebitCents),
        ...comparedWith(months, competence, balance),
      },
    ];
  });
  if (order === 'desc') rows.reverse();
  return {
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: paginationOf(page, limit, rows.length),
    changedUntil,
  };
}

type Months = ReadonlyMap<Competence, AccountBalance | null>;

/** Signed as `saldoFinal` is, whatever the convention of the months before. */
function comparedWith(
  months: Months,
  competence: Competence,
  { finalDebitCents, debitSign }: AccountBalance,
): Pick<AccountBalanceRow, 'variacao' | 'variacaoPercentual' | 'mediaDozeMeses'> {
  const signed = (month: AccountBalance): Cents => month.finalDebitCents * debitSign + 0;
  const before = months.get(previousCompetence(competence));
  // A month that does not list an account has it at zero (docs/spec/imports.md#continuity).
  const beforeCents = before === undefined ? null : before === null ? 0 : signed(before);
  const change = changeFrom(beforeCents, finalDebitCents * debitSign);
  const listed = competencesBefore(competence, MEAN_MONTHS).flatMap((each) => months.get(each) ?? []);
  return {
    variacao: amount(change),
    variacaoPercentual: percentOf(change, beforeCents),
    mediaDozeMeses: amount(meanOf(listed.map(signed))),
  };
}

const amount = (cents: Cents | null): number | null => (cents === null ? null : amountOf(cents));
