// Problems of clients, their companies and users, and the faults of a registers' file.
import type { ProblemOf, Problems } from '../kernel/problems.js';
import { roleMissing, type Role, type Step } from './roles.js';

export const clientProblems = {
  ClientNotFound: {
    code: 'CLIENTE_NAO_ENCONTRADO',
    status: 404,
    error: (it: Readonly<{ ref: string }>) => `Cliente não encontrado: ${it.ref}`,
  },
  CompanyNotFound: {
    code: 'EMPRESA_NAO_ENCONTRADA',
    status: 404,
    happened: 'nenhuma empresa do cliente com esse CNPJ ou `companyId` neste ambiente',
    remedy: 'confira em `GET /api/v1/companies`; um CNPJ pode ter letras',
    error: (it: Readonly<{ by: 'cnpj'; cnpj: string } | { by: 'companyId'; companyId: number }>) =>
      `Empresa não encontrada para ${it.by === 'cnpj' ? `o CNPJ ${it.cnpj}` : `o companyId ${it.companyId}`}`,
  },
  ModuleNotContracted: {
    code: 'MODULO_NAO_CONTRATADO',
    status: 403,
    happened: 'a empresa não contratou o módulo de conciliação',
    remedy: 'fale com o administrador do cliente',
    error: 'A empresa não contratou o módulo de conciliação',
  },
  CompanyNotActive: {
    code: 'EMPRESA_INATIVA',
    status: 403,
    happened: 'importação para uma empresa que não está ativa',
    remedy: 'fale com o administrador do cliente',
    error: 'A empresa não está ativa',
  },
  /** The person holds none of these roles for the company, or for the whole client. */
  RoleMissing: {
    code: 'PAPEL_INSUFICIENTE',
    status: 403,
    error: (it: Readonly<{ roles: readonly Role[]; of?: 'deste cliente' }>) =>
      roleMissing(it.roles, it.of ?? 'desta empresa'),
  },
} as const satisfies Problems;

export type ClientProblem =
  | ProblemOf<typeof clientProblems>
  /** A registers' file: one entry per wrong field. */
  | Readonly<{ is: 'RegistersInvalid'; errors: readonly RegisterFault[] }>;

/** Names of fields and indexes of lists in a registers' file, or the name and row of an accounts file. */
export type RegisterPath = readonly (string | number | Readonly<{ row: number }>)[];

/** Something wrong in a registers' file: by itself, or because it conflicts with the stored registers. */
export type RegisterFault = Readonly<{ path: RegisterPath; reason: RegisterReason }>;

export type RegisterReason = RegisterFieldReason | RegisterFileReason | RegisterConflict;

/** A field is wrong by itself, or beside the others of the file. */
type RegisterFieldReason =
  | Readonly<{ is: 'Required' }>
  | Readonly<{ is: 'UnknownField' }>
  | Readonly<{ is: 'WrongType'; type: string }>
  | Readonly<{ is: 'NotOneOf'; values: readonly string[] }>
  | Readonly<{ is: 'Blank' }>
  | Readonly<{ is: 'TooLong'; max: number }>
  /** Items of the list that the path names. */
  | Readonly<{ is: 'TooMany'; max: number }>
  /** Control characters or lone surrogates. */
  | Readonly<{ is: 'NotClean' }>
  | Readonly<{ is: 'NotCnpj' }>
  | Readonly<{ is: 'CnpjDigits' }>
  | Readonly<{ is: 'NotADate' }>
  | Readonly<{ is: 'NotAnEmail' }>
  | Readonly<{ is: 'NotWorkingDays'; max: number }>
  | Readonly<{ is: 'NotAnAmount' }>
  | Readonly<{ is: 'NotAPercent' }>
  | Readonly<{ is: 'NotAChange'; max: number }>
  | Readonly<{ is: 'Semicolon' }>
  | Readonly<{ is: 'NoCompanies' }>
  | Readonly<{ is: 'OnlyOneOf'; fields: readonly string[] }>
  | Readonly<{ is: 'OneOf'; fields: readonly string[] }>
  | Readonly<{ is: 'Repeated' }>
  | Readonly<{ is: 'AccountsTwice' }>
  /** A code that a spreadsheet turned into a number or a date. */
  | Readonly<{ is: 'WrongCode'; shown: string }>;

/** The file, or one beside it, cannot be read as a whole. */
export type RegisterFileReason =
  | Readonly<{ is: 'FileOutside' }>
  | Readonly<{ is: 'FileAbsent'; name: string }>
  | Readonly<{ is: 'FileUnreadable'; name: string }>
  | Readonly<{ is: 'FileTooLarge'; name: string; bytesMax: number }>
  | Readonly<{ is: 'NoFiles' }>
  | Readonly<{ is: 'NotUtf8' }>
  | Readonly<{ is: 'NotJson'; line: number; column: number }>
  | Readonly<{ is: 'FileEmpty' }>
  | Readonly<{ is: 'OpenQuote' }>
  | Readonly<{ is: 'ColumnMissing'; name: string }>
  | Readonly<{ is: 'ColumnUnknown'; name: string; known: readonly string[] }>
  | Readonly<{ is: 'ColumnTwice'; name: string }>
  | Readonly<{ is: 'ColumnCount'; count: number; headings: number }>;

/** A field conflicts with the stored registers. */
type RegisterConflict =
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
