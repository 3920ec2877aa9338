// The first rows of a file under what their columns were read as, and the form that corrects the columns.
import type { ComponentChildren } from 'preact';
import { columnName } from '../../domain/trialBalance/interpretation.js';
import { MAPPERS } from '../../domain/clients/roles.js';
import { Form, useCall } from './Form.js';
import { TableFrame } from './Table.js';

/** `places`: indexes of the columns of a field. */
export type ReadTable = Readonly<{
  headings: readonly string[];
  places: Readonly<Partial<Record<string, readonly number[]>>>;
  firstRows: readonly (readonly string[])[];
}>;

/** What a column may be; a required one is chosen, the others are recognised. */
export type ColumnChoice = Readonly<{ field: string; name: string; isRequired: boolean }>;

type RowsProps = Readonly<{ table: ReadTable; choices: readonly ColumnChoice[]; rows: number }>;

export function FirstRows({ table: { headings, places, firstRows }, choices, rows }: RowsProps) {
  const useOf = (index: number): string =>
    choices
      .filter(({ field }) => places[field]?.includes(index))
      .map(({ name }) => name)
      .join(', ');
  return (
    <TableFrame
      isGrid
      caption="Primeiras linhas do arquivo"
      head={headings.map((heading, index) => (
        <th scope="col">
          {heading === '' ? `nº ${index + 1}` : heading}
          <small>{useOf(index)}</small>
        </th>
      ))}
    >
      <tbody>
        {firstRows.slice(0, rows).map((cells) => (
          <tr>
            {headings.map((_, index) => (
              <td>{cells[index] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

type FormProps = Readonly<{
  action: string;
  table: ReadTable;
  choices: readonly ColumnChoice[];
  title?: string;
  /** Whether wrong columns prevent the reading. */
  isWrong: boolean;
  isCorrected: boolean;
  companyId: number;
  /** Where an Administrador saves the columns, in words. */
  where: string;
  children?: ComponentChildren;
}>;

export function ColumnsForm(props: FormProps) {
  const { action, table, choices, isWrong, isCorrected, companyId, where, children } = props;
  const { title = 'Corrigir as colunas' } = props;
  const maySave = useCall().session.access.hasAny(MAPPERS, companyId);
  return (
    <details class="columns" open={isCorrected || isWrong}>
      <summary>{title}</summary>
      <Form action={action}>
        <div class="fields">
          {choices.map((choice) => (
            <ColumnSelect key={choice.field} choice={choice} table={table} />
          ))}
          {children}
        </div>
        <div class="buttons">
          <button name="acao" value="conferir" class={isWrong ? 'primary' : undefined}>
            Conferir com estas colunas
          </button>
          {maySave && (
            <button name="acao" value="salvar">
              Salvar para os próximos arquivos
            </button>
          )}
          {isCorrected && (
            <button name="acao" value="voltar" formnovalidate>
              Voltar às colunas salvas
            </button>
          )}
        </div>
        {!maySave && (
          <p class="hint">
            Valem para este arquivo. Para os próximos, um Administrador do módulo as salva: {where}.
          </p>
        )}
      </Form>
    </details>
  );
}

function ColumnSelect({
  choice: { field, name, isRequired },
  table: { headings, places },
}: Readonly<{ choice: ColumnChoice; table: ReadTable }>) {
  const current = places[field] ?? [];
  const pair = current.length > 1 ? current.map((index) => columnName(headings, index)).join(' / ') : null;
  return (
    <label>
      {name}
      <select name={field} required={isRequired}>
        <option value="">{isRequired ? 'Escolha' : 'Automática'}</option>
        {pair !== null && (
          <option value={pair} selected>
            {pair}
          </option>
        )}
        {headings.map((heading, index) => (
          <option value={columnName(headings, index)} selected={current.length === 1 && current[0] === index}>
            {heading === '' ? `nº ${index + 1}` : `${heading} (nº ${index + 1})`}
          </option>
        ))}
      </select>
    </label>
  );
}
