// Pessoas: who works for the client and with which roles, the form that registers them, and who signed in.
import type {
  CredentialStore,
  PeopleStore,
  SignInAct,
  SignInRecord,
} from '../../../commands/people/peopleStore.js';
import { INVITATION_MS } from '../../../commands/people/access.js';
import type { Clock } from '../../../commands/kernel/context.js';
import { type RoleGrant, roles } from '../../../domain/clients/roles.js';
import type { Registers } from '../../../domain/registers.js';
import { type Declared, LinkButton, Fields, Form, useChecked, useTyped, Checkbox } from '../../design/Form.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { roleNames } from '../../../messages/reconciliations.js';
import { column, Table, type Column } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { fingerprintOf } from '../../upload/flow.js';
import { DateTime, Errors, State, isoOf } from '../../design/values.js';
import type { Tone } from '../../../domain/kernel/vocabulary.js';

export type PersonRow = Readonly<{ personId: string; name: string; email: string; grants: readonly RoleGrant[] }>;
/** `none`: without roles, or without anything to sign in with and without a link to get it. */
type PersonState = 'invited' | 'active' | 'none';
/** `seenAtMs`: of the newest sign-in known; null without one. */
type ListedPerson = PersonRow & Readonly<{ state: PersonState; seenAtMs: number | null }>;
type PeopleOverview = Readonly<{ people: readonly ListedPerson[]; records: readonly SignInRecord[] }>;

const RECORDS_SHOWN = 100;
/** Records among which the state of each person is. */
const RECORDS_READ = 2_000;

/** People by name; the newest records. */
export async function peopleOverview(
  deps: Readonly<{
    registers: Pick<Registers, 'workflowOf'>;
    people: Pick<PeopleStore, 'byId'>;
    credentials: Pick<CredentialStore, 'records' | 'passwordOf'>;
    clock: Clock;
  }>,
  clientId: number,
): Promise<PeopleOverview> {
  const { users } = deps.registers.workflowOf(clientId);
  const found = await deps.people.byId([...users.keys()]);
  const records = await deps.credentials.records(clientId, RECORDS_READ);
  const newest = newestBy(records);
  const nowMs = deps.clock.now().getTime();
  const people = await Promise.all(
    found.map(async ({ personId, name, email }): Promise<ListedPerson> => {
      const grants = users.get(personId) ?? [];
      const at = (act: SignInAct): number | null => newest.get(`${personId} ${act}`) ?? null;
      const seen = Math.max(at('SIGNED_IN') ?? 0, at('ACCEPTED') ?? 0);
      const seenAtMs = seen === 0 ? null : seen;
      const maySignIn = seenAtMs !== null || (await deps.credentials.passwordOf(personId)) !== null;
      const invitedAtMs = Math.max(at('INVITED') ?? 0, at('RESET') ?? 0);
      const isInvited = invitedAtMs + INVITATION_MS > nowMs;
      const state = grants.length === 0 ? 'none' : maySignIn ? 'active' : isInvited ? 'invited' : 'none';
      return { personId, name, email, grants, state, seenAtMs };
    }),
  );
  people.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
  return { people, records: records.slice(0, RECORDS_SHOWN) };
}

/** The time of the newest record by person and act. @param records newest first */
function newestBy(records: readonly SignInRecord[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { personId, act, atMs } of records)
    if (!newest.has(`${personId} ${act}`)) newest.set(`${personId} ${act}`, atMs);
  return newest;
}

type Props = Readonly<{ call: ConsoleCall; companies: readonly CompanyFacts[]; person: PersonRow | null }>;

export function PersonForm({ call, companies, person }: Props) {
  const held = new Set(person === null ? [] : valuesOf(person.grants, companies));
  const { fields = {}, several = {} } = call.state.typed ?? {};
  const shown = [...held, ...(several['papel'] ?? [fields['papel'] ?? ''])];
  return (
    <>
      <h2 id="cadastro">{person === null ? 'Cadastrar' : `Alterar ${person.name}`}</h2>
      <Form call={call} action="/console/pessoas">
        <Before person={person} />
        <div class="form-page">
          <Fields of={fieldsFor(person)} />
        </div>
        <fieldset class="field">
          <legend>Papéis em todas as empresas, também nas futuras</legend>
          {roles.map((role) => (
            <Checkbox
              id={`papel-${role}`}
              name="papel"
              value={role}
              label={roleNames[role]}
              checked={held.has(role)}
            />
          ))}
        </fieldset>
        <details class="field" open={shown.some((value) => value.includes(' '))}>
          <summary>Papéis em algumas empresas</summary>
          <RolesByCompany companies={companies} held={held} />
        </details>
        <p class="hint">Os papéis marcados substituem todos os que a pessoa tinha.</p>
        <button class="primary">Salvar</button>{' '}
        {person !== null && <LinkButton href="/console/pessoas#cadastro">Cadastrar outra pessoa</LinkButton>}
      </Form>
    </>
  );
}

const fieldsFor = (person: PersonRow | null): readonly Declared[] => [
  {
    ...{ label: 'E-mail', name: 'email', type: 'email', value: person?.email },
    ...{ readOnly: person !== null, required: true },
  },
  { label: 'Nome', name: 'nome', hint: 'Em branco, o nome de quem já está cadastrado fica como está.' },
];

/** Tells the roles that the form began with. */
function Before({ person }: Pick<Props, 'person'>) {
  return <input type="hidden" name="antes" value={useTyped('antes', person === null ? '' : rolesMark(person))} />;
}

/** Another text once the person has other roles. */
export function rolesMark({ personId, grants }: Pick<PersonRow, 'personId' | 'grants'>): string {
  return fingerprintOf(JSON.stringify([personId, grants]));
}

/** A role for the whole client as `PREPARER`, for a company as `PREPARER 12345678000199`. */
function valuesOf(grants: readonly RoleGrant[], companies: readonly CompanyFacts[]): readonly string[] {
  return grants.flatMap(({ role, companyIds }) =>
    companyIds === null
      ? [role]
      : companies.filter(({ companyId }) => companyIds.includes(companyId)).map(({ cnpj }) => `${role} ${cnpj}`),
  );
}

/** The roles that were ticked, as a registers' file has them. */
export function rolesOf(values: readonly string[]): readonly object[] {
  return values.map((value) => {
    const [role, cnpj] = value.split(' ');
    return { role, ...(cnpj !== undefined && { companies: [cnpj] }) };
  });
}

type ByCompanyProps = Readonly<{ companies: readonly CompanyFacts[]; held: ReadonlySet<string> }>;

function RolesByCompany({ companies, held }: ByCompanyProps) {
  return (
    <Table<CompanyFacts>
      caption="Papéis em algumas empresas"
      rows={companies}
      columns={[
        column('Empresa', 'name line', ({ legalName }) => legalName),
        ...roles.map((role): Column<CompanyFacts> =>
          column(roleNames[role], '', ({ cnpj, legalName }) => (
            <Box value={`${role} ${cnpj}`} label={`${roleNames[role]}: ${legalName}`} held={held} />
          )),
        ),
      ]}
    />
  );
}

type BoxProps = Readonly<{ value: string; label: string; held: ReadonlySet<string> }>;

function Box({ value, label, held }: BoxProps) {
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

const STATES: Readonly<Record<PersonState, readonly [Tone, string]>> = {
  active: ['done', 'Ativo'],
  invited: ['plain', 'Convidado'],
  none: ['idle', 'Sem acesso'],
};

/** `link`: just made, shown once. */
type ToldProps = Readonly<{ errors?: readonly string[]; link?: Readonly<{ name: string; href: string }> }>;

export function Told({ errors = [], link }: ToldProps) {
  return (
    <>
      <Errors sentences={errors} />
      {link !== undefined && (
        <div class="note done" role="status">
          Entregue este link a {link.name}. Vale 7 dias, uma única vez, e não será mostrado de novo:
          <br />
          <code id="link">{link.href}</code>{' '}
          <button type="button" data-copy="link" hidden>
            Copiar
          </button>
        </div>
      )}
    </>
  );
}

export function SignIns({ people, records }: PeopleOverview) {
  const names = new Map(people.map(({ personId, name }) => [personId, name]));
  return (
    <>
      <h2>Entradas</h2>
      <Table<SignInRecord>
        caption="Entradas no console"
        rows={records}
        empty="Ninguém entrou no console ainda."
        columns={[
          column('Quando', 'nowrap start', ({ atMs }) => <DateTime at={isoOf(atMs)} />),
          column('Quem', 'end', ({ personId }) => names.get(personId) ?? '–'),
          column('O quê', 'start', ({ act }) => ACTS[act]),
          column('Endereço', 'end', ({ address }) => address ?? '–'),
        ]}
      />
    </>
  );
}

export function columnsFor(
  call: ConsoleCall,
  companies: readonly CompanyFacts[],
): readonly Column<ListedPerson>[] {
  return [
    column('Nome', 'start', ['text', ({ name }) => name]),
    column('E-mail', 'long line', ['text', (it) => it.email]),
    column(
      'Papéis',
      'line',
      ['text', ({ grants }) => grants.map((one) => grantText(one, companies)).join(' · ')],
      ({ grants }) => (grants.length === 0 ? '–' : grants.map((one) => <div>{grantText(one, companies)}</div>)),
    ),
    column('Situação', 'start', ['text', ({ state }) => STATES[state][1]], ({ state }) => (
      <State tone={STATES[state][0]}>{STATES[state][1]}</State>
    )),
    column('Visto em', 'nowrap end', ['moment', ({ seenAtMs }) => isoOf(seenAtMs)], ({ seenAtMs }) =>
      seenAtMs === null ? 'nunca' : <DateTime at={isoOf(seenAtMs)} />,
    ),
    column('Acesso', 'nowrap line', (person) => <PersonActs call={call} person={person} />),
  ];
}

type PersonProps = Readonly<{ call: ConsoleCall; person: PersonRow }>;

function PersonActs({ call, person: { personId, name, grants } }: PersonProps) {
  const act = (path: string, label: string) => (
    <Form call={call} action={`/console/pessoas/${personId}/${path}`}>
      <button aria-label={`${label}: ${name}`}>{label}</button>
    </Form>
  );
  return (
    <div class="buttons">
      <a class="button" href={`/console/pessoas?pessoa=${personId}#cadastro`} aria-label={`Alterar: ${name}`}>
        Alterar
      </a>
      {act('convidar', 'Convidar')}
      <details>
        <summary aria-label={`Mais: ${name}`}>Mais</summary>
        {act('redefinir', 'Redefinir senha')}
        {act('encerrar', 'Encerrar sessões')}
        {grants.length > 0 && personId !== call.session.personId && act('desativar', 'Desativar')}
      </details>
    </div>
  );
}

function grantText({ role, companyIds }: RoleGrant, companies: readonly CompanyFacts[]): string {
  if (companyIds === null) return `${roleNames[role]}: todas as empresas`;
  const names = companyIds.map(
    (id) => companies.find(({ companyId }) => companyId === id)?.legalName ?? String(id),
  );
  return `${roleNames[role]}: ${names.join('; ')}`;
}
