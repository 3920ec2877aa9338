// `reconciliations list` and `reconciliations do`: people's acts on reconciliations.
// Source: docs/spec/workflow.md#acts.
import { Argument, type Command } from 'commander';
import { attachEvidence } from '../../commands/reconciliations/evidence.js';
import {
  actOnReconciliations,
  type ActOnReconciliations,
  type ActResults,
} from '../../commands/reconciliations/actOnReconciliations.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { ActResult } from '../../domain/reconciliation/decide.js';
import { acts, transitions, type Act, type Transition } from '../../domain/reconciliation/transitions.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import { registerEvidence } from './evidence.js';
import { registerMatch } from './matchFiles.js';
import { evidenceFileAt } from '../evidenceFile.js';
import { infinitiveOf } from '../../messages/acts.js';
import { actRefusalSentence, statusNames } from '../../messages/reconciliations.js';
import { AS_OF, competence, instant, oneOf, statusOption, parseWholeNumber } from '../arguments.js';
import { table } from '../output/table.js';
import { companyFor } from '../permissions.js';
import { actingPerson, type ActingPerson } from '../people.js';
import { addHelpBlock } from '../usage/help.js';
import { OWN_USAGE } from '../usage/usageProblem.js';
import { requestFrom, type RequestOptions } from '../reconciliationRequest.js';
import type { GlobalOptions, Session } from '../session.js';
import type { OperatorDependencies, ReconciliationPlace } from '../dependencies.js';

type ListOptions = Readonly<{
  company: number;
  period?: Competence | null;
  status?: ReconciliationStatus | null;
  asOf?: string | null;
}>;
type DoOptions = RequestOptions &
  Partial<Omit<ListOptions, 'asOf'>> &
  Readonly<{ id?: readonly number[]; all?: boolean; file?: string }>;

/** `status` is the current one; null for a reconciliation that does not exist. */
type Report = Readonly<{
  id: number;
  ok: boolean;
  status: ReconciliationStatus | null;
  error?: string;
  code?: string;
}>;

/** What a list shows first; a narrow terminal leaves out what follows. */
const COLUMNS = [
  ...['id', 'competencia', 'contaCodigo', 'contaDescricao', 'status', 'diferenca', 'saldoContabil'],
  ...['responsavelNome', 'prazo', 'slaStatus', 'saldoConciliado', 'ajustes', 'responsavelPapel'],
];
const NAMES = { status: 'estado' };

export function registerReconciliations(program: Command, session: Session): void {
  const group = program.command('reconciliations').description('conciliações: listas, atos do fluxo e evidências');
  const list = group
    .command('list')
    .description('lista as conciliações de uma empresa, como estão ou, com --as-of, como estavam')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .option('--period <competencia>', 'só as desta competência (AAAA-MM)', competence)
    .addOption(statusOption('só as deste estado'))
    .option('--as-of <quando>', AS_OF, instant('end'))
    .action(({ company, period = null, status = null, asOf = null }: ListOptions) =>
      session.run('reconciliations list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, company, 'reconciliations list');
        const rows = await deps.queries.reconciliations(companyId, { period, status, asOf });
        return { json: rows, text: table(rows, { first: COLUMNS, names: NAMES }) };
      }),
    );

  const perform = group
    .command('do')
    .description(
      'executa um ato do fluxo como um usuário (--as); cada conciliação é aceita ou recusada separadamente',
    )
    .addArgument(new Argument('<comando>', 'o ato').choices(acts).argParser(oneOf(acts)))
    .option('--id <id>', 'id da conciliação; pode ser repetido', repeated)
    .option('--all', 'todas as de --company, --period e --status')
    .option('--company <id>', 'id da empresa', parseWholeNumber)
    .option('--period <competencia>', 'competência (AAAA-MM)', competence)
    .addOption(statusOption('estado em que estão'))
    .option('--to <email>', 'a quem atribuir (assign)')
    .option('--items <arquivo>', 'arquivo JSON de itens (compose e adjust)')
    .option('--file <arquivo>', 'arquivo a anexar como evidência, até 10 MB (attach)')
    .option('--reason <texto>', `justificativa (${asking('reason')})`)
    .option('--comment <texto>', `comentário (comment; explain; ${asking('comment')})`)
    .action(async (act: Act, options: DoOptions, command: Command) => {
      checkUsage(act, options, command);
      await session.run('reconciliations do', (deps, context) => actOnAll(deps, context, act, options));
    });
  registerEvidence(group, session);
  registerMatch(group, session);

  addHelpBlock(
    perform,
    'Comandos de um ato:',
    acts.map((act) => [act, infinitiveOf(act)]),
  );
  for (const command of [list, perform])
    addHelpBlock(
      command,
      'Estados, pelo código ou pelo nome:',
      reconciliationStatuses.map((status) => [status, statusNames[status]]),
    );
}

/** The acts that ask for this text: `reject; reopen`. */
function asking(text: Transition['asks']): string {
  return [...new Set(transitions.filter(({ asks }) => asks === text).map(({ move }) => move))].join('; ');
}

function repeated(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, parseWholeNumber(text)];
}

/** @throws CommanderError for bad usage, before any store is opened */
function checkUsage(act: Act, options: DoOptions, command: Command): void {
  const wrong = (what: string): never => command.error(what, { code: OWN_USAGE });
  const { as } = command.optsWithGlobals<GlobalOptions>();
  if (as === undefined) wrong('informe --as com o e-mail de quem age');
  const { id, all, company, period, status } = options;
  if ((id === undefined) === (all !== true)) wrong('informe --id ou --all');
  if (all === true && (company === undefined || period === undefined || status === undefined))
    wrong('--all pede --company e --period e --status');
  if (act === 'assign' && options.to === undefined) wrong('assign pede --to');
  if (act === 'attach' && options.file === undefined) wrong('attach pede --file');
  if ((act === 'compose' || act === 'adjust') && options.items === undefined) wrong(`${act} pede --items`);
}

async function actOnAll(deps: OperatorDependencies, context: CommandContext, act: Act, options: DoOptions) {
  const acting = await actingPerson(deps, context);
  const perform = await prepareAct(deps, context, acting, { act, options });
  const ids = await requestedIds(deps, context, options);
  const places = await deps.queries.reconciliationPlaces(acting.clientId, ids);
  const reports = new Map<number, Report>();
  let last: number | null = null;
  for (const [place, some] of byCompetence(ids, places)) {
    const { personId } = acting;
    const company = { companyId: place.companyId, clientId: acting.clientId };
    const { results, position } = await perform({ company, competence: place.competence, ids: some, personId });
    for (const result of results) reports.set(result.reconciliationId, reportOf(result));
    if (position !== null) last = Math.max(last ?? 0, position);
  }
  const rows = ids.map((id) => reports.get(id) ?? reportOf(notFound(id)));
  return {
    json: rows,
    text: table(
      rows.map(({ id, ok, status, error }) => ({ id, feito: ok, status, motivo: error ?? '' })),
      { names: NAMES },
    ),
    failed: rows.some(({ ok }) => !ok),
    change: { position: last, registersChanged: false },
  };
}

/** Reads and checks the files and people of the request, and returns the act. */
async function prepareAct(
  deps: OperatorDependencies,
  context: CommandContext,
  acting: ActingPerson,
  { act, options }: Readonly<{ act: Act; options: DoOptions }>,
): Promise<(asked: Omit<ActOnReconciliations, 'request'>) => Promise<ActResults>> {
  if (act === 'attach') {
    const file = await evidenceFileAt(options.file ?? '');
    return (asked) => attachEvidence(deps, { ...asked, file }, context);
  }
  const request = await requestFrom(deps, acting, act, options);
  return (asked) => actOnReconciliations(deps, { ...asked, request }, context);
}

/** Ids without repeats, in the order given; `--all`: the reconciliations now in the state. */
async function requestedIds(
  deps: OperatorDependencies,
  context: CommandContext,
  options: DoOptions,
): Promise<readonly number[]> {
  const { id, company, period = null, status = null } = options;
  if (id !== undefined || company === undefined) return [...new Set(id)];
  const { companyId } = companyFor(deps, context, company, 'reconciliations do');
  const rows = await deps.queries.reconciliations(companyId, { period, status, asOf: null });
  return rows.map((row) => Number(row['id']));
}

/** Groups ids by competence, each group being one event; omits ids that do not exist. */
function byCompetence(
  ids: readonly number[],
  places: ReadonlyMap<number, ReconciliationPlace>,
): ReadonlyMap<ReconciliationPlace, number[]> {
  const groups = new Map<string, Readonly<{ place: ReconciliationPlace; ids: number[] }>>();
  for (const id of ids) {
    const place = places.get(id);
    if (!place) continue;
    const key = `${place.companyId}.${place.competence}`;
    const group = groups.get(key) ?? { place, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return new Map([...groups.values()].map((group) => [group.place, group.ids]));
}

function notFound(reconciliationId: number): ActResult {
  const refusal = { is: 'ReconciliationNotFound', reconciliationId } as const;
  return { reconciliationId, ok: false, status: null, refusal };
}

function reportOf(result: ActResult): Report {
  const { reconciliationId: id, ok, status } = result;
  if (ok) return { id, ok, status };
  const frozen = result.refusal.is === 'CompetenceFrozen';
  return {
    id,
    ok,
    status,
    error: actRefusalSentence(result.refusal),
    ...(frozen && { code: 'COMPETENCE_CLOSED' }),
  };
}
