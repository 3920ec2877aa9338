// GET /api/v1/chart-of-accounts: the charts of a company.
import type { ChartEvent } from '../../domain/charts/events.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { ignored, projection, writes } from '../engine/projection.js';
import { view } from '../engine/readStore.js';
import { is, type Scope } from './scope.js';

export type ChartRow = Readonly<{
  id: number;
  empresaId: number;
  nome: string;
  /** YYYY-MM-DD, as vigenciaFim. */
  vigenciaInicio: string;
  vigenciaFim: string | null;
  ativo: boolean;
  versao: number;
}>;
type Stored = ChartRow & Readonly<{ clientId: number }>;

const charts = view<Stored>({
  name: 'charts',
  version: 1,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    nome: 'text',
    vigenciaInicio: 'text',
    vigenciaFim: 'text',
    ativo: 'boolean',
    versao: 'integer',
    clientId: 'integer',
  },
  indexes: [['clientId', 'empresaId'], ['clientId']],
});
const { put } = writes(charts);

export const chartsProjection = projection<ChartEvent>({
  name: 'charts',
  streamPrefixes: ['chart-'],
  views: [charts],
  on: {
    ChartAccountsListed: ignored,
    ChartVersioned: ({ data }) => [
      put({
        id: data.chartId,
        empresaId: data.companyId,
        nome: data.name,
        vigenciaInicio: data.validFrom,
        vigenciaFim: data.validTo,
        ativo: data.active,
        versao: data.version,
        clientId: data.clientId,
      }),
    ],
  },
});

export async function listCharts(
  pages: Pages,
  scope: Scope,
  query: PageRequest & Readonly<{ companyId: number }>,
): Promise<Page<ChartRow>> {
  const where = [is('empresaId', query.companyId)];
  const page = await pages.list(charts, { clientId: scope.clientId, where }, query);
  return { ...page, rows: page.rows.map(shown) };
}

/** @returns null when no chart of this client has the id */
export async function findChart(pages: Pages, scope: Scope, chartId: number): Promise<ChartRow | null> {
  const found = await pages.store.get(charts, scope.clientId, chartId);
  return found === null ? null : shown(found);
}

const shown = ({ clientId: _, ...row }: Stored): ChartRow => row;
