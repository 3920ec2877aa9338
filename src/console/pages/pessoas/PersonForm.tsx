// The form that registers a person, or begins with the roles that one has.
import { LinkButton } from '../../design/ActBar.js';
import { roles, type RoleGrant } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { roleNames } from '../../../messages/reconciliations.js';
import { Field, Form, useChecked, useTyped, Checkbox } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { fingerprintOf } from '../../upload/stagedFiles.js';
import type { PersonRow } from './query.js';

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
          <Field
            label="E-mail"
            name="email"
            type="email"
            value={person?.email ?? ''}
            readOnly={person !== null}
            required
          />
          <Field label="Nome" name="nome" hint="Em branco, o nome de quem já está cadastrado fica como está." />
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
    <Table
      caption="Papéis em algumas empresas"
      rows={companies}
      columns={[
        { head: 'Empresa', as: 'name', phone: 'line', cell: ({ legalName }) => legalName },
        ...roles.map((role): Column<CompanyFacts> => ({
          head: roleNames[role],
          cell: ({ cnpj, legalName }) => (
            <Box value={`${role} ${cnpj}`} label={`${roleNames[role]}: ${legalName}`} held={held} />
          ),
        })),
      ]}
    />
  );
}

type BoxProps = Readonly<{ value: string; label: string; held: ReadonlySet<string> }>;

function Box({ value, label, held }: BoxProps) {
  const checked = useChecked('papel', value, held.has(value));
  return <input type="checkbox" name="papel" value={value} checked={checked} aria-label={label} />;
}
