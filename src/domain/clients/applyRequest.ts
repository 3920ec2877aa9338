// The content of a registers' file (`apply`): well-formed, not yet compared with the stored registers. An
// undefined field was omitted and keeps its stored value; `path` is the place in the file, for faults found later.
import type { CompanyStatus, Module, TaxRegime } from './events.js';
import type { Account } from '../charts/events.js';
import type { AutoApproval, ChecklistPoint, RiskRule, Tolerance, VariationRule } from './rules.js';
import type { OwnerScope, Role, Step } from './roles.js';
import type { RegisterFault, RegisterPath } from './refusals.js';

type Optional<Fields> = { readonly [Field in keyof Fields]: Fields[Field] | undefined };

export type RequestedClient = Readonly<{
  path: RegisterPath;
  ref: string;
  name: string | undefined;
  companies: readonly RequestedCompany[];
  users: readonly RequestedUser[];
  /** The complete list: YYYY-MM-DD, ascending, without repeats. */
  holidays: readonly string[] | undefined;
}>;

/** `email` in lower case; `roles` is the complete list. */
export type RequestedUser = Readonly<{ path: RegisterPath; email: string }> &
  Optional<{ name: string; roles: readonly RequestedRole[] }>;

/** `cnpjs` null: all companies of the client. */
type RequestedRole = Readonly<{ path: RegisterPath; role: Role; cnpjs: readonly string[] | null }>;

/** `parentCnpj` null removes the controlling company. */
export type RequestedCompany = Readonly<{ path: RegisterPath; cnpj: string; charts: readonly RequestedChart[] }> &
  Optional<{
    legalName: string;
    tradeName: string;
    taxRegime: TaxRegime;
    status: CompanyStatus;
    parentCnpj: string | null;
    modules: readonly Module[];
  }> &
  RequestedSettings;

export type RequestedSettings = Optional<{
  deadlines: Optional<Record<Step, number>>;
  owners: readonly RequestedOwners[];
  autoApproval: RequestedRules;
  /** Ascending, without repeats. */
  carry: readonly string[];
  freezesClosed: boolean;
  /** The complete list. */
  tolerance: readonly Tolerance[];
  /** The complete list. */
  variation: readonly VariationRule[];
  /** The complete list. */
  risk: readonly RiskRule[];
  checklist: readonly ChecklistPoint[];
  /** Null: none. */
  statement: string | null;
  /** The complete list; `counterpart` is a CNPJ without mask. */
  intercompany: readonly RequestedIntercompany[];
}>;

type RequestedIntercompany = Readonly<{ prefix: string; counterpart: string; counterpartPrefix: string }>;

/** People by e-mail in lower case; `value` as in `OwnerEntry`. */
export type RequestedOwners = Readonly<{ path: RegisterPath; scope: OwnerScope; value: string }> &
  Optional<Record<Step, string>>;

/** `upToCents` null removes the rule. */
export type RequestedRules = Optional<AutoApproval>;

/** Dates are YYYY-MM-DD. `validTo` null: open-ended. */
export type RequestedChart = Readonly<{
  path: RegisterPath;
  name: string;
  accounts: readonly RequestedAccount[];
}> &
  Optional<{ validFrom: string; validTo: string | null; active: boolean }>;

export type RequestedAccount = Readonly<{ path: RegisterPath; code: string }> &
  Optional<Omit<Account, 'accountId' | 'code'>>;

/** Faults of the fields that have to be in the file and are not. */
export function absentFields(path: RegisterPath, fields: Readonly<Record<string, unknown>>): RegisterFault[] {
  const absent = Object.keys(fields).filter((field) => fields[field] === undefined);
  return absent.map((field) => ({ path: [...path, field], reason: { is: 'Required' } }));
}

/** @throws Error for a required field that the check should have found missing */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a required field of the registers is missing after the check');
  return value;
}
