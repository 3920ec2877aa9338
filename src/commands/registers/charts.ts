// Loads charts: the head by name or id, and the parts with the accounts.
import { chart as chartFold, chartStream, type Chart } from '../../domain/charts/fold.js';
import type { Registers } from '../../domain/registers.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { Folds } from '../kernel/folds.js';

type Deps = Readonly<{ log: EventLog; folds: Folds }>;

/** The current chart; null without a completed version. */
export async function chartByName(
  deps: Deps & Readonly<{ registers: Registers }>,
  companyId: number,
  name: string,
): Promise<Chart | null> {
  const registered = deps.registers.chartByName(companyId, name);
  return registered && (await loadChart(deps, registered.chartId));
}

/** The current chart; null without a completed version. */
export async function loadChart({ folds }: Deps, chartId: number): Promise<Chart | null> {
  const { state } = await folds.load(chartStream(chartId), chartFold);
  return state.version > 0 ? state : null;
}

/**
 * The `ChartAccountsListed` parts of a chart up to a version, in order: later accounts replace earlier ones of the same
 * id. Omits parts that no version names.
 */
export async function readChartParts(
  { log, folds }: Deps,
  chartId: number,
  version: number,
): Promise<Uint8Array[]> {
  const stream = chartStream(chartId);
  const { state } = await folds.load(stream, chartFold);
  const parts: Uint8Array[] = [];
  for (const named of state.parts) {
    if (named.version > version) break;
    let left = named.count;
    for await (const { data } of log.read(stream, named.fromRevision)) {
      if (!(data instanceof Uint8Array))
        throw new Error(`${stream}: a part named by version ${named.version} is missing`);
      parts.push(data);
      if (--left === 0) break;
    }
  }
  return parts;
}
