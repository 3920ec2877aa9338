// Decisions on a client's users and workflow settings: what a registers' file changes in roles, holidays, and each
// company's deadlines, default owners, automatic approval, tolerated differences and frozen closed months.
// People's names are not events.
import type { AutoApproval } from './rules.js';
import {
  listEvents,
  type CompanyFacts,
  type CompanyList,
  type ListChanged,
  type WorkflowSettingsEvent,
} from './events.js';
import {
  REGISTRARS,
  eachStep,
  holdsForClient,
  normalizeGrants,
  steps,
  type OwnerEntry,
  type RoleGrant,
  type Step,
} from './roles.js';
import {
  absentFields,
  present,
  type RequestedClient,
  type RequestedCompany,
  type RequestedOwners,
  type RequestedRules,
  type RequestedUser,
} from './applyRequest.js';
import type { RegisterFault, RegisterPath, RegisterReason } from './refusals.js';
import {
  autoApprovalOf,
  companyLists,
  deadlinesOf,
  type Deadlines,
  type WorkflowSettings,
} from './workflowSettings.js';

/** Owners of the file's e-mails; an e-mail without an owner is missing. */
export type KnownPeople = ReadonlyMap<string, Readonly<{ personId: string; clientId: number }>>;

/** The part of the client's state that these decisions read. */
type ClientSettings = WorkflowSettings & Readonly<{ companies: ReadonlyMap<string, CompanyFacts> }>;

/**
 * All conflicts of the settings with the stored registers.
 * @param clientId null before the client is registered
 */
export function checkSettings(
  state: ClientSettings,
  requested: RequestedClient,
  { clientId, people }: Readonly<{ clientId: number | null; people: KnownPeople }>,
): readonly RegisterFault[] {
  const isUser = (email: string): boolean => state.users.has(people.get(email)?.personId ?? '');
  const emails = new Set(requested.users.map(({ email }) => email));
  const cnpjs = new Set([...state.companies.keys(), ...requested.companies.map(({ cnpj }) => cnpj)]);
  return [
    ...requested.users.flatMap((user) => {
      const owner = people.get(user.email);
      if (owner !== undefined && owner.clientId !== clientId)
        return [faultAt(user.path, ['email'], { is: 'EmailOfAnotherClient' })];
      return [
        ...(isUser(user.email) ? [] : absentFields(user.path, { name: user.name, roles: user.roles })),
        ...unknownCompanies(user, cnpjs),
      ];
    }),
    ...requested.companies.flatMap((company) => [
      ...deadlineFaults(state, company),
      ...intercompanyFaults(company, cnpjs),
      ...(company.owners ?? []).flatMap((entry) =>
        unknownUsers(entry, (email) => emails.has(email) || isUser(email)),
      ),
    ]),
  ];
}

/** What a person may not do, and the operator may: leave nobody who could change the client's registers. */
export function checkAdministrators(
  { users }: WorkflowSettings,
  requested: RequestedClient,
  people: KnownPeople,
): readonly RegisterFault[] {
  const administers = new Map<string, boolean>();
  for (const personId of users.keys()) administers.set(personId, holdsForClient({ users }, personId, REGISTRARS));
  const losing = requested.users.filter(({ email, roles }) => {
    const personId = people.get(email)?.personId ?? email;
    if (roles === undefined) return false;
    const before = administers.get(personId) === true;
    const after = roles.some(({ role, cnpjs }) => cnpjs === null && REGISTRARS.includes(role));
    administers.set(personId, after);
    return before && !after;
  });
  if ([...administers.values()].includes(true)) return [];
  return losing.map(({ path }) => faultAt(path, ['roles'], { is: 'LastAdministrator' }));
}

function unknownCompanies(user: RequestedUser, knownCnpjs: ReadonlySet<string>): RegisterFault[] {
  return (user.roles ?? []).flatMap(({ path, cnpjs }) =>
    (cnpjs ?? []).flatMap((cnpj, index) =>
      knownCnpjs.has(cnpj) ? [] : [faultAt(path, ['companies', index], { is: 'CompanyUnknown', cnpj })],
    ),
  );
}

function intercompanyFaults(
  { path, cnpj: ownCnpj, intercompany = [] }: RequestedCompany,
  knownCnpjs: ReadonlySet<string>,
) {
  return intercompany.flatMap(({ counterpart: cnpj }, index) =>
    knownCnpjs.has(cnpj) && cnpj !== ownCnpj
      ? []
      : [faultAt(path, ['intercompany', index, 'counterpart'], { is: 'CompanyUnknown', cnpj })],
  );
}

function unknownUsers(entry: RequestedOwners, isKnown: (email: string) => boolean): RegisterFault[] {
  return steps.flatMap((step) => {
    const email = entry[step];
    return email === undefined || isKnown(email)
      ? []
      : [faultAt(entry.path, [step], { is: 'UserUnknown', email })];
  });
}

/**
 * Elaborador ≤ Revisor ≤ Aprovador, counting stored values of omitted fields (docs/spec/workflow.md#deadlines).
 */
function deadlineFaults(state: ClientSettings, company: RequestedCompany): RegisterFault[] {
  if (company.deadlines === undefined) return [];
  const days = requestedDeadlines(state, company, state.companies.get(company.cnpj)?.companyId ?? 0);
  const pairs = [
    ['preparer', 'reviewer'],
    ['reviewer', 'approver'],
  ] as const satisfies readonly (readonly [Step, Step])[];
  return pairs.flatMap(([step, later]) => {
    if (days[step] <= days[later]) return [];
    const reason = { is: 'DeadlineAfterNext', step, days: days[step], later, laterDays: days[later] } as const;
    return [faultAt(company.path, ['deadlines', step], reason)];
  });
}

function requestedDeadlines(
  state: WorkflowSettings,
  { deadlines }: RequestedCompany,
  companyId: number,
): Deadlines {
  const now = deadlinesOf(state, companyId);
  return eachStep((step) => deadlines?.[step] ?? now[step]);
}

/**
 * The events that bring the settings to the requested state.
 * @param requested checked by `checkSettings`
 * @param people contains every e-mail of the file
 */
export function decideSettings(
  state: ClientSettings,
  requested: RequestedClient,
  { clientId, people, idOf }: Readonly<{ clientId: number; people: KnownPeople; idOf(cnpj: string): number }>,
): readonly WorkflowSettingsEvent[] {
  const events: WorkflowSettingsEvent[] = [];
  const personOf = (email: string): string => present(people.get(email)).personId;
  for (const user of requested.users) {
    const change = userChange(state, user, { clientId, personId: personOf(user.email), idOf });
    if (change) events.push(change);
  }
  const { holidays } = requested;
  if (holidays && !isSame(holidays, state.holidays))
    events.push({ type: 'HolidaysChanged', data: { clientId, holidays } });
  for (const company of requested.companies) {
    const lists = {
      ...company,
      owners: company.owners?.map((entry) => ownerEntry(entry, personOf)),
      intercompany: company.intercompany?.map(({ prefix, counterpart, counterpartPrefix }) => ({
        prefix,
        counterpartId: idOf(counterpart),
        counterpartPrefix,
      })),
    };
    events.push(...companySettings(state, company, { companyId: idOf(company.cnpj), clientId }, lists));
  }
  return events;
}

function userChange(
  { users }: WorkflowSettings,
  user: RequestedUser,
  { clientId, personId, idOf }: Readonly<{ clientId: number; personId: string; idOf(cnpj: string): number }>,
): WorkflowSettingsEvent | null {
  const now = users.get(personId);
  const requested = user.roles?.map(({ role, cnpjs }): RoleGrant => ({
    role,
    companyIds: cnpjs === null ? null : cnpjs.map(idOf),
  }));
  const data = { clientId, personId, roles: normalizeGrants(requested ?? now ?? []) };
  if (now === undefined) return { type: 'UserRegistered', data };
  return isSame(data.roles, now) ? null : { type: 'UserRolesChanged', data };
}

function companySettings(
  state: WorkflowSettings,
  requested: RequestedCompany,
  of: Readonly<{ companyId: number; clientId: number }>,
  lists: Readonly<Partial<Record<CompanyList, readonly unknown[] | undefined>>>,
): WorkflowSettingsEvent[] {
  const events: WorkflowSettingsEvent[] = [];
  const { companyId } = of;
  const deadlines = requestedDeadlines(state, requested, companyId);
  if (!isSame(deadlines, deadlinesOf(state, companyId)))
    events.push({ type: 'DeadlinesChanged', data: { ...of, ...deadlines } });
  const now = autoApprovalOf(state, companyId);
  const rules = requestedRules(now, requested.autoApproval);
  if (!isSame(rules, now)) events.push({ type: 'AutoApprovalChanged', data: { ...of, ...rules } });
  const { freezesClosed: frozen, statement } = requested;
  if (frozen !== undefined && frozen !== state.frozen.has(companyId))
    events.push({ type: 'ClosedMonthsRuleChanged', data: { ...of, frozen } });
  for (const list of companyLists)
    if (lists[list] !== undefined && !isSame(lists[list], state[list].get(companyId) ?? []))
      events.push({ type: listEvents[list], data: { ...of, [list]: lists[list] } } as ListChanged);
  if (statement !== undefined && statement !== (state.statement.get(companyId) ?? null))
    events.push({ type: 'ClosingStatementChanged', data: { ...of, statement } });
  return events;
}

function ownerEntry(entry: RequestedOwners, personOf: (email: string) => string): OwnerEntry {
  const { scope, value, ...emails } = entry;
  const ownerOf = (email: string | undefined): string | null => (email === undefined ? null : personOf(email));
  return { scope, value, ...eachStep((step) => ownerOf(emails[step])) };
}

function requestedRules(now: AutoApproval, requested: RequestedRules | undefined): AutoApproval {
  if (requested === undefined) return now;
  return {
    zeroWithoutMovement: requested.zeroWithoutMovement ?? now.zeroWithoutMovement,
    zero: requested.zero ?? now.zero,
    withoutMovement: requested.withoutMovement ?? now.withoutMovement,
    upToCents: requested.upToCents === undefined ? now.upToCents : requested.upToCents,
  };
}

/** Compares plain data whose members are in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function faultAt(path: RegisterPath, fields: RegisterPath, reason: RegisterReason): RegisterFault {
  return { path: [...path, ...fields], reason };
}

/** What decides on approvals and on what is carried. */
export type TriedRules = Pick<RequestedCompany, 'autoApproval' | 'carry' | 'tolerance' | 'variation' | 'risk'>;

/** The settings as they would be with these rules of a company: nothing is decided. */
export function withRules(state: WorkflowSettings, companyId: number, tried: TriedRules): WorkflowSettings {
  const changed = <Rule>(rules: Map<number, Rule>, rule: Rule | undefined): Map<number, Rule> =>
    rule === undefined ? rules : new Map(rules).set(companyId, rule);
  return {
    ...state,
    autoApproval: changed(
      state.autoApproval,
      requestedRules(autoApprovalOf(state, companyId), tried.autoApproval),
    ),
    carry: changed(state.carry, tried.carry),
    tolerance: changed(state.tolerance, tried.tolerance),
    variation: changed(state.variation, tried.variation),
    risk: changed(state.risk, tried.risk),
  };
}
