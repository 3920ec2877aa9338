// `users`: the list, links to choose a password, the end of sessions, and the erasure of a person.
import { eraseUser, invitationLink, invitePerson, signOutPerson } from '../../commands/people/access.js';
import type { InvitationKind } from '../../domain/clients/events.js';
import type { Person } from '../../commands/people/peopleStore.js';
import { erasureWarning } from '../../messages/confirmations.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import type { Role } from '../../domain/clients/roles.js';
import { refuse } from '../../domain/problem.js';
import { userNotFound } from '../../messages/people.js';
import { roleNames } from '../../messages/reconciliations.js';
import { argument, command, flag, type Running } from '../command.js';
import { table } from '../output.js';
import type { OperatorDependencies } from '../dependencies.js';
import { isOf, mayChangeClient } from '../permissions.js';
import { Refused } from '../refusalText.js';

/** The role must cover the whole client. */
const OF_PEOPLE = { roles: ['MODULE_ADMIN'], changes: true } as const;
const EMAIL = { email: argument('<email>', 'e-mail do usuário') };

const list = command({
  name: 'users list',
  says: 'lista os usuários de todos os clientes, com papéis e última entrada no console',
  roles: OF_PEOPLE.roles,
  examples: ['users list', 'users list --as ana@cliente.com.br'],
  async run(_, deps, running) {
    const rows = await userRows(deps, running);
    if (rows.length === 0 && running.actor.kind === 'person')
      refuse({ is: 'RoleMissing', roles: running.roles, of: 'deste cliente' });
    const tableRows = rows.map((row) => ({ ...row, roles: row.roles.map(grantText).join('; ') }));
    return { json: rows, text: table(tableRows, { first: COLUMNS }) };
  },
});

const invite = linkCommand('invite', 'INVITE', 'cria a senha do console');
const reset = linkCommand('reset', 'RESET', 'troca uma senha esquecida');

function linkCommand(word: string, kind: InvitationKind, purpose: string) {
  return command({
    name: `users ${word}`,
    says: `mostra uma única vez o link em que o usuário ${purpose}; vale 7 dias e substitui os anteriores`,
    ...OF_PEOPLE,
    examples: [`users ${word} ana@cliente.com.br`],
    takes: EMAIL,
    async run({ email }, deps, running) {
      const person = await personFor(deps, running, email);
      const { token, expiresAt, position } = await invitePerson(deps, person, kind, running);
      running.progress('Entregue o link ao usuário: vale 7 dias, uma única vez, e substitui os anteriores.');
      const json = { ok: true, url: invitationLink(deps.consoleUrl, token), expiresAt };
      return { json, change: { position, registersChanged: true } };
    },
  });
}

const signOut = command({
  name: 'users sign-out',
  says: 'encerra todas as sessões de um usuário no console',
  ...OF_PEOPLE,
  examples: ['users sign-out ana@cliente.com.br'],
  takes: EMAIL,
  async run({ email }, deps, running) {
    const person = await personFor(deps, running, email);
    return { json: { ok: true, sessions: await signOutPerson(deps, person) } };
  },
});

const erase = command({
  name: 'users erase',
  says: 'apaga para sempre o nome e o e-mail de um usuário; o que ele fez continua registrado',
  ...OF_PEOPLE,
  examples: ['users erase ana@cliente.com.br --yes'],
  takes: { ...EMAIL, yes: flag('não pede confirmação; obrigatória fora de um terminal') },
  async run({ email, yes }, deps, running) {
    const person = await personFor(deps, running, email);
    await running.confirm(erasureWarning(email), yes);
    const position = await eraseUser(deps, person, running);
    return { json: { ok: true }, change: { position, registersChanged: true } };
  },
});

export const commands = [list, invite, reset, signOut, erase];

const COLUMNS = ['email', 'name', 'roles', 'client', 'lastSignInAt'];
/** How many of the newest sign-ins of a client are looked through for each person's last one. */
const RECORDS_MAX = 10_000;

/** `companies` by CNPJ; absent: all. `lastSignInAt`: ISO 8601 UTC, null for never or long ago. */
type UserRow = Readonly<{
  email: string;
  name: string;
  client: string;
  roles: readonly Readonly<{ role: Role; companies?: readonly string[] }>[];
  lastSignInAt: string | null;
}>;

/** Users by client and name. A person sees those of their client. */
async function userRows(deps: OperatorDependencies, running: Running): Promise<readonly UserRow[]> {
  const { registers } = deps.registers;
  const rows: UserRow[] = [];
  for (const { clientId, ref } of registers.clients()) {
    if (!mayChangeClient(deps, running, clientId)) continue;
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

/** @throws Refused, also for a person of another client; DomainError RoleMissing */
async function personFor(deps: OperatorDependencies, running: Running, email: string): Promise<Person> {
  const [person] = await deps.people.byEmail([email.trim().toLowerCase()]);
  if (!person || !isOf(deps, running, person.clientId)) throw new Refused(userNotFound(email));
  if (!mayChangeClient(deps, running, person.clientId))
    refuse({ is: 'RoleMissing', roles: running.roles, of: 'deste cliente' });
  return person;
}
