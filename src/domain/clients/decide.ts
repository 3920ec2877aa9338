// Decisions on one client: what a registers' file changes in its name, companies and chart names. Users and
// workflow settings: decideSettings.ts.
import type { Decision } from '../kernel/event.js';
import { absentFields, present, type RequestedClient, type RequestedCompany } from './applyRequest.js';
import { checkSettings, decideSettings, type KnownPeople } from './decideSettings.js';
import type { ClientEvent, CompanyFacts, CompanyRegistered, MailChosen } from './events.js';
import type { Client } from './fold.js';
import type { RegisterFault } from './refusals.js';
import { mailChoiceOf, type WorkflowSettings } from './workflowSettings.js';

/** `clientId` is null before the client is registered; `people` are the owners of the file's e-mails. */
export type Registered = Readonly<{ clientId: number | null; people: KnownPeople }>;

/** All conflicts of the file with the stored registers. */
export function checkClient(
  state: Client,
  requested: RequestedClient,
  registered: Registered,
): readonly RegisterFault[] {
  const faults: RegisterFault[] = [];
  if (state.name === null) faults.push(...absentFields(requested.path, { name: requested.name }));
  for (const company of requested.companies)
    if (!state.companies.has(company.cnpj)) faults.push(...missingFields(company));
  return [...faults, ...checkParents(state, requested.companies), ...checkSettings(state, requested, registered)];
}

/** Ids reserved for new companies and charts. */
export type ReservedIds = Readonly<{
  companyId(cnpj: string): number;
  chartId(cnpj: string, name: string): number;
}>;

/** `people` contains every e-mail of the file. */
type ClientDecision = Readonly<{
  clientId: number;
  requested: RequestedClient;
  reserved: ReservedIds;
  people: KnownPeople;
}>;

/**
 * The events that bring the client to the requested state, in the order of the file.
 * @throws Error when a required field is missing: `checkClient` must have found no fault in the same state
 */
export function decideClient(
  state: Client,
  { clientId, requested, reserved, people }: ClientDecision,
): readonly ClientEvent[] {
  const idOf = (cnpj: string): number => state.companies.get(cnpj)?.companyId ?? reserved.companyId(cnpj);
  const events: ClientEvent[] = [];
  if (requested.name !== undefined && requested.name !== state.name)
    events.push({ type: 'ClientNamed', data: { clientId, ref: requested.ref, name: requested.name } });
  for (const company of requested.companies) {
    const companyId = idOf(company.cnpj);
    const change = companyChange(state.companies.get(company.cnpj), company, { clientId, companyId, idOf });
    if (change) events.push(change);
    for (const { name } of company.charts)
      if (state.chartIds.get(companyId)?.has(name) !== true) {
        const chartId = reserved.chartId(company.cnpj, name);
        events.push({ type: 'ChartRegistered', data: { chartId, companyId, clientId, name } });
      }
  }
  return [...events, ...decideSettings(state, requested, { clientId, people, idOf })];
}

type Ids = Readonly<{ clientId: number; companyId: number; idOf(cnpj: string): number }>;

function companyChange(now: CompanyFacts | undefined, requested: RequestedCompany, ids: Ids): ClientEvent | null {
  const parentCnpj = requested.parentCnpj;
  const parentCompanyId = typeof parentCnpj === 'string' ? ids.idOf(parentCnpj) : parentCnpj;
  const data: CompanyFacts = {
    companyId: ids.companyId,
    clientId: ids.clientId,
    cnpj: requested.cnpj,
    legalName: present(requested.legalName ?? now?.legalName),
    tradeName: requested.tradeName ?? now?.tradeName ?? '',
    taxRegime: present(requested.taxRegime ?? now?.taxRegime),
    status: present(requested.status ?? now?.status),
    parentCompanyId: parentCompanyId === undefined ? (now?.parentCompanyId ?? null) : parentCompanyId,
    modules: present(requested.modules ?? now?.modules),
  };
  if (!now) return { type: 'CompanyRegistered', data } satisfies CompanyRegistered;
  return isSameCompany(now, data) ? null : { type: 'CompanyChanged', data };
}

function isSameCompany(now: CompanyFacts, next: CompanyFacts): boolean {
  const textOf = (value: CompanyFacts[keyof CompanyFacts]): string => JSON.stringify([value].flat().sort());
  return (Object.keys(next) as (keyof CompanyFacts)[]).every(
    (field) => textOf(now[field]) === textOf(next[field]),
  );
}

function missingFields({ path, legalName, taxRegime, status, modules }: RequestedCompany): RegisterFault[] {
  return absentFields(path, { razaoSocial: legalName, regimeTributario: taxRegime, status, modules });
}

/**
 * A controlling company must belong to the same client, stored or in the file, and chains must not form cycles.
 */
function checkParents(state: Client, companies: readonly RequestedCompany[]): RegisterFault[] {
  const registered = new Map([...state.companies.values()].map((facts) => [facts.companyId, facts]));
  const parents = new Map<string, string | null>();
  for (const { cnpj, parentCompanyId } of registered.values())
    parents.set(cnpj, (parentCompanyId !== null && registered.get(parentCompanyId)?.cnpj) || null);
  for (const { cnpj, parentCnpj } of companies)
    if (parentCnpj !== undefined || !parents.has(cnpj)) parents.set(cnpj, parentCnpj ?? null);

  const inCycle = cycles(parents);
  return companies.flatMap(({ path, cnpj, parentCnpj }): RegisterFault[] => {
    if (parentCnpj === undefined || parentCnpj === null) return [];
    const fault = { path: [...path, 'controladoraCnpj'] };
    if (parentCnpj === cnpj) return [{ ...fault, reason: { is: 'ParentItself' } }];
    if (!parents.has(parentCnpj)) return [{ ...fault, reason: { is: 'ParentUnknown', cnpj: parentCnpj } }];
    const cnpjs = inCycle.get(cnpj);
    return cnpjs ? [{ ...fault, reason: { is: 'ParentCircle', cnpjs } }] : [];
  });
}

/** The companies that are in a cycle of parents, each with the cycle's members. Visits every company once. */
function cycles(parents: ReadonlyMap<string, string | null>): ReadonlyMap<string, readonly string[]> {
  const inCycle = new Map<string, readonly string[]>();
  const visited = new Set<string>();
  for (const start of parents.keys()) {
    const walked = new Map<string, number>();
    const chain: string[] = [];
    let at: string | null | undefined = start;
    while (typeof at === 'string' && !visited.has(at) && !walked.has(at)) {
      walked.set(at, chain.push(at) - 1);
      at = parents.get(at);
    }
    const from = typeof at === 'string' ? walked.get(at) : undefined;
    if (from !== undefined) for (const cnpj of chain.slice(from)) inCycle.set(cnpj, chain.slice(from));
    for (const cnpj of chain) visited.add(cnpj);
  }
  return inCycle;
}

// The decision on which mails a person wants. Source: docs/spec/console.md#mail.

export function decideMailChoice(
  state: Pick<WorkflowSettings, 'mail'>,
  { clientId, personId, daily, atOnce }: MailChosen['data'],
): Decision<MailChosen, null> {
  const before = mailChoiceOf(state, personId);
  if (before.daily === daily && before.atOnce === atOnce) return { events: [], outcome: null };
  return { events: [{ type: 'MailChosen', data: { clientId, personId, daily, atOnce } }], outcome: null };
}
