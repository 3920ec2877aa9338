// GET /api/v1/chart-of-accounts: the charts of a company. And the versions of each, for the console.
import * as z from 'zod';
import type { ChartEvent } from '../../domain/charts/events.js';
import type { Page, PageRequest, Pages } from '../engine/pages.js';
import { projection, writes } from '../engine/projection.js';
import { view, without } from '../engine/readStore.js';
import {
  fieldsOf,
  inCompanies,
  storedActor,
  storedActorName,
  type Companies,
  type Names,
  type Scope,
} from './scope.js';

export const chartRow = z.strictObject({
  id: z.int().describe('Identificador do plano de contas'),
  empresaId: z.int().describe('Empresa do plano'),
  nome: z.string().describe('Nome do plano; é o chartName da importação'),
  vigenciaInicio: z.iso.date().describe('Início da vigência (AAAA-MM-DD)'),
  vigenciaFim: z.iso.date().nullable().describe('Fim da vigência (AAAA-MM-DD); nulo enquanto não há'),
  ativo: z.boolean().describe('Se o plano está ativo; uma empresa pode ter mais de um plano ativo'),
  versao: z.int().describe('Versão do plano; começa em 1 e cresce a cada alteração'),
});
export type ChartRow = Readonly<z.output<typeof chartRow>>;
type Stored = ChartRow & Readonly<{ clientId: number }>;

export const chartExample: ChartRow = {
  id: 1,
  empresaId: 1,
  nome: 'Plano Geral',
  vigenciaInicio: '2020-01-01',
  vigenciaFim: null,
  ativo: true,
  versao: 1,
};

const charts = view<Stored>({
  name: 'charts',
  version: 1,
  fields: { ...fieldsOf(chartRow), clientId: 'integer' },
  indexes: [['clientId', 'empresaId'], ['clientId']],
});
const { put } = writes(charts);
const listedCharts = without(charts, ['clientId']);

/**
 * `contas`: of this version, and how many of them it added or changed. `vigenciaInicio` and `vigenciaFim`:
 * YYYY-MM-DD. `por` is "" for a person; `porId` then has the opaque id.
 */
const storedVersion = z.object({
  id: z.int(),
  planoId: z.int(),
  versao: z.int(),
  contas: z.int(),
  contasAlteradas: z.int(),
  vigenciaInicio: z.string(),
  vigenciaFim: z.string().nullable(),
  ativo: z.boolean(),
  em: z.string(),
  por: z.string(),
  porId: z.string().nullable(),
  clientId: z.int(),
});
type StoredVersion = Readonly<z.output<typeof storedVersion>>;
export type ChartVersionRow = Omit<StoredVersion, 'id' | 'planoId' | 'porId' | 'clientId'>;

const chartVersions = view<StoredVersion>({
  name: 'chartVersions',
  version: 1,
  fields: fieldsOf(storedVersion),
  indexes: [['clientId', 'planoId'], ['clientId']],
});
const { put: putVersion } = writes(chartVersions);
/** More versions than any chart has: ids of versions are made of the chart's. */
const VERSIONS_MAX = 1_000_000;

export const chartsProjection = projection<ChartEvent>({
  name: 'charts',
  streamPrefixes: ['chart-'],
  views: [charts, chartVersions],
  on: {
    ChartVersioned: ({ data, metadata: { actor, at } }) => [
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
      putVersion({
        id: data.chartId * VERSIONS_MAX + data.version,
        planoId: data.chartId,
        versao: data.version,
        contas: data.accountCount,
        contasAlteradas: data.parts.accounts,
        vigenciaInicio: data.validFrom,
        vigenciaFim: data.validTo,
        ativo: data.active,
        em: at,
        ...storedActor(actor),
        clientId: data.clientId,
      }),
    ],
  },
});

/** The charts of some companies, oldest first. */
export function listCharts(
  pages: Pages,
  { clientId }: Scope,
  { companies, ...request }: PageRequest & Readonly<{ companies: Companies }>,
): Promise<Page<ChartRow>> {
  return pages.list(listedCharts, { clientId, where: inCompanies(companies) }, request);
}

/** The charts of a company, of at most a thousand. */
export async function chartIdsOf(
  { store }: Pages,
  { clientId }: Scope,
  companyId: number,
): Promise<readonly number[]> {
  const rows = await store.scan(charts, { clientId, where: { empresaId: companyId } }, { limit: 1_000 });
  return rows.map(({ id }) => id);
}

/** The versions of a chart that was found for this client, newest first. */
export async function listChartVersions(
  pages: Pages,
  { clientId }: Scope,
  { chartId, ...request }: PageRequest & Readonly<{ chartId: number }>,
  { personNames }: Pick<Names, 'personNames'>,
): Promise<Page<ChartVersionRow>> {
  const selection = { clientId, where: { planoId: chartId } };
  const page = await pages.list(chartVersions, selection, { ...request, order: 'desc' });
  const nameOf = await personNames(page.rows.map(({ porId }) => porId));
  const rows = page.rows.map(({ id: _, planoId: __, clientId: ___, porId, ...row }) => ({
    ...row,
    por: storedActorName(row.por, porId, nameOf),
  }));
  return { ...page, rows };
}

/** @returns null when no chart of this client has the id */
export function findChart({ store }: Pages, { clientId }: Scope, chartId: number): Promise<ChartRow | null> {
  return store.get(listedCharts, clientId, chartId);
}
