// Whether a person may run a command for a company or a client. Each command declares its roles; the operator may
// run all of them.
// Source: docs/spec/operator.md#acting-as-a-person, docs/spec/workflow.md#roles.
import type { CompanyFacts } from '../domain/clients/events.js';
import { holdsForClient, holdsRole, type Role } from '../domain/clients/roles.js';
import { refuse } from '../domain/problem.js';
import type { Running } from './command.js';
import type { OperatorDependencies } from './dependencies.js';

type Who = Pick<Running, 'actor' | 'roles'>;
type Deps = Pick<OperatorDependencies, 'registers'>;

/**
 * The company of a command whose handler checks the role itself; other commands use `companyFor`.
 * @throws DomainError `CompanyNotFound`, also for a company of another client than the person's
 */
export function companyOf(
  { registers }: Deps,
  { actor }: Pick<Running, 'actor'>,
  companyId: number,
): CompanyFacts {
  const company = registers.registers.companyById(companyId);
  const isVisible = company !== null && isOf({ registers }, { actor }, company.clientId);
  return isVisible ? company : refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
}

/** Whether the client exists for who runs the command: another one than a person's does not. */
export function isOf({ registers }: Deps, { actor }: Pick<Running, 'actor'>, clientId: number): boolean {
  return actor.kind !== 'person' || registers.registers.workflowOf(clientId).users.has(actor.id);
}

/** After checking the person's role for the company. @throws DomainError `CompanyNotFound`, `RoleMissing` */
export function companyFor(deps: Deps, running: Who, companyId: number): CompanyFacts {
  const company = companyOf(deps, running, companyId);
  const { actor, roles } = running;
  if (actor.kind === 'person' && !holdsAny(deps, actor.id, company, roles))
    return refuse({ is: 'RoleMissing', roles });
  return company;
}

/** Whether a row of this company is listed by a command. */
export function maySee(deps: Deps, { actor, roles }: Who, companyId: number): boolean {
  if (actor.kind !== 'person') return true;
  const company = deps.registers.registers.companyById(companyId);
  return company !== null && holdsAny(deps, actor.id, company, roles);
}

/** Whether the command's role covers the whole client; a role for some of its companies is not enough. */
export function mayChangeClient({ registers }: Deps, { actor, roles }: Who, clientId: number): boolean {
  if (actor.kind !== 'person') return true;
  return holdsForClient(registers.registers.workflowOf(clientId), actor.id, roles);
}

function holdsAny(
  { registers }: Deps,
  personId: string,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  roles: readonly Role[],
): boolean {
  const client = registers.registers.workflowOf(clientId);
  return roles.some((role) => holdsRole(client, personId, role, companyId));
}
