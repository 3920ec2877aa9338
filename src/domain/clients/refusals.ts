// Problems of clients, their companies and users, and the faults of a registers' file.
import type { Step } from './owners.js';
import type { Role } from './roles.js';

export type ClientProblem =
  | Readonly<{ is: 'ClientNotFound'; ref: string }>
  | Readonly<{ is: 'CompanyNotFound'; by: 'cnpj'; cnpj: string }>
  | Readonly<{ is: 'CompanyNotFound'; by: 'companyId'; companyId: number }>
  | Readonly<{ is: 'CompanyNotActive' }>
  | Readonly<{ is: 'ModuleNotContracted' }>
  /** The person holds none of these roles for the company. */
  | Readonly<{ is: 'RoleMissing'; roles: readonly Role[] }>
  /** `apply`: one entry per wrong field; `path` as in `clients[0].companies[1].cnpj`. */
  | Readonly<{ is: 'RegistersInvalid'; errors: readonly Readonly<{ path: string; message: string }>[] }>;

/** A field of the file that conflicts with the stored registers. `field` is its name in the file. */
export type RegisterFault = Readonly<{ path: string; row: number | null; field: string; reason: RegisterReason }>;

export type RegisterReason =
  | Readonly<{ is: 'Required' }>
  | Readonly<{ is: 'ParentUnknown'; cnpj: string }>
  | Readonly<{ is: 'ParentItself' }>
  | Readonly<{ is: 'ParentCircle'; cnpjs: readonly string[] }>
  | Readonly<{ is: 'EndsBeforeStart'; validFrom: string }>
  | Readonly<{ is: 'CompanyUnknown'; cnpj: string }>
  | Readonly<{ is: 'NotTheirClient' }>
  /** Nobody would be Administrador of the whole client. */
  | Readonly<{ is: 'LastAdministrator' }>
  | Readonly<{ is: 'EmailOfAnotherClient' }>
  | Readonly<{ is: 'UserUnknown'; email: string }>
  /** `step` would be due after `later`. */
  | Readonly<{ is: 'DeadlineAfterNext'; step: Step; days: number; later: Step; laterDays: number }>;
