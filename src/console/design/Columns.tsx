// The first rows of a file under what their columns were read as, and the form that corrects the columns.
import { columnName } from '../../domain/trialBalance/interpretation.js';
import { MAPPERS } from '../../domain/clients/roles.js';
import { type Declared, Fields, Form, HiddenFields, useCall } from './Form.js';
import { Table, type Column } from './Table.js';

/** `places`: indexes of the columns of a field. */
type ReadTable = Readonly<{
  headings: readonly string[];
  places: Readonly<Partial<Record<string, readonly number[]>>>;
  firstRows: readonly (readonly string[])[];
}>;

/** What a column may be; a required one is chosen, the others are recognised unless `none` says what else. */
export type ColumnChoice = Readonly<{ field: string; name: string; isRequired: boolean; none?: string }>;

/** A Brazilian amount with centavos; also an empty cell. */
const AMOUNT = /^([-(]?\d[\d.]*,\d{2}\)?( ?[DC])?)?$/;

type RowsProps = Readonly<{ table: ReadTable; choices: readonly ColumnChoice[]; rows: number }>;

export function FirstRows({ table: { headings, places, firstRows }, choices, rows }: RowsProps) {
  const useOf = (index: number): string =>
    choices
      .filter(({ field }) => places[field]?.includes(index))
      .map(({ name }) => name)
      .join(', ');
  const shown = firstRows.slice(0, rows);
  const columns = headings.map((heading, index): Column<readonly string[]> => {
    const head = heading === '' ? `nº ${index + 1}` : heading;
    return {
      head,
      heading: [head, <small>{useOf(index)}</small>],
      how: shown.every((cells) => AMOUNT.test(cells[index] ?? '')) ? 'number' : '',
      cell: (cells) => cells[index] ?? '',
    };
  });
  return <Table isGrid caption="Primeiras linhas do arquivo" columns={columns} rows={shown} />;
}

type FormProps = Readonly<{
  action: string;
  table: ReadTable;
  choices: readonly ColumnChoice[];
  fields?: readonly Declared[];
  /** Which of several files of the page, by the field `arquivo`. */
  file?: string;
  title?: string;
  isWrong: boolean;
  isCorrected: boolean;
  companyId: number;
  /** Where an Administrador saves the columns, in words. */
  where: string;
}>;

export function ColumnsForm(props: FormProps) {
  const { action, table, choices, fields = [], file, isWrong, isCorrected, companyId, where } = props;
  const { title = 'Corrigir as colunas' } = props;
  const maySave = useCall().session.access.hasAny(MAPPERS, companyId);
  return (
    <details class="columns" open={isCorrected || isWrong}>
      <summary>{title}</summary>
      <Form action={action}>
        {file !== undefined && <HiddenFields fields={[['arquivo', file]]} />}
        <div class="fields">
          <Fields of={[...choices.map((choice) => fieldOf(choice, table, file)), ...fields]} />
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

/** A pair of columns that was read as one stays, until another is chosen. */
function fieldOf(choice: ColumnChoice, { headings, places }: ReadTable, file = ''): Declared {
  const { field, name, isRequired, none = isRequired ? 'Escolha' : 'Automática' } = choice;
  const names = (places[field] ?? []).map((index) => columnName(headings, index));
  const value = names.join(' / ');
  return {
    label: name,
    name: field,
    id: `coluna-${file}${field}`,
    required: isRequired,
    value,
    options: [
      ['', none],
      ...(names.length > 1 ? [[value, value] as const] : []),
      ...headings.map((heading, index) => {
        const text = heading === '' ? `nº ${index + 1}` : `${heading} (nº ${index + 1})`;
        return [columnName(headings, index), text] as const;
      }),
    ],
  };
}
