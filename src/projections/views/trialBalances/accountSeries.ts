// GET /api/v1/accounts/{id}/balances: one account over the newest versions of its company's competences, each with
// its change against those before it.
import * as z from 'zod';
import { trialBalanceStatuses } from '../../../domain/books/events.js';
import { addMonths, type Competence } from '../../../domain/kernel/competence.js';
import { amountOf, type Cents } from '../../../domain/kernel/money.js';
import { MEAN_MONTHS, changeFrom, meanOf, percentOf } from '../../../domain/trialBalance/amounts.js';
import { pageOfRows, type Page, type PageRequest, type Pages } from '../../engine/pages.js';
import type { View } from '../../engine/readStore.js';
import { debitPositive, type Scope } from '../scope.js';
import { balancesOfAccounts, type AccountBalance } from './accountBalances.js';
import { listedTrialBalances as headers, statusOf } from './trialBalances.js';

export const accountBalanceRow = z.strictObject({
  competencia: z.string().describe('Competência (AAAA-MM)'),
  balanceteId: z.int().describe('Balancete do saldo: a versão mais nova da competência'),
  versao: z.int().describe('Número da versão dentro da competência'),
  status: z.enum(trialBalanceStatuses).describe('Situação desta versão'),
  saldoAnterior: z.number().describe('Saldo anterior em reais'),
  debito: z.number().describe('Total de débitos em reais'),
  credito: z.number().describe('Total de créditos em reais'),
  saldoFinal: z.number().describe('Saldo final em reais'),
  saldoFinalDevedor: z.number().describe(debitPositive('Saldo final')),
  variacao: z
    .number()
    .nullable()
    .describe(
      'Saldo final menos o da competência anterior, com os sinais de saldoFinal; nulo sem balancete da anterior',
    ),
  variacaoPercentual: z
    .number()
    .nullable()
    .describe('variacao em relação ao saldo da competência anterior, em %; nulo quando ele é zero ou não existe'),
  mediaDozeMeses: z
    .number()
    .nullable()
    .describe(
      'Média dos saldos finais da conta nas até doze competências anteriores que a trazem, com os sinais de saldoFinal; nulo sem nenhuma',
    ),
});
export type AccountBalanceRow = Readonly<z.output<typeof accountBalanceRow>>;

export const accountBalanceExample: AccountBalanceRow = {
  competencia: '2026-08',
  balanceteId: 7,
  versao: 1,
  status: 'RELEASED',
  saldoAnterior: 1000,
  debito: 500.25,
  credito: 200,
  saldoFinal: 1300.25,
  saldoFinalDevedor: 1300.25,
  variacao: 300.25,
  variacaoPercentual: 30.03,
  mediaDozeMeses: 985.4,
};

export type AccountSeriesQuery = Omit<PageRequest, 'sortBy'> &
  Readonly<{
    companyId: number;
    accountCode: string;
    /** Both inclusive. */
    periodFrom?: Competence | undefined;
    periodTo?: Competence | undefined;
  }>;

type Version = typeof headers extends View<infer Row> ? Row : never;
/** Changed versions read at most; where more changed, every month counts as changed. */
const ALL = { limit: 5_000 };

/** Rows by competence; those that do not list the account have none. */
export async function listAccountSeries(
  { store }: Pages,
  { clientId }: Scope,
  { companyId, accountCode, periodFrom, periodTo, page, limit, order, changedSince }: AccountSeriesQuery,
): Promise<Page<AccountBalanceRow>> {
  const changedUntil = (await store.viewChangedAt(headers)) + 1;
  const current = await store.lookUp(headers, clientId, ['empresaId', 'superseded'], [[companyId, false]]);
  const changed =
    changedSince === undefined
      ? null
      : await store.scan(headers, { clientId, where: { empresaId: companyId }, changedSince }, ALL);
  const earliest = periodFrom === undefined ? '' : addMonths(periodFrom, -MEAN_MONTHS);
  const versions = current
    .filter(({ competencia }) => competencia >= earliest && (periodTo === undefined || competencia <= periodTo))
    .sort((a, b) => (a.competencia < b.competencia ? -1 : 1));
  const wanted = versions.map((version) => [version, accountCode] as const);
  const balanceOf = await balancesOfAccounts(store, clientId, wanted);
  const months = versions.map(({ id, competencia }): Month => {
    return { competence: competencia as Competence, balance: balanceOf(id, accountCode) };
  });
  const rows = versions.flatMap((version, at): AccountBalanceRow[] => {
    const { competence, balance } = months[at] as Month;
    if (balance === null || (periodFrom !== undefined && competence < periodFrom)) return [];
    const start = addMonths(competence, -MEAN_MONTHS);
    if (
      changed !== null &&
      changed.length < ALL.limit &&
      !changed.some(({ competencia }) => competencia >= start && competencia <= competence)
    )
      return [];
    const earlierMonths = months.slice(Math.max(at - MEAN_MONTHS, 0), at);
    return [{ ...rowOf(version, competence, balance), ...comparedWith(earlierMonths, competence, balance) }];
  });
  if (order === 'desc') rows.reverse();
  return { ...pageOfRows(rows, { page, limit }), changedUntil };
}

/** `balance` null: the version does not list the account. */
type Month = Readonly<{ competence: Competence; balance: AccountBalance | null }>;

function rowOf(version: Version, competence: Competence, balance: AccountBalance) {
  return {
    competencia: competence,
    balanceteId: version.id,
    versao: version.versao,
    status: statusOf(version),
    saldoAnterior: amountOf(balance.previousBalanceCents),
    debito: amountOf(balance.debitCents),
    credito: amountOf(balance.creditCents),
    saldoFinal: amountOf(balance.finalBalanceCents),
    saldoFinalDevedor: amountOf(balance.finalDebitCents),
  };
}

/** Signed as `saldoFinal`, whatever the months' conventions. @param earlier at most twelve, ascending */
function comparedWith(
  earlier: readonly Month[],
  competence: Competence,
  { finalDebitCents, debitSign }: AccountBalance,
): Pick<AccountBalanceRow, 'variacao' | 'variacaoPercentual' | 'mediaDozeMeses'> {
  const signed = (month: AccountBalance): Cents => month.finalDebitCents * debitSign + 0;
  const lastMonth = earlier.at(-1);
  const isKnown = lastMonth !== undefined && lastMonth.competence === addMonths(competence, -1);
  // A month that does not list an account has it at zero (docs/spec/imports.md#continuity).
  const beforeCents = !isKnown ? null : lastMonth.balance === null ? 0 : signed(lastMonth.balance);
  const change = changeFrom(beforeCents, finalDebitCents * debitSign);
  const start = addMonths(competence, -MEAN_MONTHS);
  const balances = earlier.flatMap((month) =>
    month.balance === null || month.competence < start ? [] : [signed(month.balance)],
  );
  return {
    variacao: amount(change),
    variacaoPercentual: percentOf(change, beforeCents),
    mediaDozeMeses: amount(meanOf(balances)),
  };
}

const amount = (cents: Cents | null): number | null => (cents === null ? null : amountOf(cents));
