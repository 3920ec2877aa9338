// Who may do what for which company. Source: docs/spec/workflow.md#roles.

export const roles = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN', 'AUDITOR'] as const;
export type Role = (typeof roles)[number];

/** Whoever writes in the module: an Auditor reads everything and writes nothing. */
export const WRITERS: readonly Role[] = roles.filter((role) => role !== 'AUDITOR');

/** `companyIds` ascending; null: every company of the client, those to come too. */
export type RoleGrant = Readonly<{ role: Role; companyIds: readonly number[] | null }>;

/** Users by a person's opaque id. */
export type UserRoles = ReadonlyMap<string, readonly RoleGrant[]>;

/** Nobody holds a role who is no user of the client, or was erased. */
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

/** One grant a role, in the order of `roles`; a role granted twice holds for the companies of both. */
export function tidyGrants(grants: readonly RoleGrant[]): readonly RoleGrant[] {
  return roles.flatMap((role) => {
    const same = grants.filter((grant) => grant.role === role);
    if (same.length === 0) return [];
    const everywhere = same.some(({ companyIds }) => companyIds === null);
    const companyIds = new Set(same.flatMap((grant) => grant.companyIds ?? []));
    return [{ role, companyIds: everywhere ? null : [...companyIds].sort((a, b) => a - b) }];
  });
}
