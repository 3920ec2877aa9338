// The one schema of registers: a registers' file of `apply`, the console's forms and a chart's file are checked by
// it, field by field. What compares fields with each other: readRegisters.ts. Source:
// docs/spec/operator.md#registers.
import * as z from 'zod';
import type { AccountColumn } from '../../domain/charts/accountsTable.js';
import {
  ACCOUNT_CODE_LENGTH_MAX,
  ACCOUNT_NAME_LENGTH_MAX,
  CHART_NAME_LENGTH_MAX,
  accountKinds,
  isStorable,
  natures,
} from '../../domain/charts/events.js';
import {
  CHECKLIST_POINTS_MAX,
  INTERCOMPANY_RULES_MAX,
  POINT_CHARACTERS_MAX,
  STATEMENT_CHARACTERS_MAX,
  comparisons,
  riskLevels,
} from '../../domain/clients/rules.js';
import { companyStatuses, modules, taxRegimes } from '../../domain/clients/events.js';
import type { RegisterFault, RegisterPath, RegisterReason } from '../../domain/clients/refusals.js';
import { roles, WRITERS } from '../../domain/clients/roles.js';
import { isRegisterDate } from '../../domain/kernel/calendarDate.js';
import { hasRightCheckDigits, parseCnpj } from '../../domain/kernel/cnpj.js';
import { decimalCents } from '../../domain/kernel/money.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';

/** Stands for a missing or wrong name, which is reported; never registered. */
export const UNREADABLE = '';
export const ACCOUNTS_MAX = 100_000;
const USERS_MAX = 10_000;
/** They are one event, which must fit one append. */
const OWNERS_MAX = 2_000;
const HOLIDAYS_MAX = 2_000;
const PREFIXES_MAX = 500;
const RULES_MAX = 500;
const DAYS_MAX = 250;
/** Limit of a change: a balance may grow by much more than itself. */
const CHANGE_PERCENT_MAX = 100_000;

/** The issue of a check carries the reason. */
const because = (reason: RegisterReason) => ({ params: reason });

/** Trimmed, without control characters and lone surrogates. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => isStorable(value), because({ is: 'NotClean' }));
const filledText = (max: number) => text(max).min(1);

/** Several lines; blank at its ends. */
const statementText = z
  .string()
  .trim()
  .min(1)
  .max(STATEMENT_CHARACTERS_MAX)
  .refine((value) => isStorable(value.replace(/\r?\n/g, ' ')), because({ is: 'NotClean' }))
  .transform((value) => value.replaceAll('\r\n', '\n'));

/** Masked or not; 14 characters without mask, with right check digits. */
const cnpj = z.string().transform((value, context) => {
  const bare = parseCnpj(value);
  if (bare !== null && hasRightCheckDigits(bare)) return bare;
  context.addIssue({ code: 'custom', ...because({ is: bare === null ? 'NotCnpj' : 'CnpjDigits' }) });
  return z.NEVER;
});

const date = z.string().refine(isRegisterDate, because({ is: 'NotADate' }));

/** Case-insensitive. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine(
    (value) => isStorable(value) && /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value),
    because({ is: 'NotAnEmail' }),
  );

/** Ascending, without repeats. */
const sortedSet = (item: z.ZodType<string>, max: number) =>
  z
    .array(item)
    .transform((items) => [...new Set(items)].sort())
    .refine(({ length }) => length <= max, because({ is: 'TooMany', max }));

const workingDays = z.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= DAYS_MAX,
  because({ is: 'NotWorkingDays', max: DAYS_MAX }),
);

/** Decimal text or number → centavos. */
const amount = z.unknown().transform((value, context) => {
  const cents = decimalCents(value);
  if (cents !== null && cents >= 0) return cents;
  context.addIssue({ code: 'custom', ...because({ is: 'NotAnAmount' }) });
  return z.NEVER;
});

/** Percent with at most two decimals → hundredths of a percent. */
const hundredths = (isWithin: (value: number) => boolean, reason: RegisterReason) =>
  z
    .custom<number>(
      (value) =>
        typeof value === 'number' && isWithin(value) && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      because(reason),
    )
    .transform((value) => Math.round(value * 100));
const percent = hundredths((value) => value > 0 && value <= 100, { is: 'NotAPercent' });
const changePercent = hundredths((value) => value >= 0 && value <= CHANGE_PERCENT_MAX, {
  is: 'NotAChange',
  max: CHANGE_PERCENT_MAX,
});

const codePrefix = filledText(ACCOUNT_CODE_LENGTH_MAX);

export const account = z.strictObject({
  codigo: filledText(ACCOUNT_CODE_LENGTH_MAX).default(UNREADABLE),
  codigoReduzido: text(ACCOUNT_CODE_LENGTH_MAX).optional(),
  descricao: filledText(ACCOUNT_NAME_LENGTH_MAX).optional(),
  tipo: z.enum(valuesOf(accountKinds)).optional(),
  natureza: z.enum(natures).optional(),
  classificacao: text(200).optional(),
  departamento: text(200).optional(),
  setor: text(200).optional(),
  exigeConciliacao: z.boolean().optional(),
} satisfies Record<AccountColumn, z.ZodType>);

export const chart = z.strictObject({
  nome: filledText(CHART_NAME_LENGTH_MAX).default(UNREADABLE),
  vigenciaInicio: date.optional(),
  vigenciaFim: date.nullable().optional(),
  ativo: z.boolean().optional(),
  /** Each is parsed by itself: zod cannot collect the faults of a long list. */
  accounts: z.array(z.unknown()).max(ACCOUNTS_MAX).optional(),
  accountsFile: filledText(255).optional(),
});

export const deadlines = z.strictObject({
  preparer: workingDays.optional(),
  reviewer: workingDays.optional(),
  approver: workingDays.optional(),
});

export const owners = z.strictObject({
  departamento: filledText(200).optional(),
  setor: filledText(200).optional(),
  codigo: codePrefix.optional(),
  preparer: email.optional(),
  reviewer: email.optional(),
  approver: email.optional(),
});

export const autoApproval = z.strictObject({
  zeroWithoutMovement: z.boolean().optional(),
  zero: z.boolean().optional(),
  withoutMovement: z.boolean().optional(),
  upTo: amount.nullable().optional(),
});

const tolerance = z.strictObject({
  prefix: codePrefix.optional(),
  amount: amount.optional(),
  percent: percent.optional(),
});

const variation = z.strictObject({
  prefix: codePrefix.optional(),
  amount,
  percent: changePercent,
  against: z.enum(valuesOf(comparisons)),
});

const risk = z.strictObject({ prefix: codePrefix, level: z.enum(valuesOf(riskLevels)) });

const checklistPoint = z.strictObject({
  text: filledText(POINT_CHARACTERS_MAX).refine((value) => !value.includes(';'), because({ is: 'Semicolon' })),
  role: z.enum(WRITERS).optional(),
  workingDay: workingDays.optional(),
  blocking: z.boolean().optional(),
});

const intercompany = z.strictObject({ prefix: codePrefix, counterpart: cnpj, counterpartPrefix: codePrefix });

export const company = z.strictObject({
  cnpj: cnpj.default(UNREADABLE),
  razaoSocial: filledText(300).optional(),
  nomeFantasia: text(300).optional(),
  regimeTributario: z.enum(valuesOf(taxRegimes)).optional(),
  status: z.enum(valuesOf(companyStatuses)).optional(),
  controladoraCnpj: cnpj.nullable().optional(),
  modules: z
    .array(z.enum(modules))
    .transform((codes) => [...new Set(codes)])
    .optional(),
  charts: z.array(chart).optional(),
  deadlines: deadlines.optional(),
  owners: z.array(owners).max(OWNERS_MAX).optional(),
  autoApproval: autoApproval.optional(),
  carry: sortedSet(codePrefix, PREFIXES_MAX).optional(),
  congelarAoFechar: z.boolean().optional(),
  tolerance: z.array(tolerance).max(RULES_MAX).optional(),
  variation: z.array(variation).max(RULES_MAX).optional(),
  risk: z.array(risk).max(RULES_MAX).optional(),
  checklist: z.array(checklistPoint).max(CHECKLIST_POINTS_MAX).optional(),
  statement: statementText.nullable().optional(),
  intercompany: z.array(intercompany).max(INTERCOMPANY_RULES_MAX).optional(),
});

export const triedRules = company.pick({
  autoApproval: true,
  carry: true,
  tolerance: true,
  variation: true,
  risk: true,
});

export const role = z.strictObject({
  role: z.enum(roles),
  companies: z
    .array(cnpj)
    .refine(({ length }) => length > 0, because({ is: 'NoCompanies' }))
    .transform((cnpjs) => [...new Set(cnpjs)])
    .optional(),
});

export const user = z.strictObject({
  email: email.default(UNREADABLE),
  name: filledText(200).optional(),
  roles: z.array(role).optional(),
});

export const client = z.strictObject({
  ref: filledText(100).default(UNREADABLE),
  name: filledText(200).optional(),
  companies: z.array(company).optional(),
  users: z.array(user).max(USERS_MAX).optional(),
  holidays: sortedSet(date, HOLIDAYS_MAX).optional(),
});

export const registers = z.strictObject({ clients: z.array(client) });

export type ClientFields = z.output<typeof client>;
export type UserFields = z.output<typeof user>;
export type CompanyFields = z.output<typeof company>;
export type ChartFields = z.output<typeof chart>;
export type SettingFields = Partial<CompanyFields>;

/** `fields` is null where nothing can be read. */
export type Parsed<Fields> = Readonly<{ fields: Fields | null; faults: readonly RegisterFault[] }>;

/** Reads what is right: a wrong field is reported and left out. @param place of the value in its file */
export function parseFields<Fields>(
  schema: z.ZodType<Fields>,
  value: unknown,
  place: RegisterPath,
): Parsed<Fields> {
  const faults: RegisterFault[] = [];
  const wrong = new Set<string>();
  let right = { value };
  for (;;) {
    const parsed = schema.safeParse(right.value, { reportInput: true });
    if (parsed.success) return { fields: parsed.data, faults };
    for (const fault of parsed.error.issues.flatMap((issue) => faultsOf(issue, place)))
      if (!isBelow(fault.path, wrong)) faults.push(fault);
    for (const { path } of faults) wrong.add(JSON.stringify(path));
    if (right.value === value) right = { value: structuredClone(value) };
    const removed = parsed.error.issues.filter((issue) => removeWrong(right, issue)).length;
    if (removed === 0) return { fields: null, faults };
  }
}

/** Whether what the path names, or something that holds it, was wrong before. */
function isBelow(path: RegisterPath, wrong: ReadonlySet<string>): boolean {
  return wrong.size > 0 && [...path, ''].some((_, depth) => wrong.has(JSON.stringify(path.slice(0, depth))));
}

function faultsOf(issue: z.core.$ZodIssue, place: RegisterPath): RegisterFault[] {
  const path = [...place, ...(issue.path as (string | number)[])];
  if (issue.code !== 'unrecognized_keys') return [{ path, reason: reasonOf(issue) }];
  return issue.keys.map((key) => ({ path: [...path, key], reason: { is: 'UnknownField' } }));
}

function reasonOf(issue: z.core.$ZodIssue): RegisterReason {
  if (issue.code === 'custom' && issue.params !== undefined) return issue.params as RegisterReason;
  if (issue.input === undefined) return { is: 'Required' };
  switch (issue.code) {
    case 'invalid_type':
      return { is: 'WrongType', type: issue.expected };
    case 'invalid_value':
      return { is: 'NotOneOf', values: issue.values.map(String) };
    case 'too_small':
      return { is: 'Blank' };
    case 'too_big':
      return { is: issue.origin === 'array' ? 'TooMany' : 'TooLong', max: Number(issue.maximum) };
    default:
      throw new Error(`the schema of registers has no sentence for ${issue.code}`);
  }
}

/**
 * Takes out what the issue names: a field, or the list whose item lacks one. An item that is no object becomes an
 * empty one, so that the others keep their places. @returns whether anything changed
 */
function removeWrong(document: { value: unknown }, issue: z.core.$ZodIssue): boolean {
  const path: readonly PropertyKey[] = ['value', ...issue.path];
  let owner: Record<PropertyKey, unknown> = document;
  let innermost: readonly [Record<PropertyKey, unknown>, PropertyKey] | null = null;
  for (const [depth, part] of path.entries()) {
    const isThere = Object.hasOwn(owner, part) && owner[part] !== undefined;
    const isMissing = depth === path.length - 1 && issue.input === undefined;
    if (!isThere && !isMissing) return false; // was taken out for another issue
    if (isThere && typeof part === 'string') innermost = [owner, part];
    if (depth < path.length - 1) owner = owner[part] as Record<PropertyKey, unknown>;
  }
  const lastKey = path.at(-1) as PropertyKey;
  if (issue.code === 'unrecognized_keys') {
    const object = owner[lastKey] as Record<string, unknown>;
    for (const key of issue.keys) Reflect.deleteProperty(object, key);
  } else if (issue.code === 'invalid_type' && issue.expected === 'object') owner[lastKey] = {};
  else if (innermost === null || innermost[1] === 'value') return false;
  else Reflect.deleteProperty(...(innermost as [object, PropertyKey]));
  return true;
}
