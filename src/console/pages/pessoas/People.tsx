// /console/pessoas, for an Administrador of the whole client: people, roles, links, sessions, and who signed in.
import { invitationLink, INVITATION_MS, invitePerson, signOutPerson } from '../../../commands/people/access.js';
import type { Person, SignInAct, SignInRecord } from '../../../commands/people/peopleStore.js';
import type { CompanyFacts, InvitationKind } from '../../../domain/clients/events.js';
import { type Role, type RoleGrant, roles, roleWords } from '../../../domain/clients/roles.js';
import { counted, listed } from '../../../messages/formats.js';
import * as words from '../../../messages/people.js';
import { roleNames } from '../../../messages/reconciliations.js';
import {
  Checkbox,
  Confirm,
  Field,
  Form,
  isConfirmed,
  LinkButton,
  useCall,
  useChecked,
  useTyped,
} from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { column, stateColumn, Table, type Column } from '../../design/Table.js';
import { DateTime, Day, Errors, isoOf, type StateWord } from '../../design/values.js';
import { get, noteWritten, notFound, parameter, personContext, type ConsoleCall } from '../../route.js';
import { companiesByName, type Access } from '../../session/access.js';
import { ownAddress, type Done } from '../../session/answers.js';
import { form, keepTyped, type FormFields } from '../../session/readForm.js';
import { fingerprintOf } from '../../upload/flow.js';
import { changeRegisters } from '../registers/change.js';
import { paths } from '../../paths.js';

const may = (access: Access): boolean => access.hasForClient(['MODULE_ADMIN']);

export const peopleRoutes = [
  get(paths.people, show, may),
  form(paths.people, save, { may }),
  form(`${paths.people}/{id}/convidar`, (call) => makeLink(call, 'INVITE'), { may }),
  form(`${paths.people}/{id}/redefinir`, (call) => makeLink(call, 'RESET'), { may }),
  form(`${paths.people}/{id}/encerrar`, signOut, { may }),
  form(`${paths.people}/{id}/desativar`, deactivate, { may }),
];

type Registered = Person & Readonly<{ grants: readonly RoleGrant[] }>;
/** `none`: without roles, or without anything to sign in with and without a link to get it. */
type PersonState = 'invited' | 'active' | 'none';
/** `seenAtMs`: of the newest sign-in in the records read; null without one. `hasSignedIn`: ever. */
type ListedPerson = Registered & Readonly<{ state: PersonState; seenAtMs: number | null; hasSignedIn: boolean }>;

/** `person`: in the form, unless the one of the address. `link`: just made, shown once. */
type More = Readonly<{
  errors?: readonly string[];
  link?: Readonly<{ name: string; href: string }>;
  person?: Registered | null;
}>;

async function show(call: ConsoleCall, { errors = [], link, ...more }: More = {}): Promise<void> {
  const records = await call.deps.credentials.records(call.session.clientId, RECORDS_READ);
  const rows = await peopleListed(call, records);
  const { person = rows.find(({ personId }) => personId === call.query['pessoa']) ?? null } = more;
  await showList(call, {
    title: 'Pessoas',
    fileName: 'pessoas',
    status: errors.length === 0 ? 200 : 422,
    columns: columnsFor(call, records.at(-1)?.atMs ?? null),
    rows,
    before: link !== undefined && (
      <div class="note done" role="status">
        Entregue este link a {link.name}. Vale 7 dias, uma única vez, e não será mostrado de novo:
        <br />
        <code id="link">{link.href}</code>{' '}
        <button type="button" data-copy="link" hidden>
          Copiar
        </button>
      </div>
    ),
    empty: 'Ninguém está cadastrado ainda.',
    after: (
      <>
        <PersonForm person={person} errors={errors} />
        <h2>Entradas</h2>
        <Table<SignInRecord>
          caption="Entradas no console"
          rows={records.slice(0, RECORDS_SHOWN)}
          empty="Ninguém entrou no console ainda: convide alguém na lista acima."
          columns={[
            column('Quando', 'nowrap start', ({ atMs }) => <DateTime at={isoOf(atMs)} />),
            column(
              'Quem',
              'end',
              (record) => rows.find(({ personId }) => personId === record.personId)?.name ?? '–',
            ),
            column('O quê', 'start', ({ act }) => ACTS[act]),
            column('Endereço', 'end', ({ address }) => address ?? '–'),
          ]}
        />
      </>
    ),
  });
}

const RECORDS_SHOWN = 100;
/** Newest records that are searched for the state of each person. */
const RECORDS_READ = 2_000;

/** People by name. @param records newest first */
async function peopleListed(
  { deps, session }: ConsoleCall,
  records: readonly SignInRecord[],
): Promise<readonly ListedPerson[]> {
  const { users } = deps.registers.workflowOf(session.clientId);
  const newest = new Map(records.toReversed().map(({ personId, act, atMs }) => [`${personId} ${act}`, atMs]));
  const nowMs = deps.clock.now().getTime();
  const credentials = await deps.credentials.havingCredentials([...users.keys()]);
  const listed = (await deps.people.byId([...users.keys()])).map((person): ListedPerson => {
    const { personId } = person;
    const grants = users.get(personId) ?? [];
    const at = (...acts: readonly SignInAct[]) =>
      Math.max(...acts.map((act) => newest.get(`${personId} ${act}`) ?? 0));
    const seenAtMs = at('SIGNED_IN', 'ACCEPTED') || null;
    const hasSignedIn = seenAtMs !== null || credentials.has(personId);
    const isInvited = at('INVITED', 'RESET') + INVITATION_MS > nowMs;
    const state = grants.length === 0 ? 'none' : hasSignedIn ? 'active' : isInvited ? 'invited' : 'none';
    return { ...person, grants, state, seenAtMs, hasSignedIn };
  });
  return listed.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}

type PersonProps = Readonly<{ person: Registered | null }>;
function PersonForm({ person, errors }: PersonProps & Readonly<{ errors: readonly string[] }>) {
  const call = useCall();
  const companies = companiesByName(call.deps.registers, call.session);
  const held = new Set(person === null ? [] : valuesOf(person.grants, companies));
  const { fields = {}, several = {} } = call.state.typed ?? {};
  const ticked = [...held, ...(several['papel'] ?? [fields['papel'] ?? ''])];
  return (
    <>
      <h2 id="cadastro">{person === null ? 'Cadastrar' : `Alterar ${person.name}`}</h2>
      <Form action={paths.people}>
        <Errors sentences={errors} />
        <Before person={person} />
        <div class="form-page">
          <Field
            label="E-mail"
            name="email"
            type="email"
            value={person?.email}
            readOnly={person !== null}
            required
          />
          <Field
            label="Nome"
            name="nome"
            placeholder={person?.name}
            hint="Em branco, o nome de quem já está cadastrado fica como está."
          />
        </div>
        <fieldset class="field">
          <legend>Papéis em todas as empresas, também nas futuras</legend>
          {roles.map((role) => (
            <Checkbox
              id={`papel-${role}`}
              name="papel"
              value={role}
              label={roleNames[role]}
              hint={roleWords[role].meaning}
              checked={held.has(role)}
            />
          ))}
        </fieldset>
        <details class="field" open={ticked.some((value) => value.includes(' '))}>
          <summary>Papéis em algumas empresas</summary>
          <RolesByCompany companies={companies} held={held} />
        </details>
        <p class="hint">Os papéis marcados substituem todos os que a pessoa tinha.</p>
        <div class="buttons">
          <button class="primary">Salvar</button>
          {person !== null && <LinkButton href={`${paths.people}#cadastro`}>Cadastrar outra pessoa</LinkButton>}
        </div>
      </Form>
    </>
  );
}

/** The roles that the form began with: another's change meanwhile is noticed by them. */
function Before({ person }: PersonProps) {
  return <input type="hidden" name="antes" value={useTyped('antes', person === null ? '' : rolesMark(person))} />;
}

function rolesMark({ personId, grants }: Registered): string {
  return fingerprintOf([personId, grants]);
}

/** A role for the whole client as `PREPARER`, for a company as `PREPARER 12345678000199`. */
function valuesOf(grants: readonly RoleGrant[], companies: readonly CompanyFacts[]): readonly string[] {
  return grants.flatMap(({ role, companyIds }) =>
    companyIds === null
      ? [role]
      : companies.filter(({ companyId }) => companyIds.includes(companyId)).map(({ cnpj }) => `${role} ${cnpj}`),
  );
}

type ByCompanyProps = Readonly<{ companies: readonly CompanyFacts[]; held: ReadonlySet<string> }>;

function RolesByCompany({ companies, held }: ByCompanyProps) {
  return (
    <Table<CompanyFacts>
      caption="Papéis em algumas empresas"
      rows={companies}
      columns={[
        column('Empresa', 'line', ({ legalName }) => legalName),
        ...roles.map((role): Column<CompanyFacts> =>
          column(roleNames[role], '', ({ cnpj, legalName }) => (
            <Box value={`${role} ${cnpj}`} label={`${roleNames[role]}: ${legalName}`} held={held} />
          )),
        ),
      ]}
    />
  );
}

function Box({ value, label, held }: Readonly<{ value: string; label: string; held: ReadonlySet<string> }>) {
  const checked = useChecked('papel', value, held.has(value));
  return <input type="checkbox" name="papel" value={value} checked={checked} aria-label={label} />;
}

const ACTS: Readonly<Record<SignInAct, string>> = {
  SIGNED_IN: 'Entrou',
  FAILED: 'Falhou ao entrar',
  SIGNED_OUT: 'Saiu',
  INVITED: 'Convite gerado',
  RESET: 'Nova senha pedida',
  ACCEPTED: 'Link usado',
  SESSIONS_ENDED: 'Sessões encerradas',
};

const STATES: Readonly<Record<PersonState, StateWord>> = {
  active: { tone: 'done', name: 'Ativo' },
  invited: { tone: 'plain', name: 'Convidado' },
  none: { tone: 'idle', name: 'Sem acesso' },
};

/** Companies of a role that a row names; the form and exports have all. */
const COMPANIES_SHOWN = 3;

/** @param sinceMs time of the oldest record read; null without any */
function columnsFor(call: ConsoleCall, sinceMs: number | null): readonly Column<ListedPerson>[] {
  const textsOf = ({ grants }: ListedPerson, most = Infinity): readonly string[] =>
    grants.map(({ role, companyIds }) => {
      const names = companyIds?.map((id) => call.deps.registers.companyName(id)) ?? ['todas as empresas'];
      return `${roleNames[role]}: ${listed(names.slice(0, most), names.length - most)}`;
    });
  return [
    column('Nome', 'start', ['text', ({ name }) => name]),
    column('E-mail', 'line', ['text', (it) => it.email], ({ email }) => {
      const at = email.indexOf('@') + 1;
      return [email.slice(0, at), <wbr />, email.slice(at)];
    }),
    column('Papéis', 'line', ['text', (person) => textsOf(person).join(' · ')], (person) =>
      person.grants.length === 0 ? '–' : textsOf(person, COMPANIES_SHOWN).map((text) => <div>{text}</div>),
    ),
    stateColumn('Situação', 'start', ({ state }) => STATES[state]),
    column('Visto em', 'nowrap', ['moment', ({ seenAtMs }) => isoOf(seenAtMs)], ({ seenAtMs, hasSignedIn }) =>
      seenAtMs !== null ? (
        <DateTime at={isoOf(seenAtMs)} />
      ) : hasSignedIn && sinceMs !== null ? (
        <>
          antes de <Day at={isoOf(sinceMs)} />
        </>
      ) : (
        'nunca'
      ),
    ),
    column('Acesso', 'nowrap line', (person) => <PersonActs person={person} />),
  ];
}

function PersonActs({ person: { personId, name, grants, state } }: Readonly<{ person: ListedPerson }>) {
  const { session } = useCall();
  const act = (path: string, label: string) => (
    <Form action={`${paths.people}/${personId}/${path}`}>
      <button aria-label={`${label}: ${name}`}>{label}</button>
    </Form>
  );
  return (
    <div class="buttons">
      <a class="button" href={`${paths.people}?pessoa=${personId}#cadastro`} aria-label={`Alterar: ${name}`}>
        Alterar
      </a>
      {state !== 'active' && act('convidar', 'Convidar')}
      <details>
        <summary class="button" aria-label={`Mais: ${name}`}>
          Mais
        </summary>
        {act('redefinir', 'Redefinir senha')}
        {act('encerrar', 'Encerrar sessões')}
        {grants.length > 0 && personId !== session.personId && act('desativar', 'Desativar')}
      </details>
    </div>
  );
}

async function save(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const { personId, access } = call.session;
  const [registered] = await call.deps.people.byEmail([fields.text('email').toLowerCase()]);
  const person = registeredOf(call, registered);
  if (person !== null && fields.text('antes') !== rolesMark(person)) {
    delete call.state.typed;
    return show(call, { person, errors: [words.otherRoles(person.name)] });
  }
  const keepsRole = fields.all('papel').includes('MODULE_ADMIN' satisfies Role);
  const losesOwn = person?.personId === personId && access.hasForClient(['MODULE_ADMIN']) && !keepsRole;
  const saved = !fields.has('papel')
    ? [words.NO_ROLES]
    : losesOwn
      ? [words.OWN_ADMINISTRATOR]
      : await changeRegisters(call, { users: [userIn(fields)] }, { told: 'Cadastro gravado.', to: paths.people });
  if ('to' in saved) return saved;
  keepTyped(call, paths.people, fields, { errors: saved });
  return show(call, { person, errors: saved });
}

/** Person with their roles; null for one who is no user of the client. */
function registeredOf({ deps, session }: ConsoleCall, person: Person | undefined): Registered | null {
  const { users } = deps.registers.workflowOf(session.clientId);
  const grants = person && users.get(person.personId);
  return person === undefined || grants === undefined ? null : { ...person, grants };
}

function userIn(fields: FormFields): object {
  return {
    email: fields.text('email').toLowerCase(),
    ...(fields.text('nome') !== '' && { name: fields.text('nome') }),
    roles: fields.all('papel').map((value) => {
      const [role, cnpj] = value.split(' ');
      return { role, ...(cnpj !== undefined && { companies: [cnpj] }) };
    }),
  };
}

async function deactivate(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const person = await personOf(call);
  if (person.personId === call.session.personId) return show(call, { errors: [words.OWN_ACCESS] });
  const { name, email } = person;
  if (!isConfirmed(fields))
    return showPage(call, {
      title: words.deactivateQuestion(name),
      body: (
        <Confirm action={call.path} label="Desativar" back={paths.people}>
          <p>{words.WHAT_DEACTIVATING_DOES}</p>
        </Confirm>
      ),
    });
  const done = { told: `${name} não tem mais acesso.`, to: paths.people };
  const changed = await changeRegisters(call, { users: [{ email, roles: [] }] }, done);
  if (!('to' in changed)) return show(call, { errors: changed });
  await signOutPerson(call.deps, person);
  return changed;
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
  return { told, to: paths.people };
}

/** Person of the same client; another's is not there. */
async function personOf(call: ConsoleCall): Promise<Person> {
  const [person] = await call.deps.people.byId([parameter(call, 'id')]);
  return registeredOf(call, person) ?? notFound();
}
