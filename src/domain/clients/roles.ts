// The roles of the workflow, and who holds them for which company. Source: docs/spec/workflow.md#roles.
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';

export const roleWords = {
  PREPARER: { name: 'Elaborador' },
  REVIEWER: { name: 'Revisor' },
  APPROVER: { name: 'Aprovador' },
  SUPERVISOR: { name: 'Supervisor' },
  MODULE_ADMIN: { name: 'Administrador do módulo' },
  AUDITOR: { name: 'Auditor' },
} as const satisfies Vocabulary;
export type Role = keyof typeof roleWords;
export const roles = valuesOf(roleWords);

/** All roles but the Auditor, who reads everything and writes nothing. */
export const WRITERS: readonly Role[] = roles.filter((role) => role !== 'AUDITOR');

/** Import a trial balance (docs/spec/operator.md#acting-as-a-person). */
export const IMPORTERS: readonly Role[] = WRITERS;

/** Save the column mapping of a company's files. */
export const MAPPERS: readonly Role[] = ['MODULE_ADMIN'];

/** Release a trial balance (docs/spec/workflow.md#transitions, first row). */
export const RELEASERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN'];

/** Make and end schedules of accounts (docs/spec/workflow.md#schedules). */
export const SCHEDULERS: readonly Role[] = ['PREPARER', 'SUPERVISOR', 'MODULE_ADMIN'];

/** Close and reopen a competence. */
export const CLOSERS: readonly Role[] = ['MODULE_ADMIN'];

/** Change the registers and the webhooks of a client. The role must cover the whole client. */
export const REGISTRARS: readonly Role[] = ['MODULE_ADMIN'];

/** Read what concerns the whole client: webhooks, keys, calls. The role must cover the whole client. */
export const CLIENT_READERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN', 'AUDITOR'];

/** `companyIds` ascending; null: all companies of the client, also future ones. */
export type RoleGrant = Readonly<{ role: Role; companyIds: readonly number[] | null }>;

/** By a person's opaque id. */
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
