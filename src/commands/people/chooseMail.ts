// The person chooses which mails they want.
import type { MailChoice, MailChosen } from '../../domain/clients/events.js';
import { client as clientFold, clientStream, type Client } from '../../domain/clients/fold.js';
import { decideMailChoice } from '../../domain/clients/decide.js';
import type { CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';
import type { Person } from './peopleStore.js';

/** May be sent twice. @returns the event's position, null when it was so already */
export async function chooseMail(
  deps: Transactor,
  { personId, clientId }: Pick<Person, 'personId' | 'clientId'>,
  { daily, atOnce }: MailChoice,
  context: CommandContext,
): Promise<number | null> {
  const { position } = await transact<Client, null, MailChosen, null>(deps, context, {
    stream: clientStream(clientId),
    fold: clientFold,
    gather: async () => null,
    decide: (state) => decideMailChoice(state, { clientId, personId, daily, atOnce }),
  });
  return position;
}
