// Pessoas: who works for the client and with which roles, the links that let them in, and who signed in.
import type { SignInAct } from '../../../commands/people/peopleStore.js';
import type { RoleGrant } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { roleNames } from '../../../messages/reconciliations.js';
import { Form } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { DateTime, Errors, State, isoOf } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import type { Tone } from '../../../domain/kernel/vocabulary.js';
import type { ListedPerson, PeopleOverview, PersonRow, PersonState } from './query.js';

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
      <Table
        caption="Entradas no console"
        rows={records}
        empty="Ninguém entrou no console ainda."
        columns={[
          {
            ...{ head: 'Quando', as: 'nowrap', phone: 'start' },
            cell: ({ atMs }) => <DateTime at={isoOf(atMs)} />,
          },
          { head: 'Quem', phone: 'end', cell: ({ personId }) => names.get(personId) ?? '–' },
          { head: 'O quê', phone: 'start', cell: ({ act }) => ACTS[act] },
          { head: 'Endereço', phone: 'end', cell: ({ address }) => address ?? '–' },
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
    { head: 'Nome', phone: 'start', file: ['text', ({ name }) => name] },
    { head: 'E-mail', as: 'long', phone: 'line', file: ['text', (it) => it.email] },
    {
      ...{ head: 'Papéis', phone: 'line' },
      cell: ({ grants }) =>
        grants.length === 0 ? '–' : grants.map((one) => <div>{grantText(one, companies)}</div>),
      file: ['text', ({ grants }) => grants.map((one) => grantText(one, companies)).join(' · ')],
    },
    {
      ...{ head: 'Situação', phone: 'start' },
      cell: ({ state }) => <State tone={STATES[state][0]}>{STATES[state][1]}</State>,
      file: ['text', ({ state }) => STATES[state][1]],
    },
    {
      ...{ head: 'Visto em', as: 'nowrap', phone: 'end' },
      cell: ({ seenAtMs }) => (seenAtMs === null ? 'nunca' : <DateTime at={isoOf(seenAtMs)} />),
      file: ['moment', ({ seenAtMs }) => isoOf(seenAtMs)],
    },
    { head: 'Acesso', as: 'nowrap', phone: 'line', cell: (person) => <PersonActs call={call} person={person} /> },
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
        {grants.length > 0 && personId !== call.state.session.personId && act('desativar', 'Desativar')}
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
