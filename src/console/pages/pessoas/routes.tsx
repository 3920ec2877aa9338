// /console/pessoas, for an Administrador of the whole client: registers people and their roles by the command of `apply`, makes
// links, ends sessions.
import type { ComponentProps } from 'preact';
import { invitationLink, invitePerson, signOutPerson } from '../../../commands/people/access.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import type { InvitationKind } from '../../../domain/clients/events.js';
import type { Role } from '../../../domain/clients/roles.js';
import * as words from '../../../messages/people.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { ownAddress, type Done } from '../../session/answers.js';
import { Confirm, isConfirmed } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { form, keepTyped, type FormFields } from '../../session/readForm.js';
import {
  get,
  noteWritten,
  notFound,
  parameter,
  personContext,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import type { Access } from '../../session/access.js';
import { changeRegisters } from '../registers/change.js';
import { counted } from '../../../messages/formats.js';
import {
  PersonForm,
  rolesMark,
  rolesOf,
  peopleOverview,
  type PersonRow,
  columnsFor,
  SignIns,
  Told,
} from './People.js';

const PATH = '/console/pessoas';

const may = (access: Access): boolean => access.hasForClient(['MODULE_ADMIN']);

export const peopleRoutes: readonly ConsoleRoute[] = [
  get(PATH, show, may),
  form(PATH, save, { may }),
  form(`${PATH}/{id}/convidar`, (call) => makeLink(call, 'INVITE'), { may }),
  form(`${PATH}/{id}/redefinir`, (call) => makeLink(call, 'RESET'), { may }),
  form(`${PATH}/{id}/encerrar`, signOut, { may }),
  form(`${PATH}/{id}/desativar`, deactivate, { may }),
];

async function show(
  call: ConsoleCall,
  more: ComponentProps<typeof Told> & Readonly<{ person?: PersonRow | null }> = {},
): Promise<void> {
  const { clientId } = call.session;
  const overview = await peopleOverview(call.deps, clientId);
  const companies = call.deps.registers.companiesOf(clientId);
  const person = overview.people.find(({ personId }) => personId === call.query['pessoa']) ?? null;
  await showList(call, {
    ...{ title: 'Pessoas', fileName: 'pessoas', status: more.errors === undefined ? 200 : 422 },
    ...{ columns: columnsFor(call, companies), rows: overview.people },
    before: <Told {...more} />,
    empty: 'Ninguém está cadastrado ainda.',
    after: (
      <>
        <PersonForm {...{ call, companies, person, ...more }} />
        <SignIns {...overview} />
      </>
    ),
  });
}

async function save(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const { clientId, personId, access } = call.session;
  const person = await personWith(call.deps, clientId, fields.text('email').toLowerCase());
  if (person !== null && fields.text('antes') !== rolesMark(person)) {
    delete call.state.typed;
    return show(call, { person, errors: [words.otherRoles(person.name)] });
  }
  const keepsRole = fields.all('papel').includes('MODULE_ADMIN' satisfies Role);
  const losesOwn = person?.personId === personId && access.hasForClient(['MODULE_ADMIN']) && !keepsRole;
  const errors = !fields.has('papel')
    ? [words.NO_ROLES]
    : losesOwn
      ? [words.OWN_ADMINISTRATOR]
      : await changeRegisters(call, { users: [userIn(fields)] });
  if (errors.length === 0) return { told: 'Cadastro gravado.', to: PATH };
  keepTyped(call, PATH, fields);
  return show(call, { person, errors });
}

/** Of the same client; null for an e-mail of nobody there. */
async function personWith(deps: ConsoleDependencies, clientId: number, email: string): Promise<PersonRow | null> {
  const [found] = await deps.people.byEmail([email]);
  const grants = found && deps.registers.workflowOf(clientId).users.get(found.personId);
  return found === undefined || grants === undefined ? null : { ...found, grants };
}

function userIn(fields: FormFields): object {
  return {
    email: fields.text('email').toLowerCase(),
    ...(fields.text('nome') !== '' && { name: fields.text('nome') }),
    roles: rolesOf(fields.all('papel')),
  };
}

/** Takes all roles and ends the sessions. */
async function deactivate(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const person = await personOf(call);
  if (person.personId === call.session.personId) return show(call, { errors: [words.OWN_ACCESS] });
  const { name, email } = person;
  if (!isConfirmed(fields))
    return showPage(call, {
      title: words.deactivateQuestion(name),
      body: (
        <Confirm call={call} action={call.path} label="Desativar" back={PATH}>
          <p>{words.WHAT_DEACTIVATING_DOES}</p>
        </Confirm>
      ),
    });
  const errors = await changeRegisters(call, { users: [{ email, roles: [] }] });
  if (errors.length > 0) return show(call, { errors });
  await signOutPerson(call.deps, person);
  return { told: `${name} não tem mais acesso.`, to: PATH };
}

async function makeLink(call: ConsoleCall, kind: InvitationKind): Promise<void> {
  const person = await personOf(call);
  const { token, position } = await invitePerson(call.deps, person, kind, personContext(call));
  await noteWritten(call, position);
  const origin = call.deps.publicUrl ?? ownAddress(call);
  await show(call, { link: { name: person.name, href: invitationLink(origin, token) } });
}

async function signOut(call: ConsoleCall): Promise<Done> {
  const person = await personOf(call);
  const ended = await signOutPerson(call.deps, person);
  const told = `${counted(ended, 'sessão', 'sessões')} de ${person.name} ${ended === 1 ? 'encerrada' : 'encerradas'}.`;
  return { told, to: PATH };
}

/** Of the same client; another's is not there. */
async function personOf(call: ConsoleCall): Promise<Person> {
  const { clientId } = call.session;
  const [person] = await call.deps.people.byId([parameter(call, 'id')]);
  const isUser =
    person?.clientId === clientId && call.deps.registers.workflowOf(clientId).users.has(person.personId);
  return person !== undefined && isUser ? person : notFound();
}
