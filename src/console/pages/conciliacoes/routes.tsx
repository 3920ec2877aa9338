// GET /console/conciliacoes: the list. POST: an act on those selected.
import { moves } from '../../../domain/reconciliation/transitions.js';
import { holdsRole } from '../../../domain/clients/roles.js';
import { wholeNumber } from '../../../messages/formats.js';
import { actLabels } from '../../../messages/acts.js';
import { bulkQuestion } from '../../../messages/confirmations.js';
import { notice, redirectTo } from '../../session/answers.js';
import { isConfirmed } from '../../design/Confirm.js';
import { readForm, type FormFields } from '../../session/readForm.js';
import { showPage } from '../../design/Page.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { LIST_ID, LIST_PATH, addressOf, readAddress, type ListAddress } from './address.js';
import { BulkReport, type BulkChoices } from './BulkActs.js';
import { BulkQuestion } from './BulkQuestion.js';
import { BULK_MAX, actOnMany, movesOf, selectedAmong, type BulkRequest } from './bulk.js';
import { EXPORT_PATH, exportList } from './exported.js';
import { companiesWithModule, readChoices, readList, type Choices } from './query.js';
import { List, WholeList } from './view.js';

const TITLE = 'Conciliações';

export function listRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: LIST_PATH, may: anyRole, handle: (call) => showList(deps, call) },
    { method: 'GET', path: EXPORT_PATH, may: anyRole, handle: (call) => exportList(call, deps) },
    { method: 'POST', path: LIST_PATH, may: ({ hasAny }) => hasAny(WORKERS), handle: (call) => act(deps, call) },
  ];
}

const WORKERS = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN'] as const;

async function showList(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const address = addressIn(call, new URLSearchParams(call.querystring));
  const [found, choices] = await Promise.all([readList(deps, session, address), readChoices(deps, session)]);
  const content = { call, address, found, choices, bulk: bulkChoices(deps, call, choices) };
  const isPart = call.get('HX-Target') === `div#${LIST_ID}`;
  if (isPart) call.set('HX-Replace-Url', addressOf(address, { page: address.page }));
  showPage(call, {
    title: TITLE,
    status: address.invalid.length > 0 ? 400 : 200,
    body: isPart ? <List {...content} /> : <WholeList {...content} />,
  });
}

/** A person who works begins with what waits for them. */
function addressIn({ state: { session } }: ConsoleCall, search: URLSearchParams): ListAddress {
  return readAddress(search, session.access.hasAny(WORKERS) ? 'minhas' : 'todas');
}

function bulkChoices(deps: ConsoleDependencies, call: ConsoleCall, { people }: Choices): BulkChoices | null {
  const { session } = call.state;
  const moves = movesOf(session.access);
  if (moves.length === 0) return null;
  const workflow = deps.registers.workflowOf(session.clientId);
  const companies = companiesWithModule(deps, session);
  const assignees = people.filter(({ personId }) =>
    companies.some((companyId) => holdsRole(workflow, personId, 'PREPARER', companyId)),
  );
  return { moves, assignees };
}

async function act(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const back = addressOf(addressIn(call, new URLSearchParams(form.text('voltar').split('?')[1] ?? '')));
  const ids = [...new Set(form.all('id').filter((id) => /^[1-9][0-9]{0,14}$/.test(id)))].map(Number);
  const move = moves.find((each) => each === form.text('ato'));
  const missing = whatIsMissing(ids, move, form);
  if (missing !== null || move === undefined) {
    notice(call, missing ?? '', 'warn');
    return redirectTo(call, back);
  }
  const request = { ids, move, comment: form.text('texto') || null, to: form.text('para') || null };
  if (!isConfirmed(form)) return ask(deps, call, request, back);
  const lines = await actOnMany(deps, call, request);
  const refused = lines.filter(({ sentence }) => sentence !== null).length;
  const done = `${actLabels[move]}: ${counted(lines.length - refused, 'feita', 'feitas')}`;
  if (refused === 0) {
    notice(call, `${done}.`);
    return redirectTo(call, back);
  }
  showPage(call, {
    title: TITLE,
    body: (
      <>
        <p class="note warn">{`${done}, ${counted(refused, 'recusada', 'recusadas')}.`}</p>
        <BulkReport lines={lines} back={back} />
      </>
    ),
  });
}

/** What the act is about, before it is done. */
async function ask(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  request: BulkRequest,
  back: string,
): Promise<void> {
  const selected = await selectedAmong(deps, call, request.ids);
  const assignee = request.move === 'assign' ? await assigneeOf(deps, call, request.to) : null;
  showPage(call, {
    title: bulkQuestion(actLabels[request.move], selected.length),
    body: <BulkQuestion {...{ call, request, selected, assignee, back }} />,
  });
}

/** "" for nobody of the client. */
async function assigneeOf({ registers, names }: ConsoleDependencies, call: ConsoleCall, personId: string | null) {
  const isUser = personId !== null && registers.workflowOf(call.state.session.clientId).users.has(personId);
  return isUser ? (await names.of([personId]))(personId) : '';
}

function whatIsMissing(ids: readonly number[], move: string | undefined, form: FormFields): string | null {
  if (ids.length === 0) return 'Selecione ao menos uma conciliação.';
  if (ids.length > BULK_MAX) return `Selecione no máximo ${wholeNumber(BULK_MAX)} conciliações.`;
  if (move === undefined) return 'Escolha o ato.';
  return move === 'assign' && form.text('para') === '' ? 'Escolha a quem atribuir.' : null;
}

function counted(count: number, one: string, many: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}
