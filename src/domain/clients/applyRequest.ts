// What an `apply` file asks for: every field well-formed, none decided yet. A field that is undefined was left out and
// stays as it is; `path` names the place in the file, for errors that only the registers can tell.
import type { Cents } from '../kernel/money.js';
import type { Account, CompanyStatus, Module, TaxRegime } from './events.js';
import type { OwnerScope, Step } from './owners.js';
import type { Role } from './roles.js';

type Left<Fields> = { readonly [Field in keyof Fields]: Fields[Field] | undefined };

export type WantedClient = Readonly<{
  path: string;
  ref: string;
  name: string | undefined;
  companies: readonly WantedCompany[];
  users: readonly WantedUser[];
  /** Whole; real dates, YYYY-MM-DD, ascending, each once. */
  holidays: readonly string[] | undefined;
}>;

/** `email` in lower case; `roles` whole. */
export type WantedUser = Readonly<{ path: string; email: string }> &
  Left<{ name: string; roles: readonly WantedRole[] }>;

/** `cnpjs` null: every company of the client. */
export type WantedRole = Readonly<{ path: string; role: Role; cnpjs: readonly string[] | null }>;

/** `parentCnpj` null: no controlling company any more. */
export type WantedCompany = Readonly<{ path: string; cnpj: string; charts: readonly WantedChart[] }> &
  Left<{
    legalName: string;
    tradeName: string;
    taxRegime: TaxRegime;
    status: CompanyStatus;
    parentCnpj: string | null;
    modules: readonly Module[];
    deadlines: Left<Record<Step, number>>;
    owners: readonly WantedOwners[];
    autoApproval: WantedRules;
  }>;

/** Who is named, by e-mail in lower case; `value` as in `OwnerEntry`. */
export type WantedOwners = Readonly<{ path: string; scope: OwnerScope; value: string }> &
  Left<Record<Step, string>>;

/** `upToCents` null: no such rule any more. */
export type WantedRules = Left<{
  zeroWithoutMovement: boolean;
  zero: boolean;
  withoutMovement: boolean;
  upToCents: Cents | null;
}>;

/** Dates are real ones, YYYY-MM-DD. `validTo` null: open-ended from now on. */
export type WantedChart = Readonly<{ path: string; name: string; accounts: readonly WantedAccount[] }> &
  Left<{ validFrom: string; validTo: string | null; active: boolean }>;

/** In the order of the file. */
export type WantedAccount = Readonly<{ place: AccountPlace; code: string }> &
  Left<Omit<Account, 'accountId' | 'code'>>;

/** `row` is the physical row of an accounts file, null for an account in the document itself. */
export type AccountPlace = Readonly<{ path: string; row: number | null }>;

/** A field of the file, by its name there, that the registers as they are do not allow. */
export type RegisterFault = Readonly<{ path: string; row: number | null; field: string; reason: RegisterReason }>;

export type RegisterReason =
  | Readonly<{ is: 'Required' }>
  | Readonly<{ is: 'ParentUnknown'; cnpj: string }>
  | Readonly<{ is: 'ParentItself' }>
  | Readonly<{ is: 'ParentCircle'; cnpjs: readonly string[] }>
  | Readonly<{ is: 'EndsBeforeStart'; validFrom: string }>
  | Readonly<{ is: 'CompanyUnknown'; cnpj: string }>
  | Readonly<{ is: 'NotTheirClient' }>
  | Readonly<{ is: 'EmailOfAnotherClient' }>
  | Readonly<{ is: 'UserUnknown'; email: string }>
  /** `step` would be due after `later`. */
  | Readonly<{ is: 'DeadlineAfterNext'; step: Step; days: number; later: Step; laterDays: number }>;

/** A field that every new record must have, after the file was checked: without it the check itself is wrong. */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a required field of the registers is missing after the check');
  return value;
}
