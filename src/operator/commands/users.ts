// `users`: the list, links to choose a password, the end of sessions, and the erasure of a person.
import type { Command } from 'commander';
import type { CommandContext } from '../../commands/kernel/context.js';
import { eraseUser, invitationLink, invitePerson, signOutPerson } from '../../commands/people/access.js';
import type { InvitationKind } from '../../domain/clients/events.js';
import type { Person } from '../../commands/people/peopleStore.js';
import { erasureWarning } from '../../messages/operator/confirmations.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import type { Role } from '../../domain/clients/roles.js';
import { roleMissing, userNotFound } from '../../messages/people.js';
import { roleNames } from '../../messages/reconciliations.js';
import { table } from '../output/table.js';
import type { OperatorDependencies } from '../dependencies.js';
import { mayChangeClient, permissions, type UsersCommand } from '../permissions.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';

export function registerUsers(program: Command, session: Session): void {
  const users = program
    .command('users')
    .description('usuários: lista, convida para o console, encerra sessões, apaga para sempre o nome e o e-mail');
  users
    .command('list')
    .description('lista os usuários de todos os clientes, com papéis e última entrada no console')
    .action(() =>
      session.run('users list', async (deps, context) => {
        const rows = await userRows(deps, context);
        if (rows.length === 0 && context.actor.kind === 'person')
          throw new Refused(roleMissing(permissions['users list'].roles, 'deste cliente'));
        const shown = rows.map((row) => ({ ...row, roles: row.roles.map(grantText).join('; ') }));
        return { json: rows, text: table(shown, { first: COLUMNS }) };
      }),
    );
  link(
    users,
    session,
    'invite',
    'INVITE',
    'mostra uma única vez o link em que o usuário cria a senha do console; vale 7 dias e substitui os anteriores',
  );
  link(
    users,
    session,
    'reset',
    'RESET',
    'mostra uma única vez o link em que o usuário troca uma senha esquecida; vale 7 dias e substitui os anteriores',
  );

  users
    .command('sign-out')
    .description('encerra todas as sessões de um usuário no console')
    .argument('<email>', 'e-mail do usuário')
    .action((email: string) =>
      session.run('users sign-out', async (deps, context) => {
        const person = await personFor(deps, context, email, 'users sign-out');
        return { json: { ok: true, sessions: await signOutPerson(deps, person) } };
      }),
    );

  users
    .command('erase')
    .description('apaga para sempre o nome e o e-mail de um usuário; o que ele fez continua registrado')
    .argument('<email>', 'e-mail do usuário')
    .option('--yes', 'não pede confirmação; obrigatória fora de um terminal')
    .action((email: string, { yes = false }: { yes?: boolean }) =>
      session.run('users erase', async (deps, context) => {
        const person = await personFor(deps, context, email, 'users erase');
        await session.confirm(erasureWarning(email), yes);
        const position = await eraseUser(deps, person, context);
        return { json: { ok: true }, change: { position, registersChanged: true } };
      }),
    );
}

function link(
  users: Command,
  session: Session,
  name: 'invite' | 'reset',
  kind: InvitationKind,
  description: string,
): void {
  users
    .command(name)
    .description(description)
    .argument('<email>', 'e-mail do usuário')
    .action((email: string) =>
      session.run(`users ${name}`, async (deps, context) => {
        const person = await personFor(deps, context, email, `users ${name}`);
        const { token, expiresAt, position } = await invitePerson(deps, person, kind, context);
        session.progress('Entregue o link ao usuário: vale 7 dias, uma única vez, e substitui os anteriores.');
        const json = { ok: true, url: invitationLink(deps.consoleUrl, token), expiresAt };
        return { json, change: { position, registersChanged: true } };
      }),
    );
}

const COLUMNS = ['email', 'name', 'roles', 'client', 'lastSignInAt'];
/** Of the newest sign-ins of a client that are looked through for each person's last one. */
const RECORDS_MAX = 10_000;

/** `companies` by CNPJ, as in the register file; absent: all. `lastSignInAt`: ISO 8601 UTC, null for never or long ago. */
type UserRow = Readonly<{
  email: string;
  name: string;
  client: string;
  roles: readonly Readonly<{ role: Role; companies?: readonly string[] }>[];
  lastSignInAt: string | null;
}>;

/** By client and name. A person sees those of their client. */
async function userRows(deps: OperatorDependencies, context: CommandContext): Promise<readonly UserRow[]> {
  const { registers } = deps.registers;
  const rows: UserRow[] = [];
  for (const { clientId, ref } of registers.clients()) {
    if (!mayChangeClient(deps, context, clientId, 'users list')) continue;
    const { users } = registers.workflowOf(clientId);
    const people = await deps.people.byId([...users.keys()]);
    const records = await deps.credentials.records(clientId, RECORDS_MAX);
    for (const { personId, email, name } of people.toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))) {
      const signedIn = records.find((record) => record.personId === personId && record.act === 'SIGNED_IN');
      const roles = (users.get(personId) ?? []).map(({ role, companyIds }) => ({
        role,
        ...(companyIds && { companies: companyIds.map((id) => registers.companyById(id)?.cnpj ?? '') }),
      }));
      const lastSignInAt = signedIn === undefined ? null : new Date(signedIn.atMs).toISOString();
      rows.push({ email, name, client: ref, roles, lastSignInAt });
    }
  }
  return rows;
}

function grantText({ role, companies }: UserRow['roles'][number]): string {
  return companies === undefined ? roleNames[role] : `${roleNames[role]} (${companies.map(maskCnpj).join(', ')})`;
}

/** @throws Refused */
async function personFor(
  deps: OperatorDependencies,
  context: CommandContext,
  email: string,
  command: UsersCommand,
): Promise<Person> {
  const [person] = await deps.people.byEmail([email.trim().toLowerCase()]);
  if (!person) throw new Refused(userNotFound(email));
  if (!mayChangeClient(deps, context, person.clientId, command))
    throw new Refused(roleMissing(permissions[command].roles, 'deste cliente'));
  return person;
}
