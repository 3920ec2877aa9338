// What the list shows: its rows, and the choices of its filters.
import { WRITERS, type Role } from '../../../domain/clients/roles.js';
import { ownerRoleOf, reconciliationStatuses, type OwnerRole } from '../../../domain/reconciliation/states.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ReadContext, ShownOwner } from '../../../projections/views/reconciliations/reconciliations.js';
import { ownerRoleNames } from '../../../projections/views/reconciliations/reconciliationRows.js';
import {
  countQueues,
  listWorklist,
  type Queue,
  type Viewer,
  type WorklistQuery,
  type WorklistRow,
} from '../../../projections/views/worklist/worklist.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { SignedIn } from '../../session/sessions.js';
import { readAddress, type ListAddress } from './address.js';

export const PAGE_ROWS = 100;
/** People named in a filter; more are found by their reconciliations. */
const PEOPLE_MAX = 200;

export type ListDependencies = Pick<ConsoleDependencies, 'registers' | 'pages' | 'names' | 'clock'>;
/** Whose list it is. */
export type ListViewer = Pick<SignedIn, 'clientId' | 'personId' | 'access'>;
export type PersonChoice = Readonly<{ personId: string; name: string }>;
export type Choices = Readonly<{
  /** `shortName`: the trade name where there is one. */
  companies: readonly Readonly<{ companyId: number; legalName: string; shortName: string }>[];
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
  { fila, companyId, responsavel, texto, vez, diferenca, variacao, ordem, page, ...filters }: ListAddress,
): Promise<WorklistQuery> {
  const { clientId, access } = session;
  const seen = companiesWithModule(deps, session);
  const companies = companyId === undefined ? seen : seen.filter((one) => one === companyId);
  const [only] = companies;
  const seesAll = access.companyIds === 'all' && seen.length === deps.registers.companiesOf(clientId).length;
  return {
    queue: fila,
    viewer: viewerOf(deps, session),
    companies:
      companies.length === 1 && only !== undefined ? only : companyId === undefined && seesAll ? null : companies,
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
  return {
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
function viewerOf(deps: ListDependencies, session: ListViewer): Viewer {
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
  return name === 'Sistema' ? name : { personIds: await names.idsOf(clientId, name) };
}
