// Decisions on one chart: what a registers' file changes in its head and its accounts. Faults of the file:
// ../clients/refusals.ts.
import { absentFields, present, type RequestedAccount, type RequestedChart } from '../clients/applyRequest.js';
import type { RegisterFault } from '../clients/refusals.js';
import type { ProblemOf, Problems } from '../kernel/problems.js';
import type { Account } from './events.js';
import type { Chart } from './fold.js';

export type Accounts = ReadonlyMap<string, Account>;

/** `changed`: new and changed accounts, in the order of the file; `added`: how many of them are new. */
export type ChartChange = Readonly<ReturnType<typeof decideChartChange>>;

/** Conflicts of the file with the stored chart. @param chart null while it has no version */
export function checkChart(
  chart: Chart | null,
  accounts: Accounts,
  requested: RequestedChart,
): readonly RegisterFault[] {
  const { path } = requested;
  const faults: RegisterFault[] = [];
  if (chart === null)
    faults.push(...absentFields(path, { vigenciaInicio: requested.validFrom, ativo: requested.active }));
  const validFrom = requested.validFrom ?? chart?.validFrom;
  const validTo = requested.validTo === undefined ? chart?.validTo : requested.validTo;
  if (validFrom !== undefined && typeof validTo === 'string' && validTo < validFrom)
    faults.push({ path: [...path, 'vigenciaFim'], reason: { is: 'EndsBeforeStart', validFrom } });
  for (const account of requested.accounts)
    if (!accounts.has(account.code)) faults.push(...missingFields(account));
  return faults;
}

/**
 * @param requested checked by `checkChart` against the same chart
 * @param accountId the id reserved for a new account
 */
export function decideChartChange(
  chart: Chart | null,
  accounts: Accounts,
  requested: RequestedChart,
  accountId: (code: string) => number,
) {
  const head = {
    validFrom: present(requested.validFrom ?? chart?.validFrom),
    validTo: requested.validTo === undefined ? (chart?.validTo ?? null) : requested.validTo,
    active: present(requested.active ?? chart?.active),
  };
  const headChanges =
    chart === null ||
    head.validFrom !== chart.validFrom ||
    head.validTo !== chart.validTo ||
    head.active !== chart.active;
  const changed: Account[] = [];
  let added = 0;
  for (const account of requested.accounts) {
    const now = accounts.get(account.code);
    const next = accountOf(account, now, now?.accountId ?? accountId(account.code));
    if (now && (Object.keys(next) as (keyof Account)[]).every((field) => now[field] === next[field])) continue;
    changed.push(next);
    if (!now) added++;
  }
  return { head, headChanges, changed, added };
}

function accountOf(requested: RequestedAccount, now: Account | undefined, accountId: number): Account {
  const kind = present(requested.kind ?? now?.kind);
  return {
    accountId,
    code: requested.code,
    shortCode: requested.shortCode ?? now?.shortCode ?? '',
    description: present(requested.description ?? now?.description),
    kind,
    nature: present(requested.nature ?? now?.nature),
    classification: requested.classification ?? now?.classification ?? '',
    department: requested.department ?? now?.department ?? '',
    sector: requested.sector ?? now?.sector ?? '',
    // A synthetic account never reconciles (docs/spec/rows.md#enumerations).
    requiresReconciliation:
      kind !== 'SYNTHETIC' && present(requested.requiresReconciliation ?? now?.requiresReconciliation),
  };
}

function missingFields({ path, description, kind, nature, requiresReconciliation }: RequestedAccount) {
  return absentFields(path, {
    descricao: description,
    tipo: kind,
    natureza: nature,
    exigeConciliacao: kind === 'SYNTHETIC' ? false : requiresReconciliation,
  });
}

export const chartProblems = {
  ChartNotFound: {
    code: 'PLANO_NAO_ENCONTRADO',
    status: 404,
    happened: 'nenhum plano de contas do cliente com esse id',
    remedy: 'confira em `GET /api/v1/chart-of-accounts`',
    error: 'Plano de contas não encontrado',
  },
  AccountNotFound: {
    code: 'CONTA_NAO_ENCONTRADA',
    status: 404,
    happened: 'nenhuma conta do cliente com esse id',
    remedy: 'confira em `GET /api/v1/chart-of-accounts/{id}/accounts`',
    error: 'Conta não encontrada',
  },
} as const satisfies Problems;
export type ChartProblem = ProblemOf<typeof chartProblems>;
