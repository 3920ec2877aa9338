// The import of a file: its fields, its company, its reading, and then the one import path that every document takes.
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { ImportSource } from '../../domain/books/events.js';
import type { ImportReason } from '../../domain/trialBalance/refusals.js';
import { CHART_NAME_LENGTH_MAX, isStorable } from '../../domain/trialBalance/lines/textLimits.js';
import { DomainError, refuse } from '../../domain/problem.js';
import { parseCnpj } from '../../domain/kernel/cnpj.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { chartByName, readChartParts } from '../registers/charts.js';
import type { CommandContext } from '../kernel/context.js';
import { withDeadline, type Deadline } from '../kernel/deadline.js';
import { companyOf, refuseCompany } from './importCompany.js';
import { detectKind } from '../../files/formats/detect.js';
import type { FilePool, ReadFile } from '../../workers/files/filePool.js';
import type { FileSources } from '../../workers/files/hostedReader.js';
import type { Interpretation } from '../../files/interpretation.js';
import { FileRefused } from '../../files/formats/table.js';
import type { DocumentHead, OpenDocument } from './document.js';
import {
  type ImportRequest,
  type ImportResult,
  type ImportTrialBalance,
  type ImporterDeps,
} from './importTrialBalance.js';
import { readParts } from '../kernel/parts.js';
import { recordRefusal } from './recordRefusal.js';

/** A file at rest: the caller keeps it until the import is done, and removes it. `sha256` in hexadecimal. */
export type FileAtRest = Readonly<{ path: string; name: string; size: number; sha256: string }>;

/** Text as sent; null where nothing, or an empty text, was. */
export type FileFields = Readonly<{
  companyId: string | null;
  cnpj: string | null;
  period: string | null;
  chartName: string | null;
}>;

export type FileImportResult = ImportResult & Readonly<{ interpretation: Interpretation }>;

/**
 * @param file null with the reason why there is none
 * @throws DomainError with the problem to be answered
 */
export type ImportFile = (
  file: FileAtRest | Readonly<{ reason: ImportReason }>,
  fields: FileFields,
  request: ImportRequest,
  context: CommandContext,
  onProgress?: (rows: number) => void,
) => Promise<FileImportResult>;

export type FileImporterDeps = ImporterDeps &
  Readonly<{ pool: Pick<FilePool, 'read'>; importTrialBalance: ImportTrialBalance }>;

type Asked = Readonly<{
  companyId: number | null;
  cnpj: string | null;
  competence: Competence | null;
  chartName: string | null;
}>;

export function createFileImporter(deps: FileImporterDeps): ImportFile {
  return async (file, fields, request, given, onProgress) => {
    const context = withDeadline(given, deps.clock);
    const reasons: ImportReason[] = [];
    const asked = readFields(fields, reasons);
    if ('reason' in file) reasons.push(file.reason);
    if ('reason' in file || reasons.length > 0)
      return refuse({ is: 'ImportRefused', reasons, lineErrors: [], lineErrorCount: 0 });
    const company = companyOf(deps.registers, request.clientId, asked);
    const read = await readOf(deps, file, { asked, company }, request, context, onProgress);
    try {
      return await imported(deps, file, { asked, company, read }, request, context);
    } finally {
      read.release();
    }
  };
}

/** From here on the company is known: what is refused is recorded (docs/spec/imports.md#recorded-refusals). */
async function readOf(
  deps: FileImporterDeps,
  file: FileAtRest,
  { asked, company }: Readonly<{ asked: Asked; company: CompanyFacts }>,
  request: ImportRequest,
  context: CommandContext & Readonly<{ deadline: Deadline }>,
  onProgress: ((rows: number) => void) | undefined,
): Promise<ReadFile> {
  let source: ImportSource = { kind: 'unknown', name: file.name, sha256: file.sha256, size: file.size };
  let competence = asked.competence;
  try {
    refuseCompany(company, asked);
    const job = {
      path: file.path,
      kind: await detectKind(file.path),
      request: {
        fileName: file.name,
        cnpj: company.cnpj,
        competence: asked.competence,
        chartName: asked.chartName,
        mapping: deps.registers.mappingOf(company.companyId),
      },
    };
    const { deadline } = context;
    const sources = sourcesOf(deps, company, deadline);
    const read = await deadline.computing(() => deps.pool.read(job, sources, onProgress));
    const { reasons, lineErrors, lineErrorCount } = read.findings;
    if (reasons.length === 0 && lineErrorCount === 0) return read;
    read.release();
    source = { ...source, kind: read.findings.interpretation.format };
    competence ??= read.findings.competence;
    return refuse({ is: 'ImportRefused', reasons, lineErrors, lineErrorCount });
  } catch (thrown) {
    const error =
      thrown instanceof FileRefused
        ? new DomainError({ is: 'ImportRefused', reasons: [thrown.reason], lineErrors: [], lineErrorCount: 0 })
        : thrown;
    if (error instanceof DomainError && !request.validateOnly)
      await recordRefusal(deps, context, company, competence, source, error.problem);
    throw error;
  }
}

async function imported(
  deps: FileImporterDeps,
  file: FileAtRest,
  { asked, company, read }: Readonly<{ asked: Asked; company: CompanyFacts; read: ReadFile }>,
  request: ImportRequest,
  context: CommandContext & Readonly<{ deadline: Deadline }>,
): Promise<FileImportResult> {
  const { findings } = read;
  const { competence, chartName, received, interpretation } = findings;
  const { name, size, sha256 } = file;
  const head: DocumentHead = {
    companyId: company.companyId,
    cnpj: asked.cnpj,
    competence,
    chartName,
    received,
    source: { kind: interpretation.format, name, sha256, size },
    reasons: [],
    lineErrors: [],
    lineErrorCount: 0,
  };
  let convention = interpretation.convention;
  const document: OpenDocument = {
    head,
    async check(facts, supply) {
      const verdict = await context.deadline.computing(() => read.check(facts, supply));
      convention = verdict.convention;
      return verdict;
    },
    release: () => undefined,
  };
  const result = await deps.importTrialBalance(document, request, context);
  return { ...result, interpretation: { ...interpretation, convention } };
}

function sourcesOf(deps: FileImporterDeps, company: CompanyFacts, deadline: Deadline): FileSources {
  const chart: FileSources['chart'] = (chartId, version) =>
    deadline.within(readChartParts(deps, chartId, version));
  return {
    async chartNamed(name) {
      const found = await deadline.within(chartByName(deps, company.companyId, name));
      if (found === null) return null;
      const { chartId, version } = found;
      return { chartId, version, parts: await chart(chartId, version) };
    },
    chart,
    lines: (stream) => deadline.within(readParts(deps.log, stream)),
  };
}

/** In the order of docs/spec/imports.md#refusals. */
function readFields(fields: FileFields, reasons: ImportReason[]): Asked {
  const competence = fields.period === null ? null : parseCompetence(fields.period);
  if (fields.period !== null && competence === null) reasons.push({ is: 'PeriodInvalid' });
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
