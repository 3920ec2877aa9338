// Who may run which command: one table. The operator may run all of them; a person (`--as`) needs one of the roles.
// Source: docs/spec/operator.md#acting-as-a-person, docs/spec/workflow.md#roles.
import type { CommandContext } from '../commands/kernel/context.js';
import type { CompanyFacts } from '../domain/clients/events.js';
import {
  CLOSERS,
  holdsForClient,
  holdsRole,
  IMPORTERS,
  MAPPERS,
  REGISTRARS,
  RELEASERS,
  roles as ALL_ROLES,
  type Role,
} from '../domain/clients/roles.js';
import { refuse } from '../domain/problem.js';
import { roleMissing } from '../messages/people.js';
import type { OperatorDependencies } from './dependencies.js';
import { Refused } from './refused.js';

/** `roles` 'operator': refused with `--as`. `changes`: may write. `creates`: may make a store where there is none. */
export type Permission = Readonly<{ roles: readonly Role[] | 'operator'; changes: boolean; creates?: true }>;

export const permissions = {
  // The role must cover the whole client.
  apply: { roles: REGISTRARS, changes: true, creates: true },
  'users erase': { roles: ['MODULE_ADMIN'], changes: true },
  'users list': { roles: ['MODULE_ADMIN'], changes: false },
  'users invite': { roles: ['MODULE_ADMIN'], changes: true },
  'users reset': { roles: ['MODULE_ADMIN'], changes: true },
  'users sign-out': { roles: ['MODULE_ADMIN'], changes: true },

  // The role must cover the company. The lists with a name are in domain/clients/roles.ts: handlers check them too.
  import: { roles: IMPORTERS, changes: true },
  'mapping set': { roles: MAPPERS, changes: true },
  'mapping suggest': { roles: ALL_ROLES, changes: false },
  release: { roles: RELEASERS, changes: true },
  close: { roles: CLOSERS, changes: true },
  reopen: { roles: CLOSERS, changes: true },
  // Each act has roles of its own: src/domain/reconciliation/transitions.ts; acts that keep the state: possibleActs.ts there.
  'reconciliations do': { roles: ALL_ROLES, changes: true },
  'reconciliations list': { roles: ALL_ROLES, changes: false },
  'reconciliations evidence': { roles: ALL_ROLES, changes: false },
  'trial-balances list': { roles: ALL_ROLES, changes: false },
  'companies list': { roles: ALL_ROLES, changes: false },
  'charts list': { roles: ALL_ROLES, changes: false },
  history: { roles: ALL_ROLES, changes: false },
  export: { roles: ALL_ROLES, changes: false },
  // May append a seal.
  dossier: { roles: ALL_ROLES, changes: true },

  // These answer for all clients: a person may run one only once its action filters by the person's client.
  'keys issue': { roles: 'operator', changes: true },
  'keys list': { roles: 'operator', changes: false },
  'keys revoke': { roles: 'operator', changes: true },
  'keys rotate': { roles: 'operator', changes: true },
  'calls list': { roles: 'operator', changes: false },
  'webhooks list': { roles: 'operator', changes: false },
  'webhooks resume': { roles: 'operator', changes: true },
  'events stats': { roles: 'operator', changes: false },
  rebuild: { roles: 'operator', changes: false },
  backup: { roles: 'operator', changes: false },
  restore: { roles: 'operator', changes: true },
  verify: { roles: 'operator', changes: false },
  prove: { roles: 'operator', changes: false },
  checkpoint: { roles: 'operator', changes: true },
  'seals rotate-key': { roles: 'operator', changes: true },
  'verify-dossier': { roles: 'operator', changes: false },
  'log accept': { roles: 'operator', changes: true },
  'copy-events': { roles: 'operator', changes: true },
} as const satisfies Readonly<Record<string, Permission>>;

/** Commands whose answer is also complete without the change. */
export const CHANGES_IF_IT_CAN: ReadonlySet<string> = new Set(['checkpoint']);

export type CommandName = keyof typeof permissions;
/** Commands that a person can run. */
export type PersonCommand = {
  [Name in CommandName]: (typeof permissions)[Name]['roles'] extends 'operator' ? never : Name;
}[CommandName];
export type OperatorCommand = Exclude<CommandName, PersonCommand>;

export type UsersCommand = Extract<CommandName, `users ${string}`>;

type Deps = Pick<OperatorDependencies, 'registers'>;

/**
 * The company of a command whose handler checks the role itself; other commands use `companyFor`.
 * @throws DomainError `CompanyNotFound`, also for a company of another client than the person's
 */
export function companyOf({ registers }: Deps, { actor }: CommandContext, companyId: number): CompanyFacts {
  const company = registers.registers.companyById(companyId);
  const isVisible =
    company !== null &&
    (actor.kind !== 'person' || registers.registers.workflowOf(company.clientId).users.has(actor.id));
  return isVisible ? company : refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
}

/**
 * The company of a command, after checking the person's role for it.
 * @throws DomainError `CompanyNotFound`; Refused when the person holds none of the command's roles
 */
export function companyFor(
  deps: Deps,
  context: CommandContext,
  companyId: number,
  command: PersonCommand,
): CompanyFacts {
  const company = companyOf(deps, context, companyId);
  const { actor } = context;
  const { roles } = permissions[command];
  if (actor.kind === 'person' && !holdsAny(deps, actor.id, company, roles))
    throw new Refused(roleMissing(roles, 'desta empresa'));
  return company;
}

/** Whether a row of this company is listed by a command. */
export function maySee(deps: Deps, { actor }: CommandContext, companyId: number, command: PersonCommand): boolean {
  if (actor.kind !== 'person') return true;
  const company = deps.registers.registers.companyById(companyId);
  return company !== null && holdsAny(deps, actor.id, company, permissions[command].roles);
}

/** Whether the command's role covers the whole client; a role for some of its companies is not enough. */
export function mayChangeClient(
  { registers }: Deps,
  { actor }: CommandContext,
  clientId: number,
  command: UsersCommand,
): boolean {
  if (actor.kind !== 'person') return true;
  return holdsForClient(registers.registers.workflowOf(clientId), actor.id, permissions[command].roles);
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
