// /console/pessoas, for an Administrador of the whole client: registers people and their roles by the command of `apply`, makes
// links, ends sessions.
import type { ComponentProps } from 'preact';
import { invitationLink, invitePerson, signOutPerson } from '../../../commands/people/access.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import { applyRegisters } from '../../../commands/registers/applyRegisters.js';
import { inMemory } from '../../../commands/registers/registersFile.js';
import type { InvitationKind } from '../../../domain/clients/events.js';
import type { Role } from '../../../domain/clients/roles.js';
import { DomainError } from '../../../domain/problem.js';
import * as words from '../../../messages/people.js';
import { registerFormSentences } from '../../../messages/registers.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo, ownAddress } from '../../session/answers.js';
import { Confirm, isConfirmed } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { keepTyped, readForm, type FormFields } from '../../session/readForm.js';
import {
  get,
  noteWritten,
  notFound,
  parameter,
  personContext,
  post,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import type { Access } from '../../session/access.js';
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

export function peopleRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const may = (access: Access): boolean => access.hasForClient(['MODULE_ADMIN']);
  return [
    get(PATH, (call) => show(deps, call), may),
    post(PATH, (call) => save(deps, call), may),
    post(`${PATH}/{id}/convidar`, (call) => makeLink(deps, call, 'INVITE'), may),
    post(`${PATH}/{id}/redefinir`, (call) => makeLink(deps, call, 'RESET'), may),
    post(`${PATH}/{id}/encerrar`, (call) => signOut(deps, call), may),
    post(`${PATH}/{id}/desativar`, (call) => deactivate(deps, call), may),
  ];
}

async function show(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  more: ComponentProps<typeof Told> & Readonly<{ person?: PersonRow | null }> = {},
): Promise<void> {
  const { clientId } = call.state.session;
  const overview = await peopleOverview(deps, clientId);
  const companies = deps.registers.companiesOf(clientId);
  const person = overview.people.find(({ personId }) => personId === call.query['pessoa']) ?? null;
  await showList(call, deps, {
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

async function save(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const fields = await readForm(call, deps);
  const { clientId } = call.state.session;
  const person = await personWith(deps, clientId, fields.text('email').toLowerCase());
  if (person !== null && fields.text('antes') !== rolesMark(person)) {
    delete call.state.typed;
    return show(deps, call, { person, errors: [words.otherRoles(person.name)] });
  }
  const refuse = (errors: readonly string[]): Promise<void> => {
    keepTyped(call, PATH, fields);
    return show(deps, call, { person, errors });
  };
  if (!fields.has('papel')) return refuse([words.NO_ROLES]);
  const { personId, access } = call.state.session;
  const keepsRole = fields.all('papel').includes('MODULE_ADMIN' satisfies Role);
  if (person?.personId === personId && access.hasForClient(['MODULE_ADMIN']) && !keepsRole)
    return refuse([words.OWN_ADMINISTRATOR]);
  const refusal = await apply(deps, call, userIn(fields));
  if (refusal !== null) return refuse(refusal);
  notice(call, 'Cadastro gravado.');
  redirectTo(call, PATH);
}

/** One user, as a file of `apply` has it. @returns null when done, else why it is refused */
async function apply(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  user: object,
): Promise<readonly string[] | null> {
  const ref = deps.registers.clientById(call.state.session.clientId)?.ref ?? '';
  try {
    const { position } = await applyRegisters(
      { ...deps, registers: { refresh: deps.keys.refresh } },
      inMemory({ clients: [{ ref, users: [user] }] }),
      personContext(call),
    );
    await noteWritten(deps, call, position);
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return registerFormSentences(error.problem.errors);
  }
  return null;
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
async function deactivate(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const fields = await readForm(call, deps);
  const person = await personOf(deps, call);
  if (person.personId === call.state.session.personId) return show(deps, call, { errors: [words.OWN_ACCESS] });
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
  const errors = await apply(deps, call, { email, roles: [] });
  if (errors !== null) return show(deps, call, { errors });
  await signOutPerson(deps, person);
  notice(call, `${name} não tem mais acesso.`);
  redirectTo(call, PATH);
}

async function makeLink(deps: ConsoleDependencies, call: ConsoleCall, kind: InvitationKind): Promise<void> {
  await readForm(call, deps);
  const person = await personOf(deps, call);
  const { token, position } = await invitePerson(deps, person, kind, personContext(call));
  await noteWritten(deps, call, position);
  const origin = deps.publicUrl ?? ownAddress(call);
  await show(deps, call, { link: { name: person.name, href: invitationLink(origin, token) } });
}

async function signOut(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  const person = await personOf(deps, call);
  const ended = await signOutPerson(deps, person);
  notice(
    call,
    ended === 1 ? `1 sessão de ${person.name} encerrada.` : `${ended} sessões de ${person.name} encerradas.`,
  );
  redirectTo(call, PATH);
}

/** Of the same client; another's is not there. */
async function personOf(deps: ConsoleDependencies, call: ConsoleCall): Promise<Person> {
  const { clientId } = call.state.session;
  const [person] = await deps.people.byId([parameter(call, 'id')]);
  const isUser = person?.clientId === clientId && deps.registers.workflowOf(clientId).users.has(person.personId);
  return person !== undefined && isUser ? person : notFound();
}
