// What a chart's file would change, without writing anything: the same checks and the same decision as `applyRegisters`.
import { decideChartChange, type Accounts, type ChartChange } from '../../domain/charts/decide.js';
import type { Account } from '../../domain/charts/events.js';
import type { Chart } from '../../domain/charts/fold.js';
import { clientOf, clientRefs, CLIENTS_STREAM } from '../../domain/clients/fold.js';
import { checkRegisters, type CheckDeps } from './checkRegisters.js';
import type { CommandContext } from '../kernel/context.js';
import type { RegistersFile } from './registersFile.js';
import { loadAccounts, loadChart } from './charts.js';

/** `before` is null for a new account. */
export type AccountChange = Readonly<{ before: Account | null; after: Account }>;

export type ChartPreview = Readonly<{
  /** Null for a new chart. */
  before: Readonly<{ head: ChartChange['head']; version: number; accounts: number }> | null;
  head: ChartChange['head'];
  headChanges: boolean;
  /** In the order of the file. The id of a new account is 0. */
  changes: readonly AccountChange[];
  /** Of the file, as they are stored. */
  unchanged: number;
  /** Stored accounts that the file leaves out: they stay. */
  leftOut: number;
}>;

/**
 * @param file one client with one company with one chart
 * @throws DomainError `RegistersInvalid` with all wrong fields
 */
export async function previewChart(
  deps: CheckDeps,
  file: RegistersFile,
  context: CommandContext,
): Promise<ChartPreview> {
  const [client] = await checkRegisters(deps, file, context);
  const [company] = client?.companies ?? [];
  const [requested] = company?.charts ?? [];
  if (client === undefined || company === undefined || requested === undefined)
    throw new Error('the registers hold no chart');
  const chart = await storedChart(deps, client.ref, company.cnpj, requested.name);
  const accounts: Accounts = chart === null ? new Map() : await loadAccounts(deps, chart);
  const change = decideChartChange(chart, accounts, requested, () => 0);
  const existingCount = requested.accounts.filter(({ code }) => accounts.has(code)).length;
  return {
    before: chart && { head: headOf(chart), version: chart.version, accounts: accounts.size },
    head: change.head,
    headChanges: change.headChanges,
    changes: change.changed.map((after) => ({ before: accounts.get(after.code) ?? null, after })),
    unchanged: requested.accounts.length - change.changed.length,
    leftOut: accounts.size - existingCount,
  };
}

/** Null without a completed version. */
async function storedChart(
  { folds }: Pick<CheckDeps, 'folds'>,
  ref: string,
  cnpj: string,
  name: string,
): Promise<Chart | null> {
  const { state: refs } = await folds.load(CLIENTS_STREAM, clientRefs);
  const clientId = refs.get(ref);
  if (clientId === undefined) return null;
  const { state: client } = await folds.load(...clientOf(clientId));
  const companyId = client.companies.get(cnpj)?.companyId;
  const chartId = companyId === undefined ? undefined : client.chartIds.get(companyId)?.get(name);
  return chartId === undefined ? null : loadChart({ folds }, chartId);
}

function headOf({ validFrom, validTo, active }: Chart): ChartChange['head'] {
  return { validFrom, validTo, active };
}
