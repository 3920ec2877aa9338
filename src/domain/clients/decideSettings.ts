// What an `apply` file changes in the workflow's settings of a client: users' roles, holidays, and each company's
// deadlines, default owners and rules. Names are not here: they are in the store of people.
import type { AutoApproval } from './autoApproval.js';
import type { CompanyFacts, WorkflowSettingsEvent } from './events.js';
import { steps, type OwnerEntry, type Step } from './owners.js';
import { tidyGrants, type RoleGrant } from './roles.js';
import {
  present,
  type RegisterFault,
  type RegisterReason,
  type WantedClient,
  type WantedCompany,
  type WantedOwners,
  type WantedRules,
  type WantedUser,
} from './applyRequest.js';
import { autoApprovalOf, deadlinesOf, type Deadlines, type WorkflowSettings } from './workflowSettings.js';

/** Who has an e-mail of the file: nobody, when it is not among the keys. */
export type KnownPeople = ReadonlyMap<string, Readonly<{ personId: string; clientId: number }>>;

/** The client's state as far as these settings ask for it. */
export type SettledClient = WorkflowSettings & Readonly<{ companies: ReadonlyMap<string, CompanyFacts> }>;

/** Everything wrong in the settings, given what is registered. @param clientId null before the client is registered */
export function checkSettings(
  state: SettledClient,
  wanted: WantedClient,
  { clientId, people }: Readonly<{ clientId: number | null; people: KnownPeople }>,
): readonly RegisterFault[] {
  const isUser = (email: string): boolean => isRegistered(state, email, people);
  const emails = new Set(wanted.users.map(({ email }) => email));
  const cnpjs = new Set([...state.companies.keys(), ...wanted.companies.map(({ cnpj }) => cnpj)]);
  return [
    ...wanted.users.flatMap((user) => {
      const owner = people.get(user.email);
      if (owner !== undefined && owner.clientId !== clientId)
        return [faultAt(user.path, 'email', { is: 'EmailOfAnotherClient' })];
      return [...(isUser(user.email) ? [] : missingFields(user)), ...unknownCompanies(user, cnpjs)];
    }),
    ...wanted.companies.flatMap((company) => [
      ...deadlineFaults(state, company),
      ...(company.owners ?? []).flatMap((entry) =>
        unknownUsers(entry, (email) => emails.has(email) || isUser(email)),
      ),
    ]),
  ];
}

/** A user of this client, whose name was not erased. */
function isRegistered({ users }: WorkflowSettings, email: string, people: KnownPeople): boolean {
  return users.has(people.get(email)?.personId ?? '');
}

function missingFields(user: WantedUser): RegisterFault[] {
  const fields = ['name', 'roles'] as const;
  return fields.flatMap((field) =>
    user[field] === undefined ? [faultAt(user.path, field, { is: 'Required' })] : [],
  );
}

function unknownCompanies(user: WantedUser, known: ReadonlySet<string>): RegisterFault[] {
  return (user.roles ?? []).flatMap(({ path, cnpjs }) =>
    (cnpjs ?? []).flatMap((cnpj, index) =>
      known.has(cnpj) ? [] : [faultAt(path, `companies[${index}]`, { is: 'CompanyUnknown', cnpj })],
    ),
  );
}

function unknownUsers(entry: WantedOwners, isKnown: (email: string) => boolean): RegisterFault[] {
  return steps.flatMap((step) => {
    const email = entry[step];
    return email === undefined || isKnown(email) ? [] : [faultAt(entry.path, step, { is: 'UserUnknown', email })];
  });
}

/** Elaborador ≤ Revisor ≤ Aprovador, with what the file leaves out as it is (docs/spec/workflow.md#deadlines). */
function deadlineFaults(state: SettledClient, company: WantedCompany): RegisterFault[] {
  if (company.deadlines === undefined) return [];
  const days = wantedDeadlines(state, company, state.companies.get(company.cnpj)?.companyId ?? 0);
  const pairs = [
    ['preparer', 'reviewer'],
    ['reviewer', 'approver'],
  ] as const satisfies readonly (readonly [Step, Step])[];
  return pairs.flatMap(([step, later]) => {
    if (days[step] <= days[later]) return [];
    const reason = { is: 'DeadlineAfterNext', step, days: days[step], later, laterDays: days[later] } as const;
    return [faultAt(company.path, `deadlines.${step}`, reason)];
  });
}

function wantedDeadlines(state: WorkflowSettings, { deadlines }: WantedCompany, companyId: number): Deadlines {
  const now = deadlinesOf(state, companyId);
  return {
    preparer: deadlines?.preparer ?? now.preparer,
    reviewer: deadlines?.reviewer ?? now.reviewer,
    approver: deadlines?.approver ?? now.approver,
  };
}

/**
 * The facts that make the settings what the file asks for, none when they are so already. The file was checked.
 * @param people with everybody the file names
 */
export function decideSettings(
  state: SettledClient,
  wanted: WantedClient,
  { clientId, people, idOf }: Readonly<{ clientId: number; people: KnownPeople; idOf(cnpj: string): number }>,
): readonly WorkflowSettingsEvent[] {
  const events: WorkflowSettingsEvent[] = [];
  const personOf = (email: string): string => present(people.get(email)).personId;
  for (const user of wanted.users) {
    const change = userChange(state, user, { clientId, personId: personOf(user.email), idOf });
    if (change) events.push(change);
  }
  const { holidays } = wanted;
  if (holidays && !isSame(holidays, state.holidays))
    events.push({ type: 'HolidaysChanged', data: { clientId, holidays } });
  for (const company of wanted.companies)
    events.push(...companySettings(state, company, { companyId: idOf(company.cnpj), clientId }, personOf));
  return events;
}

function userChange(
  { users }: WorkflowSettings,
  user: WantedUser,
  { clientId, personId, idOf }: Readonly<{ clientId: number; personId: string; idOf(cnpj: string): number }>,
): WorkflowSettingsEvent | null {
  const now = users.get(personId);
  const wanted = user.roles?.map(({ role, cnpjs }): RoleGrant => ({
    role,
    companyIds: cnpjs === null ? null : cnpjs.map(idOf),
  }));
  const data = { clientId, personId, roles: tidyGrants(wanted ?? now ?? []) };
  if (now === undefined) return { type: 'UserRegistered', data };
  return isSame(data.roles, now) ? null : { type: 'UserRolesChanged', data };
}

function companySettings(
  state: WorkflowSettings,
  wanted: WantedCompany,
  of: Readonly<{ companyId: number; clientId: number }>,
  personOf: (email: string) => string,
): WorkflowSettingsEvent[] {
  const events: WorkflowSettingsEvent[] = [];
  const { companyId } = of;
  const deadlines = wantedDeadlines(state, wanted, companyId);
  if (!isSame(deadlines, deadlinesOf(state, companyId)))
    events.push({ type: 'DeadlinesChanged', data: { ...of, ...deadlines } });
  const owners = wanted.owners?.map((entry) => ownerEntry(entry, personOf));
  if (owners && !isSame(owners, state.owners.get(companyId) ?? []))
    events.push({ type: 'DefaultOwnersChanged', data: { ...of, owners } });
  const now = autoApprovalOf(state, companyId);
  const rules = wantedRules(now, wanted.autoApproval);
  if (!isSame(rules, now)) events.push({ type: 'AutoApprovalChanged', data: { ...of, ...rules } });
  return events;
}

function ownerEntry(entry: WantedOwners, personOf: (email: string) => string): OwnerEntry {
  const named = (step: Step): string | null => {
    const email = entry[step];
    return email === undefined ? null : personOf(email);
  };
  return {
    scope: entry.scope,
    value: entry.value,
    preparer: named('preparer'),
    reviewer: named('reviewer'),
    approver: named('approver'),
  };
}

function wantedRules(now: AutoApproval, wanted: WantedRules | undefined): AutoApproval {
  if (wanted === undefined) return now;
  return {
    zeroWithoutMovement: wanted.zeroWithoutMovement ?? now.zeroWithoutMovement,
    zero: wanted.zero ?? now.zero,
    withoutMovement: wanted.withoutMovement ?? now.withoutMovement,
    upToCents: wanted.upToCents === undefined ? now.upToCents : wanted.upToCents,
  };
}

/** Plain data made member by member, in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function faultAt(path: string, field: string, reason: RegisterReason): RegisterFault {
  return { path, row: null, field, reason };
}
