// The roles of the workflow, and who holds them for which company. Source: docs/spec/workflow.md#roles.

export const roles = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN', 'AUDITOR'] as const;
export type Role = (typeof roles)[number];

/** All roles but the Auditor, who reads everything and writes nothing. */
export const WRITERS: readonly Role[] = roles.filter((role) => role !== 'AUDITOR');

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
