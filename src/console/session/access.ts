// What a person may see and do: their roles by company, from the registers.
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Role, RoleGrant } from '../../domain/clients/roles.js';
import type { Registers } from '../../domain/registers.js';

export type Access = Readonly<{
  /** Whether the person has the role in this company; in any company where none is given. */
  has(role: Role, companyId?: number): boolean;
  /** Any of these roles, as `has`. */
  hasAny(roles: readonly Role[], companyId?: number): boolean;
  /** Any of these roles for the whole client; for some of its companies is not enough. */
  hasForClient(roles: readonly Role[]): boolean;
  /** The companies the person sees, ascending. Null: every company of the client, also future ones. */
  companyIds: readonly number[] | null;
  sees(companyId: number): boolean;
}>;

export function accessOf(grants: readonly RoleGrant[]): Access {
  const everywhere = grants.some(({ companyIds }) => companyIds === null);
  const ids = [...new Set(grants.flatMap(({ companyIds }) => companyIds ?? []))].sort((a, b) => a - b);
  const has = (role: Role, companyId?: number): boolean =>
    grants.some((grant) => grant.role === role && covers(grant, companyId));
  return {
    has,
    hasAny: (roles, companyId) => roles.some((role) => has(role, companyId)),
    hasForClient: (roles) => grants.some(({ role, companyIds }) => companyIds === null && roles.includes(role)),
    companyIds: everywhere ? null : ids,
    sees: (companyId) => everywhere || ids.includes(companyId),
  };
}

/** The client's companies that the person sees, ascending id. */
export function companiesSeen(
  registers: Pick<Registers, 'companiesOf'>,
  { clientId, access }: Readonly<{ clientId: number; access: Access }>,
): readonly CompanyFacts[] {
  return registers.companiesOf(clientId).filter(({ companyId }) => access.sees(companyId));
}

/** The same by name, as people look for them. */
export function companiesByName(...of: Parameters<typeof companiesSeen>): readonly CompanyFacts[] {
  return companiesSeen(...of).toSorted((a, b) => a.legalName.localeCompare(b.legalName, 'pt-BR'));
}

/** The ids of those that a filter leaves. @param companyId null: all */
export function idsSeen(
  registers: Pick<Registers, 'companiesOf'>,
  session: Readonly<{ clientId: number; access: Access }>,
  companyId: number | null,
): readonly number[] {
  const ids = companiesSeen(registers, session).map((company) => company.companyId);
  return companyId === null ? ids : ids.filter((id) => id === companyId);
}

function covers({ companyIds }: RoleGrant, companyId: number | undefined): boolean {
  return companyId === undefined || companyIds === null || companyIds.includes(companyId);
}
