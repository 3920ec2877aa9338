// `reconciliations list` and `do`: people's acts on reconciliations. Source: docs/spec/workflow.md#acts.
import { attachEvidence } from '../../commands/reconciliations/evidence.js';
import {
  actOnMonths,
  actOnReconciliations,
  type ActOnReconciliations,
  type ActResults,
} from '../../commands/reconciliations/actOnReconciliations.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import type { ActResult } from '../../domain/reconciliation/decide.js';
import { infinitiveOf, acts, transitions, type Transition } from '../../domain/reconciliation/transitions.js';
import { reconciliationStatuses } from '../../domain/reconciliation/states.js';
import { evidence } from './evidence.js';
import { match } from './matchFiles.js';
import { evidenceFileAt } from '../evidenceFile.js';
import { actRefusalSentence, statusNames } from '../../messages/reconciliations.js';
import { asOf, competence, ofCompany, oneOf, parseWholeNumber, reconciliationStatus } from '../arguments.js';
import {
  argument,
  command,
  flag,
  listCommand,
  optional,
  repeated,
  type ValuesOf,
  type Running,
} from '../command.js';
import { table } from '../output.js';
import { companyFor } from '../permissions.js';
import { actingPerson, requestFrom, type ActingPerson } from '../reconciliationRequest.js';
import type { OperatorDependencies } from '../dependencies.js';

const COLUMNS = [
  'id',
  'competencia',
  'contaCodigo',
  'contaDescricao',
  'status',
  'diferenca',
  'saldoContabil',
  'responsavelNome',
  'prazo',
  'slaStatus',
  'saldoConciliado',
  'ajustes',
  'responsavelPapel',
];
const NAMES = { status: 'estado' };

const STATUSES = [
  'Estados, pelo código ou pelo nome:',
  reconciliationStatuses.map((status) => [status, statusNames[status]] as const),
] as const;

const list = listCommand({
  name: 'reconciliations list',
  says: 'lista as conciliações de uma empresa, como estão ou, com --as-of, como estavam',
  roles: ALL_ROLES,
  examples: ['reconciliations list --company 1 --period 2026-10 --status IN_REVIEW'],
  blocks: [STATUSES],
  takes: {
    ...ofCompany,
    period: optional('<competencia>', 'só as desta competência (AAAA-MM)', competence),
    status: optional('<estado>', 'só as deste estado', reconciliationStatus),
    asOf,
  },
  first: COLUMNS,
  names: NAMES,
  rows: async ({ company, ...filter }, deps, running) =>
    deps.queries.reconciliations(companyFor(deps, running, company).companyId, filter),
});

const DO_TAKES = {
  act: argument('<comando>', 'o ato', oneOf(acts)),
  id: repeated('<id>', 'id da conciliação; pode ser repetido', parseWholeNumber),
  all: flag('todas as de --company, --period e --status'),
  company: optional('<id>', 'id da empresa', parseWholeNumber),
  period: optional('<competencia>', 'competência (AAAA-MM)', competence),
  status: optional('<estado>', 'estado em que estão', reconciliationStatus),
  to: optional('<email>', 'a quem atribuir (assign)'),
  items: optional('<arquivo>', 'arquivo JSON de itens (compose e adjust)'),
  file: optional('<arquivo>', 'arquivo a anexar como evidência, até 10 MB (attach)'),
  reason: optional('<texto>', `justificativa (${asking('reason')})`),
  comment: optional('<texto>', `comentário (comment; explain; ${asking('comment')})`),
};
type DoOptions = ValuesOf<typeof DO_TAKES>;

const perform = command({
  name: 'reconciliations do',
  says: 'executa um ato do fluxo como um usuário (--as); cada conciliação é aceita ou recusada separadamente',
  // Each act has roles of its own: src/domain/reconciliation/transitions.ts; acts that keep the state:
  // Roles of each act: src/domain/reconciliation/transitions.ts; of acts that keep the state: possibleActs.ts.
  roles: ALL_ROLES,
  changes: true,
  examples: [
    'reconciliations do start --id 12 --id 13 --as ana@cliente.com.br',
    'reconciliations do compose --id 12 --items itens.json --as ana@cliente.com.br',
    "reconciliations do reject --id 12 --reason 'falta o extrato' --as caio@cliente.com.br",
    'reconciliations do approve --all --company 1 --period 2026-10 --status IN_APPROVAL --as caio@cliente.com.br',
  ],
  blocks: [['Comandos de um ato:', acts.map((act) => [act, infinitiveOf(act)] as const)], STATUSES],
  takes: DO_TAKES,
  misuse: misuseOf,
  run: (options, deps, running) => actOnAll(deps, running, options),
});

export const commands = [list, perform, evidence, match];

/** The acts that ask for this text: `reject; reopen`. */
function asking(text: Transition['asks']): string {
  return [...new Set(transitions.filter(({ asks }) => asks === text).map(({ move }) => move))].join('; ');
}

function misuseOf({ act, ...options }: DoOptions, as: string | undefined): string | null {
  if (as === undefined) return 'informe --as com o e-mail de quem age';
  const { id, all, company, period, status } = options;
  if ((id.length === 0) === !all) return 'informe --id ou --all';
  if (all && [company, period, status].includes(null)) return '--all pede --company e --period e --status';
  if (act === 'assign' && options.to === null) return 'assign pede --to';
  if (act === 'attach' && options.file === null) return 'attach pede --file';
  return (act === 'compose' || act === 'adjust') && options.items === null ? `${act} pede --items` : null;
}

async function actOnAll(deps: OperatorDependencies, context: Running, options: DoOptions) {
  const acting = await actingPerson(deps, context);
  const perform = await prepareAct(deps, context, acting, options);
  const ids = await requestedIds(deps, context, options);
  const places = await deps.queries.reconciliationPlaces(acting.clientId, ids);
  const placed = ids.flatMap((id) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, companyId: place.companyId, competence: place.competence }];
  });
  const { clientId, personId } = acting;
  const { results, position } = await actOnMonths({ clientId, ids }, placed, (month) =>
    perform({ ...month, personId }),
  );
  const rows = results.map(reportOf);
  return {
    json: rows,
    text: table(
      rows.map(({ id, ok, status, error }) => ({ id, feito: ok, status, motivo: error ?? '' })),
      { names: NAMES },
    ),
    failed: rows.some(({ ok }) => !ok),
    change: { position },
  };
}

/** Reads and checks the files and people of the request, and returns the act. */
async function prepareAct(
  deps: OperatorDependencies,
  context: CommandContext,
  acting: ActingPerson,
  options: DoOptions,
): Promise<(asked: Omit<ActOnReconciliations, 'request'>) => Promise<ActResults>> {
  const { act } = options;
  if (act === 'attach') {
    const file = await evidenceFileAt(options.file ?? '');
    return (place) => attachEvidence(deps, { ...place, file }, context);
  }
  const request = await requestFrom(deps, acting, act, options);
  return (place) => actOnReconciliations(deps, { ...place, request }, context);
}

/** Ids without repeats, in the order given; `--all`: the reconciliations now in the state. */
async function requestedIds(
  deps: OperatorDependencies,
  context: Running,
  options: DoOptions,
): Promise<readonly number[]> {
  const { id, company, period, status } = options;
  if (id.length > 0 || company === null) return [...new Set(id)];
  const { companyId } = companyFor(deps, context, company);
  const rows = await deps.queries.reconciliations(companyId, { period, status, asOf: null });
  return rows.map((row) => Number(row['id']));
}

/** `status` is the current one; null for a reconciliation that does not exist. */
function reportOf(result: ActResult) {
  const { reconciliationId: id, ok, status } = result;
  const refusal = result.ok ? null : result.refusal;
  return {
    id,
    ok,
    status,
    ...(refusal && { error: actRefusalSentence(refusal) }),
    ...(refusal?.is === 'CompetenceFrozen' && { code: 'COMPETENCE_CLOSED' }),
  };
}
