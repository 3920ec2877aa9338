// What the list shows: its rows, and the choices of its filters.
import type { Role } from '../../../domain/clients/roles.js';
import { ownerRoleOf, reconciliationStatuses, type OwnerRole } from '../../../domain/reconciliation/states.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ReadContext, ShownOwner } from '../../../projections/views/reconciliations/reconciliations.js';
import { ownerRoleNames } from '../../../projections/views/reconciliations/reconciliationStatusFields.js';
import { listWorklist, type Viewer, type WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { SignedIn } from '../../session/sessions.js';
import type { ListAddress } from './address.js';

export const PAGE_ROWS = 100;
/** People named in a filter; more are found by their reconciliations. */
const PEOPLE_MAX = 200;

export type ListDependencies = Pick<ConsoleDependencies, 'registers' | 'pages' | 'names' | 'clock'>;
export type PersonChoice = Readonly<{ personId: string; name: string }>;
export type Choices = Readonly<{
  companies: readonly Readonly<{ companyId: number; legalName: string }>[];
  people: readonly PersonChoice[];
}>;

const NONE: Page<WorklistRow> = {
  rows: [],
  pagination: { page: 1, limit: PAGE_ROWS, total: 0, pages: 0 },
  changedUntil: 0,
};

/** Rows of companies that the person sees; none for a company that is unknown or another's, or an invalid filter. */
export async function readList(
  deps: ListDependencies,
  session: SignedIn,
  address: ListAddress,
): Promise<Page<WorklistRow>> {
  if (address.invalid.length > 0) return NONE;
  const { pages, registers, names, clock } = deps;
  const { clientId, access } = session;
  const { fila, companyId, period, status, slaStatus, vez, responsavel, texto, diferenca, ordem, page } = address;
  const seen = companiesWithModule(deps, session);
  const companies = companyId === undefined ? seen : seen.filter((one) => one === companyId);
  const [only] = companies;
  const isDescending = ordem?.startsWith('-') === true;
  const context: ReadContext = {
    companyName: registers.companyName,
    personNames: names.of,
    now: clock.now(),
    publicId: () => '', // a hash a row, which the list does not show
  };
  return listWorklist(
    pages,
    { clientId },
    {
      queue: fila,
      viewer: viewerOf(deps, session),
      companies:
        companies.length === 1 && only !== undefined
          ? only
          : companyId === undefined &&
              access.companyIds === 'all' &&
              seen.length === registers.companiesOf(clientId).length
            ? null
            : companies,
      period,
      status,
      slaStatus,
      owner: responsavel === undefined ? undefined : await ownerNamed(deps, clientId, responsavel),
      text: texto,
      turn: vez,
      withDifference: diferenca === 'sim',
      sortBy: ordem?.replace('-', '') as Parameters<typeof listWorklist>[2]['sortBy'],
      order: isDescending ? 'desc' : 'asc',
      page,
      limit: PAGE_ROWS,
    },
    context,
  );
}

/** Companies and people whom the filters offer. */
export async function readChoices(deps: ListDependencies, session: SignedIn): Promise<Choices> {
  const { registers, names } = deps;
  const companyIds = companiesWithModule(deps, session);
  const companies = companyIds.map((companyId) => ({ companyId, legalName: registers.companyName(companyId) }));
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
  { clientId, access }: SignedIn,
): readonly number[] {
  return registers.reconcilingCompanyIds(clientId).filter((companyId) => access.sees(companyId));
}

/** Whose turn a person's roles make it where nobody is set. */
function viewerOf(deps: ListDependencies, session: SignedIn): Viewer {
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
