// GET /console: Fechamento.
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { holidaysOf } from '../../../domain/clients/workflowSettings.js';
import { showPage } from '../../design/Page.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { Closing } from './Closing.js';
import { closingMonths, type ClosingDependencies, type ClosingMonth } from './closingMonths.js';
import { doneByDay } from './workingDays.js';

export function fechamentoRoutes(deps: ClosingDependencies): readonly ConsoleRoute[] {
  return [{ method: 'GET', path: '/console', may: anyRole, handle: (call) => showClosing(call, deps) }];
}

/** `ate`: the newest competence shown; `competencia`: that of the chart. Others are ignored: old links stay open. */
async function showClosing(call: ConsoleCall, deps: ClosingDependencies): Promise<void> {
  const { session } = call.state;
  const until = competenceIn(call, 'ate');
  const closing = await closingMonths(deps, session, { until: until ?? undefined });
  const charted = chartedMonth(closing.months, competenceIn(call, 'competencia'));
  const holidays = holidaysOf(deps.registers.workflowOf(session.clientId));
  const chart = charted === null ? null : doneByDay(charted, holidays, deps.clock.now());
  showPage(call, { title: 'Fechamento', body: <Closing {...{ closing, chart, until }} /> });
}

/** The one asked for, else the newest with open reconciliations, else the newest with any. */
function chartedMonth(months: readonly ClosingMonth[], asked: Competence | null): ClosingMonth | null {
  const counted = months.filter(({ total }) => total > 0);
  return (
    counted.find(({ competence }) => competence === asked) ??
    counted.find(({ total, byTurn }) => byTurn.done < total) ??
    counted[0] ??
    null
  );
}

function competenceIn({ query }: ConsoleCall, name: string): Competence | null {
  const value = query[name];
  return typeof value === 'string' ? parseCompetence(value) : null;
}
