// /console/planos: the charts of accounts of the companies that the person sees; an Administrador sends new versions.
import { searchAccounts } from '../../../projections/views/accounts.js';
import { listCharts, listChartVersions } from '../../../projections/views/charts.js';
import { askedIn, get, parameter, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { LinkButton } from '../../design/Form.js';
import { companyFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { answeredAsFile } from '../../exportedTable.js';
import { companiesSeen, idsSeen } from '../../session/access.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { accountColumns, Chart, chartColumns, CHARTS, chartSeen, PAGE_ROWS, UPLOAD } from './Charts.js';
import { uploadPages } from './upload.js';

const VERSIONS_SHOWN = 20;

export const chartPages: readonly ConsoleRoute[] = [
  get(CHARTS, showCharts),
  ...uploadPages,
  get(`${CHARTS}/{id}`, showChart),
];

async function showCharts(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const companies = companiesSeen(deps.registers, session);
  const companyId = askedIn(call).number('companyId');
  const seen = idsSeen(deps.registers, session, companyId);
  const edits = mayEdit(session.access);
  await showList(call, {
    ...{ title: 'Planos de contas', fileName: 'planos', columns: chartColumns(companies) },
    add: edits && [UPLOAD, 'Enviar plano de contas'],
    filters: companies.length > 1 ? [companyFilter(companies, companyId)] : [],
    rows: (page) => listCharts(deps.pages, session, { companies: seen, page, limit: PAGE_ROWS }),
    empty: 'Nenhum plano de contas está cadastrado ainda.',
    none: 'Nenhum plano de contas desta empresa.',
    after: !edits && session.access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>,
  });
}

async function showChart(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const chart = await chartSeen(call, parameter(call, 'id'));
  const { text, page } = askedIn(call);
  const texto = text('texto');
  const personNames = (ids: readonly (string | null)[]) => deps.names.of(ids);
  const rows = (at: number) =>
    searchAccounts(deps.pages, session, { chartId: chart.id, texto, page: at, limit: PAGE_ROWS });
  const file = { name: 'Contas', fileName: `plano-${chart.id}`, columns: accountColumns, rows };
  if (await answeredAsFile(call, file)) return;
  const found = await rows(page);
  const versions = await listChartVersions(
    deps.pages,
    session,
    { chartId: chart.id, page: 1, limit: VERSIONS_SHOWN },
    { personNames },
  );
  showPage(call, {
    title: chart.nome,
    add: mayEdit(session.access) && [`${UPLOAD}?plano=${chart.id}`, 'Enviar nova versão'],
    actions: <LinkButton href={CHARTS}>Planos de contas</LinkButton>,
    body: (
      <Chart
        {...{ call, chart, texto, found, versions }}
        companyName={deps.registers.companyName(chart.empresaId)}
      />
    ),
  });
}
