// The fields of a registers' file (zod schemas by field name) and the Portuguese sentence of each error.
import { z } from 'zod';
import { riskLevels } from '../../domain/clients/risk.js';
import { comparisons } from '../../domain/clients/variation.js';
import { companyStatuses, modules, taxRegimes } from '../../domain/clients/events.js';
import {
  ACCOUNT_CODE_LENGTH_MAX,
  ACCOUNT_NAME_LENGTH_MAX,
  CHART_NAME_LENGTH_MAX,
} from '../../domain/charts/accountTextLimits.js';
import { accountKinds, natures } from '../../domain/charts/events.js';
import { hasRightCheckDigits, parseCnpj } from '../../domain/kernel/cnpj.js';
import { POINT_CHARACTERS_MAX, STATEMENT_CHARACTERS_MAX } from '../../domain/clients/checklist.js';
import { roles, WRITERS } from '../../domain/clients/roles.js';
import { isCalendarDate } from '../../domain/kernel/calendarDate.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { decimalCents } from '../../domain/kernel/decimalText.js';

/** Trimmed, without control characters and lone surrogates. */
const text = (max: number) => z.string().trim().max(max).refine(isClean, 'o texto contém caracteres inválidos');
const filledText = (max: number) =>
  z.string().trim().min(1).max(max).refine(isClean, 'o texto contém caracteres inválidos');

/** Masked or not; 14 characters without mask, with right check digits. */
const cnpj = z.string().transform((value, context) => {
  const bare = parseCnpj(value);
  if (bare !== null && hasRightCheckDigits(bare)) return bare;
  const message =
    bare === null ? 'o CNPJ deve ter 14 caracteres' : 'os dígitos verificadores do CNPJ não conferem';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const date = z.string().refine(isRealDate, 'informe uma data real no formato AAAA-MM-DD');

/** A list whose items are read one by one. */
const list = z.array(z.unknown());

/** Case-insensitive. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine(
    (value) => isClean(value) && /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value),
    'informe um e-mail válido',
  );

const HOLIDAYS_MAX = 2_000;
const holidays = z
  .array(date)
  .transform((dates) => [...new Set(dates)].sort())
  .refine(({ length }) => length <= HOLIDAYS_MAX, `a lista aceita no máximo ${HOLIDAYS_MAX} datas`);

const PREFIXES_MAX = 500;
/** They are one event. */
const codePrefixes = z
  .array(filledText(ACCOUNT_CODE_LENGTH_MAX))
  .transform((prefixes) => [...new Set(prefixes)].sort())
  .refine(({ length }) => length <= PREFIXES_MAX, `a lista aceita no máximo ${PREFIXES_MAX} inícios de código`);

const DAYS_MAX = 250;
const DAYS = `informe um número inteiro de dias úteis de 1 a ${DAYS_MAX}`;
const workingDays = z.number(DAYS).int(DAYS).min(1, DAYS).max(DAYS_MAX, DAYS);

/** Decimal text or number → centavos. */
const amount = z.unknown().transform((value, context) => {
  const cents = decimalCents(value);
  if (cents !== null && cents >= 0) return cents;
  context.addIssue({ code: 'custom', message: 'informe um valor maior ou igual a zero como "10.00"' });
  return z.NEVER;
});

const PERCENT = 'informe um número maior que zero e até 100, com no máximo duas casas decimais';
/** Hundredths of a percent. */
const percent = z
  .number(PERCENT)
  .positive(PERCENT)
  .max(100, PERCENT)
  .transform((value) => value * 100)
  .refine((value) => Math.abs(value - Math.round(value)) < 1e-6, PERCENT)
  .transform(Math.round);

/** Of a change: a balance may grow by much more than itself. */
const CHANGE_PERCENT_MAX = 100_000;
const CHANGE_PERCENT = `informe um número de 0 a ${CHANGE_PERCENT_MAX}, com no máximo duas casas decimais`;
const changePercent = z
  .number(CHANGE_PERCENT)
  .min(0, CHANGE_PERCENT)
  .max(CHANGE_PERCENT_MAX, CHANGE_PERCENT)
  .transform((value) => value * 100)
  .refine((value) => Math.abs(value - Math.round(value)) < 1e-6, CHANGE_PERCENT)
  .transform(Math.round);

/** Several lines; blank at its ends. */
const statementText = z
  .string()
  .trim()
  .min(1)
  .max(STATEMENT_CHARACTERS_MAX)
  .refine((value) => isClean(value.replace(/\r?\n/g, ' ')), 'o texto contém caracteres inválidos')
  .transform((value) => value.replaceAll('\r\n', '\n'));

export const registersDocumentFields = fieldSet({ clients: list });

export const clientFields = fieldSet({
  ref: filledText(100),
  name: filledText(200).optional(),
  companies: list.optional(),
  users: list.optional(),
  holidays: holidays.optional(),
});

export const userFields = fieldSet({
  email,
  name: filledText(200).optional(),
  roles: list.optional(),
});

export const roleFields = fieldSet({
  role: z.enum(roles),
  companies: z
    .array(cnpj)
    .refine(({ length }) => length > 0, 'informe pelo menos uma empresa ou omita o campo')
    .transform((cnpjs) => [...new Set(cnpjs)])
    .optional(),
});

export const companyFields = fieldSet({
  cnpj,
  razaoSocial: filledText(300).optional(),
  nomeFantasia: text(300).optional(),
  regimeTributario: z.enum(valuesOf(taxRegimes)).optional(),
  status: z.enum(valuesOf(companyStatuses)).optional(),
  controladoraCnpj: cnpj.nullable().optional(),
  modules: z
    .array(z.enum(modules))
    .transform((modules) => [...new Set(modules)])
    .optional(),
  charts: list.optional(),
  deadlines: z.unknown().optional(),
  owners: list.optional(),
  autoApproval: z.unknown().optional(),
  carry: codePrefixes.optional(),
  congelarAoFechar: z.boolean().optional(),
  tolerance: list.optional(),
  variation: list.optional(),
  risk: list.optional(),
  checklist: list.optional(),
  statement: statementText.nullable().optional(),
  intercompany: list.optional(),
});

/** The rules of a company that a backtest tries. */
export const triedFields = fieldSet({
  autoApproval: companyFields.shape.autoApproval,
  carry: companyFields.shape.carry,
  tolerance: companyFields.shape.tolerance,
  variation: companyFields.shape.variation,
  risk: companyFields.shape.risk,
});

export const deadlineFields = fieldSet({
  preparer: workingDays.optional(),
  reviewer: workingDays.optional(),
  approver: workingDays.optional(),
});

export const ownerFields = fieldSet({
  departamento: filledText(200).optional(),
  setor: filledText(200).optional(),
  codigo: filledText(ACCOUNT_CODE_LENGTH_MAX).optional(),
  preparer: email.optional(),
  reviewer: email.optional(),
  approver: email.optional(),
});

export const autoApprovalFields = fieldSet({
  zeroWithoutMovement: z.boolean().optional(),
  zero: z.boolean().optional(),
  withoutMovement: z.boolean().optional(),
  upTo: amount.nullable().optional(),
});

export const toleranceFields = fieldSet({
  prefix: filledText(ACCOUNT_CODE_LENGTH_MAX).optional(),
  amount: amount.optional(),
  percent: percent.optional(),
});

export const variationFields = fieldSet({
  prefix: filledText(ACCOUNT_CODE_LENGTH_MAX).optional(),
  amount,
  percent: changePercent,
  against: z.enum(valuesOf(comparisons)),
});

export const riskFields = fieldSet({
  prefix: filledText(ACCOUNT_CODE_LENGTH_MAX),
  level: z.enum(valuesOf(riskLevels)),
});

export const checklistFields = fieldSet({
  text: filledText(POINT_CHARACTERS_MAX).refine((value) => !value.includes(';'), 'o texto não pode conter ;'),
  role: z.enum(WRITERS).optional(),
  workingDay: workingDays.optional(),
  blocking: z.boolean().optional(),
});

export const intercompanyFields = fieldSet({
  prefix: filledText(ACCOUNT_CODE_LENGTH_MAX),
  counterpart: cnpj,
  counterpartPrefix: filledText(ACCOUNT_CODE_LENGTH_MAX),
});

export const chartFields = fieldSet({
  nome: filledText(CHART_NAME_LENGTH_MAX),
  vigenciaInicio: date.optional(),
  vigenciaFim: date.nullable().optional(),
  ativo: z.boolean().optional(),
  accounts: list.optional(),
  accountsFile: filledText(255).optional(),
});

export const accountFields = fieldSet({
  codigo: filledText(ACCOUNT_CODE_LENGTH_MAX),
  codigoReduzido: text(ACCOUNT_CODE_LENGTH_MAX).optional(),
  descricao: filledText(ACCOUNT_NAME_LENGTH_MAX).optional(),
  tipo: z.enum(valuesOf(accountKinds)).optional(),
  natureza: z.enum(natures).optional(),
  classificacao: text(200).optional(),
  departamento: text(200).optional(),
  setor: text(200).optional(),
  exigeConciliacao: z.boolean().optional(),
});

type Shape = Readonly<Record<string, z.ZodType>>;
type Fields<S extends Shape> = { readonly [Name in keyof S]: z.output<S[Name]> | undefined };
/** `whole` parses an object without errors in one pass. */
type FieldSet<S extends Shape> = Readonly<{ shape: S; whole: z.ZodType<Fields<S>> }>;
export type Reject = (field: string, message: string) => void;

/**
 * Returns the valid fields; calls `reject` for wrong ones, which are undefined, and for unknown (misspelt) ones.
 * @returns null when the value is not an object
 */
export function readRegisterFields<S extends Shape>(
  { shape, whole }: FieldSet<S>,
  value: unknown,
  reject: Reject,
): Fields<S> | null {
  const right = whole.safeParse(value);
  if (right.success) return right.data;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reject('', 'deve ser um objeto');
    return null;
  }
  const given = value as Readonly<Record<string, unknown>>;
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(Object.hasOwn(given, name) ? given[name] : undefined, { error: sentence });
    if (parsed.success) fields[name] = parsed.data;
    else
      for (const issue of parsed.error.issues)
        reject([name, ...issue.path.map(inBrackets)].join(''), issue.message);
  }
  for (const name of Object.keys(given)) if (!Object.hasOwn(shape, name)) reject(name, 'campo desconhecido');
  return fields as Fields<S>;
}

function fieldSet<S extends Shape>(shape: S): FieldSet<S> {
  return { shape, whole: z.strictObject(shape) as unknown as z.ZodType<Fields<S>> };
}

function sentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'campo obrigatório';
  switch (issue.code) {
    case 'invalid_type':
      return `deve ser ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `deve ser um destes valores: ${issue.values.map(String).join(' | ')}`;
    case 'too_small':
      return 'não pode ficar em branco';
    case 'too_big':
      return `deve ter no máximo ${String(issue.maximum)} caracteres`;
    default:
      return issue.message ?? 'valor inválido';
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'um texto',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
};

const inBrackets = (part: PropertyKey): string => `[${String(part)}]`;

function isClean(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value);
}

function isRealDate(value: string): boolean {
  return /^(?:19|20|21)/.test(value) && isCalendarDate(value);
}
