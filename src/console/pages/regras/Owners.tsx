// The default owners of a company's accounts: a table to read, the lines to type, and how these are read.
import {
  ownerScopes,
  scopeFields,
  stepNames,
  steps,
  type OwnerEntry,
  type OwnerScope,
} from '../../../domain/clients/roles.js';
import { TypedInput, useTyped } from '../../design/Form.js';
import { column, Table, type Column } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import type { FormFields } from '../../session/readForm.js';

/** Empty lines after those that are filled. */
const SPARE_LINES = 3;

const scopeNames: Readonly<Record<OwnerScope, string>> = {
  all: 'Todas as contas',
  department: 'Departamento',
  sector: 'Setor',
  account: 'Conta',
};

/** The field of a line. */
const ownerField = (line: number, name: 'escopo' | 'valor' | (typeof steps)[number]): string =>
  `resp-${line}-${name}`;

/** `emails`: by a person's id. */
type OwnersProps = Readonly<{ owners: readonly OwnerEntry[]; emails: ReadonlyMap<string, string> }>;

/** For those who do not edit. */
export function OwnerTable({ owners, emails }: OwnersProps) {
  return (
    <Table<OwnerEntry>
      caption="Responsáveis padrão"
      rows={owners}
      empty="Nenhum responsável padrão."
      columns={[
        column('Contas', 'line', ({ scope, value }) => `${scopeNames[scope]} ${value}`),
        ...steps.map((step): Column<OwnerEntry> =>
          column(stepNames[step], '', (entry) => emails.get(entry[step] ?? '') ?? '–'),
        ),
      ]}
    />
  );
}

type OwnerLine = Readonly<{ line: number; entry: OwnerEntry | null }>;
type LinesProps = OwnersProps & Readonly<{ call: ConsoleCall; places: readonly string[] }>;

/** As many as were sent, or as there are and some more. @param places suggested: departments and sectors */
export function OwnerLines({ call, owners, emails, places }: LinesProps) {
  const sent = linesSent((name) => call.state.typed?.fields[name] !== undefined);
  const count = Math.max(sent, owners.length + SPARE_LINES);
  return (
    <fieldset>
      <legend>Responsáveis padrão</legend>
      <p class="muted">
        Vale a linha mais específica que indica alguém: conta, depois setor, departamento e todas as contas.
        Informe e-mails de pessoas cadastradas. Salve para abrir mais linhas.
      </p>
      <Suggestions id="emails" values={[...emails.values()].sort()} />
      <Suggestions id="lugares" values={places} />
      <Table<OwnerLine>
        caption="Responsáveis padrão"
        rows={Array.from({ length: count }, (_, index) => ({ line: index + 1, entry: owners[index] ?? null }))}
        columns={[
          column('Contas', '', (it) => <ScopeSelect {...it} />),
          column('Qual', '', ({ line, entry }) => (
            <TypedInput
              name={ownerField(line, 'valor')}
              label={`Linha ${line}: departamento, setor ou código`}
              value={entry?.value ?? ''}
              {...{ list: 'lugares', autocomplete: 'off' }}
            />
          )),
          ...steps.map((step): Column<OwnerLine> =>
            column(stepNames[step], '', ({ line, entry }) => (
              <TypedInput
                name={ownerField(line, step)}
                label={`Linha ${line}: ${stepNames[step]}`}
                value={emails.get(entry?.[step] ?? '') ?? ''}
                {...{ list: 'emails', autocomplete: 'off' }}
              />
            )),
          ),
        ]}
      />
    </fieldset>
  );
}

function Suggestions({ id, values }: Readonly<{ id: string; values: readonly string[] }>) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option value={value} />
      ))}
    </datalist>
  );
}

function ScopeSelect({ line, entry }: OwnerLine) {
  const name = ownerField(line, 'escopo');
  const scope = useTyped(name, entry?.scope ?? 'all');
  return (
    <select name={name} aria-label={`Linha ${line}: contas`}>
      {ownerScopes.map((one) => (
        <option value={one} selected={one === scope}>
          {scopeNames[one]}
        </option>
      ))}
    </select>
  );
}

function linesSent(has: (name: string) => boolean): number {
  let sent = 0;
  while (has(ownerField(sent + 1, 'escopo'))) sent++;
  return sent;
}

/**
 * @returns `owners` without the empty lines, undefined where the form has none; `lines`: the number on the page of
 * each; `errors` in Portuguese
 */
export function ownersTyped(form: FormFields) {
  const owners: object[] = [];
  const lines: number[] = [];
  const errors: string[] = [];
  const sent = linesSent(form.has);
  for (let line = 1; line <= sent; line++) {
    const value = form.text(ownerField(line, 'valor'));
    const people = steps.flatMap((step) => {
      const email = form.text(ownerField(line, step));
      return email === '' ? [] : [[step, email] as const];
    });
    if (value === '' && people.length === 0) continue;
    const scope = ownerScopes.find((one) => one === form.text(ownerField(line, 'escopo'))) ?? 'all';
    if (scope === 'all' && value !== '')
      errors.push(
        `Responsáveis, linha ${line}: escolha Departamento, Setor ou Conta para "${value.slice(0, 40)}"`,
      );
    owners.push({
      ...(scope !== 'all' && { [scopeFields[scope]]: value }),
      ...Object.fromEntries(people),
    });
    lines.push(line);
  }
  return { owners: sent === 0 ? undefined : owners, lines, errors };
}
