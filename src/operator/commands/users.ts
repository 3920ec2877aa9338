// `users`: links to choose a password, the end of sessions, and the erasure of a person.
import type { Command } from 'commander';
import type { CommandContext } from '../../commands/kernel/context.js';
import { eraseUser } from '../../commands/people/eraseUser.js';
import { invitationLink, invitePerson, signOutPerson } from '../../commands/people/invite.js';
import type { InvitationKind } from '../../domain/clients/events.js';
import type { Person } from '../../commands/people/peopleStore.js';
import { erasureWarning } from '../../messages/operator/confirmations.js';
import { roleMissing, userNotFound } from '../../messages/people.js';
import type { OperatorDependencies } from '../dependencies.js';
import { mayChangeClient, permissions, type UsersCommand } from '../permissions.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';

export function registerUsers(program: Command, session: Session): void {
  const users = program
    .command('users')
    .description('usuários: convida para o console, encerra sessões, apaga para sempre o nome e o e-mail');
  link(users, session, 'invite', 'INVITE', 'mostra uma única vez o link em que o usuário cria a senha do console');
  link(users, session, 'reset', 'RESET', 'mostra uma única vez o link em que o usuário troca uma senha esquecida');

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
