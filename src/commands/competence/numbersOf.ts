// The numbers by account of a stored version, or of lines not stored yet.
import { LRUCache } from 'lru-cache';
import type { SignConvention, TrialBalanceLine } from '../../domain/books/events.js';
import type { EventLog } from '../../domain/kernel/log.js';
import {
  chartAccounts,
  versionNumbers,
  type ChartAccounts,
  type VersionNumbers,
} from '../../domain/reconciliation/versionNumbers.js';
import { decodePart } from '../../domain/trialBalance/lines.js';
import { readParts } from '../kernel/parts.js';
import type { FoldedLog } from '../kernel/folds.js';
import { loadChart, readAccounts } from '../registers/charts.js';

type VersionPlace = Readonly<{ chartId: number; convention: SignConvention; linesStream: string }>;

export async function numbersOf(
  deps: FoldedLog,
  { chartId, convention, linesStream }: VersionPlace,
): Promise<VersionNumbers> {
  return numbersOfLines(
    deps,
    { chartId, convention },
    (await readParts(deps.log, linesStream)).flatMap(decodePart),
  );
}

export async function numbersOfLines(
  deps: FoldedLog,
  { chartId, convention }: Pick<VersionPlace, 'chartId' | 'convention'>,
  lines: Iterable<TrialBalanceLine>,
): Promise<VersionNumbers> {
  return versionNumbers(lines, convention, await loadChartAccounts(deps, chartId));
}

/** Charts cached per log: the two versions of a release usually share one, and so do a client's competences. */
const CHARTS_CACHED_MAX = 4;
type CachedChart = Readonly<{ version: number; accounts: ChartAccounts }>;
const chartCaches = new WeakMap<EventLog, LRUCache<number, CachedChart>>();

/** The accounts of the chart's current version. */
async function loadChartAccounts(deps: FoldedLog, chartId: number): Promise<ChartAccounts> {
  const chart = await loadChart(deps, chartId);
  const version = chart?.version ?? 0;
  const cache = chartCaches.get(deps.log) ?? new LRUCache<number, CachedChart>({ max: CHARTS_CACHED_MAX });
  chartCaches.set(deps.log, cache);
  const cached = cache.get(chartId);
  if (cached?.version === version) return cached.accounts;
  const accounts = chartAccounts(chart === null ? [] : await readAccounts(deps, chart));
  cache.set(chartId, { version, accounts });
  return accounts;
}
