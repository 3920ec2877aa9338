// One client as its stream `client-{id}` tells, and what an `apply` file changes in it: name, companies, chart names.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { ColumnMapping } from './columnMapping.js';
import type { ClientEvent, ClientsEvent, CompanyFacts, CompanyRegistered } from './events.js';
import { checkSettings, decideSettings, type KnownPeople } from './decideSettings.js';
import { present, type RegisterFault, type WantedClient, type WantedCompany } from './applyRequest.js';
import { evolveWorkflowSettings, noWorkflowSettings, type WorkflowSettings } from './workflowSettings.js';

/** In stream `clients`: the client's id by ref. */
export const clientRefs: Fold<Map<string, number>> = {
  version: 1,
  initial: () => new Map(),
  evolve(state, recorded) {
    const event = recorded as Recorded<ClientsEvent>;
    return event.type === 'ClientRegistered' ? state.set(event.data.ref, event.data.clientId) : state;
  },
  size: (state) => 200 + state.size * 120,
};

/** `name` is null until the first `ClientNamed`. Companies by CNPJ, charts by company id and name, mappings by company id. */
export type Client = {
  name: string | null;
  companies: Map<string, CompanyFacts>;
  chartIds: Map<number, Map<string, number>>;
  mappings: Map<number, ColumnMapping>;
} & WorkflowSettings;

export const client: Fold<Client> = {
  version: 2,
  initial: () => ({
    name: null,
    companies: new Map(),
    chartIds: new Map(),
    mappings: new Map(),
    ...noWorkflowSettings(),
  }),
  evolve(state, recorded) {
    const event = recorded as Recorded<ClientEvent>;
    switch (event.type) {
      case 'ClientNamed':
        state.name = event.data.name;
        return state;
      case 'CompanyRegistered':
      case 'CompanyChanged':
        state.companies.set(event.data.cnpj, event.data);
        return state;
      case 'ChartRegistered': {
        const { companyId, name, chartId } = event.data;
        const names = state.chartIds.get(companyId) ?? new Map<string, number>();
        state.chartIds.set(companyId, names.set(name, chartId));
        return state;
      }
      case 'MappingSaved':
        state.mappings.set(event.data.companyId, event.data.mapping);
        return state;
      default:
        evolveWorkflowSettings(state, recorded);
        return state;
    }
  },
  size: (state) => 500 + state.companies.size * 900 + settingsSize(state),
};

function settingsSize({ users, owners }: WorkflowSettings): number {
  let entries = 0;
  for (const of of owners.values()) entries += of.length;
  return users.size * 400 + entries * 400;
}

/** `clientId` null before the client is registered; `people` who has the e-mails that the file names. */
export type Registered = Readonly<{ clientId: number | null; people: KnownPeople }>;

/** Everything wrong in the client's own fields, its users' and its companies', given what is registered already. */
export function checkClient(
  state: Client,
  wanted: WantedClient,
  registered: Registered,
): readonly RegisterFault[] {
  const faults: RegisterFault[] = [];
  if (state.name === null && wanted.name === undefined) faults.push(required(wanted.path, 'name'));
  for (const company of wanted.companies)
    if (!state.companies.has(company.cnpj)) faults.push(...missingFields(company));
  return [...faults, ...checkParents(state, wanted.companies), ...checkSettings(state, wanted, registered)];
}

/** Ids reserved for companies and charts that are not registered yet: by CNPJ, and by CNPJ and chart name. */
export type FreshIds = Readonly<{ companyId(cnpj: string): number; chartId(cnpj: string, name: string): number }>;

/** `people` has everybody the file names. */
export type ClientDecision = Readonly<{
  clientId: number;
  wanted: WantedClient;
  fresh: FreshIds;
  people: KnownPeople;
}>;

/**
 * The facts that make the registers what the file asks for, in the order of the file; none when they are so already.
 * The file was checked against the same state: what is missing here is a defect.
 */
export function decideClient(
  state: Client,
  { clientId, wanted, fresh, people }: ClientDecision,
): readonly ClientEvent[] {
  const idOf = (cnpj: string): number => state.companies.get(cnpj)?.companyId ?? fresh.companyId(cnpj);
  const events: ClientEvent[] = [];
  if (wanted.name !== undefined && wanted.name !== state.name)
    events.push({ type: 'ClientNamed', data: { clientId, ref: wanted.ref, name: wanted.name } });
  for (const company of wanted.companies) {
    const companyId = idOf(company.cnpj);
    const change = companyChange(state.companies.get(company.cnpj), company, { clientId, companyId, idOf });
    if (change) events.push(change);
    for (const { name } of company.charts)
      if (state.chartIds.get(companyId)?.has(name) !== true) {
        const chartId = fresh.chartId(company.cnpj, name);
        events.push({ type: 'ChartRegistered', data: { chartId, companyId, clientId, name } });
      }
  }
  return [...events, ...decideSettings(state, wanted, { clientId, people, idOf })];
}

type Ids = Readonly<{ clientId: number; companyId: number; idOf(cnpj: string): number }>;

function companyChange(now: CompanyFacts | undefined, wanted: WantedCompany, ids: Ids): ClientEvent | null {
  const parentCnpj = wanted.parentCnpj;
  const parentCompanyId = typeof parentCnpj === 'string' ? ids.idOf(parentCnpj) : parentCnpj;
  const data: CompanyFacts = {
    companyId: ids.companyId,
    clientId: ids.clientId,
    cnpj: wanted.cnpj,
    legalName: present(wanted.legalName ?? now?.legalName),
    tradeName: wanted.tradeName ?? now?.tradeName ?? '',
    taxRegime: present(wanted.taxRegime ?? now?.taxRegime),
    status: present(wanted.status ?? now?.status),
    parentCompanyId: parentCompanyId === undefined ? (now?.parentCompanyId ?? null) : parentCompanyId,
    modules: present(wanted.modules ?? now?.modules),
  };
  if (!now) return { type: 'CompanyRegistered', data } satisfies CompanyRegistered;
  return sameCompany(now, data) ? null : { type: 'CompanyChanged', data };
}

function sameCompany(one: CompanyFacts, other: CompanyFacts): boolean {
  return (
    one.legalName === other.legalName &&
    one.tradeName === other.tradeName &&
    one.taxRegime === other.taxRegime &&
    one.status === other.status &&
    one.parentCompanyId === other.parentCompanyId &&
    [...one.modules].sort().join() === [...other.modules].sort().join()
  );
}

function missingFields(company: WantedCompany): RegisterFault[] {
  const fields: readonly (readonly [string, unknown])[] = [
    ['razaoSocial', company.legalName],
    ['regimeTributario', company.taxRegime],
    ['status', company.status],
    ['modules', company.modules],
  ];
  return fields.flatMap(([field, value]) => (value === undefined ? required(company.path, field) : []));
}

/** A controlling company belongs to the same client, registered or in the file, and no chain comes back to itself. */
function checkParents(state: Client, companies: readonly WantedCompany[]): RegisterFault[] {
  const registered = new Map([...state.companies.values()].map((facts) => [facts.companyId, facts]));
  const parents = new Map<string, string | null>();
  for (const { cnpj, parentCompanyId } of registered.values())
    parents.set(cnpj, (parentCompanyId !== null && registered.get(parentCompanyId)?.cnpj) || null);
  for (const { cnpj, parentCnpj } of companies)
    if (parentCnpj !== undefined || !parents.has(cnpj)) parents.set(cnpj, parentCnpj ?? null);

  const onCircle = circles(parents);
  return companies.flatMap(({ path, cnpj, parentCnpj }): RegisterFault[] => {
    if (parentCnpj === undefined || parentCnpj === null) return [];
    const fault = { path, row: null, field: 'controladoraCnpj' };
    if (parentCnpj === cnpj) return [{ ...fault, reason: { is: 'ParentItself' } }];
    if (!parents.has(parentCnpj)) return [{ ...fault, reason: { is: 'ParentUnknown', cnpj: parentCnpj } }];
    const cnpjs = onCircle.get(cnpj);
    return cnpjs ? [{ ...fault, reason: { is: 'ParentCircle', cnpjs } }] : [];
  });
}

/** Each company that is on a circle, with the members of it. Every company is walked once. */
function circles(parents: ReadonlyMap<string, string | null>): ReadonlyMap<string, readonly string[]> {
  const onCircle = new Map<string, readonly string[]>();
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const walked = new Map<string, number>();
    const chain: string[] = [];
    let at: string | null | undefined = start;
    while (typeof at === 'string' && !done.has(at) && !walked.has(at)) {
      walked.set(at, chain.push(at) - 1);
      at = parents.get(at);
    }
    const from = typeof at === 'string' ? walked.get(at) : undefined;
    if (from !== undefined) for (const cnpj of chain.slice(from)) onCircle.set(cnpj, chain.slice(from));
    for (const cnpj of chain) done.add(cnpj);
  }
  return onCircle;
}

function required(path: string, field: string): RegisterFault {
  return { path, row: null, field, reason: { is: 'Required' } };
}
