// What an import of a file would do: kept beside the file as plain JSON, bounded, and shown with how the file was read, what is wrong
// with it, and the form that corrects its columns.
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { requiredColumns, type Interpretation } from '../../../domain/trialBalance/interpretation.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import { columnFields } from '../../../domain/trialBalance/fileReasons.js';
import type { Impact } from '../../../domain/trialBalance/importOutcome.js';
import { counted, money, wholeNumber } from '../../../messages/formats.js';
import { columnNames, formatNames } from '../../../messages/imports/fileReasons.js';
import { conventionWords } from '../../../messages/imports/importAnswer.js';
import { ColumnsForm, FirstRows, type ColumnChoice } from '../../design/Columns.js';
import { Field, Form, Select } from '../../design/Form.js';
import { column, Table } from '../../design/Table.js';
import { Errors, Facts, Money, Period, Part, Lines } from '../../design/values.js';
import { type ConsoleCall, personContext } from '../../route.js';
import { Record } from '../../upload/flow.js';
import { Affected } from '../balancetes/Versions.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileFields, FileImportResult, FileOnDisk } from '../../../commands/imports/importFile.js';
import { DomainError, type Problem } from '../../../domain/problem.js';
import type { ImportReason, LineError } from '../../../domain/trialBalance/refusals.js';
import { lineReasonSentence, spoken } from '../../../messages/imports/reasons.js';
import { warningSentence } from '../../../messages/imports/warnings.js';
import { problemMessage, refusalSentences } from '../../../messages/problems.js';

type Props = Readonly<{
  call: ConsoleCall;
  staged: StagedFile;
  path: string;
  preview: Preview;
  /** Active charts of the company, by name. */
  charts: readonly string[];
}>;

export function PreviewPage(props: Props) {
  const { call, staged, path, preview } = props;
  const { interpretation } = preview;
  return (
    <>
      {preview.is === 'accepted' ? (
        <Accepted {...props} preview={preview} />
      ) : (
        <Refused {...props} preview={preview} />
      )}
      {interpretation !== null && (
        <>
          <h2>Como o arquivo foi lido</h2>
          <Reading interpretation={interpretation} />
          {interpretation.format !== 'ecd' && (
            <ColumnsForm
              {...{ call, choices: CHOICES, table: interpretation }}
              action={`${path}/colunas`}
              isWrong={preview.is === 'refused' && preview.isOfColumns}
              isCorrected={staged.mapping !== null}
              maySave={call.session.access.hasAny(MAPPERS, staged.companyId)}
              where="ele abre este arquivo em Enviar balancete"
            >
              <label>
                Linha do cabeçalho
                <input
                  {...{ type: 'number', name: 'headerRow', min: 1, max: 1_000_000, placeholder: 'encontrada' }}
                  value={staged.mapping?.headerRow ?? ''}
                />
              </label>
            </ColumnsForm>
          )}
        </>
      )}
    </>
  );
}

const CHOICES: readonly ColumnChoice[] = columnFields.map((field) => ({
  ...{ field, name: columnNames[field] },
  isRequired: requiredColumns.some((one) => one === field),
}));

function Reading({ interpretation: it }: Readonly<{ interpretation: Interpretation }>) {
  const delimiter = it.delimiter === '\t' ? 'tabulação' : it.delimiter;
  const { totals, accounts } = it;
  return (
    <>
      <Facts
        of={{
          Formato: [formatNames[it.format], it.encoding, delimiter && `separador ${delimiter}`]
            .filter(Boolean)
            .join('; '),
          Aba: it.sheet,
          'Linha do cabeçalho': it.headingLine === 0 ? 'sem cabeçalho' : wholeNumber(it.headingLine),
          Sinal: conventionWords(it.sides, it.convention),
          'Somas das linhas de detalhe':
            totals &&
            `${counted(totals.lines, 'linha')}; débitos ${money(totals.debitCents)}; créditos ${money(totals.creditCents)}`,
          Contas:
            accounts &&
            `${wholeNumber(accounts.found)} de ${counted(accounts.lines, 'linha')} ${accounts.found === 1 ? 'tem' : 'têm'} conta no plano${
              accounts.notFound.length > 0 ? `; sem conta: ${accounts.notFound.join(', ')}` : ''
            }`,
        }}
      />
      <FirstRows table={it} choices={CHOICES} rows={SAMPLE_ROWS} />
    </>
  );
}

function Refused({ call, staged, path, charts, preview }: Props & Readonly<{ preview: RefusedPreview }>) {
  const { sentences, errors, errorCount, asks, interpretation } = preview;
  return (
    <Part title="O que impede a importação">
      <Errors sentences={sentences} />
      {asks.length > 0 && (
        <Form call={call} action={`${path}/informar`} class="form-page">
          {asks.includes('period') && (
            <Field label="Competência" name="period" type="month" required value={staged.period ?? ''} />
          )}
          {asks.includes('chartName') && (
            <Select
              {...{ label: 'Plano de contas', name: 'chartName', required: true }}
              value={staged.chartName ?? ''}
              options={[['', 'Escolha'], ...charts.map((name) => [name, name] as const)]}
            />
          )}
          <button class="primary">Conferir</button>
        </Form>
      )}
      {errors.length > 0 && (
        <>
          <p>
            {counted(errorCount, 'erro')} nas linhas do arquivo
            {errorCount > errors.length && <>; aqui estão os primeiros {errors.length}</>}.
          </p>
          <Form call={call} action={`${path}/erros`}>
            <p>
              <button>
                Baixar o arquivo com os erros de cada linha ({copyFormat(interpretation).toUpperCase()})
              </button>
            </p>
          </Form>
          <Table<RefusedPreview['errors'][number]>
            caption="Erros por linha"
            rows={errors}
            columns={[
              column('Linha', 'number', ({ line }) => wholeNumber(line)),
              column('Coluna', '', ({ column }) => column),
              column('Conta', 'nowrap', ({ accountCode }) => accountCode),
              column('Erro', 'line', ({ sentence }) => sentence),
            ]}
          />
        </>
      )}
    </Part>
  );
}

function Accepted({ call, staged, path, preview }: Props & Readonly<{ preview: AcceptedPreview }>) {
  const { competence, chartName, changes, warnings, isResend, impact } = preview;
  return (
    <Part title="O que a importação mudaria">
      <Facts
        of={{
          Competência: competence !== null && <Period period={competence} />,
          'Plano de contas': chartName,
          Linhas: `${wholeNumber(preview.received)} no arquivo; ${counted(preview.imported, 'entra', 'entram')}; ${wholeNumber(preview.ignoredNotInChart)} fora do plano; ${counted(preview.ignoredNotReconciled, 'que não concilia', 'que não conciliam')}`,
          Contas: `${counted(changes.added, 'incluída')}; ${counted(changes.changed, 'alterada')}; ${counted(changes.removed, 'removida')}`,
        }}
      />
      {isResend && <div class="note">O conteúdo é igual ao da versão atual: a importação não muda nada.</div>}
      {impact !== null && <ImpactOf {...impact} />}
      {warnings.length > 0 && (
        <>
          <h3>{counted(warnings.length, 'aviso')}</h3>
          <Lines of={warnings} />
        </>
      )}
      <Record
        {...{ call, action: `${path}/importar`, shown: preview, label: 'Importar' }}
        hint={staged.mapping === null ? null : 'Com as colunas corrigidas para este arquivo.'}
      />
    </Part>
  );
}

function ImpactOf({ reconciliations, next, continuity: { items, total } }: Impact) {
  return (
    <>
      <h3>Conciliações que voltariam a “Saldo alterado”</h3>
      <Affected {...(reconciliations ?? { items: [], total: 0 })} />
      <h3>
        Continuidade com <Period period={next} />
      </h3>
      {total === 0 ? (
        <p>Os saldos anteriores do mês seguinte continuariam conferindo, ou ele ainda não foi importado.</p>
      ) : (
        <>
          <div class="note warn">
            {total === 1
              ? '1 conta do mês seguinte deixaria'
              : `${wholeNumber(total)} contas do mês seguinte deixariam`}{' '}
            de abrir com o saldo final deste
            {total > items.length && <>; aqui estão as primeiras {items.length}</>}.
          </div>
          <Table<Impact['continuity']['items'][number]>
            caption="Contas cuja continuidade deixaria de conferir"
            rows={items}
            columns={[
              column('Conta', 'nowrap start', ({ accountCode }) => accountCode),
              column('Saldo final deste mês', 'number', ({ closingCents }) => <Money cents={closingCents} />),
              column('Saldo anterior do seguinte', 'number', ({ openingCents }) => <Money cents={openingCents} />),
            ]}
          />
        </>
      )}
    </>
  );
}

/** Shown of the errors of lines; the annotated copy has up to 1,000. */
const ERRORS_SHOWN_MAX = 200;
const SAMPLE_ROWS = 3;

/** Fields of the form. */
type Asked = 'period' | 'chartName';

type AcceptedPreview = Pick<
  FileImportResult,
  | 'competence'
  | 'chartName'
  | 'received'
  | 'imported'
  | 'ignoredNotInChart'
  | 'ignoredNotReconciled'
  | 'impact'
  | 'interpretation'
> &
  Readonly<{
    is: 'accepted';
    /** Whether the current version has this content already. */
    isResend: boolean;
    warnings: readonly string[];
    changes: Readonly<{ added: number; changed: number; removed: number }>;
  }>;

type RefusedPreview = Readonly<{
  is: 'refused';
  sentences: readonly string[];
  errors: readonly Readonly<{ line: number; column: string; accountCode: string; sentence: string }>[];
  errorCount: number;
  interpretation: Interpretation | null;
  /** What the page asks for, because neither the file nor the form has it right. */
  asks: readonly Asked[];
  /** Whether other columns may make it pass. */
  isOfColumns: boolean;
  /** Refused by what the file does not say, as a closed competence: the same file may be accepted later. */
  mayPass: boolean;
}>;

export type Preview = AcceptedPreview | RefusedPreview;

/** What the form says of a file, and the columns corrected for it. */
export type Sent = Pick<StagedFile, 'companyId' | 'period' | 'chartName' | 'mapping'>;

export function importing(
  call: ConsoleCall,
  file: FileOnDisk,
  { companyId, period, chartName, mapping }: Sent,
  validateOnly: boolean,
): Promise<FileImportResult> {
  const { importFile } = call.deps;
  const { clientId, access } = call.session;
  const fields: FileFields = { companyId: String(companyId), cnpj: null, period, chartName };
  const companyIds = access.companyIds === 'all' ? undefined : access.companyIds;
  const request = { clientId, companyIds, seesReconciliations: true, validateOnly, mapping };
  return importFile(file, fields, request, personContext(call), { signal: clientGone(call) });
}

const NO_CHANGES = { added: 0, changed: 0, removed: 0 };

/** @param importing with `validateOnly` @throws DomainError for problems that are not about the file's content */
export async function previewOf(importing: Promise<FileImportResult>): Promise<Preview> {
  try {
    return accepted(await importing);
  } catch (error) {
    if (error instanceof DomainError && isAboutContent(error.problem)) return refused(error.problem);
    throw error;
  }
}

function accepted(result: FileImportResult): AcceptedPreview {
  const { competence, chartName, received, imported, ignoredNotInChart, ignoredNotReconciled, impact } = result;
  return {
    ...{ is: 'accepted', competence, chartName, isResend: result.resend },
    ...{ received, imported, ignoredNotInChart, ignoredNotReconciled, impact },
    warnings: result.warnings.map(warningSentence),
    changes: result.changes ?? NO_CHANGES,
    interpretation: sampled(result.interpretation),
  };
}

function refused(problem: Problem): RefusedPreview {
  if (problem.is !== 'ImportRefused') {
    const nothing = { errors: [], errorCount: 0, interpretation: null, asks: [], isOfColumns: false };
    return { is: 'refused', sentences: [problemMessage(problem).error], ...nothing, mayPass: true };
  }
  const { lineErrors, lineErrorCount, understood } = problem;
  return {
    is: 'refused',
    sentences: refusalSentences({ ...problem, lineErrors: [] }).map(spoken),
    errors: lineErrors.slice(0, ERRORS_SHOWN_MAX).map(shownError),
    errorCount: lineErrorCount,
    interpretation: understood === undefined ? null : sampled(understood.interpretation),
    asks: (['period', 'chartName'] as const).filter((field) =>
      problem.reasons.some(({ is }) => ASKED[field].has(is)),
    ),
    isOfColumns: problem.reasons.some(({ is }) => OF_COLUMNS.has(is)),
    mayPass: false,
  };
}

/** The reasons that another value of the field may remove. */
const ASKED: Readonly<Record<Asked, ReadonlySet<ImportReason['is']>>> = {
  period: new Set(['FilePeriodMissing', 'FilePeriodsSeveral', 'FilePeriodNotFound', 'FilePeriodDiffers']),
  chartName: new Set(['ChartNameMissing', 'ChartNotFoundByName', 'NoAccountEnters']),
};

const OF_COLUMNS: ReadonlySet<ImportReason['is']> = new Set([
  ...(['FileWithoutHeading', 'FileColumnsMissing', 'FileWithoutLines', 'FileWithoutAmounts'] as const),
  'FileColumnsAccumulated',
]);

/** Of the copy with the errors: text stays text, everything else is a workbook. */
export function copyFormat(read: Pick<Interpretation, 'format'> | null): 'csv' | 'xlsx' {
  return read?.format === 'csv' || read?.format === 'txt' ? 'csv' : 'xlsx';
}

function shownError(error: LineError): RefusedPreview['errors'][number] {
  const { line, field, accountCode } = error;
  return { line, column: columnNames[field], accountCode, sentence: spoken(lineReasonSentence(error)) };
}

function sampled(interpretation: Interpretation): Interpretation {
  return { ...interpretation, firstRows: interpretation.firstRows.slice(0, SAMPLE_ROWS) };
}

function isAboutContent({ is }: Problem): boolean {
  return (
    is === 'ImportRefused' ||
    is === 'CompetenceClosed' ||
    is === 'NextCompetenceClosed' ||
    is === 'CompanyNotActive' ||
    is === 'ModuleNotContracted'
  );
}
