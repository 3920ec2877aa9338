// `users erase EMAIL`: erases a user's name and e-mail for good.
import type { Command } from 'commander';
import { eraseUser } from '../../commands/people/eraseUser.js';
import { roleMissing, userNotFound } from '../../messages/people.js';
import { mayChangeClient, permissions } from '../permissions.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';

export function registerUsers(program: Command, session: Session): void {
  program
    .command('users')
    .description('Usuários')
    .command('erase')
    .description('apaga para sempre o nome e o e-mail de um usuário; o que ele fez continua registrado')
    .argument('<email>', 'e-mail do usuário')
    .action((email: string) =>
      session.run('users erase', async (deps, context) => {
        const [person] = await deps.people.byEmail([email.trim().toLowerCase()]);
        if (!person) throw new Refused(userNotFound(email));
        if (!mayChangeClient(deps, context, person.clientId, 'users erase'))
          throw new Refused(roleMissing(permissions['users erase'].roles, 'deste cliente'));
        const position = await eraseUser(deps, person, context);
        return { json: { ok: true }, change: { position, registersChanged: true } };
      }),
    );
}
