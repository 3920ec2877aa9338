// What the pages of charts ask for: charts of companies the person sees, and who may register one.
import { findChart, type ChartRow } from '../../../projections/views/charts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notFound, type ConsoleCall } from '../../route.js';
import { parseWholeNumber } from '../balancetes/query.js';

export const CHARTS = '/console/planos';
export const PAGE_ROWS = 100;

/** @throws ConsoleRefused PageNotFound also where the person does not see its company */
export async function chartSeen(
  { pages }: Pick<ConsoleDependencies, 'pages'>,
  { state: { session } }: ConsoleCall,
  id: string,
): Promise<ChartRow> {
  const chartId = parseWholeNumber(id);
  const chart = chartId === null ? null : await findChart(pages, { clientId: session.clientId }, chartId);
  return chart !== null && session.access.sees(chart.empresaId) ? chart : notFound();
}
