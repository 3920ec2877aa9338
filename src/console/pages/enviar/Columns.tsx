// How the columns of a file were read, with rows of the file itself, and the form that corrects them.
import { columnName, requiredColumns } from '../../../domain/clients/columnMapping.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { columnFields, type ColumnField } from '../../../domain/trialBalance/fileReasons.js';
import type { Interpretation } from '../../../domain/trialBalance/interpretation.js';
import { money, wholeNumber } from '../../../messages/formats.js';
import { columnNames, formatNames } from '../../../messages/imports/fileReasons.js';
import { conventionWords } from '../../../messages/imports/importAnswer.js';
import { Fact } from '../../design/values.js';
import { Form } from '../../design/Form.js';
import { TableFrame } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { SAMPLE_ROWS } from './preview.js';

export function Reading({ interpretation: it }: Readonly<{ interpretation: Interpretation }>) {
  return (
    <>
      <dl class="facts">
        <Fact name="Formato">
          {[formatNames[it.format], it.encoding, it.delimiter && `separador ${delimiterName(it.delimiter)}`]
            .filter(Boolean)
            .join('; ')}
        </Fact>
        {it.sheet !== null && <Fact name="Aba">{it.sheet}</Fact>}
        <Fact name="Linha do cabeçalho">
          {it.headingLine === 0 ? 'sem cabeçalho' : wholeNumber(it.headingLine)}
        </Fact>
        <Fact name="Sinal">{conventionWords(it.sides, it.convention)}</Fact>
        {it.totals !== null && (
          <Fact name="Somas das linhas de detalhe">
            {wholeNumber(it.totals.lines)} linhas; débitos {money(it.totals.debitCents)}; créditos{' '}
            {money(it.totals.creditCents)}
          </Fact>
        )}
        {it.accounts !== null && (
          <Fact name="Contas">
            {wholeNumber(it.accounts.found)} de {wholeNumber(it.accounts.lines)} linhas têm conta no plano
            {it.accounts.notFound.length > 0 && <>; sem conta: {it.accounts.notFound.join(', ')}</>}
          </Fact>
        )}
      </dl>
      <TableFrame
        isGrid
        caption="Primeiras linhas do arquivo"
        head={it.headings.map((heading, index) => (
          <th scope="col">
            {heading === '' ? `nº ${index + 1}` : heading}
            <small>{useOf(it, index)}</small>
          </th>
        ))}
      >
        <tbody>
          {it.firstRows.slice(0, SAMPLE_ROWS).map((cells) => (
            <tr>
              {it.headings.map((_, index) => (
                <td>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  );
}

const delimiterName = (delimiter: string): string => (delimiter === '\t' ? 'tabulação' : delimiter);

/** What a column was read as; "" for none. */
function useOf({ places }: Interpretation, index: number): string {
  return columnFields
    .filter((field) => places[field]?.includes(index))
    .map((field) => columnNames[field])
    .join(', ');
}

type FormProps = Readonly<{
  call: ConsoleCall;
  staged: StagedFile;
  path: string;
  interpretation: Interpretation;
  /** Whether the columns are what impedes the import. */
  isWrong: boolean;
}>;

/** Fields whose column a person chooses; the others are recognised. */
const REQUIRED: ReadonlySet<string> = new Set(requiredColumns);

export function ColumnsForm({ call, staged, path, interpretation, isWrong }: FormProps) {
  const maySave = call.state.session.access.hasAny(MAPPERS, staged.companyId);
  if (interpretation.format === 'ecd') return null;
  return (
    <details class="columns" open={staged.mapping !== null || isWrong}>
      <summary>Corrigir as colunas</summary>
      <Form call={call} action={`${path}/colunas`}>
        <div class="fields">
          {columnFields.map((field) => (
            <ColumnSelect key={field} field={field} interpretation={interpretation} />
          ))}
          <label>
            Linha do cabeçalho
            <input
              type="number"
              name="headerRow"
              min={1}
              max={1_000_000}
              value={staged.mapping?.headerRow ?? ''}
              placeholder="encontrada"
            />
          </label>
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
          {staged.mapping !== null && (
            <button name="acao" value="voltar" formnovalidate>
              Voltar às colunas salvas
            </button>
          )}
        </div>
        {!maySave && (
          <p class="hint">
            Valem para este arquivo. Para os próximos, um Administrador do módulo as salva: ele abre este arquivo
            em Enviar balancete.
          </p>
        )}
      </Form>
    </details>
  );
}

function ColumnSelect({
  field,
  interpretation,
}: Readonly<{ field: ColumnField; interpretation: Interpretation }>) {
  const { headings, places } = interpretation;
  const current = places[field] ?? [];
  const pair = current.length > 1 ? current.map((index) => columnName(headings, index)).join(' / ') : null;
  const isRequired = REQUIRED.has(field);
  return (
    <label>
      {columnNames[field]}
      <select name={field} required={isRequired}>
        <option value="">{isRequired ? 'Escolha' : 'A reconhecida, se houver'}</option>
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
