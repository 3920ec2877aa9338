// /console/planos: the charts of accounts of the companies that the person sees; an Administrador sends new versions.
import { searchAccounts } from '../../../projections/views/accounts.js';
import { listCharts, listChartVersions } from '../../../projections/views/charts.js';
import { askedIn, get, parameter, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { LinkButton } from '../../design/Form.js';
import { companyFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { companiesSeen, idsSeen } from '../../session/access.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { Chart, chartColumns, CHARTS, chartSeen, PAGE_ROWS, UPLOAD } from './Charts.js';
import { uploadPages } from './upload.js';

const VERSIONS_SHOWN = 20;

export const chartPages: readonly ConsoleRoute[] = [
  get(CHARTS, showCharts),
  ...uploadPages,
  get(`${CHARTS}/{id}`, showChart),
];

async function showCharts(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { session } = call.state;
  const companies = companiesSeen(deps.registers, session);
  const companyId = askedIn(call).number('companyId');
  const seen = idsSeen(deps.registers, session, companyId);
  const edits = mayEdit(session.access);
  await showList(call, {
    ...{ title: 'Planos de contas', fileName: 'planos', columns: chartColumns(companies) },
    actions: edits && (
      <LinkButton isMain href={UPLOAD}>
        Enviar plano de contas
      </LinkButton>
    ),
    filters: companies.length > 1 ? [companyFilter(companies, companyId)] : [],
    rows: (page) =>
      listCharts(deps.pages, { clientId: session.clientId }, { companies: seen, page, limit: PAGE_ROWS }),
    empty: 'Nenhum plano de contas está cadastrado ainda.',
    none: 'Nenhum plano de contas desta empresa.',
    after: !edits && session.access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>,
  });
}

async function showChart(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { session } = call.state;
  const chart = await chartSeen(call, parameter(call, 'id'));
  const scope = { clientId: session.clientId };
  const { text, page } = askedIn(call);
  const texto = text('texto');
  const place = { page, limit: PAGE_ROWS };
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
          <LinkButton isMain href={`${UPLOAD}?plano=${chart.id}`}>
            Enviar nova versão
          </LinkButton>
        )}{' '}
        <LinkButton href={CHARTS}>Planos de contas</LinkButton>
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
