// /console/planos: the charts of accounts of the companies that the person sees; an Administrador sends new versions.
import { searchAccounts } from '../../../projections/views/accounts.js';
import { SEARCH_LENGTH_MAX } from '../../../projections/views/worklist/searchText.js';
import { listChartsOf, listChartVersions } from '../../../projections/views/charts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { get, parameter, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { pageOf, textOf, parseWholeNumber } from '../balancetes/query.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { chartColumns, Charts, Chart, CHARTS, chartSeen, PAGE_ROWS, UPLOAD } from './Charts.js';
import { uploadPages } from './upload.js';

const VERSIONS_SHOWN = 20;

export function chartPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(CHARTS, (call) => showCharts(deps, call)),
    ...uploadPages(deps),
    get(`${CHARTS}/{id}`, (call) => showChart(deps, call)),
  ];
}

async function showCharts(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const companies = companiesSeen(deps.registers, session);
  const companyId = parseWholeNumber(call.query['companyId']);
  const ids = companies.map((company) => company.companyId);
  const listed = (page: number) =>
    listChartsOf(
      deps.pages,
      { clientId: session.clientId },
      { companies: companyId === null ? ids : ids.filter((each) => each === companyId), page, limit: PAGE_ROWS },
    );
  const columns = chartColumns(companies);
  const file = { name: 'Planos de contas', fileName: 'planos', columns, rows: listed };
  if (await answeredAsFile(call, deps, file)) return;
  const found = await listed(pageOf(call.query['page']));
  showPage(call, {
    title: 'Planos de contas',
    actions: mayEdit(session.access) && (
      <a class="button primary" href={UPLOAD}>
        Enviar plano de contas
      </a>
    ),
    body: (
      <>
        <Charts {...{ call, columns, companies, companyId, found }} />
        {!mayEdit(session.access) && session.access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>}
      </>
    ),
  });
}

async function showChart(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const chart = await chartSeen(deps, call, parameter(call, 'id'));
  const scope = { clientId: session.clientId };
  const texto = textOf(call.query['texto']).slice(0, SEARCH_LENGTH_MAX);
  const place = { page: pageOf(call.query['page']), limit: PAGE_ROWS };
  const personNames = (ids: readonly (string | null)[]) => deps.names.of(ids);
  const found = await searchAccounts(deps.pages, scope, { chartId: chart.id, texto, ...place });
  const versions = await listChartVersions(
    deps.pages,
    scope,
    { chartId: chart.id, page: 1, limit: VERSIONS_SHOWN },
    { personNames },
  );
  showPage(call, {
    title: chart.nome,
    actions: (
      <>
        {mayEdit(session.access) && (
          <a class="button primary" href={`${UPLOAD}?plano=${chart.id}`}>
            Enviar nova versão
          </a>
        )}{' '}
        <a class="button" href={CHARTS}>
          Planos de contas
        </a>
      </>
    ),
    body: (
      <Chart
        {...{ call, chart, texto, found, versions }}
        companyName={deps.registers.companyName(chart.empresaId)}
      />
    ),
  });
}
