// Imports local files with the same worker pool and handler as uploads.
import type { FileFields } from '../domain/trialBalance/documentFields.js';
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createFileImporter, type FileImportResult, type FileOnDisk } from '../commands/imports/importFile.js';
import { createImporter } from '../commands/imports/importTrialBalance.js';
import { createStoredInputs } from '../commands/imports/storedInputs.js';
import type { CommandContext } from '../commands/kernel/context.js';
import type { CompanyFacts } from '../domain/clients/events.js';
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import type { OperatorDependencies } from './dependencies.js';
import { Refused } from './refusalText.js';

type FileToImport = Pick<FileFields, 'period' | 'chartName'> & Readonly<{ path: string; company: CompanyFacts }>;

export async function importFileOnDisk(
  deps: OperatorDependencies,
  { path, company, period, chartName }: FileToImport,
  context: CommandContext,
  { validateOnly, onRows }: Readonly<{ validateOnly: boolean; onRows(rows: number): void }>,
): Promise<FileImportResult> {
  const file = await fileOnDisk(path);
  const files = await deps.openFileReader();
  try {
    const stored = createStoredInputs(deps.log);
    const importDeps = { ...deps, registers: deps.registers.registers, stored };
    const importFile = createFileImporter({
      ...importDeps,
      files,
      importTrialBalance: createImporter(importDeps),
    });
    const formFields = { companyId: String(company.companyId), cnpj: null, period, chartName };
    const request = { clientId: company.clientId, validateOnly, seesReconciliations: true };
    return await importFile(file, formFields, request, context, { onRows });
  } finally {
    await files.close();
  }
}

/** Interprets the file without a chart. */
export async function readFindings(
  deps: OperatorDependencies,
  path: string,
  company: CompanyFacts,
): Promise<FileFindings> {
  const { name } = await fileOnDisk(path);
  const files = await deps.openFileReader();
  try {
    const mapping = deps.registers.registers.mappingOf(company.companyId);
    const { cnpj, clientId } = company;
    const toRead = { path, fileName: name, cnpj, competence: null, chartName: null, mapping };
    const file = await files.openFile(toRead, clientId);
    return await file.read(null).finally(() => file.release());
  } finally {
    await files.close();
  }
}

/** @throws Refused */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw unreadable(path, error, 'Não é um JSON legível');
  }
}

/** @throws Refused */
export async function fileOnDisk(path: string): Promise<FileOnDisk> {
  try {
    const { size } = await stat(path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    return { path, name: basename(path), size, sha256: hash.digest('hex') };
  } catch (error) {
    throw unreadable(path, error, 'Não foi possível ler');
  }
}

function unreadable(path: string, error: unknown, otherwise: string): Refused {
  const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new Refused(`${isAbsent ? 'Não existe' : otherwise} o arquivo ${basename(path)}`);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Has files written under temporary names beside their own, then renames them over what is there. A failure or a
 * signal that ends the process removes the temporary files.
 * @param write gets the temporary names; they keep the extensions
 * @returns what `write` returns @throws what it throws
 */
export async function writeWhole<Result>(
  paths: readonly string[],
  write: (partial: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const partial = paths.map((path) => path.replace(/(\.\w+)?$/, `.${process.pid}.parcial$1`));
  const remove = (): void => partial.forEach((path) => rmSync(path, { force: true }));
  const end = (signal: NodeJS.Signals): void => {
    remove();
    // Without a listener, the signal ends the process.
    for (const listened of SIGNALS) process.off(listened, end);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    const result = await write(partial);
    for (const [at, path] of paths.entries()) await rename(partial[at] ?? '', path);
    return result;
  } catch (error) {
    remove();
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
