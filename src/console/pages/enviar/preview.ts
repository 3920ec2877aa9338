// What an import of a file would do, as the page shows it and as it is kept beside the file: plain JSON, bounded.
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileFields, FileImportResult, FileOnDisk } from '../../../commands/imports/importFile.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { DomainError, type Problem } from '../../../domain/problem.js';
import type { Interpretation } from '../../../domain/trialBalance/interpretation.js';
import type { ImportReason, LineError } from '../../../domain/trialBalance/refusals.js';
import { columnNames } from '../../../messages/imports/fileReasons.js';
import { lineReasonSentence, spoken } from '../../../messages/imports/reasons.js';
import { warningSentence } from '../../../messages/imports/warnings.js';
import { problemMessage, refusalSentences } from '../../../messages/problems.js';
import { personContext, type ConsoleCall } from '../../route.js';

/** Shown of the errors of lines; the annotated copy has up to 1,000. */
const ERRORS_SHOWN_MAX = 200;
export const SAMPLE_ROWS = 3;

/** Fields of the form. */
export type Asked = 'period' | 'chartName';

export type AcceptedPreview = Pick<
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

export type RefusedPreview = Readonly<{
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
  const { clientId, access } = call.state.session;
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
