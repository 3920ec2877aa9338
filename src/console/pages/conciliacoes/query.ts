// What the address of the list asks for (docs/spec/console.md), and the rows and choices it shows.
import { addressWith, queryOf, type Query } from '../../route.js';
import {
  choiceFilter,
  companyFilter,
  monthFilter,
  numberFilter,
  refusedFilters,
  textFilter,
} from '../../design/Filters.js';
import { PAGE_ROWS } from '../../design/Table.js';
import { SYSTEM } from '../../../domain/kernel/event.js';
import { textOf } from '../../../domain/reconciliation/itemFacts.js';
import { approvalReasons } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { actorName } from '../../../messages/history.js';
import { approvalReasonText, NOBODY_YET } from '../../../messages/reconciliations.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import { lastMove } from '../../../projections/views/reconciliationPage/query.js';
import { OWNERS } from '../../../projections/views/worklist/worklist.js';
import * as worklist from '../../../projections/views/worklist/worklist.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ShownOwner } from '../../../projections/views/reconciliations/reconciliations.js';
import {
  ownerRoleNames,
  type ReadContext,
} from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { SignedIn } from '../../session/sessions.js';
import { groupsAmong } from '../../../projections/views/competences/closingMonths.js';
import { companiesSeen } from '../../session/access.js';
import { paths } from '../../paths.js';

/** The element that a filter replaces. */
export const LIST_ID = 'lista';

const orders = worklist.worklistOrders.flatMap((order) => [order, `-${order}`] as const);
const ORDERS = [
  ['prazo', 'Mais antigas'],
  ['-diferenca', 'Maior diferença'],
  ['-variacao', 'Maior variação'],
  ['conta', 'Conta'],
] as const;
const isOrder = (text: string): boolean => orders.some((order) => order === text);

/** The fields that filter the list, the search first, as an address has them. @param choices for a page */
export function filtersOf(query: Query, { companies = [], groups = [], people = [] }: Partial<Choices> = {}) {
  const names = [...new Set([...people.map(({ name }) => name), SYSTEM, NOBODY_YET])].map(
    (name) => [name, name] as const,
  );
  return {
    text: textFilter(query, 'Busca', 'texto', { type: 'search', placeholder: 'código ou descrição (/)' }),
    company: companyFilter(companies, query.number('companyId')),
    period: monthFilter(query.month()),
    group: numberFilter(query, 'Grupo', 'grupo', { all: 'Todos', choices: groups }),
    status: choiceFilter(query, ['Estado', 'status', 'Todos'], reconciliationStates),
    turn: choiceFilter(query, ['Vez de', 'vez', 'Todos'], worklist.turns),
    slaStatus: choiceFilter(query, ['Prazo', 'slaStatus', 'Todos'], slaStatusWords),
    owner: textFilter(query, 'Responsável', 'responsavel', { all: 'Todos', choices: names }),
    difference: choiceFilter(query, ['Diferença', 'diferenca', 'Todas'], { sim: { name: 'Só com diferença' } }),
    openItems: numberFilter(query, 'Itens em aberto', 'itensHaMaisDe', { all: 'Todas', choices: AGES }),
    change: choiceFilter(query, ['Variação', 'variacao', 'Todas'], {
      sim: { name: 'Só as que pedem explicação' },
    }),
    rule: {
      ...choiceFilter(query, ['Aprovação por regra', 'aprovacaoAutomatica', 'Todas'], approvalReasons),
      choices: valuesOf(approvalReasons).map((reason) => [reason, approvalReasonText(reason)] as const),
    },
    order: {
      ...textFilter(query, 'Ordem', 'ordem', { all: 'Liberação', choices: ORDERS }),
      value: query.oneOf('ordem', orders) ?? undefined,
      accepts: isOrder,
    },
  };
}

const AGES = [30, 60, 90, 180].map((days) => [String(days), `Há mais de ${days} dias`] as const);

/** `querystring`: queue, filters, order and page, none empty. `refused`: of filters whose values are none. */
export type ListAddress = Readonly<{
  querystring: string;
  fila: worklist.Queue;
  ordem: worklist.WorklistOrder | `-${worklist.WorklistOrder}` | null;
  refused: readonly string[];
}>;

/** @param ownQueue where a person begins who asks for no queue and no filter */
export function readAddress(querystring: string, ownQueue: worklist.Queue): ListAddress {
  const query = queryOf({ querystring });
  const { order, ...others } = filtersOf(query);
  const filters = [...Object.values(others), order];
  const queue = choiceFilter(query, ['Fila', 'fila', ''], worklist.queues);
  const isFiltered = filters.some(({ name }) => name !== 'ordem' && query.text(name) !== '');
  const fila = queue.value ?? (isFiltered ? 'todas' : ownQueue);
  const parameters = filters.flatMap(({ name, value }) => (value === undefined ? [] : [[name, String(value)]]));
  const page = query.page > 1 ? [['page', String(query.page)]] : [];
  return {
    querystring: new URLSearchParams([['fila', fila], ...parameters, ...page]).toString(),
    fila,
    ordem: order.value ?? null,
    refused: refusedFilters({ querystring }, [queue, ...filters]),
  };
}

/** The address; with some changes, its first page. @param path of a page that shows the list, too */
export function addressOf(
  { querystring }: ListAddress,
  changes?: Readonly<Record<string, string | number | null>>,
  path: string = paths.reconciliations,
): string {
  return addressWith(path, querystring, changes === undefined ? {} : { page: null, ...changes });
}

/** People named in a filter; more are found by their reconciliations. */
const PEOPLE_MAX = 200;

export type ListDependencies = Pick<ConsoleDependencies, 'registers' | 'pages' | 'names' | 'clock'>;
export type ListViewer = Pick<SignedIn, 'clientId' | 'personId' | 'access'>;
export type Choices = Readonly<Awaited<ReturnType<typeof readChoices>>>;

/** The list in an address. A person who works begins with what waits for them. */
export function addressIn({ access }: ListViewer, query: string): ListAddress {
  return readAddress(query, access.hasAny(OWNERS) ? 'minhas' : 'todas');
}

/** Rows of companies that the person sees; none for any other company, or a filter without such a value. */
export async function readList(
  deps: ListDependencies,
  session: ListViewer,
  address: ListAddress,
  more: Partial<Pick<worklist.WorklistQuery, 'limit' | 'page'>> = {},
): Promise<Page<worklist.WorklistRow>> {
  const context: ReadContext = {
    companyName: deps.registers.companyName,
    personNames: deps.names.of,
    now: deps.clock.now(),
    publicId: () => '', // a hash a row, which the list does not show
  };
  const query = { ...(await worklistQuery(deps, session, address)), ...more };
  return worklist.listWorklist(deps.pages, session, query, context);
}

/** What waits for the person, by its deadline. `filters`: of the list's address, from `&` on. */
export function readWaiting(
  deps: ListDependencies,
  viewer: ListViewer,
  { limit = PAGE_ROWS, filters = '' }: Readonly<{ limit?: number; filters?: string }>,
) {
  return readList(deps, viewer, readAddress(`fila=minhas&ordem=prazo${filters}`, 'minhas'), { limit });
}

export async function readCounts(
  deps: ListDependencies,
  session: ListViewer,
  address: ListAddress,
): Promise<Readonly<Record<worklist.Queue, number>>> {
  return worklist.countQueues(deps.pages, session, await worklistQuery(deps, session, address), deps.clock.now());
}

async function worklistQuery(
  deps: ListDependencies,
  session: ListViewer,
  { fila, ordem, querystring, refused }: ListAddress,
): Promise<worklist.WorklistQuery> {
  const { clientId } = session;
  const address = queryOf({ querystring });
  const { company, group, owner, ...filters } = filtersOf(address);
  const seen = companiesWithModule(deps, session);
  const chosen = seen.filter((one) => refused.length === 0 && (company.value ?? one) === one);
  const companies = group.value === undefined ? chosen : chosen.filter(inGroup(deps, session, group.value));
  const [only] = companies;
  return {
    queue: fila,
    viewer: viewerOf(deps, session),
    companies:
      companies.length === 1 && only !== undefined
        ? only
        : companies.length === seen.length
          ? allSeen(deps, session)
          : companies,
    period: filters.period.value,
    status: filters.status.value,
    slaStatus: filters.slaStatus.value,
    itensHaMaisDe: filters.openItems.value,
    aprovacaoAutomatica: filters.rule.value,
    owner: owner.value === undefined ? undefined : await ownerNamed(deps, clientId, owner.value),
    text: filters.text.value,
    turn: filters.turn.value,
    withDifference: filters.difference.value === 'sim',
    variacao: filters.change.value,
    sortBy: ordem?.replace('-', '') as worklist.WorklistQuery['sortBy'],
    order: ordem?.startsWith('-') === true ? 'desc' : 'asc',
    page: address.page,
    limit: PAGE_ROWS,
  };
}

/** @param groupId of the company at its top */
function inGroup({ registers }: ListDependencies, session: ListViewer, groupId: number) {
  const groupOf = groupsAmong(companiesSeen(registers, session));
  return (id: number): boolean => groupOf(registers.company(session.clientId, id))?.companyId === groupId;
}

export async function readChoices(deps: ListDependencies, session: ListViewer) {
  const { registers, names } = deps;
  const companyIds = companiesWithModule(deps, session);
  const companies = companyIds.map((companyId) => {
    const legalName = registers.companyName(companyId);
    return {
      companyId,
      legalName,
      /** The trade name where there is one. */
      shortName: registers.company(session.clientId, companyId)?.tradeName || legalName,
    };
  });
  const users = [...registers.workflowOf(session.clientId).users];
  const owners = users.filter(([, grants]) =>
    grants.some(
      (grant) =>
        OWNERS.some((role) => role === grant.role) &&
        (grant.companyIds ?? companyIds).some((id) => session.access.sees(id)),
    ),
  );
  const personIds = owners.slice(0, PEOPLE_MAX).map(([personId]) => personId);
  const nameOf = await names.of(personIds);
  const people = personIds.map((personId) => ({ personId, name: nameOf(personId) }));
  const groupOf = groupsAmong(companiesSeen(registers, session));
  const groups = companyIds.flatMap((id) => groupOf(registers.company(session.clientId, id)) ?? []);
  const groupNames = new Map(groups.map(({ companyId, legalName }) => [String(companyId), legalName]));
  return {
    groups: [...groupNames].sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR')),
    companies: companies.sort((a, b) => a.legalName.localeCompare(b.legalName, 'pt-BR')),
    people: people.sort((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
  };
}

/** Who returned each, when and with which words, by its id. */
export async function returnsOf({ pages, names }: ListDependencies, clientId: number, ids: readonly number[]) {
  const moves = await Promise.all(
    ids.map(async (id) => ({ id, move: await lastMove(pages.store, clientId, id) })),
  );
  const nameOf = await names.of(moves.map(({ move }) => (move?.actor.kind === 'person' ? move.actor.id : null)));
  return new Map(
    moves.flatMap(({ id, move }) => {
      if (move === null) return [];
      return [[id, { at: move.at, said: saidBy(actorName(move.actor, nameOf), textOf(move.fact)) }] as const];
    }),
  );
}

export const saidBy = (name: string | undefined, text: string | null | undefined): string =>
  `${name ?? 'Alguém'}${text ? `: “${text}”` : ''}`;

/** The companies with the module that the person sees, ascending. */
export function companiesWithModule(
  { registers }: Pick<ListDependencies, 'registers'>,
  { clientId, access }: ListViewer,
): readonly number[] {
  return registers.reconcilingCompanyIds(clientId).filter((companyId) => access.sees(companyId));
}

/** The same, null where they are all of the client. */
export function allSeen(deps: Pick<ListDependencies, 'registers'>, session: ListViewer): readonly number[] | null {
  const seen = companiesWithModule(deps, session);
  const all = deps.registers.companiesOf(session.clientId);
  return session.access.companyIds === null && seen.length === all.length ? null : seen;
}

/** Whose turn a person's roles make it where nobody is set, or somebody without the role. */
export function viewerOf(deps: ListDependencies, session: ListViewer): worklist.Viewer {
  const companies = companiesWithModule(deps, session);
  const { users, erased } = deps.registers.workflowOf(session.clientId);
  const roles = OWNERS.flatMap((step) => {
    const held = companies.filter((companyId) => session.access.has(step, companyId));
    if (held.length === 0) return [];
    const others = [...users].filter(([, grants]) => grants.every(({ role }) => role !== step));
    const withoutRole = [...others.map(([personId]) => personId), ...erased];
    return [{ responsavelPapel: ownerRoleNames[step], companies: held, withoutRole }];
  });
  return { personId: session.personId, roles };
}

/** Everyone with this name: two people may share one. */
async function ownerNamed({ names }: ListDependencies, clientId: number, name: string): Promise<ShownOwner> {
  if (name === NOBODY_YET) return null;
  return name === SYSTEM ? name : { personIds: await names.idsOf(clientId, name) };
}

/** Late reconciliations with the names of their people, "" where nobody is set. */
export async function lateNamed({ names }: Pick<ListDependencies, 'names'>, late: readonly worklist.PersonLate[]) {
  const nameOf = await names.of(late.map(({ personId }) => personId));
  return late.map((one) => ({ ...one, name: one.personId === null ? '' : nameOf(one.personId) }));
}
