// What an `apply` file changes in one chart: its head and its accounts.
import type { Chart } from './fold.js';
import type { Account, AccountKind } from '../clients/events.js';
import { present, type RegisterFault, type WantedAccount, type WantedChart } from '../clients/applyRequest.js';

/** By code: the accounts a chart has now. */
export type Accounts = ReadonlyMap<string, Account>;

/** `head` null when it stays; `changed` in the order of the file, without the accounts that stay as they are. */
export type ChartChange = Readonly<{
  head: Readonly<{ validFrom: string; validTo: string | null; active: boolean }>;
  headChanges: boolean;
  changed: readonly Account[];
  /** How many of `changed` are new. */
  added: number;
}>;

/** @param chart null while no version of it exists */
export function checkChart(
  chart: Chart | null,
  accounts: Accounts,
  wanted: WantedChart,
): readonly RegisterFault[] {
  const { path } = wanted;
  const faults: RegisterFault[] = [];
  const fault = (field: string, reason: RegisterFault['reason']): void => {
    faults.push({ path, row: null, field, reason });
  };
  if (chart === null && wanted.validFrom === undefined) fault('vigenciaInicio', { is: 'Required' });
  if (chart === null && wanted.active === undefined) fault('ativo', { is: 'Required' });
  const validFrom = wanted.validFrom ?? chart?.validFrom;
  const validTo = wanted.validTo === undefined ? chart?.validTo : wanted.validTo;
  if (validFrom !== undefined && typeof validTo === 'string' && validTo < validFrom)
    fault('vigenciaFim', { is: 'EndsBeforeStart', validFrom });
  for (const account of wanted.accounts) if (!accounts.has(account.code)) faults.push(...missingFields(account));
  return faults;
}

/** @param accountId the id reserved for a new account; the file was checked against the same chart */
export function changeOfChart(
  chart: Chart | null,
  accounts: Accounts,
  wanted: WantedChart,
  accountId: (code: string) => number,
): ChartChange {
  const head = {
    validFrom: present(wanted.validFrom ?? chart?.validFrom),
    validTo: wanted.validTo === undefined ? (chart?.validTo ?? null) : wanted.validTo,
    active: present(wanted.active ?? chart?.active),
  };
  const headChanges =
    chart === null ||
    head.validFrom !== chart.validFrom ||
    head.validTo !== chart.validTo ||
    head.active !== chart.active;
  const changed: Account[] = [];
  let added = 0;
  for (const account of wanted.accounts) {
    const now = accounts.get(account.code);
    const next = accountOf(account, now, now?.accountId ?? accountId(account.code));
    if (now && sameAccount(now, next)) continue;
    changed.push(next);
    if (!now) added++;
  }
  return { head, headChanges, changed, added };
}

function accountOf(wanted: WantedAccount, now: Account | undefined, accountId: number): Account {
  const kind = present(wanted.kind ?? now?.kind);
  return {
    accountId,
    code: wanted.code,
    shortCode: wanted.shortCode ?? now?.shortCode ?? '',
    description: present(wanted.description ?? now?.description),
    kind,
    nature: present(wanted.nature ?? now?.nature),
    classification: wanted.classification ?? now?.classification ?? '',
    department: wanted.department ?? now?.department ?? '',
    sector: wanted.sector ?? now?.sector ?? '',
    requiresReconciliation: present(wanted.requiresReconciliation ?? now?.requiresReconciliation ?? byKind(kind)),
  };
}

function sameAccount(one: Account, other: Account): boolean {
  return (
    one.shortCode === other.shortCode &&
    one.description === other.description &&
    one.kind === other.kind &&
    one.nature === other.nature &&
    one.classification === other.classification &&
    one.department === other.department &&
    one.sector === other.sector &&
    one.requiresReconciliation === other.requiresReconciliation
  );
}

function missingFields(account: WantedAccount): RegisterFault[] {
  const fields: readonly (readonly [string, unknown])[] = [
    ['descricao', account.description],
    ['tipo', account.kind],
    ['natureza', account.nature],
    ['exigeConciliacao', account.requiresReconciliation ?? (account.kind && byKind(account.kind))],
  ];
  const { path, row } = account.place;
  return fields.flatMap(([field, value]) =>
    value === undefined ? { path, row, field, reason: { is: 'Required' } as const } : [],
  );
}

/** A synthetic account never reconciles (docs/spec/rows.md#enumerations), so that nobody has to say so. */
function byKind(kind: AccountKind): boolean | undefined {
  return kind === 'SYNTHETIC' ? false : undefined;
}
