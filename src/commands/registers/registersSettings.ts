// Reads the workflow settings of a registers' file: users with their roles, and a company's deadlines, default owners,
// automatic approval, what its releases carry, tolerated differences and whether its closed months are frozen.
import { CHECKLIST_POINTS_MAX, type ChecklistPoint } from '../../domain/clients/checklist.js';
import { INTERCOMPANY_RULES_MAX } from '../../domain/clients/intercompany.js';
import { ownerScopes, steps, type OwnerScope } from '../../domain/clients/owners.js';
import type { VariationRule } from '../../domain/clients/variation.js';
import type { RiskRule } from '../../domain/clients/risk.js';
import type { Tolerance } from '../../domain/clients/tolerance.js';
import type {
  RequestedCompany,
  RequestedIntercompany,
  RequestedOwners,
  RequestedRole,
  RequestedUser,
} from '../../domain/clients/applyRequest.js';
import {
  autoApprovalFields,
  checklistFields,
  deadlineFields,
  intercompanyFields,
  ownerFields,
  readRegisterFields,
  riskFields,
  roleFields,
  toleranceFields,
  userFields,
  variationFields,
  type Reject,
} from './registersFields.js';

export type RejectAt = (path: string) => Reject;

/** Replaces a wrong e-mail; no user has it. */
const UNREADABLE = '';
const USERS_MAX = 10_000;
/** They are one event, which must fit one append. */
const OWNERS_MAX = 2_000;
const RULES_MAX = 500;

/** @param emails seen in the file so far: an e-mail belongs to one user */
export function readUsers(
  items: readonly unknown[],
  path: string,
  rejectAt: RejectAt,
  emails: Set<string>,
): RequestedUser[] {
  if (items.length > USERS_MAX) rejectAt(path)('users', `o cliente aceita no máximo ${USERS_MAX} usuários`);
  return items.slice(0, USERS_MAX).flatMap((item, index) => {
    const place = `${path}.users[${index}]`;
    const reject = rejectAt(place);
    const fields = readRegisterFields(userFields, item, reject);
    if (!fields) return [];
    const { email = UNREADABLE, name, roles } = fields;
    if (emails.has(email)) reject('email', 'este e-mail aparece mais de uma vez');
    if (email !== UNREADABLE) emails.add(email);
    return [{ path: place, email, name, roles: roles && readRoles(roles, place, rejectAt) }];
  });
}

function readRoles(items: readonly unknown[], path: string, rejectAt: RejectAt): RequestedRole[] {
  return items.flatMap((item, index) => {
    const place = `${path}.roles[${index}]`;
    const fields = readRegisterFields(roleFields, item, rejectAt(place));
    if (fields?.role === undefined) return [];
    return [{ path: place, role: fields.role, cnpjs: fields.companies ?? null }];
  });
}

type Settings = Pick<
  RequestedCompany,
  | 'deadlines'
  | 'owners'
  | 'autoApproval'
  | 'carry'
  | 'freezesClosed'
  | 'tolerance'
  | 'variation'
  | 'risk'
  | 'checklist'
  | 'statement'
  | 'intercompany'
>;
type Given = Readonly<{
  deadlines?: unknown;
  owners?: readonly unknown[] | undefined;
  autoApproval?: unknown;
  carry?: readonly string[] | undefined;
  congelarAoFechar?: boolean | undefined;
  tolerance?: readonly unknown[] | undefined;
  variation?: readonly unknown[] | undefined;
  risk?: readonly unknown[] | undefined;
  checklist?: readonly unknown[] | undefined;
  statement?: string | null | undefined;
  intercompany?: readonly unknown[] | undefined;
}>;

/** @param given the company's fields in the file */
export function readCompanySettings(given: Given, path: string, rejectAt: RejectAt): Settings {
  const { deadlines, owners, autoApproval, carry, congelarAoFechar: freezesClosed } = given;
  const { tolerance, variation, risk, checklist, statement, intercompany } = given;
  const rules =
    autoApproval === undefined
      ? undefined
      : readRegisterFields(autoApprovalFields, autoApproval, rejectAt(`${path}.autoApproval`));
  return {
    carry,
    freezesClosed,
    tolerance: tolerance && readTolerance(tolerance, path, rejectAt),
    variation: variation && readVariation(variation, path, rejectAt),
    risk: risk && readRisk(risk, path, rejectAt),
    checklist: checklist && readChecklist(checklist, path, rejectAt),
    statement,
    intercompany: intercompany && readIntercompany(intercompany, path, rejectAt),
    deadlines:
      deadlines === undefined
        ? undefined
        : (readRegisterFields(deadlineFields, deadlines, rejectAt(`${path}.deadlines`)) ?? undefined),
    owners: owners && readOwners(owners, path, rejectAt),
    autoApproval: rules
      ? {
          zeroWithoutMovement: rules.zeroWithoutMovement,
          zero: rules.zero,
          withoutMovement: rules.withoutMovement,
          upToCents: rules.upTo,
        }
      : undefined,
  };
}

const SCOPE_FIELDS: Readonly<Record<Exclude<OwnerScope, 'all'>, 'departamento' | 'setor' | 'codigo'>> = {
  department: 'departamento',
  sector: 'setor',
  account: 'codigo',
};

function readOwners(items: readonly unknown[], path: string, rejectAt: RejectAt): RequestedOwners[] {
  if (items.length > OWNERS_MAX)
    rejectAt(path)('owners', `a empresa aceita no máximo ${OWNERS_MAX} responsáveis padrão`);
  const places = new Set<string>();
  return items.slice(0, OWNERS_MAX).flatMap((item, index) => {
    const place = `${path}.owners[${index}]`;
    const reject = rejectAt(place);
    const fields = readRegisterFields(ownerFields, item, reject);
    if (!fields) return [];
    const named = ownerScopes.flatMap((scope) => {
      const value = scope === 'all' ? undefined : fields[SCOPE_FIELDS[scope]];
      return value === undefined ? [] : [{ scope, value }];
    });
    if (named.length > 1) reject('', 'informe apenas um destes campos: departamento; setor; codigo');
    const { scope, value } = named[0] ?? { scope: 'all', value: '' };
    if (places.has(`${scope} ${value}`)) reject('', 'já há responsáveis para as mesmas contas nesta empresa');
    places.add(`${scope} ${value}`);
    const given = item as Readonly<Record<string, unknown>>;
    if (steps.every((step) => given[step] === undefined))
      reject('', 'informe pelo menos um destes campos: preparer; reviewer; approver');
    const { preparer, reviewer, approver } = fields;
    return [{ path: place, scope, value, preparer, reviewer, approver }];
  });
}

function readTolerance(items: readonly unknown[], path: string, rejectAt: RejectAt): Tolerance[] {
  return readRules(items, `${path}.tolerance`, rejectAt, (item, reject) => {
    const fields = readRegisterFields(toleranceFields, item, reject);
    if (!fields) return null;
    const { prefix = '', amount: amountCents = null, percent: basisPoints = null } = fields;
    const given = item as Readonly<Record<string, unknown>>;
    if (given['amount'] === undefined && given['percent'] === undefined)
      reject('', 'informe pelo menos um destes campos: amount; percent');
    return { prefix, amountCents, basisPoints };
  });
}

function readVariation(items: readonly unknown[], path: string, rejectAt: RejectAt): VariationRule[] {
  return readRules(items, `${path}.variation`, rejectAt, (item, reject) => {
    const fields = readRegisterFields(variationFields, item, reject);
    if (!fields) return null;
    const { prefix = '', amount: amountCents = 0, percent: basisPoints = 0, against = 'PREVIOUS' } = fields;
    return { prefix, amountCents, basisPoints, against };
  });
}

function readRisk(items: readonly unknown[], path: string, rejectAt: RejectAt): RiskRule[] {
  return readRules(items, `${path}.risk`, rejectAt, (item, reject) => {
    const { prefix, level } = readRegisterFields(riskFields, item, reject) ?? {};
    return prefix === undefined || level === undefined ? null : { prefix, level };
  });
}

function readChecklist(items: readonly unknown[], path: string, rejectAt: RejectAt): ChecklistPoint[] {
  if (items.length > CHECKLIST_POINTS_MAX)
    rejectAt(path)('checklist', `a empresa aceita no máximo ${CHECKLIST_POINTS_MAX} pontos`);
  const texts = new Set<string>();
  return items.slice(0, CHECKLIST_POINTS_MAX).flatMap((item, index) => {
    const reject = rejectAt(`${path}.checklist[${index}]`);
    const fields = readRegisterFields(checklistFields, item, reject);
    if (!fields) return [];
    const { text = '', role = null, workingDay = null, blocking = false } = fields;
    if (texts.has(text)) reject('text', 'este ponto aparece mais de uma vez');
    texts.add(text);
    return [{ text, role, workingDay, blocking }];
  });
}

function readIntercompany(items: readonly unknown[], path: string, rejectAt: RejectAt): RequestedIntercompany[] {
  if (items.length > INTERCOMPANY_RULES_MAX)
    rejectAt(path)('intercompany', `a lista aceita no máximo ${INTERCOMPANY_RULES_MAX} regras`);
  const known = new Set<string>();
  return items.slice(0, INTERCOMPANY_RULES_MAX).flatMap((item, index) => {
    const reject = rejectAt(`${path}.intercompany[${index}]`);
    const fields = readRegisterFields(intercompanyFields, item, reject);
    if (!fields) return [];
    const { prefix = '', counterpart, counterpartPrefix = '' } = fields;
    if (counterpart === undefined) return [];
    const name = JSON.stringify([prefix, counterpart, counterpartPrefix]);
    if (known.has(name)) reject('', 'esta regra aparece mais de uma vez');
    known.add(name);
    return [{ prefix, counterpart, counterpartPrefix }];
  });
}

/** Rules by prefix, each of which is there once. */
function readRules<Rule extends Readonly<{ prefix: string }>>(
  items: readonly unknown[],
  path: string,
  rejectAt: RejectAt,
  read: (item: unknown, reject: Reject) => Rule | null,
): Rule[] {
  if (items.length > RULES_MAX) rejectAt(path)('', `a lista aceita no máximo ${RULES_MAX} regras`);
  const prefixes = new Set<string>();
  return items.slice(0, RULES_MAX).flatMap((item, index) => {
    const reject = rejectAt(`${path}[${index}]`);
    const rule = read(item, reject);
    if (rule === null) return [];
    if (prefixes.has(rule.prefix)) reject('prefix', 'este prefixo aparece mais de uma vez');
    prefixes.add(rule.prefix);
    return [rule];
  });
}
