// What a chart's file would change: the checks and the decision of `applyRegisters`, without writing.
import { decideChartChange, type Accounts, type ChartChange } from '../../domain/charts/decide.js';
import type { Account } from '../../domain/charts/events.js';
import type { Chart } from '../../domain/charts/fold.js';
import { chartIdOf, checkRegisters, clientOfRef, type CheckDeps } from './checkRegisters.js';
import type { CommandContext } from '../kernel/context.js';
import type { RegistersFile } from './registersFile.js';
import { loadAccounts, loadChart } from './charts.js';

/** `before` is null for a new account. */
export type AccountChange = Readonly<{ before: Account | null; after: Account }>;

export type ChartPreview = Readonly<Awaited<ReturnType<typeof previewChart>>>;

/** @param file with one client, company and chart @throws DomainError `RegistersInvalid` with all faults */
export async function previewChart(deps: CheckDeps, file: RegistersFile, context: CommandContext) {
  const [client] = await checkRegisters(deps, file, context);
  const [company] = client?.companies ?? [];
  const [requested] = company?.charts ?? [];
  if (client === undefined || company === undefined || requested === undefined)
    throw new Error('the registers hold no chart');
  const { state } = await clientOfRef(deps, client.ref);
  const chartId = chartIdOf(state, company.cnpj, requested.name);
  const chart = chartId === undefined ? null : await loadChart(deps, chartId);
  const accounts: Accounts = chart === null ? new Map() : await loadAccounts(deps, chart);
  const change = decideChartChange(chart, accounts, requested, () => 0);
  const existingCount = requested.accounts.filter(({ code }) => accounts.has(code)).length;
  return {
    /** Null for a new chart. */
    before: chart && { head: headOf(chart), version: chart.version, accounts: accounts.size },
    head: change.head,
    headChanges: change.headChanges,
    /** Changes in the order of the file. The id of a new account is 0. */
    changes: change.changed.map((after) => ({ before: accounts.get(after.code) ?? null, after })),
    /** Accounts of the file that are stored as they are there. */
    unchanged: requested.accounts.length - change.changed.length,
    /** Stored accounts that the file leaves out: they stay. */
    leftOut: accounts.size - existingCount,
  };
}

function headOf({ validFrom, validTo, active }: Chart): ChartChange['head'] {
  return { validFrom, validTo, active };
}
