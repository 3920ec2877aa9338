// GET /console/fechamento: Fechamento.
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { holidaysOf } from '../../../domain/clients/workflowSettings.js';
import { showPage } from '../../design/Page.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { answeredAsFile } from '../../exportedTable.js';
import { Closing } from './Closing.js';
import { closingFile } from './ClosingTable.js';
import {
  closingMonths,
  monthToClose,
  type ClosingDependencies,
} from '../../../projections/views/competences/closingMonths.js';
import { doneByDay } from '../../../projections/views/competences/workingDays.js';

type Deps = ClosingDependencies & Pick<ConsoleDependencies, 'spool'>;

export function fechamentoRoutes(deps: Deps): readonly ConsoleRoute[] {
  return [{ method: 'GET', path: '/console/fechamento', may: anyRole, handle: (call) => showClosing(call, deps) }];
}

/** `ate`: the newest competence shown; `competencia`: that shown, else the one to close. Others are ignored: old links stay open. */
async function showClosing(call: ConsoleCall, deps: Deps): Promise<void> {
  const { session } = call.state;
  const until = competenceIn(call, 'ate');
  const closing = await closingMonths(deps, session, { until: until ?? undefined });
  const { months } = closing;
  const asked = competenceIn(call, 'competencia');
  const withCompanies = months.filter(({ companies }) => companies.length > 0);
  const shown =
    withCompanies.find(({ competence }) => competence === asked) ??
    monthToClose(withCompanies) ??
    withCompanies[0] ??
    null;
  if (shown !== null && (await answeredAsFile(call, deps, closingFile(shown)))) return;
  const holidays = holidaysOf(deps.registers.workflowOf(session.clientId));
  const chart = shown === null || shown.total === 0 ? null : doneByDay(shown, holidays, deps.clock.now());
  showPage(call, {
    ...{ title: 'Fechamento', now: deps.clock.now() },
    body: <Closing {...{ call, closing, shown, chart, until }} />,
  });
}

function competenceIn({ query }: ConsoleCall, name: string): Competence | null {
  const value = query[name];
  return typeof value === 'string' ? parseCompetence(value) : null;
}
