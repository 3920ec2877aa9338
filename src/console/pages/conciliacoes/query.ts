// What the list shows: the queue, filters, order and page of its address, whose names are a contract (docs/spec/console.md), its
// rows, and the choices of its filters.
import { monthTyped } from '../../route.js';
import { SYSTEM } from '../../../domain/kernel/event.js';
import { approvalReasons } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import {
  reconciliationStatuses,
  slaStatuses,
  ownerRoleOf,
  type OwnerRole,
} from '../../../domain/reconciliation/states.js';
import {
  queues,
  turns,
  worklistOrders,
  type Queue,
  type WorklistOrder,
  countQueues,
  listWorklist,
  type Viewer,
  type PersonLate,
  type WorklistQuery,
  type WorklistRow,
} from '../../../projections/views/worklist/worklist.js';
import { WRITERS, type Role } from '../../../domain/clients/roles.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ReadContext, ShownOwner } from '../../../projections/views/reconciliations/reconciliations.js';
import { ownerRoleNames } from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { SignedIn } from '../../session/sessions.js';
import { groupsAmong } from '../../../projections/views/competences/closingMonths.js';
import { companiesSeen } from '../../session/access.js';

export const LIST_PATH = '/console/conciliacoes';
/** The element that a filter replaces. */
export const LIST_ID = 'lista';

/** What filters the list: its label, and how its text in the address is read; null: it is no value. */
export const FILTERS = {
  companyId: ['Empresa', wholeNumber],
  /** Of the company at its top. */
  grupo: ['Grupo', wholeNumber],
  period: ['Competência', monthTyped],
  status: ['Estado', oneOf(reconciliationStatuses)],
  slaStatus: ['Prazo', oneOf(slaStatuses)],
  vez: ['Vez de', oneOf(turns)],
  responsavel: ['Responsável', String],
  texto: ['Busca', String],
  diferenca: ['Diferença', oneOf(['sim'])],
  /** Open items of more days. */
  itensHaMaisDe: ['Itens em aberto', wholeNumber],
  variacao: ['Variação', oneOf(['sim'])],
  /** Why a rule approved it, or did not. */
  aprovacaoAutomatica: ['Aprovação por regra', oneOf(valuesOf(approvalReasons))],
} as const satisfies Readonly<Record<string, readonly [string, (text: string) => unknown]>>;

type Filters = typeof FILTERS;
type Filtered = {
  readonly [Name in keyof Filters]?: NonNullable<ReturnType<Filters[Name][1]>> | undefined;
};
const filterNames = Object.keys(FILTERS) as readonly (keyof Filters)[];

/** `invalid`: labels of the filters whose values are none. `selecionadas`: rows shown selected; no link keeps them. */
export type ListAddress = Filtered &
  Readonly<{
    fila: Queue;
    ordem?: WorklistOrder | `-${WorklistOrder}` | undefined;
    page: number;
    selecionadas: ReadonlySet<number>;
    invalid: readonly string[];
  }>;

/** An address holds no more. */
const SELECTED_MAX = 100;

/** @param ownQueue where a person begins who asks for no queue and no filter */
export function readAddress(search: URLSearchParams, ownQueue: Queue): ListAddress {
  const invalid: string[] = [];
  const given = (name: string) => search.get(name)?.trim() || undefined;
  function checked<Value>(name: string, label: string, parse: (text: string) => Value | null): Value | undefined {
    const text = given(name);
    const value = text === undefined ? undefined : parse(text);
    if (value === null) invalid.push(label);
    return value ?? undefined;
  }
  const isFiltered = filterNames.some((name) => given(name) !== undefined);
  const fila = checked('fila', 'Fila', oneOf(queues)) ?? (isFiltered ? 'todas' : ownQueue);
  const filters = filterNames.map((name) => {
    const [label, parse]: readonly [string, (text: string) => unknown] = FILTERS[name];
    return [name, checked(name, label, parse)];
  });
  return {
    ...{ fila, ...(Object.fromEntries(filters) as Filtered) },
    ordem: checked('ordem', 'Ordem', oneOf(orders)),
    page: checked('page', 'Página', wholeNumber) ?? 1,
    selecionadas: new Set((given('selecionadas') ?? '').split('.').map(Number)),
    invalid,
  };
}

/** The address with some changes, and the first page unless one is named. @param path of a page that shows the list, too */
export function addressOf(address: ListAddress, changes: Partial<ListAddress> = {}, path = LIST_PATH): string {
  const changed = { ...address, page: 1, selecionadas: new Set<number>(), ...changes };
  const search = new URLSearchParams();
  for (const name of ['fila', ...filterNames, 'ordem'] as const) {
    const value = changed[name];
    if (value !== undefined) search.set(name, String(value));
  }
  if (changed.page > 1) search.set('page', String(changed.page));
  const selected = [...changed.selecionadas].slice(0, SELECTED_MAX);
  if (selected.length > 0) search.set('selecionadas', selected.join('.'));
  return `${path}?${search.toString()}`;
}

const orders = worklistOrders.flatMap((order) => [order, `-${order}`] as const);

function oneOf<const Value extends string>(values: readonly Value[]): (text: string) => Value | null {
  return (text) => values.find((value) => value === text) ?? null;
}

function wholeNumber(text: string): number | null {
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  return value >= 1 ? value : null;
}

const PAGE_ROWS = 100;
/** People named in a filter; more are found by their reconciliations. */
const PEOPLE_MAX = 200;

export type ListDependencies = Pick<ConsoleDependencies, 'registers' | 'pages' | 'names' | 'clock'>;
/** Whose list it is. */
export type ListViewer = Pick<SignedIn, 'clientId' | 'personId' | 'access'>;
export type PersonChoice = Readonly<{ personId: string; name: string }>;
export type Choices = Readonly<{
  /** `shortName`: the trade name where there is one. */
  companies: readonly Readonly<{ companyId: number; legalName: string; shortName: string }>[];
  groups: readonly (readonly [companyId: string, legalName: string])[];
  people: readonly PersonChoice[];
}>;

const NONE_ANYWHERE = { minhas: 0, todas: 0, devolvidas: 0, atrasadas: 0, concluidas: 0 };
const NONE: Page<WorklistRow> = {
  rows: [],
  pagination: { page: 1, limit: PAGE_ROWS, total: 0, pages: 0 },
  changedUntil: 0,
};

/** The list in an address. A person who works begins with what waits for them. */
export function addressIn({ access }: ListViewer, query: string): ListAddress {
  return readAddress(new URLSearchParams(query), access.hasAny(WRITERS) ? 'minhas' : 'todas');
}

/** Rows of companies that the person sees; none for a company that is unknown or another's, or an invalid filter. */
export async function readList(
  deps: ListDependencies,
  session: ListViewer,
  address: ListAddress,
  more: Partial<Pick<WorklistQuery, 'limit'>> = {},
): Promise<Page<WorklistRow>> {
  if (address.invalid.length > 0) return NONE;
  const context: ReadContext = {
    companyName: deps.registers.companyName,
    personNames: deps.names.of,
    now: deps.clock.now(),
    publicId: () => '', // a hash a row, which the list does not show
  };
  return listWorklist(deps.pages, session, { ...(await worklistQuery(deps, session, address)), ...more }, context);
}

/** How many each queue has with the filters of the address. */
export async function readCounts(
  deps: ListDependencies,
  session: ListViewer,
  address: ListAddress,
): Promise<Readonly<Record<Queue, number>>> {
  if (address.invalid.length > 0) return NONE_ANYWHERE;
  return countQueues(deps.pages, session, await worklistQuery(deps, session, address), deps.clock.now());
}

async function worklistQuery(
  deps: ListDependencies,
  session: ListViewer,
  { fila, companyId, grupo, responsavel, texto, vez, diferenca, variacao, ordem, page, ...filters }: ListAddress,
): Promise<WorklistQuery> {
  const { clientId, access } = session;
  const seen = companiesWithModule(deps, session);
  const asked = companyId === undefined ? seen : seen.filter((one) => one === companyId);
  const companies = grupo === undefined ? asked : asked.filter(inGroup(deps, session, grupo));
  const [only] = companies;
  const seesAll = access.companyIds === 'all' && seen.length === deps.registers.companiesOf(clientId).length;
  return {
    queue: fila,
    viewer: viewerOf(deps, session),
    companies:
      companies.length === 1 && only !== undefined
        ? only
        : companies.length === seen.length && seesAll
          ? null
          : companies,
    ...{ period: filters.period, status: filters.status, slaStatus: filters.slaStatus },
    ...{ itensHaMaisDe: filters.itensHaMaisDe, aprovacaoAutomatica: filters.aprovacaoAutomatica },
    owner: responsavel === undefined ? undefined : await ownerNamed(deps, clientId, responsavel),
    text: texto,
    turn: vez,
    withDifference: diferenca === 'sim',
    variacao,
    sortBy: ordem?.replace('-', '') as WorklistQuery['sortBy'],
    order: ordem?.startsWith('-') === true ? 'desc' : 'asc',
    ...{ page, limit: PAGE_ROWS },
  };
}

/** @param groupId of the company at its top */
function inGroup({ registers }: ListDependencies, session: ListViewer, groupId: number) {
  const groupOf = groupsAmong(companiesSeen(registers, session));
  return (id: number): boolean => groupOf(registers.company(session.clientId, id))?.companyId === groupId;
}

/** Companies and people whom the filters offer. */
export async function readChoices(deps: ListDependencies, session: ListViewer): Promise<Choices> {
  const { registers, names } = deps;
  const companyIds = companiesWithModule(deps, session);
  const companies = companyIds.map((companyId) => {
    const legalName = registers.companyName(companyId);
    return {
      companyId,
      legalName,
      shortName: registers.company(session.clientId, companyId)?.tradeName || legalName,
    };
  });
  const users = [...registers.workflowOf(session.clientId).users];
  const owners = users.filter(([, grants]) =>
    grants.some(
      (grant) => OWNERS.has(grant.role) && (grant.companyIds ?? companyIds).some((id) => session.access.sees(id)),
    ),
  );
  const personIds = owners.slice(0, PEOPLE_MAX).map(([personId]) => personId);
  const nameOf = await names.of(personIds);
  const people = personIds.map((personId) => ({ personId, name: nameOf(personId) }));
  const groupOf = groupsAmong(companiesSeen(registers, session));
  const groups = companyIds.flatMap((id) => groupOf(registers.company(session.clientId, id)) ?? []);
  const named = new Map(groups.map(({ companyId, legalName }) => [String(companyId), legalName]));
  return {
    groups: [...named].sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR')),
    companies: companies.sort((a, b) => a.legalName.localeCompare(b.legalName, 'pt-BR')),
    people: people.sort((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
  };
}

/** Roles that own a step. */
const OWNERS: ReadonlySet<Role> = new Set(['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR']);

/** The companies with the module that the person sees, ascending. */
export function companiesWithModule(
  { registers }: Pick<ListDependencies, 'registers'>,
  { clientId, access }: ListViewer,
): readonly number[] {
  return registers.reconcilingCompanyIds(clientId).filter((companyId) => access.sees(companyId));
}

/** Whose turn a person's roles make it where nobody is set. */
export function viewerOf(deps: ListDependencies, session: ListViewer): Viewer {
  const companies = companiesWithModule(deps, session);
  const steps = new Set(reconciliationStatuses.map(ownerRoleOf).filter((step) => step !== 'SYSTEM'));
  const roles = [...steps].flatMap((step: Exclude<OwnerRole, 'SYSTEM'>) => {
    const held = companies.filter((companyId) => session.access.has(step, companyId));
    return held.length === 0 ? [] : [{ responsavelPapel: ownerRoleNames[step], companies: held }];
  });
  return { personId: session.personId, roles };
}

/** Everyone with this name: two people may share one. */
async function ownerNamed({ names }: ListDependencies, clientId: number, name: string): Promise<ShownOwner> {
  return name === SYSTEM ? name : { personIds: await names.idsOf(clientId, name) };
}

/** With their names, "" where nobody is set. */
export async function lateNamed({ names }: Pick<ListDependencies, 'names'>, late: readonly PersonLate[]) {
  const nameOf = await names.of(late.map(({ personId }) => personId));
  return late.map((one) => ({ ...one, name: one.personId === null ? '' : nameOf(one.personId) }));
}
