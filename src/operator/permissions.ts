// Every command: who may run it, and the examples of its help, which a test runs up to the opening of the stores. The operator
// may run all of them; a person (`--as`) needs one of the roles. Description and options of a command stand in its file of
// `commands`; docs/comandos.md is made of those.
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
  SCHEDULERS,
  roles as ALL_ROLES,
  WRITERS,
  type Role,
} from '../domain/clients/roles.js';
import { refuse } from '../domain/problem.js';
import { roleMissing } from '../messages/people.js';
import type { OperatorDependencies } from './dependencies.js';
import { Refused } from './refused.js';

/**
 * `roles` 'operator': refused with `--as`. `changes`: may write. `creates`: may make a store where there is none. `examples` are
 * without the program's name.
 */
export type Permission = Readonly<{
  roles: readonly Role[] | 'operator';
  changes: boolean;
  creates?: true;
  examples: readonly string[];
}>;

export const permissions = {
  // The role must cover the whole client.
  apply: { roles: REGISTRARS, changes: true, creates: true, examples: ['apply fixtures/registers.json'] },
  'users erase': { roles: ['MODULE_ADMIN'], changes: true, examples: ['users erase ana@cliente.com.br --yes'] },
  'users list': {
    roles: ['MODULE_ADMIN'],
    changes: false,
    examples: ['users list', 'users list --as ana@cliente.com.br'],
  },
  'users invite': { roles: ['MODULE_ADMIN'], changes: true, examples: ['users invite ana@cliente.com.br'] },
  'users reset': { roles: ['MODULE_ADMIN'], changes: true, examples: ['users reset ana@cliente.com.br'] },
  'users sign-out': { roles: ['MODULE_ADMIN'], changes: true, examples: ['users sign-out ana@cliente.com.br'] },

  // The role must cover the company. The lists with a name are in domain/clients/roles.ts: handlers check them too.
  import: {
    roles: IMPORTERS,
    changes: true,
    examples: [
      'import balancete.csv --company 1 --period 2026-10 --validate-only',
      'import balancete.xlsx --company 1 --annotate erros.xlsx',
    ],
  },
  'mapping set': { roles: MAPPERS, changes: true, examples: ['mapping set mapa.json --company 1'] },
  'mapping suggest': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['mapping suggest balancete.csv --company 1 --out mapa.json'],
  },
  release: { roles: RELEASERS, changes: true, examples: ['release --company 1 --period 2026-10'] },
  close: {
    roles: CLOSERS,
    changes: true,
    examples: [
      'close --company 1 --period 2026-10',
      "close --company 1 --period 2026-10 --yes --confirm-statement 'Declaro que conferi os saldos'",
    ],
  },
  reopen: {
    roles: CLOSERS,
    changes: true,
    examples: ["reopen --company 1 --period 2026-10 --reason 'lançamento de depreciação esquecido'"],
  },
  // A point may name a role of its own: commands/competence/checklist.ts.
  'checklist list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['checklist list --company 1 --period 2026-10'],
  },
  'intercompany list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['intercompany list --company 1 --period 2026-10'],
  },
  'schedules list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['schedules list --company 1', 'schedules list --company 1 --account 1.1.06.01 --period 2026-10'],
  },
  'schedules create': {
    roles: SCHEDULERS,
    changes: true,
    examples: [
      "schedules create --company 1 --account 1.1.06.01 --description 'Seguro da frota' --amount 12000.00 --kind LINEAR --first 2026-01 --months 12",
    ],
  },
  'schedules end': {
    roles: SCHEDULERS,
    changes: true,
    examples: ['schedules end --company 1 --id 4 --from 2026-10'],
  },
  'checklist tick': {
    roles: WRITERS,
    changes: true,
    examples: ["checklist tick --company 1 --period 2026-10 --point 'Inventário conferido'"],
  },
  'checklist reopen': {
    roles: WRITERS,
    changes: true,
    examples: [
      "checklist reopen --company 1 --period 2026-10 --point 'Inventário conferido' --comment 'faltou um item'",
    ],
  },
  // Each act has roles of its own: src/domain/reconciliation/transitions.ts; acts that keep the state: possibleActs.ts there.
  'reconciliations do': {
    roles: ALL_ROLES,
    changes: true,
    examples: [
      'reconciliations do start --id 12 --id 13 --as ana@cliente.com.br',
      'reconciliations do compose --id 12 --items itens.json --as ana@cliente.com.br',
      "reconciliations do reject --id 12 --reason 'falta o extrato' --as caio@cliente.com.br",
      'reconciliations do approve --all --company 1 --period 2026-10 --status IN_APPROVAL --as caio@cliente.com.br',
    ],
  },
  'reconciliations list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['reconciliations list --company 1 --period 2026-10 --status IN_REVIEW'],
  },
  'reconciliations evidence': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['reconciliations evidence --id 12 --save evidencias'],
  },
  'reconciliations match': {
    roles: ALL_ROLES,
    changes: true,
    examples: [
      'reconciliations match --id 12 --ledger razao.csv --statement extrato.ofx',
      'reconciliations match --id 12 --ledger razao.csv --statement extrato.ofx --apply --as ana@cliente.com.br',
    ],
  },
  'trial-balances list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['trial-balances list --company 1', 'trial-balances list --company 1 --as-of 2026-10-31'],
  },
  'companies list': {
    roles: ALL_ROLES,
    changes: false,
    examples: ['companies list', 'companies list --as ana@cliente.com.br'],
  },
  'charts list': { roles: ALL_ROLES, changes: false, examples: ['charts list'] },
  history: {
    roles: ALL_ROLES,
    changes: false,
    examples: ['history --company 1 --period 2026-10', 'history --company 1 --id 12 --from 2026-11-01'],
  },
  'rules backtest': {
    roles: ALL_ROLES,
    changes: false,
    examples: [
      'rules backtest --company 1 --period 2026-10',
      'rules backtest --company 1 --period 2026-10 --settings regras.json',
    ],
  },
  export: { roles: ALL_ROLES, changes: false, examples: ['export outubro.xlsx --company 1 --period 2026-10'] },
  // May append a seal.
  dossier: {
    roles: ALL_ROLES,
    changes: true,
    examples: [
      'dossier --company 1 --period 2026-10 dossie.zip',
      'dossier --company 1 --period 2026-10 --names dossie.zip',
      'dossier --company 1 --period 2026-10 --checkpoint checkpoint.txt dossie.zip',
    ],
  },

  // These answer for all clients: a person may run one only once its action filters by the person's client.
  'keys issue': {
    roles: 'operator',
    changes: true,
    examples: [
      "keys issue --client acme --name 'Meu ERP' --scopes trial_balances:write,trial_balances:read",
      'keys issue --client acme --name BI --scopes analytics:read --json',
    ],
  },
  'keys list': { roles: 'operator', changes: false, examples: ['keys list'] },
  'keys revoke': { roles: 'operator', changes: true, examples: ['keys revoke 3'] },
  'keys rotate': { roles: 'operator', changes: true, examples: ['keys rotate 3 --overlap 24h'] },
  'calls list': { roles: 'operator', changes: false, examples: ['calls list --limit 20'] },
  'webhooks list': { roles: 'operator', changes: false, examples: ['webhooks list'] },
  'webhooks resume': {
    roles: 'operator',
    changes: true,
    examples: ['webhooks resume --from now', 'webhooks resume --from 2026-09-01T18:00:00-03:00'],
  },
  'events stats': { roles: 'operator', changes: false, examples: ['events stats'] },
  rebuild: { roles: 'operator', changes: false, examples: ['rebuild'] },
  backup: { roles: 'operator', changes: false, examples: ['backup /mnt/copia/2026-11-01 --verify'] },
  restore: { roles: 'operator', changes: true, examples: ['restore /mnt/copia/2026-11-01'] },
  verify: { roles: 'operator', changes: false, examples: ['verify', 'verify --checkpoint checkpoint.txt'] },
  prove: {
    roles: 'operator',
    changes: false,
    examples: ['prove --from checkpoint.txt prova.txt', 'prove --from antigo.txt --to novo.txt prova.txt'],
  },
  checkpoint: { roles: 'operator', changes: true, examples: ['checkpoint checkpoint.txt'] },
  'seals rotate-key': {
    roles: 'operator',
    changes: true,
    examples: ['seals rotate-key', 'seals rotate-key --key-file nova.key'],
  },
  'verify-dossier': {
    roles: 'operator',
    changes: false,
    examples: ['verify-dossier dossie.zip', 'verify-dossier dossie.zip --checkpoint checkpoint.txt'],
  },
  'log accept': {
    roles: 'operator',
    changes: true,
    examples: ["log accept --reason 'servidor restaurado da cópia de ontem'"],
  },
  'copy-events': {
    roles: 'operator',
    changes: true,
    examples: ["copy-events --to 'esdb://servidor:2113?tls=true'"],
  },
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
