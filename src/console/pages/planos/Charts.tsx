// /console/planos: the charts of accounts of the companies that the person sees; an Administrador sends new versions.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Page } from '../../../projections/engine/pages.js';
import { type ChartRow, type ChartVersionRow, findChart, listCharts } from '../../../projections/views/charts.js';
import { AccountSearch } from '../../design/Filters.js';
import { column, ListedTable, Table, type Column } from '../../design/Table.js';
import { State, DateTime, Facts } from '../../design/values.js';
import { type ConsoleCall, notFound, parseWholeNumber } from '../../route.js';
import { kindNames, natureNames } from '../../../messages/registers.js';
import { dayText, wholeNumber } from '../../../messages/formats.js';
import type { AccountRow } from '../../../projections/views/accounts.js';

export function chartColumns(companies: readonly CompanyFacts[]): readonly Column<ChartRow>[] {
  const names = new Map(companies.map((company) => [company.companyId, company.legalName]));
  return [
    column('Plano', 'start', ['text', (it) => it.nome], ({ id, nome }) => <a href={`${CHARTS}/${id}`}>{nome}</a>),
    column('Empresa', 'line', ['text', (it) => names.get(it.empresaId) ?? '']),
    column(
      'Vigência',
      'nowrap',
      {
        'Vigência desde': ['date', (it) => it.vigenciaInicio],
        'Vigência até': ['date', (it) => it.vigenciaFim],
      },
      (it) => validityText(it.vigenciaInicio, it.vigenciaFim),
    ),
    column('Situação', '', ['text', ({ ativo }) => activeText(ativo)], ({ ativo }) => (
      <ActiveBadge active={ativo} />
    )),
    column('Versão', 'number', ['integer', ({ versao }) => versao]),
  ];
}

/** `de 01/01/2026 a 31/12/2026`, `desde 01/01/2026`. Dates are YYYY-MM-DD. */
export function validityText(from: string, to: string | null): string {
  return to === null ? `desde ${dayText(from)}` : `de ${dayText(from)} a ${dayText(to)}`;
}

export const activeText = (active: boolean): string => (active ? 'Ativo' : 'Inativo');

function ActiveBadge({ active }: Readonly<{ active: boolean }>) {
  return <State tone={active ? 'plain' : 'idle'}>{activeText(active)}</State>;
}

type ChartProps = Readonly<{
  call: ConsoleCall;
  chart: ChartRow;
  companyName: string;
  texto: string;
  found: Page<AccountRow>;
  versions: Page<ChartVersionRow>;
}>;

export function Chart({ call, chart, companyName, texto, found, versions }: ChartProps) {
  const path = `${CHARTS}/${chart.id}`;
  return (
    <>
      <Facts
        of={{
          Empresa: companyName,
          Vigência: validityText(chart.vigenciaInicio, chart.vigenciaFim),
          Situação: <ActiveBadge active={chart.ativo} />,
          Versão: chart.versao,
          Contas: wholeNumber(versions.rows[0]?.contas ?? 0),
        }}
      />
      <AccountSearch path={path} texto={texto} />
      <ListedTable
        {...{ call, found }}
        caption="Contas do plano"
        columns={accountColumns}
        empty={texto === '' ? 'O plano ainda não tem contas.' : 'Nenhuma conta com esta busca.'}
      />
      <h2>Versões</h2>
      <Versions {...versions} />
    </>
  );
}

export const accountColumns: readonly Column<AccountRow>[] = [
  column('Código', 'nowrap start', ['text', ({ codigo }) => codigo]),
  column('Reduzido', 'nowrap end', ['text', ({ codigoReduzido }) => codigoReduzido]),
  column('Descrição', 'line', ['text', ({ descricao }) => descricao]),
  column('Tipo', '', ['text', ({ tipo }) => kindNames[tipo]]),
  column('Natureza', '', ['text', ({ natureza }) => natureNames[natureza]]),
  column('Classificação', '', ['text', ({ classificacao }) => classificacao]),
  column('Departamento', '', ['text', ({ departamento }) => departamento]),
  column('Setor', '', ['text', ({ setor }) => setor]),
  column('Concilia', '', ['text', ({ exigeConciliacao }) => (exigeConciliacao ? 'Sim' : 'Não')]),
];

const versionColumns: readonly Column<ChartVersionRow>[] = [
  column('Versão', 'number', ({ versao }) => versao),
  column('Gravada', 'nowrap', ({ em }) => <DateTime at={em} />),
  column('Por', '', ({ por }) => por),
  column('Contas', 'number', ({ contas }) => wholeNumber(contas)),
  column('Novas ou alteradas', 'number', ({ contasAlteradas }) => wholeNumber(contasAlteradas)),
  column('Vigência', 'nowrap', (it) => validityText(it.vigenciaInicio, it.vigenciaFim)),
  column('Situação', '', ({ ativo }) => <ActiveBadge active={ativo} />),
];

function Versions({ rows, pagination }: Page<ChartVersionRow>) {
  return (
    <>
      <Table caption="Versões do plano" columns={versionColumns} rows={rows} />
      {pagination.total > rows.length && (
        <p class="muted">
          As {rows.length} mais novas de {wholeNumber(pagination.total)} versões.
        </p>
      )}
    </>
  );
}

export const CHARTS = '/console/planos';
export const UPLOAD = `${CHARTS}/enviar`;
export const PAGE_ROWS = 100;
/** Of which names are offered. */
const CHARTS_MAX = 1_000;

/** The different names of charts. @param companies null: of all */
export async function chartNames(
  { deps: { pages }, session }: ConsoleCall,
  companies: readonly number[] | null,
  which: 'active' | 'all' = 'active',
): Promise<readonly string[]> {
  const asked = { companies, page: 1, limit: CHARTS_MAX };
  const { rows } = await listCharts(pages, session, asked);
  const names = rows.filter(({ ativo }) => ativo || which === 'all').map(({ nome }) => nome);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}

/** @throws ConsoleRefused PageNotFound also where the person does not see its company */
export async function chartSeen({ deps: { pages }, session }: ConsoleCall, id: string): Promise<ChartRow> {
  const chartId = parseWholeNumber(id);
  const chart = chartId === null ? null : await findChart(pages, session, chartId);
  return chart !== null && session.access.sees(chart.empresaId) ? chart : notFound();
}
