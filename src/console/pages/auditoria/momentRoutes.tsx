// GET /console/auditoria/momento and its export: the lists of a month as of a moment.
import type { VNode } from 'preact';
import { READ_TIMEOUT_MS } from '../../../api/call.js';
import { clientGone } from '../../../api/http/connections/clientGone.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { withDebits } from '../../../projections/views/trialBalances/debitOf.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { sendTable } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { Errors } from '../../design/values.js';
import { anyRole, notFound, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { monthFile } from '../conciliacoes/exported.js';
import { companyAsked, MOMENT } from './filter.js';
import { Moment, MomentForm } from './Moment.js';
import {
  momentFilterIn,
  monthAtMoment,
  type MomentDependencies,
  type MomentFilter,
  type MonthAtMoment,
} from './monthAtMoment.js';

const TITLE = 'Auditoria: listas em um momento';
const BUSY =
  'Outras listas da sua empresa ou grupo estão sendo feitas. Tente de novo em alguns segundos, quando elas terminarem.';

export function momentRoutes(
  deps: MomentDependencies & Pick<ConsoleDependencies, 'pages'>,
): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: MOMENT, may: anyRole, handle: (call) => showMoment(call, deps) },
    { method: 'GET', path: `${MOMENT}/exportar`, may: anyRole, handle: (call) => exportMoment(call, deps) },
  ];
}

/** Without competence or moment the form alone. */
async function showMoment(
  call: ConsoleCall,
  deps: MomentDependencies & Pick<ConsoleDependencies, 'pages'>,
): Promise<void> {
  const { company, choices, filter } = askedOf(call, deps);
  const { period, written, moment } = filter;
  const form = <MomentForm {...{ choices, period, written }} companyId={company.companyId} />;
  if (period === null || moment === null) {
    const problem = 'Informe a competência e o momento, como 31/05/2026 18:00.';
    return showPage(call, { title: TITLE, body: [<Errors sentences={[problem]} />, form], status: 400 });
  }
  const found = await monthAtMoment(deps, company, { until: moment, competence: period }, waiting(call));
  if (found === null) return showBusy(call, form);
  const page = Math.min(Math.max(Number(call.query['page']) || 1, 1), Math.max(found.pages, 1)) | 0;
  const rows = await withDebits(deps.pages.store, company.clientId, await found.rowsOf(page));
  const address = addressOf(company, period, written);
  const body = (
    <>
      {form}
      <Moment {...{ call, company, period, address, found, rows, page }} until={moment} />
    </>
  );
  showPage(call, { title: TITLE, body });
}

async function exportMoment(call: ConsoleCall, deps: MomentDependencies): Promise<void> {
  const { company, choices, filter } = askedOf(call, deps);
  const { period, written, moment } = filter;
  const format = call.query['formato'];
  if (period === null || moment === null || (format !== 'csv' && format !== 'xlsx')) return notFound();
  const { companyId } = company;
  const found = await monthAtMoment(deps, company, { until: moment, competence: period }, waiting(call));
  if (found === null) return showBusy(call, <MomentForm {...{ choices, companyId, period, written }} />);
  await sendTable(call, deps, {
    ...{ format, columns: monthFile, name: 'Conciliações', fileName: `conciliacoes-${companyId}-${period}` },
    batches: exportedRows(found),
  });
}

async function* exportedRows({ pages, rowsOf }: MonthAtMoment) {
  for (let page = 1; page <= pages; page++) yield await rowsOf(page);
}

/** Aborts once the client is gone or was answered that it takes too long. */
function waiting(call: ConsoleCall): AbortSignal {
  return AbortSignal.any([clientGone(call), AbortSignal.timeout(READ_TIMEOUT_MS)]);
}

function showBusy(call: ConsoleCall, form: VNode): void {
  call.set('Retry-After', '5');
  showPage(call, { title: TITLE, body: [<Errors sentences={[BUSY]} />, form], status: 503 });
}

function askedOf(
  call: ConsoleCall,
  { registers, clock }: MomentDependencies,
): Readonly<{ company: CompanyFacts; choices: readonly CompanyFacts[]; filter: MomentFilter }> {
  const address = new URLSearchParams(call.querystring);
  const choices = companiesSeen(registers, call.state.session);
  const company = companyAsked(address, choices) ?? notFound();
  return { company, choices, filter: momentFilterIn(address, clock.now()) };
}

function addressOf({ companyId }: CompanyFacts, period: Competence, written: string): URLSearchParams {
  return new URLSearchParams({ companyId: String(companyId), period, em: written });
}
