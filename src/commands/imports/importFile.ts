// Imports a file: checks the fields, finds the company, reads the file, then imports its lines like any document.
import { hash } from 'node:crypto';
import type { Competence } from '../../domain/kernel/competence.js';
import type { ImportSource } from '../../domain/books/events.js';
import { refusedFor, type ImportReason } from '../../domain/trialBalance/refusals.js';
import { DomainError, refuse } from '../../domain/problem.js';
import { IMPORTERS } from '../../domain/clients/roles.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { requireRole } from '../people/requireRole.js';
import { chartByName } from '../registers/charts.js';
import { withDeadline, type CommandContext, type Deadline } from '../kernel/context.js';
import { companyOf, withRecordedRefusals, refuseCompany, refuseUnknown, type ImportFacts } from './refusals.js';
import { fileRefusal, type FileFindings } from '../../domain/trialBalance/fileFindings.js';
import { formFields, type FileFields, type HeadFields } from '../../domain/trialBalance/documentFields.js';
import type { Interpretation } from '../../domain/trialBalance/interpretation.js';
import type { ChartParts, CheckResult, FileReader, OpenDocument, OpenFile, ReadingOptions } from './document.js';
import type { ImportRequest, ImportResult, ImportTrialBalance, ImporterDeps } from './importTrialBalance.js';

/** A file on disk, which the caller removes after the import. `sha256` in hexadecimal. */
export type FileOnDisk = Readonly<{ path: string; name: string; size: number; sha256: string }>;

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

type FileImporterDeps = ImporterDeps & Readonly<{ files: FileReader; importTrialBalance: ImportTrialBalance }>;

export function createFileImporter(deps: FileImporterDeps): ImportFile {
  return async (file, fields, request, requestContext, reading) => {
    const context = withDeadline(requestContext, deps.clock);
    const reasons: ImportReason[] = [];
    const head = formFields(fields, reasons);
    if ('reason' in file) reasons.push(file.reason);
    const company = companyOf(deps.registers, request, head);
    if (company !== null) await requireRole(deps, company, context.actor, IMPORTERS);
    const known = { competence: head.competence, source: unreadSource(file) };
    const fileRead = await withRecordedRefusals(deps, context, request, company, known, async () => {
      if ('reason' in file || reasons.length > 0) return refuse(refusedFor(...reasons));
      if (company === null) return refuseUnknown(head);
      refuseCompany(company, head);
      const mapping = request.mapping ?? deps.registers.mappingOf(company.companyId);
      const { competence, chartName } = head;
      const toRead = { path: file.path, fileName: file.name, cnpj: company.cnpj, competence, chartName, mapping };
      const openFile = () => deps.files.openFile(toRead, request.clientId, reading);
      const open = await context.deadline.pauseDuring(openFile);
      return { open, company, findings: await readLines(deps, open, company, context.deadline, known) };
    });
    try {
      return await importLines(deps, fileRead, { head, source: known.source }, request, context);
    } finally {
      fileRead.open.release();
    }
  };
}

/** A file of which nothing was read; without a file, that of no bytes. */
function unreadSource(
  file: FileOnDisk | Readonly<{ reason: ImportReason }>,
): Extract<ImportSource, { name: string }> {
  if ('reason' in file) return { kind: 'unknown', name: '', sha256: hash('sha256', ''), size: 0 };
  return { kind: 'unknown', name: file.name, sha256: file.sha256, size: file.size };
}

/** @param known gets what the lines tell. A file that is refused is released. */
async function readLines(
  deps: FileImporterDeps,
  open: OpenFile,
  company: CompanyFacts,
  deadline: Deadline,
  known: ImportFacts & { source: ReturnType<typeof unreadSource> },
): Promise<FileFindings> {
  try {
    const chart = await chartParts(deps, company, open.chartName, deadline);
    const findings = await deadline.pauseDuring(() => open.read(chart));
    known.source = { ...known.source, kind: findings.interpretation.format };
    known.competence ??= findings.competence;
    const refusal = fileRefusal(findings);
    return refusal === null ? findings : refuse(refusal);
  } catch (error) {
    open.release();
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

type FileRead = Readonly<{ open: OpenFile; company: CompanyFacts; findings: FileFindings }>;

async function importLines(
  deps: FileImporterDeps,
  { open, company: { companyId }, findings }: FileRead,
  { head: { cnpj }, source }: Readonly<{ head: HeadFields; source: ImportSource }>,
  request: ImportRequest,
  context: CommandContext & Readonly<{ deadline: Deadline }>,
): Promise<FileImportResult> {
  const { competence, chartName, interpretation } = findings;
  let checked: CheckResult | null = null;
  const document: OpenDocument = {
    head: { ...findings, companyId, cnpj, source },
    check: async (facts, inputs) =>
      (checked = await context.deadline.pauseDuring(() => open.check(facts, inputs))),
    release: () => undefined,
  };
  const understood = ({ convention, errorKinds, imported }: Partial<CheckResult> = checked ?? {}) => ({
    interpretation: { ...interpretation, convention: convention ?? interpretation.convention },
    errorKinds: errorKinds ?? new Map<string, number>(),
    checked: imported ?? 0,
  });
  try {
    const result = await deps.importTrialBalance(document, request, context);
    return { ...result, interpretation: understood().interpretation, competence, chartName };
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'ImportRefused') throw error;
    return refuse({ ...error.problem, understood: understood() });
  }
}
