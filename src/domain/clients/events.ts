// Streams `clients` (refs are unique) and `client-{id}` (companies, users and settings of one client).
import type { DomainEvent } from '../kernel/event.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';
import type {
  AutoApproval,
  ChecklistPoint,
  IntercompanyRule,
  RiskRule,
  Tolerance,
  VariationRule,
} from './rules.js';
import type { StatementMapping, StatementSide } from '../reconciliation/statement.js';
import type { ColumnMapping } from '../trialBalance/interpretation.js';
import type { OwnerEntry, RoleGrant, Step } from './roles.js';

export const taxRegimes = {
  REAL_PROFIT: { name: 'Lucro real' },
  PRESUMED_PROFIT: { name: 'Lucro presumido' },
  ARBITRATED_PROFIT: { name: 'Lucro arbitrado' },
  SIMPLES_NACIONAL: { name: 'Simples Nacional' },
  MEI: { name: 'MEI', meaning: 'microempreendedor individual' },
  EXEMPT_IMMUNE: { name: 'Imune ou isenta' },
} as const satisfies Vocabulary;
export type TaxRegime = keyof typeof taxRegimes;
export const companyStatuses = {
  ACTIVE: { name: 'Ativa' },
  INACTIVE: { name: 'Inativa', meaning: 'inativa: não aceita importações' },
  SUSPENDED: { name: 'Suspensa', meaning: 'suspensa: não aceita importações' },
} as const satisfies Vocabulary;
export type CompanyStatus = keyof typeof companyStatuses;
export const moduleWords = { RECONCILIATION: { name: 'Conciliação' } } as const satisfies Vocabulary;
export type Module = keyof typeof moduleWords;
export const modules = valuesOf<Module>(moduleWords);
/** `cnpj` without mask. Every change carries the complete record. */
export type CompanyFacts = Readonly<{
  companyId: number;
  clientId: number;
  cnpj: string;
  legalName: string;
  tradeName: string;
  taxRegime: TaxRegime;
  status: CompanyStatus;
  parentCompanyId: number | null;
  modules: readonly Module[];
}>;

/** Event in stream `clients`. */
export type ClientRegistered = DomainEvent<'ClientRegistered', Readonly<{ clientId: number; ref: string }>>;

export type CompanyRegistered = DomainEvent<'CompanyRegistered', CompanyFacts>;
/** Reserves the chart's name within its company; the chart exists from its first `ChartVersioned` on. */
export type ChartRegistered = DomainEvent<
  'ChartRegistered',
  Readonly<{ chartId: number; companyId: number; clientId: number; name: string }>
>;

type OfCompany = Readonly<{ companyId: number; clientId: number }>;

export type MappingSaved = DomainEvent<'MappingSaved', OfCompany & Readonly<{ mapping: ColumnMapping }>>;

/** Replaces the columns of a company's files of one side. */
export type StatementMappingSaved = DomainEvent<
  'StatementMappingSaved',
  OfCompany & Readonly<{ side: StatementSide; mapping: StatementMapping }>
>;

/** People by opaque id (a UUID): names and e-mails are in the erasable store of people, never in an event. */
type OfPerson = Readonly<{ clientId: number; personId: string }>;

/** Name and e-mail were erased for good; all roles end. */
export type UserErased = DomainEvent<'UserErased', OfPerson>;

export type InvitationKind = 'INVITE' | 'RESET';
/**
 * Who made it, and when, is in the metadata. Whoever holds the link chooses how the person signs in from then on.
 */
export type SignInLinkMade = DomainEvent<'SignInLinkMade', OfPerson & Readonly<{ kind: InvitationKind }>>;
/** Which mails the person wants: one on working days of what waits, and one at once. */
export type MailChosen = DomainEvent<'MailChosen', OfPerson & MailChoice>;
export type MailChoice = Readonly<{ daily: boolean; atOnce: boolean }>;

/** Settings of a company that are a list, and what each list is of. */
export type CompanyLists = {
  /** Owners in the order of the file. */
  owners: OwnerEntry;
  /** Prefixes of codes of accounts to which the first release of a competence carries open items. Ascending. */
  carry: string;
  tolerance: Tolerance;
  variation: VariationRule;
  risk: RiskRule;
  /** Points in the checklist's order. */
  checklist: ChecklistPoint;
  /** It names other companies, so no dossier has it. */
  intercompany: IntercompanyRule;
};
export type CompanyList = keyof CompanyLists;

/** The event that replaces each list by the complete new one. */
export const listEvents = {
  owners: 'DefaultOwnersChanged',
  carry: 'CarryRuleChanged',
  tolerance: 'ToleranceChanged',
  variation: 'VariationRulesChanged',
  risk: 'RiskRulesChanged',
  checklist: 'ChecklistChanged',
  intercompany: 'IntercompanyChanged',
} as const satisfies Record<CompanyList, string>;

export type ListChanged = {
  [List in CompanyList]: DomainEvent<
    (typeof listEvents)[List],
    OfCompany & Readonly<Record<List, readonly CompanyLists[List][]>>
  >;
}[CompanyList];

export type WorkflowSettingsEvent =
  /** `roles` is the complete list. */
  | DomainEvent<'UserRegistered', OfPerson & Readonly<{ roles: readonly RoleGrant[] }>>
  | DomainEvent<'UserRolesChanged', OfPerson & Readonly<{ roles: readonly RoleGrant[] }>>
  /** The name in the store of people changed. */
  | DomainEvent<'UserRenamed', OfPerson>
  | UserErased
  | SignInLinkMade
  /** The person read who made links for them. `until`: the time of the newest of these, ISO 8601 UTC. */
  | DomainEvent<'SignInLinksSeen', OfPerson & Readonly<{ until: string }>>
  /** The client's own holidays, complete, ascending, YYYY-MM-DD. */
  | DomainEvent<'HolidaysChanged', Readonly<{ clientId: number; holidays: readonly string[] }>>
  /** Working days after the month's end. */
  | DomainEvent<'DeadlinesChanged', OfCompany & Readonly<Record<Step, number>>>
  | DomainEvent<'AutoApprovalChanged', OfCompany & AutoApproval>
  /** Whether a closed competence refuses work on its reconciliations, as it refuses imports. */
  | DomainEvent<'ClosedMonthsRuleChanged', OfCompany & Readonly<{ frozen: boolean }>>
  /** What who closes a competence declares; null: nothing. */
  | DomainEvent<'ClosingStatementChanged', OfCompany & Readonly<{ statement: string | null }>>
  | ListChanged
  | MailChosen;

export type ClientsEvent = ClientRegistered;
export type ClientEvent =
  /** Event in stream `client-{id}`, like all below. */
  | DomainEvent<'ClientNamed', Readonly<{ clientId: number; ref: string; name: string }>>
  | CompanyRegistered
  | DomainEvent<'CompanyChanged', CompanyFacts>
  | ChartRegistered
  | MappingSaved
  | StatementMappingSaved
  | WorkflowSettingsEvent;
