// GET /console/auditoria and its export.
import { CLIENT_READERS } from '../../../domain/clients/roles.js';
import { wholeNumber } from '../../../messages/formats.js';
import { OF_NO_COMPANY } from '../../../projections/views/audit.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { sendTable } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { Empty } from '../../design/values.js';
import { get, notFound, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { Dossiers, downloadDossier } from './Dossiers.js';
import { Audit, auditFile } from './Audit.js';
import { auditEvents } from './events.js';
import { MomentForm, momentRoutes } from './Moment.js';
import { showAtMoment, showRecorded } from './recorded.js';
import { AUDIT, MOMENT, auditFilterIn, companyAsked, type Audited, type AuditFilter } from './filter.js';

const PAGE_ROWS = 100;
const EXPORTED_MAX = 10_000;

type Deps = Pick<
  ConsoleDependencies,
  | 'registers'
  | 'names'
  | 'eventLog'
  | 'pages'
  | 'dossiers'
  | 'replayMonth'
  | 'bodies'
  | 'clock'
  | 'spool'
  | 'evidence'
  | 'people'
  | 'written'
  | 'folds'
>;

export function auditoriaRoutes(deps: Deps): readonly ConsoleRoute[] {
  return [
    get(AUDIT, (call) => showAudit(call, deps, [])),
    get(`${AUDIT}/exportar`, (call) => exportAudit(call, deps)),
    post(`${AUDIT}/dossies/{companyId}/{period}`, (call) => downloadDossier(call, deps)),
    get(`${AUDIT}/itens/{id}/{revisao}`, (call) => showRecorded(call, deps)),
    ...momentRoutes(deps),
    get(`${MOMENT}/{id}`, (call) => showAtMoment(call, deps)),
  ];
}

async function showAudit(call: ConsoleCall, deps: Deps, errors: readonly string[]): Promise<void> {
  const choices = choicesOf(deps, call);
  const asked = askedOf(call, choices);
  const title = 'Auditoria';
  if (asked === null) return showPage(call, { title, body: <Empty>Você não vê nenhuma empresa.</Empty> });
  const { company, filter } = asked;
  const page = Math.max(Math.trunc(Number(call.query['page']) || 1), 1);
  const [found, more] = await Promise.all([
    auditEvents(deps, company, filter, { page, limit: PAGE_ROWS }),
    company.companyId === OF_NO_COMPANY ? null : ofCompany(call, deps, asked, choices),
  ]);
  const body = (
    <>
      <Audit {...{ call, choices, errors, filter }} {...found} />
      {more}
    </>
  );
  showPage(call, { title, body, status: errors.length > 0 ? 422 : 200 });
}

/** What the page has of a company below its events. */
async function ofCompany(
  call: ConsoleCall,
  deps: Deps,
  { company, filter: { period } }: Asked,
  choices: readonly Audited[],
) {
  const closed = await deps.dossiers.closedMonths(company.companyId, period);
  const seals = await deps.dossiers.newestSeals(); // after the months, whose checkpoints are among them
  return (
    <>
      <section aria-labelledby="momento">
        <h2 id="momento">Listas em um momento</h2>
        <p>Os balancetes e as conciliações de uma competência, como estavam em qualquer momento.</p>
        <MomentForm
          {...{ period, choices: choices.filter(({ companyId }) => companyId !== OF_NO_COMPANY) }}
          companyId={company.companyId}
          written=""
        />
      </section>
      <Dossiers {...{ call, company, period, closed, seals }} />
    </>
  );
}

async function exportAudit(call: ConsoleCall, deps: Deps): Promise<void> {
  const asked = askedOf(call, choicesOf(deps, call));
  const format = call.query['formato'];
  if (asked === null || (format !== 'csv' && format !== 'xlsx')) return notFound();
  const until = deps.clock.now().toISOString();
  const read = (page: number) => auditEvents(deps, asked.company, asked.filter, { page, until, limit: PAGE_ROWS });
  const first = await read(1);
  if (first.total > EXPORTED_MAX) {
    const limit = `São mais de ${wholeNumber(EXPORTED_MAX)} eventos: escolha uma competência ou menos dias para exportar`;
    return showAudit(call, deps, [limit]);
  }
  async function* batches() {
    for (let page = 1; page <= first.pages; page++) {
      const { events } = page === 1 ? first : await read(page);
      yield events;
    }
  }
  await sendTable(call, deps, {
    ...{ format, name: 'Auditoria', fileName: `auditoria-${asked.company.companyId}` },
    columns: auditFile,
    batches: batches(),
  });
}

/** The companies the person sees and, for whoever reads what concerns the whole client, who let its people sign in. */
function choicesOf({ registers }: Deps, { state: { session } }: ConsoleCall): readonly Audited[] {
  const companies = companiesSeen(registers, session);
  if (!session.access.hasForClient(CLIENT_READERS)) return companies;
  const { clientId } = session;
  return [...companies, { companyId: OF_NO_COMPANY, clientId, legalName: 'Nenhuma: acessos ao console' }];
}

type Asked = Readonly<{ company: Audited; filter: AuditFilter }>;

/** The first company the person sees where none is asked for. @returns null when they see none */
function askedOf(call: ConsoleCall, seen: readonly Audited[]): Asked | null {
  const address = new URLSearchParams(call.querystring);
  const filter = auditFilterIn(address);
  const company = companyAsked(address, seen);
  if (company === null) return filter.companyId === null ? null : notFound();
  return { company, filter: { ...filter, companyId: company.companyId } };
}
