// /console/planos: the charts of accounts of the companies that the person sees, with their versions.
import { IMPORTERS } from '../../../domain/clients/roles.js';
import { kindNames, natureNames, NO_CHART } from '../../../messages/registers.js';
import { dayText, wholeNumber } from '../../../messages/formats.js';
import { type AccountRow, searchAccounts } from '../../../projections/views/accounts.js';
import * as charts from '../../../projections/views/charts.js';
import { AccountSearch, companyFilter } from '../../design/Filters.js';
import { LinkButton, useCall } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { column, ListedTable, PAGE_ROWS, stateColumn, Table, type Column } from '../../design/Table.js';
import { State, DateTime, Empty, Facts, type StateWord } from '../../design/values.js';
import { answeredAsFile } from '../../exportedTable.js';
import {
  queryOf,
  companyFiltered,
  get,
  notFound,
  parameter,
  parseWholeNumber,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { companiesByName, idsSeen } from '../../session/access.js';
import { mayEdit, WhoEdits } from '../registers/change.js';
import { paths } from '../../paths.js';

function chartColumns({ deps: { registers } }: ConsoleCall): readonly Column<charts.ChartRow>[] {
  return [
    column('Plano', 'start', ['text', (it) => it.nome], { href: ({ id }) => `${paths.charts}/${id}` }),
    column('Empresa', 'line', ['text', (it) => registers.companyName(it.empresaId)]),
    column(
      'Vigência',
      'nowrap start',
      {
        'Vigência desde': ['date', (it) => it.vigenciaInicio],
        'Vigência até': ['date', (it) => it.vigenciaFim],
      },
      (it) => validityText(it.vigenciaInicio, it.vigenciaFim),
    ),
    stateColumn('Situação', 'end', ({ ativo }) => activeWord(ativo)),
    column('Versão', 'number off', ['integer', ({ versao }) => versao]),
  ];
}

/** `de 01/01/2026 a 31/12/2026`, `desde 01/01/2026`. Dates are YYYY-MM-DD. */
export function validityText(from: string, to: string | null): string {
  return to === null ? `desde ${dayText(from)}` : `de ${dayText(from)} a ${dayText(to)}`;
}

export const activeWord = (active: boolean): StateWord =>
  active ? { tone: 'plain', name: 'Ativo' } : { tone: 'idle', name: 'Inativo' };

const accountColumns: readonly Column<AccountRow>[] = [
  column('Código', 'nowrap start', ['text', ({ codigo }) => codigo]),
  column('Reduzido', 'nowrap end', ['text', ({ codigoReduzido }) => codigoReduzido]),
  column('Descrição', 'line', ['text', ({ descricao }) => descricao]),
  column('Tipo', 'start', ['text', ({ tipo }) => kindNames[tipo]]),
  column('Natureza', 'end', ['text', ({ natureza }) => natureNames[natureza]]),
  column('Classificação', 'wide', ['text', ({ classificacao }) => classificacao]),
  column('Departamento', 'wide', ['text', ({ departamento }) => departamento]),
  column('Setor', 'wide', ['text', ({ setor }) => setor]),
  column('Concilia', '', ['text', ({ exigeConciliacao }) => (exigeConciliacao ? 'Sim' : 'Não')]),
];

const versionColumns: readonly Column<charts.ChartVersionRow>[] = [
  column('Versão', '', ({ versao }) => versao),
  column('Gravada', 'nowrap', ({ em }) => <DateTime at={em} />),
  column('Por', '', ({ por }) => por),
  column('Contas', 'number', ({ contas }) => wholeNumber(contas)),
  column('Novas ou alteradas', 'number', ({ contasAlteradas }) => wholeNumber(contasAlteradas)),
  column('Vigência', 'nowrap', (it) => validityText(it.vigenciaInicio, it.vigenciaFim)),
  stateColumn('Situação', '', ({ ativo }) => activeWord(ativo)),
];

export const UPLOAD = `${paths.charts}/enviar`;
const VERSIONS_SHOWN = 20;
const CHARTS_MAX = 1_000;

/** The different names of charts. @param companies null: of all */
export async function chartNames(
  { deps: { pages }, session }: ConsoleCall,
  companies: readonly number[] | null,
  which: 'active' | 'all' = 'active',
): Promise<readonly string[]> {
  const query = { companies, page: 1, limit: CHARTS_MAX };
  const { rows } = await charts.listCharts(pages, session, query);
  const names = rows.filter(({ ativo }) => ativo || which === 'all').map(({ nome }) => nome);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}

/** What comes before the first trial balance of a company. */
export function NoChart() {
  const { access } = useCall().session;
  const next = mayEdit(access) ? <a href={UPLOAD}>Enviar plano de contas</a> : null;
  return <Empty next={next}>{NO_CHART}</Empty>;
}

export const chartPages: readonly ConsoleRoute[] = [
  get(paths.charts, showCharts),
  get(`${paths.charts}/{id}`, showChart),
];

async function showCharts(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const companies = companiesByName(deps.registers, session);
  const companyId = companyFiltered(call);
  const seen = idsSeen(deps.registers, session, companyId);
  await showList(call, {
    title: 'Planos de contas',
    fileName: 'planos',
    columns: chartColumns(call),
    add: mayEdit(session.access) && [UPLOAD, 'Enviar plano de contas'],
    filters: companies.length > 1 ? [companyFilter(companies, companyId)] : [],
    rows: (page) => charts.listCharts(deps.pages, session, { companies: seen, page, limit: PAGE_ROWS }),
    empty: NO_CHART,
    none: 'Nenhum plano de contas desta empresa.',
    after: <WhoEdits />,
  });
}

async function showChart(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const chart = await chartSeen(call, parameter(call, 'id'));
  const { text, page } = queryOf(call);
  const texto = text('texto');
  const rows = (at: number) =>
    searchAccounts(deps.pages, session, { chartId: chart.id, texto, page: at, limit: PAGE_ROWS });
  const file = { name: 'Contas', fileName: `plano-${chart.id}`, columns: accountColumns, rows };
  if (await answeredAsFile(call, file)) return;
  const listed = await rows(page);
  const ofChart = { chartId: chart.id, page: 1, limit: VERSIONS_SHOWN };
  const versions = await charts.listChartVersions(deps.pages, session, ofChart, { personNames: deps.names.of });
  showPage(call, {
    title: chart.nome,
    of: deps.registers.companyName(chart.empresaId),
    add: mayEdit(session.access) && [`${UPLOAD}?plano=${chart.id}`, 'Enviar nova versão'],
    actions: (
      <>
        {session.access.hasAny(IMPORTERS, chart.empresaId) && (
          <LinkButton href={`${paths.trialBalances}/enviar?companyId=${chart.empresaId}`}>
            Enviar balancete
          </LinkButton>
        )}
        <LinkButton href={paths.charts}>Planos de contas</LinkButton>
      </>
    ),
    body: (
      <>
        <Facts
          of={{
            Empresa: deps.registers.companyName(chart.empresaId),
            Vigência: validityText(chart.vigenciaInicio, chart.vigenciaFim),
            Situação: <State {...activeWord(chart.ativo)} />,
            Versão: chart.versao,
            Contas: wholeNumber(versions.rows[0]?.contas ?? 0),
          }}
        />
        <AccountSearch path={call.path} texto={texto} />
        <ListedTable
          listed={listed}
          caption="Contas do plano"
          columns={accountColumns}
          empty={
            texto === ''
              ? 'O plano ainda não tem contas: uma nova versão as traz.'
              : 'Nenhuma conta com esta busca.'
          }
        />
        <h2>Versões</h2>
        <Table caption="Versões do plano" columns={versionColumns} rows={versions.rows} />
        {versions.pagination.total > versions.rows.length && (
          <p class="muted">
            As {versions.rows.length} mais novas de {wholeNumber(versions.pagination.total)} versões.
          </p>
        )}
      </>
    ),
  });
}

/** @throws ConsoleRefused PageNotFound also where the person does not see its company */
export async function chartSeen({ deps: { pages }, session }: ConsoleCall, id: string): Promise<charts.ChartRow> {
  const chartId = parseWholeNumber(id);
  const chart = chartId === null ? null : await charts.findChart(pages, session, chartId);
  return chart !== null && session.access.sees(chart.empresaId) ? chart : notFound();
}
