// GET /console/conciliacoes: the list, or all that its filters find as a file. POST: an act on those selected.
import { wholeNumber } from '../../../messages/formats.js';
import type { NamedReconciliation } from '../../../projections/views/worklist/worklist.js';
import { accountYears } from '../../../projections/views/trialBalances/accountYears.js';
import { answeredAsFile } from '../../exportedTable.js';
import { addressWith, companyFiltered, type ConsoleCall, get, type ConsoleRoute } from '../../route.js';
import * as worklist from './query.js';
import { Confirm, Field, isConfirmed, LinkButton } from '../../design/Form.js';
import type { ComponentChildren } from 'preact';
import { holdsRole, WRITERS } from '../../../domain/clients/roles.js';
import { actDoneOn } from '../../../messages/acts.js';
import { bulkQuestion, EACH_BY_ITSELF } from '../../../messages/confirmations.js';
import type { Done } from '../../session/answers.js';
import { form, type FormFields } from '../../session/readForm.js';
import { returnPath } from '../../session/draft.js';
import { showPage } from '../../design/Page.js';
import { isPaper, rowsShown } from '../../design/Table.js';
import { OPEN_ITEMS } from '../itens/OpenItems.js';
import { BULK_MAX, actOnMany, bulkActs, bulkActsOf, selectedAmong, undoOf, type BulkRequest } from './bulk.js';
import { ListFilters, List, BulkReport, listFile } from './List.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actLabels, transitions } from '../../../domain/reconciliation/transitions.js';
import { CountAndSums } from '../../design/values.js';
import { paths } from '../../paths.js';

const TITLE = 'Conciliações';

export const listRoutes: readonly ConsoleRoute[] = [
  get(paths.reconciliations, async (call) => {
    companyFiltered(call);
    const { typed } = call.state;
    if (typed?.isDraft && typed.action === paths.reconciliations) {
      // Once: its way back leads here.
      await call.deps.sessions.change(call.session.sessionId, { draft: null });
      const { request, to } = bulkIn(call, (name) => typed.several[name] ?? [typed.fields[name] ?? '']);
      if (request !== null) return ask(call, request, to);
    }
    const selected = String(call.query['selecionadas'] ?? '')
      .split('.')
      .map(Number);
    return showList(call, worklist.addressIn(call.session, call.querystring), selected);
  }),
  form(paths.reconciliations, act, { may: ({ hasAny }) => hasAny(WRITERS) }),
];

/** @param report of an act on the list, above it */
async function showList(
  call: ConsoleCall,
  address: worklist.ListAddress,
  selected: readonly number[],
  report?: ComponentChildren,
): Promise<void> {
  const { deps, session } = call;
  const file = { name: TITLE, fileName: 'conciliacoes', columns: [{ file: listFile }] };
  const rowsOf = (page: number) => worklist.readList(deps, session, address, { page });
  if (address.refused.length === 0 && (await answeredAsFile(call, { ...file, rows: rowsOf }))) return;
  const [listed, counts, choices] = await Promise.all([
    worklist.readList(deps, session, address, { limit: rowsShown(call) }),
    worklist.readCounts(deps, session, address),
    worklist.readChoices(deps, session),
  ]);
  const years = isPaper(call) ? new Map() : await accountYears(deps.pages.store, session, listed.rows);
  const isPart = call.get('HX-Target') === `div#${worklist.LIST_ID}`;
  if (isPart) call.set('HX-Replace-Url', worklist.addressOf(address));
  const acts = isPaper(call) ? [] : bulkActsOf(session.access);
  const read = { address, listed, years, counts, choices, acts };
  const content = { ...read, selected: new Set(selected), now: deps.clock.now() };
  showPage(call, {
    title: TITLE,
    status: address.refused.length > 0 ? 400 : 200,
    now: content.now,
    actions: isPart ? undefined : (
      <>
        <LinkButton href={OPEN_ITEMS}>Itens em aberto</LinkButton>
        <ListFilters {...content} />
      </>
    ),
    body: (
      <>
        {report}
        <List {...content} />
      </>
    ),
  });
}

/** Those whom one of the selected can be assigned to, by name. */
async function assigneesFor({ deps, session }: ConsoleCall, selected: readonly NamedReconciliation[]) {
  const workflow = deps.registers.workflowOf(session.clientId);
  const companies = [...new Set(selected.map(({ companyId }) => companyId))];
  const personIds = [...workflow.users.keys()].filter((personId) =>
    companies.some((companyId) => holdsRole(workflow, personId, 'PREPARER', companyId)),
  );
  const nameOf = await deps.names.of(personIds);
  return personIds
    .map((personId) => [personId, nameOf(personId)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR'));
}

/** An address holds no more. */
const SELECTED_MAX = 100;

/** What a form asks for, and the list it was on, with the same rows selected. `missing`: why it is no request. */
function bulkIn(call: ConsoleCall, all: FormFields['all']) {
  const text = (name: string): string => (all(name)[0] ?? '').trim();
  const ids = [...new Set(all('id').filter((id) => /^[1-9][0-9]{0,14}$/.test(id)))].map(Number);
  const [path = '', query = ''] = returnPath(text('voltar') || paths.reconciliations).split('?');
  const list = worklist.addressIn(call.session, path === paths.reconciliations ? query : '');
  const selecionadas = ids.slice(0, SELECTED_MAX).join('.') || null;
  const to =
    path === paths.reconciliations
      ? addressWith(path, list.querystring, { selecionadas })
      : addressWith(path, query, {});
  const chosen = bulkActs.find((bulkAct) => bulkAct === text('ato'));
  const missing = whatIsMissing(ids, chosen);
  if (missing !== null || chosen === undefined) return { request: null, missing: missing ?? '', list, to };
  return { request: { ids, act: chosen, comment: text('texto') || null, to: text('para') || null }, list, to };
}

async function act(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const { request, missing = '', list, to } = bulkIn(call, fields.all);
  if (request === null) return { told: missing, kind: 'warn', to };
  if (!isConfirmed(fields)) return ask(call, request, to);
  const { ids, act: chosen } = request;
  const lines = await actOnMany(call, request);
  const refused = lines.filter(({ sentence }) => sentence !== null);
  const done = lines.flatMap((line) => line.done ?? []);
  const told = actDoneOn(chosen, done.length, refused.length);
  if (refused.length === 0) return { told, undo: undoOf(chosen, done), to };
  await call.deps.shown(await call.deps.log.head());
  return showList(call, list, ids, <BulkReport done={told} lines={refused} />);
}

async function ask(call: ConsoleCall, request: BulkRequest, back: string): Promise<void> {
  const selected = await selectedAmong(call, request.ids);
  const assignees = request.act === 'assign' ? await assigneesFor(call, selected) : [];
  showPage(call, {
    title: bulkQuestion(actLabels[request.act], selected.length),
    body: <BulkQuestion request={request} selected={selected} assignees={assignees} back={back} />,
  });
}

function whatIsMissing(ids: readonly number[], chosen: string | undefined): string | null {
  if (ids.length === 0) return 'Selecione ao menos uma conciliação.';
  if (ids.length > BULK_MAX) return `Selecione no máximo ${wholeNumber(BULK_MAX)} conciliações.`;
  return chosen === undefined ? 'Escolha o ato.' : null;
}

type Props = Readonly<{
  request: BulkRequest;
  selected: readonly NamedReconciliation[];
  assignees: Awaited<ReturnType<typeof assigneesFor>>;
  back: string;
}>;

const TEXT = { name: 'texto', rows: 3, maxLength: COMMENT_CHARACTERS_MAX, required: true } as const;

function BulkQuestion({ request, selected, assignees, back }: Props) {
  const { ids, act, comment, to } = request;
  const asks = transitions.find(({ move }) => move === act)?.asks;
  const options = [['', 'Escolha o Elaborador'] as const, ...assignees];
  return (
    <Confirm
      back={back}
      action={paths.reconciliations}
      label={actLabels[act]}
      fields={[...ids.map((id) => ['id', String(id)] as const), ['ato', act], ['voltar', back]]}
      asks={
        <>
          {act === 'assign' && (
            <Field label="Atribuir a" name="para" value={to ?? ''} options={options} required />
          )}
          {asks !== undefined && (
            <Field {...TEXT} label={asks === 'reason' ? 'Justificativa' : 'Comentário'} value={comment ?? ''} />
          )}
        </>
      }
    >
      <CountAndSums name="Conciliações" balances={selected.map(({ balanceCents }) => balanceCents)} />
      <p>{EACH_BY_ITSELF}</p>
    </Confirm>
  );
}
