// Pessoas: who works for the client and with which roles, the links that let them in, and who signed in.
import type { SignInAct } from '../../../commands/people/credentialStore.js';
import type { RoleGrant } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { roleNames } from '../../../messages/reconciliations.js';
import { Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime, Empty, Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { PersonForm } from './PersonForm.js';
import type { PeopleOverview, PersonRow } from './query.js';

const ACTS: Readonly<Record<SignInAct, string>> = {
  SIGNED_IN: 'Entrou',
  FAILED: 'Falhou ao entrar',
  SIGNED_OUT: 'Saiu',
  INVITED: 'Convite gerado',
  RESET: 'Nova senha pedida',
  ACCEPTED: 'Link usado',
  SESSIONS_ENDED: 'Sessões encerradas',
};

export type PeoplePage = PeopleOverview &
  Readonly<{
    call: ConsoleCall;
    companies: readonly CompanyFacts[];
    /** Whose roles the form begins with; null for a new person. */
    person: PersonRow | null;
    errors?: readonly string[];
    /** A link just made, shown once. */
    link?: Readonly<{ name: string; href: string }>;
  }>;

export function People({ call, people, records, companies, person, errors = [], link }: PeoplePage) {
  const names = new Map(people.map(({ personId, name }) => [personId, name]));
  return (
    <>
      <Errors sentences={errors} />
      {link !== undefined && (
        <div class="alert alert-success" role="status">
          Entregue este link a {link.name}. Vale 7 dias, uma única vez, e não será mostrado de novo:
          <br />
          <code id="link">{link.href}</code>
        </div>
      )}
      <Table
        stacked
        caption="Pessoas"
        head={
          <>
            <th scope="col">Nome</th>
            <th scope="col">E-mail</th>
            <th scope="col">Papéis</th>
            <th scope="col">Acesso</th>
          </>
        }
      >
        {people.map((each) => (
          <PersonLine {...{ call, companies }} person={each} />
        ))}
      </Table>
      <PersonForm {...{ call, companies, person }} />
      <h2 class="h5 mt-4">Entradas</h2>
      {records.length === 0 ? (
        <Empty>Ninguém entrou no console ainda.</Empty>
      ) : (
        <Table
          stacked
          caption="Entradas no console"
          head={
            <>
              <th scope="col">Quando</th>
              <th scope="col">Quem</th>
              <th scope="col">O quê</th>
              <th scope="col">Endereço</th>
            </>
          }
        >
          {records.map(({ atMs, personId, act, address }) => (
            <tr>
              <td>
                <DateTime at={new Date(atMs).toISOString()} />
              </td>
              <td data-label="Quem">{names.get(personId) ?? '–'}</td>
              <td data-label="O quê">{ACTS[act]}</td>
              <td data-label="Endereço">{address ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

type PersonLineProps = Readonly<{ call: ConsoleCall; person: PersonRow; companies: readonly CompanyFacts[] }>;

function PersonLine({ call, person, companies }: PersonLineProps) {
  const { personId, name, email, grants } = person;
  const act = (path: string, label: string) => (
    <Form call={call} action={`/console/pessoas/${personId}/${path}`} class="d-inline-block me-1 mb-1">
      <button class="btn btn-sm btn-outline-secondary" aria-label={`${label}: ${name}`}>
        {label}
      </button>
    </Form>
  );
  return (
    <tr>
      <td>{name}</td>
      <td data-label="E-mail">{email}</td>
      <td data-label="Papéis">
        {grants.length === 0 ? '–' : grants.map((grant) => <div>{grantText(grant, companies)}</div>)}
      </td>
      <td class="person-acts">
        <span class="d-inline-block me-1 mb-1">
          <a
            class="btn btn-sm btn-outline-secondary"
            href={`/console/pessoas?pessoa=${personId}#cadastro`}
            aria-label={`Alterar: ${name}`}
          >
            Alterar
          </a>
        </span>
        {act('convidar', 'Convidar')}
        {act('redefinir', 'Redefinir senha')}
        {act('encerrar', 'Encerrar sessões')}
      </td>
    </tr>
  );
}

function grantText({ role, companyIds }: RoleGrant, companies: readonly CompanyFacts[]): string {
  if (companyIds === null) return `${roleNames[role]}: todas as empresas`;
  const names = companyIds.map(
    (id) => companies.find(({ companyId }) => companyId === id)?.legalName ?? String(id),
  );
  return `${roleNames[role]}: ${names.join('; ')}`;
}
