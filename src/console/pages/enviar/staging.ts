// Files of the session between their preview and their import: staged, previewed again, imported.
import type { FileOnDisk, FileFields, FileImportResult } from '../../../commands/imports/importFile.js';
import { stageFile, waitingFiles } from '../../../commands/imports/stageFile.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import type { ColumnMapping } from '../../../domain/clients/columnMapping.js';
import { IMPORTERS, MAPPERS } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Registers } from '../../../domain/registers.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import { listCharts } from '../../../projections/views/charts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notFound, personContext, type ConsoleCall } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { ownerOf, stagedInPath } from '../../session/stagedFiles.js';
import { previewOf, type Preview } from './preview.js';

/** The companies for which the person may import, by name. */
export function companiesToImport(
  registers: Pick<Registers, 'companiesOf'>,
  { state: { session } }: ConsoleCall,
): readonly CompanyFacts[] {
  return companiesSeen(registers, session)
    .filter(({ companyId }) => session.access.hasAny(IMPORTERS, companyId))
    .sort((a, b) => a.legalName.localeCompare(b.legalName, 'pt-BR'));
}

/** What the form says of a file. */
export type Sent = Pick<StagedFile, 'companyId' | 'period' | 'chartName'>;

/** The chart asked for, else the only one of the company; null: the file names it. */
export async function chartNameFor(
  { pages }: Pick<ConsoleDependencies, 'pages'>,
  { state: { session } }: ConsoleCall,
  { companyId, chartName }: Pick<Sent, 'companyId' | 'chartName'>,
): Promise<string | null> {
  if (chartName !== null) return chartName;
  const { rows } = await listCharts(pages, { clientId: session.clientId }, { companyId, page: 1, limit: 2 });
  return rows.length === 1 ? (rows[0]?.nome ?? null) : null;
}

/** @throws DomainError for problems that are not about the file's content */
export function preview(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  file: FileOnDisk,
  sent: Sent,
  mapping: ColumnMapping | null,
): Promise<Preview> {
  return previewOf(importing(deps, call, file, sent, { validateOnly: true, mapping }));
}

export function importing(
  { importFile }: Pick<ConsoleDependencies, 'importFile'>,
  call: ConsoleCall,
  file: FileOnDisk,
  { companyId, period, chartName }: Sent,
  how: Readonly<{ validateOnly: boolean; mapping: ColumnMapping | null }>,
): Promise<FileImportResult> {
  const { clientId, access } = call.state.session;
  const fields: FileFields = { companyId: String(companyId), cnpj: null, period, chartName };
  const companyIds = access.companyIds === 'all' ? undefined : access.companyIds;
  const request = { clientId, companyIds, seesReconciliations: true, ...how };
  return importFile(file, fields, request, personContext(call), { signal: clientGone(call) });
}

/** @param file is moved away. @returns the id of the staged file */
export async function stage(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  file: FileOnDisk,
  sent: Sent,
  shown: Preview,
): Promise<string> {
  const { path, name, size, sha256 } = file;
  const facts = { ...ownerOf(call, 'balancete'), ...sent, name, size, sha256, preview: JSON.stringify(shown) };
  return (await stageFile(deps, facts, path)).stagedId;
}

/** An Administrador of the company sees the files that others sent: to correct their columns. */
const seesOf =
  ({ state: { session } }: ConsoleCall) =>
  ({ companyId }: StagedFile): boolean =>
    session.access.hasAny(MAPPERS, companyId);

/** The files that the person may open, oldest first. */
export async function waitingFor(deps: ConsoleDependencies, call: ConsoleCall): Promise<readonly StagedFile[]> {
  const files = await waitingFiles(deps, ownerOf(call, 'balancete'), seesOf(call));
  return files.filter(({ companyId }) => call.state.session.access.hasAny(IMPORTERS, companyId));
}

/** The file in the path. @throws ConsoleRefused PageNotFound for one that is unknown, expired, or not the person's to see */
export async function stagedFile(deps: ConsoleDependencies, call: ConsoleCall): Promise<StagedFile> {
  const staged = await stagedInPath(deps, call, 'balancete', seesOf(call));
  const isSeen = staged !== null && call.state.session.access.hasAny(IMPORTERS, staged.companyId);
  return isSeen ? staged : notFound();
}
