// Checks the roles of people. The operator needs none (docs/spec/operator.md#acting-as-a-person).
import type { Actor } from '../../domain/kernel/event.js';
import { refuse } from '../../domain/problem.js';
import { clientOf } from '../../domain/clients/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { holdsForClient, holdsRole, REGISTRARS, type Role } from '../../domain/clients/roles.js';
import type { Folds } from '../kernel/folds.js';

/** @throws DomainError `RoleMissing` when the actor is a person who holds none of the roles */
export async function requireRole(
  { folds }: Readonly<{ folds: Folds }>,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  actor: Actor,
  roles: readonly Role[],
): Promise<void> {
  if (actor.kind !== 'person') return;
  const { state } = await folds.load(...clientOf(clientId));
  if (!roles.some((role) => holdsRole(state, actor.id, role, companyId))) refuse({ is: 'RoleMissing', roles });
}

/** @throws DomainError `RoleMissing` for a person who may not change the client's registers */
export async function requireRegistrar(
  { folds }: Readonly<{ folds: Folds }>,
  clientId: number,
  actor: Actor,
): Promise<void> {
  if (actor.kind !== 'person') return;
  const { state } = await folds.load(...clientOf(clientId));
  if (!holdsForClient(state, actor.id, REGISTRARS))
    refuse({ is: 'RoleMissing', roles: REGISTRARS, of: 'deste cliente' });
}
