// Streams `clients` (uniqueness of refs), `client-{id}` (companies and charts of one client), `chart-{id}` (accounts).
import type { DomainEvent } from '../kernel/event.js';
import type { AutoApproval } from './autoApproval.js';
import type { ColumnMapping } from './columnMapping.js';
import type { OwnerEntry, Step } from './owners.js';
import type { RoleGrant } from './roles.js';

export type TaxRegime =
  'REAL_PROFIT' | 'PRESUMED_PROFIT' | 'ARBITRATED_PROFIT' | 'SIMPLES_NACIONAL' | 'MEI' | 'EXEMPT_IMMUNE';
export type CompanyStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
export type Module = 'RECONCILIATION';
export type AccountKind = 'ANALYTICAL' | 'SYNTHETIC';
export type Nature = 'DEBIT' | 'CREDIT' | 'MIXED';

/** `cnpj` is 14 characters without mask. Every change carries the whole record. */
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

export type Account = Readonly<{
  accountId: number;
  code: string;
  shortCode: string;
  description: string;
  kind: AccountKind;
  nature: Nature;
  classification: string;
  department: string;
  sector: string;
  requiresReconciliation: boolean;
}>;

/** In stream `clients`. */
export type ClientRegistered = DomainEvent<'ClientRegistered', Readonly<{ clientId: number; ref: string }>>;

/** In stream `client-{id}`, like the four below. */
export type ClientNamed = DomainEvent<'ClientNamed', Readonly<{ clientId: number; ref: string; name: string }>>;
export type CompanyRegistered = DomainEvent<'CompanyRegistered', CompanyFacts>;
export type CompanyChanged = DomainEvent<'CompanyChanged', CompanyFacts>;
/** Reserves the chart's name inside its company; the chart exists for readers once its first `ChartVersioned` does. */
export type ChartRegistered = DomainEvent<
  'ChartRegistered',
  Readonly<{ chartId: number; companyId: number; clientId: number; name: string }>
>;

/** The column mapping of a company's files from now on, whole; in `client-{id}`. */
export type MappingSaved = DomainEvent<
  'MappingSaved',
  Readonly<{ companyId: number; clientId: number; mapping: ColumnMapping }>
>;

/**
 * A part, in `chart-{id}`: accounts new or changed, as ready bytes of `{ "accounts": [Account, …] }`. It counts only
 * once a `ChartVersioned` names it.
 */
export type ChartAccountsListed = DomainEvent<'ChartAccountsListed', Uint8Array>;

/**
 * The fact of a chart's change, in `chart-{id}`. `parts` are the revisions of this change's parts in the same stream
 * (`count` 0 when only the head changed) and the SHA-256 of their bytes one after another.
 */
export type ChartVersioned = DomainEvent<
  'ChartVersioned',
  Readonly<{
    chartId: number;
    companyId: number;
    clientId: number;
    name: string;
    validFrom: string;
    validTo: string | null;
    active: boolean;
    version: number;
    accountCount: number;
    parts: Readonly<{ fromRevision: number; count: number; accounts: number; hash: string }>;
  }>
>;

/** A person by opaque id (a UUID); name and e-mail are in the erasable store of people and never in an event. */
type OfPerson = Readonly<{ clientId: number; personId: string }>;

/** In stream `client-{id}`, like all below. `roles` is whole: what it leaves out is not held any more. */
export type UserRegistered = DomainEvent<'UserRegistered', OfPerson & Readonly<{ roles: readonly RoleGrant[] }>>;
export type UserRolesChanged = DomainEvent<
  'UserRolesChanged',
  OfPerson & Readonly<{ roles: readonly RoleGrant[] }>
>;
/** The name in the store of people is another one now. */
export type UserRenamed = DomainEvent<'UserRenamed', OfPerson>;
/** Name and e-mail are gone for good, and with them every role. */
export type UserErased = DomainEvent<'UserErased', OfPerson>;

/** The client's own days without work, whole, ascending, YYYY-MM-DD. */
export type HolidaysChanged = DomainEvent<
  'HolidaysChanged',
  Readonly<{ clientId: number; holidays: readonly string[] }>
>;

type OfCompany = Readonly<{ companyId: number; clientId: number }>;

/** Working days after the month's end. */
export type DeadlinesChanged = DomainEvent<'DeadlinesChanged', OfCompany & Readonly<Record<Step, number>>>;
/** Whole, in the order of the file. */
export type DefaultOwnersChanged = DomainEvent<
  'DefaultOwnersChanged',
  OfCompany & Readonly<{ owners: readonly OwnerEntry[] }>
>;
export type AutoApprovalChanged = DomainEvent<'AutoApprovalChanged', OfCompany & AutoApproval>;

export type WorkflowSettingsEvent =
  | UserRegistered
  | UserRolesChanged
  | UserRenamed
  | UserErased
  | HolidaysChanged
  | DeadlinesChanged
  | DefaultOwnersChanged
  | AutoApprovalChanged;

export type ClientsEvent = ClientRegistered;
export type ClientEvent =
  ClientNamed | CompanyRegistered | CompanyChanged | ChartRegistered | MappingSaved | WorkflowSettingsEvent;
export type ChartEvent = ChartAccountsListed | ChartVersioned;
