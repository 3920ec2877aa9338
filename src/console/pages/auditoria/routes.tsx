// GET /console/auditoria and its export.
import { CLIENT_READERS } from '../../../domain/clients/roles.js';
import { OF_NO_COMPANY } from '../../../projections/views/audit.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { askedIn } from '../../asked.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { Empty, Part } from '../../design/values.js';
import { get, notFound, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { Dossiers, downloadDossier } from './Dossiers.js';
import { Audit, auditColumns } from './Audit.js';
import { auditEvents } from './events.js';
import { MomentForm, momentRoutes } from './Moment.js';
import { showAtMoment, showRecorded } from './recorded.js';
import {
  AUDIT,
  AUDIT_FILES,
  MOMENT,
  auditFilterIn,
  companyAsked,
  type Audited,
  type AuditFilter,
} from './filter.js';

const PAGE_ROWS = 100;

export function auditoriaRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(AUDIT, (call) => showAudit(call, deps)),
    get(AUDIT_FILES, (call) => exportAudit(call, deps)),
    post(`${AUDIT}/dossies/{companyId}/{period}`, (call) => downloadDossier(call, deps)),
    get(`${AUDIT}/itens/{id}/{revisao}`, (call) => showRecorded(call, deps)),
    ...momentRoutes(deps),
    get(`${MOMENT}/{id}`, (call) => showAtMoment(call, deps)),
  ];
}

async function showAudit(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const choices = choicesOf(deps, call);
  const asked = askedOf(call, choices);
  const title = 'Auditoria';
  if (asked === null) return showPage(call, { title, body: <Empty>Você não vê nenhuma empresa.</Empty> });
  const { company, filter } = asked;
  const [found, more] = await Promise.all([
    auditEvents(deps, company, filter, { page: askedIn(call).page, limit: PAGE_ROWS }),
    company.companyId === OF_NO_COMPANY ? null : ofCompany(call, deps, asked, choices),
  ]);
  const body = (
    <>
      <Audit {...{ call, choices, filter, found }} />
      {more}
    </>
  );
  showPage(call, { title, body });
}

/** What the page has of a company below its events. */
async function ofCompany(
  call: ConsoleCall,
  deps: ConsoleDependencies,
  { company, filter: { period } }: Asked,
  choices: readonly Audited[],
) {
  const closed = await deps.dossiers.closedMonths(company.companyId, period);
  const seals = await deps.dossiers.newestSeals(); // after the months, whose checkpoints are among them
  return (
    <>
      <Part id="momento" title="Listas em um momento">
        <p>Os balancetes e as conciliações de uma competência, como estavam em qualquer momento.</p>
        <MomentForm
          {...{ period, choices: choices.filter(({ companyId }) => companyId !== OF_NO_COMPANY) }}
          companyId={company.companyId}
          written=""
        />
      </Part>
      <Dossiers {...{ call, company, period, closed, seals }} />
    </>
  );
}

/** None came after the file was asked for. */
async function exportAudit(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const { company, filter } = askedOf(call, choicesOf(deps, call)) ?? notFound();
  const until = deps.clock.now().toISOString();
  const isAnswered = await answeredAsFile(call, deps, {
    ...{ name: 'Auditoria', fileName: `auditoria-${company.companyId}`, page: AUDIT, columns: auditColumns },
    rows: (page) => auditEvents(deps, company, filter, { page, until, limit: PAGE_ROWS }),
  });
  if (!isAnswered) notFound();
}

/** The companies the person sees and, for whoever reads what concerns the whole client, who let its people sign in. */
function choicesOf({ registers }: ConsoleDependencies, { state: { session } }: ConsoleCall): readonly Audited[] {
  const companies = companiesSeen(registers, session);
  if (!session.access.hasForClient(CLIENT_READERS)) return companies;
  const { clientId } = session;
  return [...companies, { companyId: OF_NO_COMPANY, clientId, legalName: 'Nenhuma: acessos ao console' }];
}

type Asked = Readonly<{ company: Audited; filter: AuditFilter }>;

/** The first company the person sees where none is asked for. @returns null when they see none */
function askedOf(call: ConsoleCall, seen: readonly Audited[]): Asked | null {
  const asked = askedIn(call);
  const filter = auditFilterIn(asked);
  const company = companyAsked(asked, seen);
  if (company === null) return filter.companyId === null ? null : notFound();
  return { company, filter: { ...filter, companyId: company.companyId } };
}
