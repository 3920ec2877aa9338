// GET /console/fechamento/{companyId}/{period}/checklist, and the forms that tick and reopen its points. The commands check roles.
import { reopenPoint, tickPoint } from '../../../commands/competence/checklist.js';
import { RELEASERS, WRITERS, type Role } from '../../../domain/clients/roles.js';
import { checklistOf } from '../../../domain/clients/workflowSettings.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { checklistTitle, pointReopened, pointTicked } from '../../../messages/closing.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { listIntercompany } from '../../../projections/views/competences/intercompany.js';
import { showPage } from '../../design/Page.js';
import {
  get,
  monthSeen,
  noteWritten,
  personContext,
  post,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm, refusalOf } from '../../session/readForm.js';
import { checklistAddress } from './addresses.js';
import { Checklist } from './Checklist.js';

type Deps = Pick<
  ConsoleDependencies,
  'checklist' | 'pages' | 'registers' | 'bodies' | 'written' | 'eventLog' | 'folds' | 'clock'
>;

/** Balances with other companies shown. */
const SHOWN_MAX = 100;

const PATH = '/console/fechamento/{companyId}/{period}/checklist';

export function checklistPages(deps: Deps): readonly ConsoleRoute[] {
  return [
    get(PATH, (call) => showChecklist(deps, call, [])),
    post(`${PATH}/concluir`, (call) => act(deps, call, 'tick')),
    post(`${PATH}/reabrir`, (call) => act(deps, call, 'reopen')),
  ];
}

async function showChecklist(
  deps: Deps,
  call: ConsoleCall,
  errors: readonly string[],
  status = 200,
): Promise<void> {
  const { company, competence } = monthSeen(deps, call);
  const { clientId, companyId, legalName } = company;
  const { access } = call.state.session;
  const rows = await deps.checklist({ clientId }, { companyId, competence });
  const roles = new Map(
    checklistOf(deps.registers.workflowOf(clientId), companyId).map(({ text, role }) => [text, role] as const),
  );
  const { rows: intercompany } = await listIntercompany(
    deps,
    { clientId },
    {
      ...{ companyIds: [companyId], visible: access.sees, competence, page: 1, limit: SHOWN_MAX },
    },
  );
  const nameOf = (id: number): string => deps.registers.companyName(id);
  const points = rows.map((row) => {
    const role = roles.get(row.descricao) ?? null;
    const holds = (some: readonly Role[]): boolean => row.tipo === 'LIVRE' && access.hasAny(some, companyId);
    return {
      ...row,
      mayTick: holds(role === null ? WRITERS : [role]),
      mayReopen: holds(role === null ? WRITERS : [role, ...RELEASERS]),
    };
  });
  showPage(call, {
    title: checklistTitle(competence, legalName),
    status,
    body: <Checklist {...{ call, companyId, competence, points, intercompany, nameOf, errors }} />,
  });
}

async function act(deps: Deps, call: ConsoleCall, which: 'tick' | 'reopen'): Promise<void> {
  const place = monthSeen(deps, call);
  const form = await readForm(call, deps);
  const point = form.text('ponto');
  const transactor = { log: deps.eventLog, folds: deps.folds, clock: deps.clock };
  const comment = form.text('comentario').slice(0, COMMENT_CHARACTERS_MAX);
  try {
    const { position } =
      which === 'tick'
        ? await tickPoint(transactor, { ...place, point }, personContext(call))
        : await reopenPoint(transactor, { ...place, point, comment }, personContext(call));
    await noteWritten(deps, call, position);
  } catch (error) {
    const { sentence, status } = refusalOf(error);
    return showChecklist(deps, call, [sentence], status);
  }
  notice(call, which === 'tick' ? pointTicked(point) : pointReopened(point));
  redirectTo(call, checklistAddress({ companyId: place.company.companyId, competence: place.competence }));
}
