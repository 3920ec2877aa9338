// The roles of the workflow, and who holds them for which company. Source: docs/spec/workflow.md#roles.
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';

export const roleWords = {
  PREPARER: { name: 'Elaborador', meaning: 'compõe o saldo, explica as diferenças e envia' },
  REVIEWER: { name: 'Revisor', meaning: 'revisa e encaminha, ou devolve' },
  APPROVER: { name: 'Aprovador', meaning: 'aprova ou rejeita' },
  SUPERVISOR: { name: 'Supervisor', meaning: 'atribui, dispensa, reabre e libera o balancete' },
  MODULE_ADMIN: {
    name: 'Administrador do módulo',
    meaning: 'libera balancetes, fecha e reabre competências, e cuida de pessoas, cadastros e regras',
  },
  AUDITOR: { name: 'Auditor', meaning: 'lê tudo e não altera nada' },
} as const satisfies Vocabulary;
export type Role = keyof typeof roleWords;
export const roles = valuesOf(roleWords);

/** All roles but the Auditor, who reads everything and writes nothing. */
export const WRITERS: readonly Role[] = roles.filter((role) => role !== 'AUDITOR');

/** Import a trial balance (docs/spec/operator.md#acting-as-a-person). */
export const IMPORTERS: readonly Role[] = WRITERS;

export const MAPPERS: readonly Role[] = ['MODULE_ADMIN'];

/** Release a trial balance (docs/spec/workflow.md#transitions, first row). */
export const RELEASERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN'];

/** Make and end schedules of accounts (docs/spec/workflow.md#schedules). */
export const SCHEDULERS: readonly Role[] = ['PREPARER', 'SUPERVISOR', 'MODULE_ADMIN'];

export const CLOSERS: readonly Role[] = ['MODULE_ADMIN'];

/** Change the registers and the webhooks of a client. The role must cover the whole client. */
export const REGISTRARS: readonly Role[] = ['MODULE_ADMIN'];

/** Read what concerns the whole client: webhooks, keys, calls. The role must cover the whole client. */
export const CLIENT_READERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN', 'AUDITOR'];

/** `companyIds` ascending; null: all companies of the client, also future ones. */
export type RoleGrant = Readonly<{ role: Role; companyIds: readonly number[] | null }>;

export type UserRoles = ReadonlyMap<string, readonly RoleGrant[]>;

/** False for people who are not users of the client or were erased. */
export function holdsRole(
  { users }: Readonly<{ users: UserRoles }>,
  personId: string,
  role: Role,
  companyId: number,
): boolean {
  const grants = users.get(personId) ?? [];
  return grants.some(
    (grant) => grant.role === role && (grant.companyIds === null || grant.companyIds.includes(companyId)),
  );
}

/** Whether one of the roles covers the whole client; for some of its companies is not enough. */
export function holdsForClient(
  { users }: Readonly<{ users: UserRoles }>,
  personId: string,
  some: readonly Role[],
): boolean {
  return (users.get(personId) ?? []).some(({ role, companyIds }) => companyIds === null && some.includes(role));
}

/** @param of scope of the roles */
export function roleMissing(roles: readonly Role[], of: 'desta empresa' | 'deste cliente'): string {
  const names = roles.map((role) => roleWords[role].name);
  const lastName = names.pop() ?? '';
  return `Este usuário não tem permissão: somente ${names.length > 0 ? `${names.join(', ')} ou ${lastName}` : lastName} ${of}`;
}

/** Merges grants of the same role; in the order of `roles`. */
export function normalizeGrants(grants: readonly RoleGrant[]): readonly RoleGrant[] {
  return roles.flatMap((role) => {
    const same = grants.filter((grant) => grant.role === role);
    if (same.length === 0) return [];
    const everywhere = same.some(({ companyIds }) => companyIds === null);
    const companyIds = new Set(same.flatMap((grant) => grant.companyIds ?? []));
    return [{ role, companyIds: everywhere ? null : [...companyIds].sort((a, b) => a - b) }];
  });
}

// A company's default owners: for each step, the most specific entry that names a person applies.
// Source: docs/spec/workflow.md#owners.

/** Scopes from the least to the most specific. */
export const ownerScopes = ['all', 'department', 'sector', 'account'] as const;
export type OwnerScope = (typeof ownerScopes)[number];

/** The field of an account, in the API and in a registers' file, that a scope matches. */
export const scopeFields: Readonly<Record<Exclude<OwnerScope, 'all'>, keyof AccountPlaces>> = {
  department: 'departamento',
  sector: 'setor',
  account: 'codigo',
};

export const steps = ['preparer', 'reviewer', 'approver'] as const;
export type Step = (typeof steps)[number];

export function eachStep<Value>(valueOf: (step: Step) => Value): Record<Step, Value> {
  return { preparer: valueOf('preparer'), reviewer: valueOf('reviewer'), approver: valueOf('approver') };
}

export const roleOfStep = (step: Step) => step.toUpperCase() as Uppercase<Step>;

/** Each step is named by its role. */
export const stepNames: Readonly<Record<Step, string>> = eachStep((step) => roleWords[roleOfStep(step)].name);

/** People by opaque id; null: not set. */
export type Owners = Readonly<Record<Step, string | null>>;

/** `value`: the department, the sector or the account's code; "" for scope `all`. */
export type OwnerEntry = Readonly<{ scope: OwnerScope; value: string }> & Owners;

/** The fields of an account that scopes match, by their names in the API. */
type AccountPlaces = Readonly<{ departamento: string; setor: string; codigo: string }>;

type OwnersByCompany = ReadonlyMap<number, readonly OwnerEntry[]>;

/**
 * Looks up the default owners of accounts; reads the entries once. Texts are compared exactly.
 */
export function ownersFinder(
  { owners }: Readonly<{ owners: OwnersByCompany }>,
  companyId: number,
): (places: AccountPlaces) => Owners {
  const entries = owners.get(companyId) ?? [];
  const byPlace = new Map(entries.map((entry) => [`${entry.scope} ${entry.value}`, entry]));
  return ({ departamento, setor, codigo }) => {
    const owners: Record<Step, string | null> = { preparer: null, reviewer: null, approver: null };
    const places = ['all ', `department ${departamento}`, `sector ${setor}`, `account ${codigo}`];
    for (const place of places) {
      const entry = byPlace.get(place);
      if (entry) for (const step of steps) owners[step] = entry[step] ?? owners[step];
    }
    return owners;
  };
}

/** Removes a person from the entries, and entries that name nobody afterwards. */
export function withoutPerson(entries: readonly OwnerEntry[], personId: string): readonly OwnerEntry[] {
  const without = (id: string | null): string | null => (id === personId ? null : id);
  return entries
    .map(({ scope, value, ...entry }) => ({ scope, value, ...eachStep((step) => without(entry[step])) }))
    .filter((entry) => steps.some((step) => entry[step] !== null));
}
