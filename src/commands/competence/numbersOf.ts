// The numbers by account of a stored version, or of lines not stored yet.
import type { SignConvention, TrialBalanceLine } from '../../domain/books/events.js';
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

/** Accounts of the charts read for one question, by their ids: its versions usually share one. */
export type ReadCharts = Map<number, ChartAccounts>;

export async function numbersOf(
  deps: FoldedLog,
  version: VersionPlace,
  charts: ReadCharts,
): Promise<VersionNumbers> {
  const lines = (await readParts(deps.log, version.linesStream)).flatMap(decodePart);
  return numbersOfLines(deps, version, lines, charts);
}

export async function numbersOfLines(
  deps: FoldedLog,
  { chartId, convention }: Pick<VersionPlace, 'chartId' | 'convention'>,
  lines: Iterable<TrialBalanceLine>,
  charts: ReadCharts,
): Promise<VersionNumbers> {
  const accounts = charts.get(chartId) ?? (await readChart(deps, chartId));
  charts.set(chartId, accounts);
  return versionNumbers(lines, convention, accounts);
}

async function readChart(deps: FoldedLog, chartId: number): Promise<ChartAccounts> {
  const chart = await loadChart(deps, chartId);
  return chartAccounts(chart === null ? [] : await readAccounts(deps, chart));
}
