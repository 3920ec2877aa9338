// The codes of all accounts of a company's charts, from the log.
import type { Client } from '../../domain/clients/fold.js';
import type { Account } from '../../domain/charts/events.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { Folds } from '../kernel/folds.js';
import { loadChart, readChartParts } from './charts.js';

export async function accountCodes(
  deps: Readonly<{ log: EventLog; folds: Folds }>,
  { chartIds }: Pick<Client, 'chartIds'>,
  companyId: number,
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  const decoder = new TextDecoder();
  for (const chartId of chartIds.get(companyId)?.values() ?? []) {
    const chart = await loadChart(deps, chartId);
    for (const part of chart ? await readChartParts(deps, chart) : [])
      for (const { code } of (JSON.parse(decoder.decode(part)) as { accounts: readonly Account[] }).accounts)
        codes.add(code);
  }
  return codes;
}
