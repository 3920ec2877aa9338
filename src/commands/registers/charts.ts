// Loads charts: the head by name or id, and the parts with the accounts.
import type { Accounts } from '../../domain/charts/decide.js';
import { decodeAccounts, type Account } from '../../domain/charts/events.js';
import { chart as chartFold, chartStream, type Chart } from '../../domain/charts/fold.js';
import type { Client } from '../../domain/clients/fold.js';
import { eventsAt } from '../../domain/kernel/knownEvent.js';
import { LogWentBack } from '../../domain/kernel/log.js';
import type { Registers } from '../../domain/registers.js';
import type { FoldedLog } from '../kernel/folds.js';

export async function chartByName(
  deps: FoldedLog & Readonly<{ registers: Registers }>,
  companyId: number,
  name: string,
): Promise<Chart | null> {
  const registered = deps.registers.chartByName(companyId, name);
  return registered && (await loadChart(deps, registered.chartId));
}

/** The current chart; null without a completed version. */
export async function loadChart({ folds }: Pick<FoldedLog, 'folds'>, chartId: number): Promise<Chart | null> {
  const { state } = await folds.load(chartStream(chartId), chartFold);
  return state.version > 0 ? state : null;
}

/**
 * The `ChartAccountsListed` parts of the chart's version, in order: later accounts replace earlier ones of the
 * same id. Omits parts that no version names.
 * @throws LogWentBack when one is missing: they are stored before the event that names them
 */
export async function readChartParts(
  { log }: Pick<FoldedLog, 'log'>,
  { chartId, parts: partLists }: Pick<Chart, 'chartId' | 'parts'>,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const stream = chartStream(chartId);
  const revisions = partLists.flatMap(({ fromRevision, count }) =>
    Array.from({ length: count }, (_, index) => fromRevision + index),
  );
  for await (const { revision, data } of eventsAt(log, stream, revisions)) {
    if (!(data instanceof Uint8Array)) throw new LogWentBack({ stream, revision, id: null });
    parts.push(data);
  }
  return parts;
}

/** Accounts in the order of the parts. */
export async function readAccounts(
  deps: Pick<FoldedLog, 'log'>,
  chart: Pick<Chart, 'chartId' | 'parts'>,
): Promise<(readonly Account[])[]> {
  return (await readChartParts(deps, chart)).map(decodeAccounts);
}

/** The accounts of the newest version by code; empty without one. */
export async function loadAccounts(deps: FoldedLog, chart: Chart): Promise<Accounts> {
  return new Map((await readAccounts(deps, chart)).flat().map((account) => [account.code, account]));
}

/** The codes of all accounts of a company's charts, from the log. */
export async function accountCodes(
  deps: FoldedLog,
  { chartIds }: Pick<Client, 'chartIds'>,
  companyId: number,
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (const chartId of chartIds.get(companyId)?.values() ?? []) {
    const chart = await loadChart(deps, chartId);
    for (const { code } of chart ? (await readAccounts(deps, chart)).flat() : []) codes.add(code);
  }
  return codes;
}
