// The part of a client's state that the workflow reads: users' roles, holidays, and each company's deadlines,
// default owners, automatic approval, tolerated differences, and whether closed months are frozen.
import type { Actor, Recorded } from '../kernel/event.js';
import { DEFAULT_DEADLINES } from '../reconciliation/deadlines.js';
import {
  listEvents,
  type CompanyList,
  type CompanyLists,
  type InvitationKind,
  type ListChanged,
  type MailChoice,
  type SignInLinkMade,
  type WorkflowSettingsEvent,
} from './events.js';
import { withoutPerson, type RoleGrant, type Step } from './roles.js';
import { NO_AUTO_APPROVAL, type AutoApproval, type ChecklistPoint } from './rules.js';

/** Working days after the month's end; preparer ≤ reviewer ≤ approver. */
export type Deadlines = Readonly<Record<Step, number>>;

/** A link to sign in by that its person did not read of yet; `isFirst` of all theirs. `at` is ISO 8601 UTC. */
export type UnseenLink = Readonly<{ kind: InvitationKind; by: Actor; at: string; isFirst: boolean }>;

/**
 * `users`, `erased`, `unseenLinks` and `mail` by a person's opaque id; `holidays` ascending, YYYY-MM-DD; the maps
 * by company id.
 */
export type WorkflowSettings = {
  users: Map<string, readonly RoleGrant[]>;
  erased: Set<string>;
  /** Of everybody who ever got a link, the newest of each kind by each who made some. */
  unseenLinks: Map<string, readonly UnseenLink[]>;
  holidays: readonly string[];
  deadlines: Map<number, Deadlines>;
  autoApproval: Map<number, AutoApproval>;
  /** Companies whose closed months refuse work. */
  frozen: Set<number>;
  /** What who closes declares, of the companies that ask for it. */
  statement: Map<number, string>;
  mail: Map<string, MailChoice>;
} & { [List in CompanyList]: Map<number, readonly CompanyLists[List][]> };

export function noWorkflowSettings(): WorkflowSettings {
  return {
    users: new Map(),
    erased: new Set(),
    unseenLinks: new Map(),
    holidays: [],
    deadlines: new Map(),
    owners: new Map(),
    autoApproval: new Map(),
    carry: new Map(),
    frozen: new Set(),
    tolerance: new Map(),
    variation: new Map(),
    risk: new Map(),
    checklist: new Map(),
    statement: new Map(),
    intercompany: new Map(),
    mail: new Map(),
  };
}

/** Mutates `state`. Ignores other events. */
export function evolveWorkflowSettings(state: WorkflowSettings, recorded: Recorded): void {
  const event = recorded as Recorded<WorkflowSettingsEvent>;
  switch (event.type) {
    case 'UserRegistered':
    case 'UserRolesChanged':
      state.users.set(event.data.personId, event.data.roles);
      return;
    case 'UserErased':
      return erase(state, event.data.personId);
    case 'SignInLinkMade':
      return addLink(state, event);
    case 'SignInLinksSeen':
      return seeLinks(state, event.data.personId, event.data.until);
    case 'HolidaysChanged':
      state.holidays = event.data.holidays;
      return;
    case 'DeadlinesChanged': {
      const { companyId, preparer, reviewer, approver } = event.data;
      state.deadlines.set(companyId, { preparer, reviewer, approver });
      return;
    }
    case 'AutoApprovalChanged': {
      const { companyId, zeroWithoutMovement, zero, withoutMovement, upToCents } = event.data;
      state.autoApproval.set(companyId, { zeroWithoutMovement, zero, withoutMovement, upToCents });
      return;
    }
    case 'ClosedMonthsRuleChanged':
      if (event.data.frozen) state.frozen.add(event.data.companyId);
      else state.frozen.delete(event.data.companyId);
      return;
    case 'ClosingStatementChanged':
      if (event.data.statement === null) state.statement.delete(event.data.companyId);
      else state.statement.set(event.data.companyId, event.data.statement);
      return;
    case 'MailChosen': {
      const { personId, daily, atOnce } = event.data;
      state.mail.set(personId, { daily, atOnce });
      return;
    }
    default:
      return setList(state, event as Recorded<ListChanged>); // or another event, which no decision here reads
  }
}

export const companyLists = Object.keys(listEvents) as CompanyList[];

function setList(state: Readonly<Record<CompanyList, Map<number, unknown>>>, { type, data }: ListChanged): void {
  const list = companyLists.find((each) => listEvents[each] === type);
  if (list !== undefined) state[list].set(data.companyId, (data as Partial<Record<CompanyList, unknown>>)[list]);
}

function addLink({ unseenLinks }: WorkflowSettings, { data, metadata }: Recorded<SignInLinkMade>): void {
  const { personId, kind } = data;
  const { at, actor: by } = metadata;
  const links = unseenLinks.get(personId);
  const otherLinks = (links ?? []).filter(
    (link) => link.kind !== kind || link.by.kind !== by.kind || link.by.id !== by.id,
  );
  unseenLinks.set(personId, [...otherLinks, { kind, by, at, isFirst: links === undefined }]);
}

function seeLinks({ unseenLinks }: WorkflowSettings, personId: string, until: string): void {
  const links = unseenLinks.get(personId) ?? [];
  unseenLinks.set(
    personId,
    links.filter(({ at }) => at > until),
  );
}

function erase({ users, erased, unseenLinks, mail, owners }: WorkflowSettings, personId: string): void {
  for (const people of [users, unseenLinks, mail]) people.delete(personId);
  erased.add(personId);
  for (const [companyId, entries] of owners) owners.set(companyId, withoutPerson(entries, personId));
}

type Of<Name extends keyof WorkflowSettings> = Pick<WorkflowSettings, Name>;

/** A person is told of the link that they came by only beside others (docs/spec/console.md#invitations). */
export function linksToTell({ unseenLinks }: Of<'unseenLinks'>, personId: string): readonly UnseenLink[] {
  const links = unseenLinks.get(personId) ?? [];
  return links.length === 1 && links[0]?.isFirst === true ? [] : links;
}

/** The company's deadlines, or the defaults (docs/spec/workflow.md#deadlines). */
export function deadlinesOf({ deadlines }: Of<'deadlines'>, companyId: number): Deadlines {
  return deadlines.get(companyId) ?? DEFAULT_DEADLINES;
}

export function autoApprovalOf({ autoApproval }: Of<'autoApproval'>, companyId: number): AutoApproval {
  return autoApproval.get(companyId) ?? NO_AUTO_APPROVAL;
}

export function carryRuleOf({ carry }: Of<'carry'>, companyId: number): readonly string[] {
  return carry.get(companyId) ?? [];
}

export function checklistOf({ checklist }: Of<'checklist'>, companyId: number): readonly ChecklistPoint[] {
  return checklist.get(companyId) ?? [];
}

/** Both, until the person chooses. */
const ALL_MAIL: MailChoice = { daily: true, atOnce: true };

export function mailChoiceOf({ mail }: Of<'mail'>, personId: string): MailChoice {
  return mail.get(personId) ?? ALL_MAIL;
}

// Rules whose prefix fits no account: mostly a slip of the pen. They are told and never refused, as accounts may
// come later.
// Source: docs/spec/operator.md#registers.

export const prefixedRules = ['carry', 'tolerance', 'variation', 'risk'] as const;
export type PrefixedRule = (typeof prefixedRules)[number];

export type UnusedPrefix = Readonly<{ rule: PrefixedRule; prefix: string }>;

/**
 * @param codes of all accounts of the company's charts, or of them the first one from each prefix on; none:
 *   nothing is known yet
 */
export function unusedPrefixes(
  settings: Of<PrefixedRule>,
  companyId: number,
  codes: ReadonlySet<string>,
): readonly UnusedPrefix[] {
  const all = [...codes];
  const isUnused = ({ prefix }: UnusedPrefix): boolean => !all.some((code) => code.startsWith(prefix));
  return all.length === 0 ? [] : prefixesOfRules(settings, companyId).filter(isUnused);
}

export function prefixesOfRules(settings: Of<PrefixedRule>, companyId: number): readonly UnusedPrefix[] {
  return prefixedRules.flatMap((rule) =>
    (settings[rule].get(companyId) ?? []).map((one) => {
      return { rule, prefix: typeof one === 'string' ? one : one.prefix };
    }),
  );
}
