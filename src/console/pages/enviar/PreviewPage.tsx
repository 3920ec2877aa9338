// What an import of a file would do, or what refuses it; how it was read, and the form that corrects its columns.
import type { FileImportResult } from '../../../commands/imports/importFile.js';
import type { Problem } from '../../../domain/problem.js';
import { columnFields } from '../../../domain/trialBalance/fileReasons.js';
import type { Impact } from '../../../domain/trialBalance/importOutcome.js';
import type { NextOpening } from '../../../domain/trialBalance/warnings.js';
import {
  HEADER_ROW_MAX,
  requiredColumns,
  type Interpretation,
} from '../../../domain/trialBalance/interpretation.js';
import type { ImportReason, LineError } from '../../../domain/trialBalance/refusals.js';
import { capital, counted, money, wholeNumber } from '../../../messages/formats.js';
import { columnNames, formatNames } from '../../../messages/imports/fileReasons.js';
import { conventionWords } from '../../../messages/imports/importAnswer.js';
import { manyRemoved } from '../../../messages/confirmations.js';
import { lineReasonSentence, spoken } from '../../../messages/imports/reasons.js';
import { warningSentence } from '../../../messages/imports/warnings.js';
import { problemMessage, refusalSentences } from '../../../messages/problems.js';
import { ColumnsForm, FirstRows, type ColumnChoice } from '../../design/Columns.js';
import { type Declared, Fields, Form } from '../../design/Form.js';
import { column, Table } from '../../design/Table.js';
import { Balance, Errors, Facts, Money, Period, Part, Lines } from '../../design/values.js';
import { Record, type Opened } from '../../upload/flow.js';
import { Affected } from '../balancetes/Versions.js';
import { NoChart } from '../planos/Charts.js';

/** What the import of a file with `validateOnly` came to, as JSON beside the file. */
export type Preview = Readonly<{ result: FileImportResult }> | Readonly<{ problem: Problem }>;

/** Shown of the errors of lines; the annotated copy has up to 1,000. */
const ERRORS_SHOWN_MAX = 200;
const SAMPLE_ROWS = 3;
/** From a tenth of the accounts on, what a file lacks is more likely to be cut off than to be gone. */
const REMOVED_SHARE = 10;

/** `charts`: active ones of the company, by name. */
type Props = Readonly<{ opened: Opened<object, Preview>; charts: readonly string[] }>;

export function PreviewPage(props: Props) {
  const { staged, path, draft } = props.opened;
  const interpretation = interpretationOf(draft);
  const isOfColumns = 'problem' in draft && reasonsOf(draft.problem).some((reason) => OF_COLUMNS.has(reason));
  return (
    <>
      {'result' in draft ? <Accepted {...props} {...draft} /> : <Refused {...props} {...draft} />}
      {interpretation !== null && (
        <>
          <h2>Como o arquivo foi lido</h2>
          <Reading interpretation={interpretation} />
          {interpretation.format !== 'ecd' && (
            <ColumnsForm
              choices={CHOICES}
              table={interpretation}
              action={`${path}/colunas`}
              isWrong={isOfColumns}
              isCorrected={staged.mapping !== null}
              companyId={staged.companyId}
              where="ele abre este arquivo em Meu dia"
              fields={[
                {
                  label: 'Linha do cabeçalho',
                  name: 'headerRow',
                  type: 'number',
                  min: 1,
                  max: HEADER_ROW_MAX,
                  placeholder: 'encontrada',
                  value: String(staged.mapping?.headerRow ?? ''),
                },
              ]}
            />
          )}
        </>
      )}
    </>
  );
}

export function interpretationOf(preview: Preview): Interpretation | null {
  if ('result' in preview) return preview.result.interpretation;
  return (preview.problem.is === 'ImportRefused' && preview.problem.understood?.interpretation) || null;
}

/** What of a refusal is about the file as a whole. */
export function generalSentences(problem: Problem): readonly string[] {
  if (problem.is !== 'ImportRefused') return [problemMessage(problem).error];
  return refusalSentences({ ...problem, lineErrors: [] }).map((sentence) => capital(spoken(sentence)));
}

const reasonsOf = (problem: Problem): readonly ImportReason['is'][] =>
  problem.is === 'ImportRefused' ? problem.reasons.map(({ is }) => is) : [];

const OF_COLUMNS: ReadonlySet<ImportReason['is']> = new Set([
  'FileWithoutHeading',
  'FileColumnsMissing',
  'FileWithoutLines',
  'FileWithoutAmounts',
  'FileColumnsAccumulated',
]);

const CHOICES: readonly ColumnChoice[] = columnFields.map((field) => ({
  field,
  name: columnNames[field],
  isRequired: requiredColumns.some((one) => one === field),
  ...(field === 'carriedBalance' && { none: 'Nenhuma' }),
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
            `${wholeNumber(accounts.found)} de ${counted(accounts.lines, 'linha')} ${accounts.found === 1 ? 'tem' : 'têm'} conta no plano`,
        }}
      />
      {accounts !== null && accounts.notFound.length > 0 && (
        <p>Sem conta no plano: {accounts.notFound.join(', ')}</p>
      )}
      <FirstRows table={it} choices={CHOICES} rows={SAMPLE_ROWS} />
    </>
  );
}

/** Fields of the form, and of the preview where the file lacks them. */
export const PERIOD = { label: 'Competência', name: 'period', type: 'month' } as const;
export const CHART = { label: 'Plano de contas', name: 'chartName' } as const;

/** The reasons that another value of a field may remove: neither the file nor the form has it right. */
const ASKED: Readonly<Record<'period' | 'chartName', readonly ImportReason['is'][]>> = {
  period: ['FilePeriodMissing', 'FilePeriodsSeveral', 'FilePeriodNotFound', 'FilePeriodDiffers'],
  chartName: ['ChartNameMissing', 'ChartNotFoundByName', 'NoAccountEnters'],
};

export const lacks = (problem: Problem, field: keyof typeof ASKED): boolean =>
  reasonsOf(problem).some((reason) => ASKED[field].includes(reason));

function Refused({ opened, charts, problem }: Props & Readonly<{ problem: Problem }>) {
  const { staged, path } = opened;
  const choices = ['', ...charts].map((name) => [name, name || 'Escolha'] as const);
  const fields: readonly (Declared & Readonly<{ name: keyof typeof ASKED }>)[] = [
    { ...PERIOD, required: true, value: staged.period ?? '' },
    { ...CHART, required: true, value: staged.chartName ?? '', options: choices },
  ];
  const lacking = fields.filter(({ name }) => lacks(problem, name));
  const asks = lacking.filter(({ name }) => name !== 'chartName' || charts.length > 0);
  return (
    <Part title="O que impede a importação">
      <Errors sentences={generalSentences(problem)} />
      {asks.length < lacking.length && <NoChart />}
      {asks.length > 0 && (
        <Form action={`${path}/informar`} class="form-page">
          <Fields of={asks} />
          <button class="primary">Conferir</button>
        </Form>
      )}
      {problem.is === 'ImportRefused' && problem.lineErrors.length > 0 && (
        <LineErrors opened={opened} {...problem} />
      )}
    </Part>
  );
}

type ErrorsProps = Omit<Props, 'charts'> & Readonly<{ lineErrors: readonly LineError[]; lineErrorCount: number }>;

function LineErrors({ opened: { path, draft }, lineErrors, lineErrorCount }: ErrorsProps) {
  const rows = lineErrors.slice(0, ERRORS_SHOWN_MAX);
  return (
    <>
      <p>
        {counted(lineErrorCount, 'erro')} nas linhas do arquivo
        {lineErrorCount > rows.length && <>; aqui estão os primeiros {rows.length}</>}.
      </p>
      <Form action={`${path}/erros`}>
        <p>
          <button>
            Baixar o arquivo com os erros de cada linha ({copyFormat(interpretationOf(draft)).toUpperCase()})
          </button>
        </p>
      </Form>
      <Table<LineError>
        caption="Erros por linha"
        rows={rows}
        columns={[
          column('Linha', '', ({ line }) => wholeNumber(line)),
          column('Coluna', '', ({ field }) => columnNames[field]),
          column('Conta', 'nowrap', ({ accountCode }) => accountCode),
          column('Erro', 'line', (error) => spoken(lineReasonSentence(error))),
        ]}
      />
    </>
  );
}

function Accepted({ opened, result }: Props & Readonly<{ result: FileImportResult }>) {
  const { staged, path, draft } = opened;
  const { competence, chartName, warnings, impact } = result;
  const { added = 0, changed = 0, removed = 0 } = result.changes ?? {};
  return (
    <Part title="O que a importação mudaria">
      <Facts
        of={{
          Competência: competence !== null && <Period period={competence} />,
          'Plano de contas': chartName,
          Linhas: `${wholeNumber(result.received)} no arquivo; ${counted(result.imported, 'entra', 'entram')}; ${wholeNumber(result.ignoredNotInChart)} fora do plano; ${counted(result.ignoredNotReconciled, 'que não concilia', 'que não conciliam')}`,
          Contas: `${counted(added, 'incluída')}; ${counted(changed, 'alterada')}; ${counted(removed, 'removida')}`,
        }}
      />
      {removed * REMOVED_SHARE >= result.imported - added + removed && removed > 0 && (
        <div class="note bad">{manyRemoved(removed, result.imported - added + removed)}</div>
      )}
      {result.resend && <div class="note">O conteúdo é igual ao da versão atual: a importação não muda nada.</div>}
      {impact !== null && <ImpactOf {...impact} />}
      {warnings.length > 0 && (
        <>
          <h3>{counted(warnings.length, 'aviso')}</h3>
          <div class="note warn">
            <Lines of={warnings.map(warningSentence)} />
          </div>
        </>
      )}
      <Record
        action={`${path}/importar`}
        outcome={draft}
        label="Importar"
        hint={staged.mapping === null ? null : 'Com as colunas corrigidas para este arquivo.'}
      />
    </Part>
  );
}

function ImpactOf({ reconciliations, next, continuity }: Impact) {
  const { items, total } = continuity ?? { items: [], total: 0 };
  return (
    <>
      <h3>Conciliações que voltariam a “Saldo alterado”</h3>
      <Affected {...(reconciliations ?? { items: [], total: 0 })} />
      <h3>
        Continuidade com <Period period={next} />
      </h3>
      {total === 0 ? (
        <p>
          {continuity === null
            ? 'O mês seguinte ainda não foi importado.'
            : 'Os saldos anteriores do mês seguinte continuariam conferindo.'}
        </p>
      ) : (
        <>
          <div class="note warn">
            {total === 1
              ? '1 conta do mês seguinte deixaria'
              : `${wholeNumber(total)} contas do mês seguinte deixariam`}{' '}
            de abrir com o saldo final deste
            {total > items.length && <>; aqui estão as primeiras {items.length}</>}.
          </div>
          <Table<NextOpening>
            caption="Contas cuja continuidade deixaria de conferir"
            rows={items}
            columns={[
              column('Conta', 'nowrap start', ({ accountCode }) => accountCode),
              column('Saldo final deste mês', 'number', (one) => sided(one.closingCents, one)),
              column('Saldo anterior do seguinte', 'number', (one) => sided(one.openingCents, one)),
            ]}
          />
        </>
      )}
    </>
  );
}

const sided = (cents: number, { debit }: NextOpening) =>
  debit === 0 ? <Money cents={cents} /> : <Balance cents={cents * debit} />;

/** Format of the copy with the errors: text stays text, everything else is a workbook. */
export function copyFormat(read: Pick<Interpretation, 'format'> | null): 'csv' | 'xlsx' {
  return read?.format === 'csv' || read?.format === 'txt' ? 'csv' : 'xlsx';
}
