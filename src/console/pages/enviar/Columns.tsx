// How the columns of a file were read, with rows of the file itself, and the form that corrects them.
import { requiredColumns } from '../../../domain/clients/columnMapping.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { columnFields } from '../../../domain/trialBalance/fileReasons.js';
import type { Interpretation } from '../../../domain/trialBalance/interpretation.js';
import { money, wholeNumber } from '../../../messages/formats.js';
import { columnNames, formatNames } from '../../../messages/imports/fileReasons.js';
import { conventionWords } from '../../../messages/imports/importAnswer.js';
import { ColumnsForm as CorrectedColumns, FirstRows, type ColumnChoice } from '../../design/Columns.js';
import { Fact } from '../../design/values.js';
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
      <FirstRows table={it} choices={CHOICES} rows={SAMPLE_ROWS} />
    </>
  );
}

const delimiterName = (delimiter: string): string => (delimiter === '\t' ? 'tabulação' : delimiter);

type FormProps = Readonly<{
  call: ConsoleCall;
  staged: StagedFile;
  path: string;
  interpretation: Interpretation;
  /** Whether the columns are what impedes the import. */
  isWrong: boolean;
}>;

const CHOICES: readonly ColumnChoice[] = columnFields.map((field) => ({
  ...{ field, name: columnNames[field] },
  isRequired: requiredColumns.some((one) => one === field),
}));

export function ColumnsForm({ call, staged, path, interpretation, isWrong }: FormProps) {
  if (interpretation.format === 'ecd') return null;
  return (
    <CorrectedColumns
      {...{ call, isWrong, choices: CHOICES, table: interpretation }}
      action={`${path}/colunas`}
      isCorrected={staged.mapping !== null}
      maySave={call.state.session.access.hasAny(MAPPERS, staged.companyId)}
      where="ele abre este arquivo em Enviar balancete"
    >
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
    </CorrectedColumns>
  );
}
