// Who may do what on the command line: the operator everything, a person what their role for the company allows.
// Source: docs/spec/operator.md#acting-as-a-person, docs/spec/workflow.md#roles.
import type { CommandContext } from '../commands/kernel/context.js';
import { refuse } from '../domain/problem.js';
import type { CompanyFacts } from '../domain/clients/events.js';
import { holdsRole, roles, type Role } from '../domain/clients/roles.js';
import { roleMissing } from '../messages/people.js';
import { Refused } from './session.js';
import type { OperatorWorld } from './dependencies.js';

type Of = Pick<CompanyFacts, 'companyId' | 'clientId'>;
type World = Pick<OperatorWorld, 'registers'>;

export const READERS: readonly Role[] = roles;

/**
 * The company a command names. Another client's is one that does not exist. For commands whose handler looks at the role
 * itself; the others take `companyFor`.
 * @throws DomainError `CompanyNotFound`
 */
export function companyOf(world: World, { actor }: CommandContext, companyId: number): CompanyFacts {
  const { registers } = world.registers;
  const company = registers.companyById(companyId);
  const isTheirs =
    company !== null && (actor.kind !== 'person' || registers.workflowOf(company.clientId).users.has(actor.id));
  return isTheirs ? company : refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
}

/**
 * The same, for whoever may do so.
 * @throws DomainError `CompanyNotFound`; Refused when a person holds none of the roles for it
 */
export function companyFor(
  world: World,
  context: CommandContext,
  companyId: number,
  allowed: readonly Role[],
): CompanyFacts {
  const company = companyOf(world, context, companyId);
  const { actor } = context;
  if (actor.kind === 'person' && !holdsAny(world, actor.id, company, allowed))
    throw new Refused(roleMissing(allowed, 'desta empresa'));
  return company;
}

/** Whether the actor may see anything of the company. */
export function maySee(world: World, { actor }: CommandContext, companyId: number): boolean {
  if (actor.kind !== 'person') return true;
  const company = world.registers.registers.companyById(companyId);
  return company !== null && holdsAny(world, actor.id, company, READERS);
}

/** Whether the actor administers the whole client: an Administrador do módulo of some companies does not. */
export function administers(world: World, { actor }: CommandContext, clientId: number): boolean {
  if (actor.kind !== 'person') return true;
  const grants = world.registers.registers.workflowOf(clientId).users.get(actor.id) ?? [];
  return grants.some(({ role, companyIds }) => role === 'MODULE_ADMIN' && companyIds === null);
}

function holdsAny(world: World, personId: string, company: Of, allowed: readonly Role[]): boolean {
  const client = world.registers.registers.workflowOf(company.clientId);
  return allowed.some((role) => holdsRole(client, personId, role, company.companyId));
}
