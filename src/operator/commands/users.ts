// `users erase EMAIL`: name and e-mail of a user are gone for good.
import type { Command } from 'commander';
import { eraseUser } from '../../commands/people/eraseUser.js';
import { roleMissing, userNotFound } from '../../messages/people.js';
import { administers } from '../permissions.js';
import { Refused, type Session } from '../session.js';

export function registerUsers(program: Command, session: Session): void {
  program
    .command('users')
    .description('Usuários')
    .command('erase')
    .description('apaga para sempre o nome e o e-mail de um usuário; o que ele fez continua registrado')
    .argument('<email>', 'e-mail do usuário')
    .action((email: string) =>
      session.runForPeople(async (world, context) => {
        const [person] = await world.people.byEmail([email.trim().toLowerCase()]);
        if (!person) throw new Refused(userNotFound(email));
        if (!administers(world, context, person.clientId))
          throw new Refused(roleMissing(['MODULE_ADMIN'], 'deste cliente'));
        const position = await eraseUser(world, person, context);
        return { json: { ok: true }, change: { position, registersChanged: true } };
      }),
    );
}
