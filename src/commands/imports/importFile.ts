// Imports a file: checks the fields, finds the company, reads the file, then imports its lines like any document.
import { hash } from 'node:crypto';
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { ImportSource } from '../../domain/books/events.js';
import type { ImportReason } from '../../domain/trialBalance/refusals.js';
import { CHART_NAME_LENGTH_MAX, isStorable } from '../../domain/charts/events.js';
import { DomainError, refuse, type Problem } from '../../domain/problem.js';
import { IMPORTERS } from '../../domain/clients/roles.js';
import { parseCnpj } from '../../domain/kernel/cnpj.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { requireRole } from '../people/requireRole.js';
import { chartByName } from '../registers/charts.js';
import { withDeadline, type CommandContext, type Deadline } from '../kernel/context.js';
import { companyOf, recordRefusal, refuseCompany, refuseUnknown } from './refusals.js';
import { fileRefusal, type FileFindings } from '../../domain/trialBalance/fileFindings.js';
import type { Interpretation } from '../../domain/trialBalance/interpretation.js';
import type { ChartParts, DocumentHead, FileReader, OpenDocument, OpenFile, ReadingOptions } from './document.js';
import type { ImportRequest, ImportResult, ImportTrialBalance, ImporterDeps } from './importTrialBalance.js';
import { periodFault } from '../../domain/trialBalance/documentFields.js';

/** A file on disk, which the caller removes after the import. `sha256` in hexadecimal. */
export type FileOnDisk = Readonly<{ path: string; name: string; size: number; sha256: string }>;

/** Texts as sent; null where absent or empty. */
export type FileFields = Readonly<{
  companyId: string | null;
  cnpj: string | null;
  period: string | null;
  chartName: string | null;
}>;

/** `competence` and `chartName`: of the request, else of the file. */
export type FileImportResult = ImportResult &
  Readonly<{ interpretation: Interpretation; competence: Competence | null; chartName: string | null }>;

/**
 * @param file the reason in case the request has no usable file
 * @throws DomainError with the problem to be answered; `RoleMissing` when a person may not import for the company
 */
export type ImportFile = (
  file: FileOnDisk | Readonly<{ reason: ImportReason }>,
  fields: FileFields,
  request: ImportRequest,
  context: CommandContext,
  reading?: ReadingOptions,
) => Promise<FileImportResult>;

export type FileImporterDeps = ImporterDeps &
  Readonly<{ files: FileReader; importTrialBalance: ImportTrialBalance }>;

/** The parsed fields. */
type Fields = Readonly<{
  companyId: number | null;
  cnpj: string | null;
  competence: Competence | null;
  chartName: string | null;
}>;

export function createFileImporter(deps: FileImporterDeps): ImportFile {
  return async (file, fields, request, requestContext, reading) => {
    const context = withDeadline(requestContext, deps.clock);
    const reasons: ImportReason[] = [];
    const formFields = readFields(fields, reasons);
    if ('reason' in file) reasons.push(file.reason);
    const company = companyOf(deps.registers, request, formFields);
    if (company !== null) await requireRole(deps, company, context.actor, IMPORTERS);
    if ('reason' in file || reasons.length > 0) {
      const problem: Problem = { is: 'ImportRefused', reasons, lineErrors: [], lineErrorCount: 0 };
      if (company !== null && !request.validateOnly)
        await recordRefusal(deps, context, company, formFields.competence, unread(file), problem);
      return refuse(problem);
    }
    if (company === null) return refuseUnknown(formFields);
    const fileRead = await readFile(deps, file, { formFields, company }, request, context, reading);
    try {
      return await importRead(deps, file, { formFields, company, ...fileRead }, request, context);
    } finally {
      fileRead.open.release();
    }
  };
}

type ReadFile = Readonly<{ open: OpenFile; findings: FileFindings }>;

/** A file of which nothing was read; without a file, that of no bytes. */
function unread(file: FileOnDisk | Readonly<{ reason: ImportReason }>): Extract<ImportSource, { name: string }> {
  if ('reason' in file) return { kind: 'unknown', name: '', sha256: hash('sha256', ''), size: 0 };
  return { kind: 'unknown', name: file.name, sha256: file.sha256, size: file.size };
}

/** Refusals are recorded (docs/spec/imports.md#recorded-refusals). */
async function readFile(
  deps: FileImporterDeps,
  file: FileOnDisk,
  { formFields, company }: Readonly<{ formFields: Fields; company: CompanyFacts }>,
  request: ImportRequest,
  context: CommandContext & Readonly<{ deadline: Deadline }>,
  reading: ReadingOptions | undefined,
): Promise<ReadFile> {
  let source = unread(file);
  let competence = formFields.competence;
  let open: OpenFile | null = null;
  try {
    refuseCompany(company, formFields);
    const { deadline } = context;
    const { path, name: fileName } = file;
    const { companyId, cnpj } = company;
    const mapping = request.mapping ?? deps.registers.mappingOf(companyId);
    const toRead = { path, fileName, cnpj, competence, chartName: formFields.chartName, mapping };
    const opened = (open = await deadline.computing(() => deps.files.openFile(toRead, request.clientId, reading)));
    const chart = await chartParts(deps, company, opened.chartName, deadline);
    const findings = await deadline.computing(() => opened.read(chart));
    const problem = fileRefusal(findings);
    if (problem === null) return { open, findings };
    source = { ...source, kind: findings.interpretation.format };
    competence ??= findings.competence;
    return refuse(problem);
  } catch (error) {
    open?.release();
    if (error instanceof DomainError && !request.validateOnly)
      await recordRefusal(deps, context, company, competence, source, error.problem);
    throw error;
  }
}

/** @returns null when the company has no chart of that name */
async function chartParts(
  deps: FileImporterDeps,
  { companyId }: CompanyFacts,
  name: string | null,
  deadline: Deadline,
): Promise<ChartParts | null> {
  const chart = name === null ? null : await deadline.within(chartByName(deps, companyId, name));
  if (chart === null) return null;
  const { chartId, version } = chart;
  return { chartId, version, parts: await deadline.within(deps.stored.chart(chart)) };
}

async function importRead(
  deps: FileImporterDeps,
  file: FileOnDisk,
  {
    formFields,
    company,
    open,
    findings,
  }: Readonly<{ formFields: Fields; company: CompanyFacts }> & ReadFile,
  request: ImportRequest,
  context: CommandContext & Readonly<{ deadline: Deadline }>,
): Promise<FileImportResult> {
  const { competence, chartName, received, interpretation } = findings;
  const { name, size, sha256 } = file;
  const head: DocumentHead = {
    companyId: company.companyId,
    cnpj: formFields.cnpj,
    competence,
    chartName,
    received,
    source: { kind: interpretation.format, name, sha256, size },
    reasons: [],
    lineErrors: [],
    lineErrorCount: 0,
  };
  let convention = interpretation.convention;
  let errorKinds: ReadonlyMap<string, number> = new Map();
  let checked = 0;
  const document: OpenDocument = {
    head,
    async check(facts, inputs) {
      const result = await context.deadline.computing(() => open.check(facts, inputs));
      convention = result.convention;
      ({ errorKinds, imported: checked } = result);
      return result;
    },
    release: () => undefined,
  };
  try {
    const result = await deps.importTrialBalance(document, request, context);
    return { ...result, interpretation: { ...interpretation, convention }, competence, chartName };
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'ImportRefused') throw error;
    return refuse({
      ...error.problem,
      understood: { interpretation: { ...interpretation, convention }, errorKinds, checked },
    });
  }
}

/** Adds the refusals of fields to `reasons`, in the order of docs/spec/imports.md#refusals. */
function readFields(fields: FileFields, reasons: ImportReason[]): Fields {
  const competence = fields.period === null ? null : parseCompetence(fields.period);
  if (fields.period !== null && competence === null) reasons.push(periodFault(fields.period));
  const companyId = wholeNumber(fields.companyId);
  const cnpj = fields.cnpj === null ? null : parseCnpj(fields.cnpj);
  if (fields.companyId === null && fields.cnpj === null) reasons.push({ is: 'IdentifierMissing' });
  if (fields.companyId !== null && companyId === null) reasons.push({ is: 'CompanyIdInvalid' });
  if (fields.cnpj !== null && cnpj === null) reasons.push({ is: 'CnpjInvalid' });
  const chartName = fields.chartName?.trim() ?? null;
  const isChartName = chartName === null || isStorable(chartName, CHART_NAME_LENGTH_MAX);
  if (!isChartName) reasons.push({ is: 'ChartNameInvalid' });
  return { companyId, cnpj, competence, chartName: isChartName ? chartName : null };
}

/** `[0-9]+` up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
function wholeNumber(text: string | null): number | null {
  if (text === null || !/^[0-9]+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}
