// /console/balancetes/enviar: a file is sent, previewed, its columns corrected, and imported as the preview showed
// it.
// Source: docs/spec/console.md#sending-a-trial-balance.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileErrors } from '../../../domain/trialBalance/fileFindings.js';
import { DomainError, type Problem } from '../../../domain/problem.js';
import { lineReasonSentence, sentencesByLine, spoken } from '../../../messages/imports/reasons.js';
import { problemMessage } from '../../../messages/problems.js';
import { type ConsoleCall, monthTyped, personContext, queryOf } from '../../route.js';
import { attachmentNamed } from '../../session/answers.js';
import * as flow from '../../upload/flow.js';
import {
  CHART,
  copyFormat,
  generalSentences,
  interpretationOf,
  PERIOD,
  lacks,
  type Preview,
  PreviewPage,
} from './PreviewPage.js';
import type { FileImportResult, FileOnDisk } from '../../../commands/imports/importFile.js';
import type { FileFields } from '../../../domain/trialBalance/documentFields.js';
import { waitingFiles, type StagedFile } from '../../../commands/imports/stagedFiles.js';
import { requireRole } from '../../../commands/people/requireRole.js';
import { saveMapping } from '../../../commands/registers/saveMapping.js';
import {
  COLUMN_NAME_LENGTH_MAX,
  HEADER_ROW_MAX,
  requiredColumns,
  type ColumnMapping,
} from '../../../domain/trialBalance/interpretation.js';
import { IMPORTERS } from '../../../domain/clients/roles.js';
import { columnFields, type ColumnField } from '../../../domain/trialBalance/fileReasons.js';
import { importSummary } from '../../../messages/imports/importAnswer.js';
import { columnNames } from '../../../messages/imports/fileReasons.js';
import { wholeNumber } from '../../../messages/formats.js';
import { XLSX_TYPE } from '../../../spreadsheets/xlsxPage.js';
import { companyField, type Declared, fileField } from '../../design/Form.js';
import { column, stateColumn, Table } from '../../design/Table.js';
import { DateTime, isoOf, Part, type StateWord } from '../../design/values.js';
import { companiesByName } from '../../session/access.js';
import { NoCompany } from '../registers/change.js';
import type { FormFields } from '../../session/readForm.js';
import { chartNames } from '../planos/Charts.js';
import { paths } from '../../paths.js';

type TrialBalanceUpload = flow.Upload<object, Preview>;
type Act = TrialBalanceUpload['acts'][string];

const HEADING = 'Erros';
const NO_ERRORS = 'O arquivo não tem erros';

const erros: Act = async (call, { staged, draft }) => {
  const interpretation = interpretationOf(draft);
  const format = copyFormat(interpretation);
  const copy = await flow.withStaged(call, staged, async (file, dir) => {
    const errors = errorsIn(await previewed(call, file, staged));
    const out = join(dir, `erros.${format}`);
    const annotated = { ...errors, place: interpretation ?? undefined };
    await call.deps.annotateFile(staged.clientId, { path: file.path, out, errors: annotated }, clientGone(call));
    // The open file outlives its folder.
    const opened = await open(out);
    return { size: (await opened.stat()).size, content: opened.createReadStream() };
  });
  call.set({
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE,
    'Content-Disposition': attachmentNamed(
      `${staged.name.replace(/\.[^.]{1,8}$/, '') || 'balancete'} - erros.${format}`,
    ),
  });
  call.body = copy.content;
  call.length = copy.size;
  return null;
};

/** All errors of lines that an import lists, by row. */
function errorsIn(preview: Preview): FileErrors {
  if ('result' in preview) return { byLine: new Map(), general: [NO_ERRORS], heading: HEADING };
  const { problem } = preview;
  const lineErrors = problem.is === 'ImportRefused' ? problem.lineErrors : [];
  const byLine = sentencesByLine(lineErrors, (fault) => spoken(lineReasonSentence(fault)));
  const ofFile = generalSentences(problem);
  const general = ofFile.length > 0 ? ofFile : [problemMessage(problem).error];
  return { byLine, general, heading: HEADING };
}

const SEND = `${paths.trialBalances}/enviar`;
const PERIOD_WRONG = 'A competência é um mês de 2000 a 2100, como 03/2026';

const mayImport = ({ session }: ConsoleCall, { companyId }: Readonly<{ companyId: number }>): boolean =>
  session.access.hasAny(IMPORTERS, companyId);

const form: TrialBalanceUpload['form'] = async (call) => {
  const companies = companiesByName(call.deps.registers, call.session).filter((company) =>
    mayImport(call, company),
  );
  const { text } = queryOf(call);
  const ids = companies.map(({ companyId }) => companyId);
  const charts = await chartNames(call, ids);
  const chart: Declared = {
    ...CHART,
    hint: 'Se não escolhido, é o único da empresa ou o que o arquivo indica.',
    options: [['', 'O da empresa ou do arquivo'], ...charts.map((name) => [name, name] as const)],
  };
  return {
    title: 'Enviar balancete',
    none: companies.length === 0 ? <NoCompany /> : null,
    fields: [
      companyField(companies, text('companyId')),
      fileField({
        hint: 'O relatório como o ERP o gerou: XLSX, XLS, CSV, TXT, XML, HTML ou SPED ECD, até 50 MB. Também pode ser arrastado para cá.',
      }),
      { ...PERIOD, value: text('period'), hint: 'Se não informada, é a que o arquivo traz.' },
      ...(charts.length > 1 ? [chart] : []),
    ],
    after: await waitingPart(call),
  };
};

const READY: StateWord = { tone: 'done', name: 'Pronto para importar' };
const TO_CORRECT: StateWord = { tone: 'warn', name: 'A corrigir' };

/** The files neither imported nor discarded, the session's and those whose columns the person may save. */
export async function waitingPart(call: ConsoleCall) {
  const { deps } = call;
  const waiting = await waitingFiles(deps, flow.ownerOf(call, 'balancete'), flow.seesOf(call));
  const files = waiting.filter((staged) => mayImport(call, staged));
  const nameOf = await deps.names.of(files.map(({ personId }) => personId));
  if (files.length === 0) return null;
  return (
    <Part title="Arquivos que esperam">
      <Table<StagedFile>
        caption="Arquivos que esperam"
        rows={files}
        columns={[
          column('Arquivo', 'line', ({ stagedId, name }) => <a href={`${SEND}/${stagedId}`}>{name}</a>),
          column('Empresa', '', ({ companyId }) => deps.registers.companyName(companyId)),
          column('Enviado por', '', ({ personId }) => nameOf(personId)),
          stateColumn('Situação', '', (staged) =>
            'result' in (JSON.parse(staged.preview) as Preview) ? READY : TO_CORRECT,
          ),
          column('Espera até', '', ({ expiresAtMs }) => <DateTime at={isoOf(expiresAtMs)} />),
        ]}
      />
    </Part>
  );
}

const take: TrialBalanceUpload['take'] = async (call, sent) => {
  const { company, file, faults } = flow.companyAndFile(call, sent, 'Escolha o arquivo do balancete');
  if (company !== null) await requireRole(call.deps, company, personContext(call).actor, IMPORTERS);
  const { text } = sent.form;
  const period = monthTyped(text('period'));
  if (text('period') !== '' && period === null) return [...faults, PERIOD_WRONG];
  if (company === null || file === null || faults.length > 0) return faults;
  const [only, ...others] = await chartNames(call, [company.companyId], 'all');
  const facts = {
    companyId: company.companyId,
    period,
    // Without the only one of the company the file names it.
    chartName: text('chartName') || (others.length === 0 ? (only ?? null) : null),
  };
  return flow.keepFile(call, 'balancete', facts, file, await previewed(call, file, { ...facts, mapping: null }));
};

/** What the form says of a file, and the columns corrected for it. */
type Sent = Pick<StagedFile, 'companyId' | 'period' | 'chartName' | 'mapping'>;

function importing(
  call: ConsoleCall,
  file: FileOnDisk,
  { companyId, period, chartName, mapping }: Sent,
  validateOnly: boolean,
): Promise<FileImportResult> {
  const { clientId, access } = call.session;
  const fields: FileFields = { companyId: String(companyId), cnpj: null, period, chartName };
  const companyIds = access.companyIds ?? undefined;
  const request = { clientId, companyIds, seesReconciliations: true, validateOnly, mapping };
  return call.deps.importFile(file, fields, request, personContext(call), { signal: clientGone(call) });
}

/** Problems that are about the file. Those but the first may be gone later: the same file may be accepted then. */
const OF_FILE: ReadonlySet<Problem['is']> = new Set([
  'ImportRefused',
  'CompetenceClosed',
  'NextCompetenceClosed',
  'CompanyNotActive',
  'ModuleNotContracted',
]);

async function previewed(call: ConsoleCall, file: FileOnDisk, sent: Sent): Promise<Preview> {
  try {
    return { result: await importing(call, file, sent, true) };
  } catch (error) {
    if (!(error instanceof DomainError) || !OF_FILE.has(error.problem.is)) throw error;
    return { problem: error.problem };
  }
}

/** The staged file with other facts, previewed again. */
async function previewedWith(
  call: ConsoleCall,
  staged: StagedFile,
  facts: Partial<Sent> = {},
): Promise<flow.Changes<Preview>> {
  const { period, chartName, mapping } = { ...staged, ...facts };
  const changed = { period, chartName, mapping };
  const draft = await flow.withStaged(call, staged, (file) =>
    previewed(call, file, { companyId: staged.companyId, ...changed }),
  );
  return { ...changed, draft };
}

/** Preview as kept, unless it was refused by what may be different by now. */
const preview: TrialBalanceUpload['preview'] = async (call, opened) => {
  const { staged, company } = opened;
  let { draft } = opened;
  const charts = await chartNames(call, [company.companyId]);
  if ('problem' in draft && (draft.problem.is !== 'ImportRefused' || lacks(draft.problem, 'chartName'))) {
    const [only = null, ...others] = charts;
    const chartName = staged.chartName ?? (others.length === 0 ? only : null);
    const { draft: anew, ...facts } = await previewedWith(call, staged, { chartName });
    await call.deps.stagedFiles.change(staged.stagedId, { ...facts, preview: JSON.stringify(anew) });
    draft = anew;
  }
  return {
    title: 'Enviar balancete',
    about: `, ${wholeNumber(Math.ceil(staged.size / 1_024))} kB,`,
    body: <PreviewPage charts={charts} opened={{ ...opened, draft }} />,
  };
};

const informar: Act = async (call, { staged }, sent) => {
  const typed = sent.text('period');
  const period = typed === '' ? staged.period : monthTyped(typed);
  const chartName = sent.text('chartName') || staged.chartName;
  if (typed !== '' && period === null) return { told: PERIOD_WRONG, kind: 'bad' };
  return { changes: await previewedWith(call, staged, { period, chartName }) };
};

const colunas: Act = (call, { staged, company }, sent) =>
  flow.corrected(sent, mappingIn, {
    told: `Colunas salvas para os próximos arquivos de ${company.legalName}`,
    apply: (mapping) => previewedWith(call, staged, { mapping }),
    async save(mapping) {
      const position = await saveMapping(call.deps, company, mapping, personContext(call));
      await call.deps.keys.refresh(); // the registers, which the import reads the mapping from
      return position;
    },
  });

const importar: Act = (call, { staged }, sent) =>
  flow.withStaged(call, staged, async (file) => {
    const draft = await previewed(call, file, staged);
    if (!flow.isShown(sent, draft)) {
      const told = 'O que a importação mudaria não é mais o que a página mostrava: confira de novo';
      return { changes: { draft }, told, kind: 'warn' };
    }
    const result = await importing(call, file, staged, false);
    const to = `${paths.trialBalances}/${result.trialBalanceId ?? ''}`;
    return { position: result.position, told: importSummary(result), to };
  });

/** The mapping, or the sentence that refuses it. */
function mappingIn(sent: FormFields): ColumnMapping | string {
  const columns: Partial<Record<ColumnField, string>> = {};
  for (const field of columnFields) {
    const column = sent.text(field);
    if (column.length > COLUMN_NAME_LENGTH_MAX) return `${columnNames[field]}: o título da coluna é longo demais`;
    if (column !== '') columns[field] = column;
  }
  const missing = requiredColumns.filter((field) => columns[field] === undefined);
  if (missing.length > 0) return `Escolha a coluna de ${missing.map((field) => columnNames[field]).join(', ')}`;
  const repeated = requiredColumns.find((field, at) =>
    requiredColumns.slice(0, at).some((other) => columns[other] === columns[field]),
  );
  if (repeated !== undefined) return `A coluna de ${columnNames[repeated]} foi escolhida mais de uma vez`;
  const headerRow = sent.text('headerRow');
  if (headerRow === '') return columns as ColumnMapping;
  const row = /^[0-9]{1,7}$/.test(headerRow) ? Number(headerRow) : 0;
  if (row < 1 || row > HEADER_ROW_MAX) return 'A linha do cabeçalho é um número a partir de 1';
  return { ...(columns as ColumnMapping), headerRow: row };
}

export const sendPages = flow.uploadRoutes<object, Preview>({
  base: SEND,
  purpose: 'balancete',
  fields: ['companyId', 'period', 'chartName'],
  may: (access) => access.hasAny(IMPORTERS),
  place: async () => ({}),
  form,
  take,
  preview,
  acts: { informar, colunas, erros, importar },
  others: ['', 'informar', 'colunas', 'erros', 'importar'],
  mayOpen: (call, { company }) => mayImport(call, company),
});
