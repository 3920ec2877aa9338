// Files that wait between their preview and their import, so that any process can import them: a document each,
// beside a folder with the content. The document is written last and removed first. They are thrown away after an
// hour at most and are in no backup. Source: docs/spec/console.md#staged-files.
import { randomUUID } from 'node:crypto';
import { UUID } from '../../domain/kernel/ids.js';
import { refuse } from '../../domain/problem.js';
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import type { Clock } from '../kernel/context.js';
import { collection, type Documents } from '../kernel/documents.js';
import type { Files } from '../kernel/files.js';

/** How long a file can be found; with the grace and the interval of sweeps it is gone after an hour. */
export const STAGED_MS = 45 * 60_000;

export type StagedFile = Readonly<{
  /** A UUID. */
  stagedId: string;
  /** What it is for: a file for one page is not found by another. */
  purpose: 'balancete' | 'plano' | 'conciliacao';
  /** The session that staged it. */
  owner: string;
  /** The person who staged it, a UUID. */
  personId: string;
  clientId: number;
  companyId: number;
  /** Period as typed; null where left to the file. */
  period: string | null;
  chartName: string | null;
  name: string;
  size: number;
  sha256: string;
  /** Columns corrected for this file alone; null: those of the company. */
  mapping: ColumnMapping | null;
  /** What the last preview showed, as JSON: only that is imported. */
  preview: string;
  /** Time in ms since 1970. */
  expiresAtMs: number;
}>;

/** Version of the console's previews, raised once one of them changes: others count as expired. */
const PREVIEWS = 2;

type Staged = Omit<StagedFile, 'stagedId'> & Readonly<{ _id: string; previews?: number }>;

export const stagedFiles = collection<Staged>('stagedFiles');
const CONTENT = 'content';

export type StagedFiles = ReturnType<typeof openStagedFiles>;

export function openStagedFiles(documents: Documents, files: Files) {
  /** Ignores unknown files. */
  async function remove(stagedId: string): Promise<void> {
    await documents.delete(stagedFiles, { _id: stagedId });
    await files.remove(stagedId);
  }
  return {
    remove,
    /** Takes the file at the path, which may be moved. Others see it when it is complete. */
    async put({ stagedId, ...facts }: StagedFile, path: string) {
      await files.take(stagedId, CONTENT, path);
      await documents.insert(stagedFiles, [{ _id: stagedId, ...facts, previews: PREVIEWS }]);
    },
    /** Without regard to expiry. Null for unknown files. */
    async find(stagedId: string): Promise<StagedFile | null> {
      const document = await documents.get(stagedFiles, stagedId);
      return document && asStaged(document);
    },
    /** Without regard to expiry. */
    all: async () => (await documents.find(stagedFiles, {})).map(asStaged),
    /** Ignores unknown files. */
    async change(
      stagedId: string,
      changes: Partial<Pick<StagedFile, 'period' | 'chartName' | 'mapping' | 'preview'>>,
    ) {
      await documents.update(stagedFiles, { _id: stagedId }, { set: changes });
    },
    /** As of `Files`. @returns null for unknown files */
    async withFile<Result>(stagedId: string, dir: string, work: (path: string) => Promise<Result>) {
      const document = await documents.get(stagedFiles, stagedId);
      return document && files.withFile(stagedId, CONTENT, dir, work);
    },
    /** Removes what expired before a time, and what interrupted runs left. */
    async purge(beforeMs: number) {
      for (const { _id } of await documents.find(stagedFiles, { expiresAtMs: { below: beforeMs } }))
        await remove(_id);
      await files.purge(beforeMs - STAGED_MS);
    },
  };
}

function asStaged({ _id: stagedId, previews, ...facts }: Staged): StagedFile {
  return { stagedId, ...facts, ...(previews !== PREVIEWS && { expiresAtMs: 0 }) };
}

/** A file that is being read when it expires stays that long. */
const GRACE_MS = 5 * 60_000;
export const SWEEP_EVERY_MS = 5 * 60_000;
/** Files of one owner for one page; a further one replaces the oldest. */
export const STAGED_FILES_MAX = 5;

export type StagingDeps = Readonly<{
  stagedFiles: StagedFiles;
  clock: Pick<Clock, 'now'>;
  /** Limit of all files; a client may hold half of it. */
  stagedBytesMax: number;
}>;

export type FileToStage = Omit<StagedFile, 'stagedId' | 'mapping' | 'expiresAtMs'>;

/** @throws DomainError `Unavailable` when there is no room */
export async function stageFile(deps: StagingDeps, file: FileToStage, path: string): Promise<StagedFile> {
  const { stagedFiles, clock, stagedBytesMax } = deps;
  const now = clock.now().getTime();
  const waiting = (await stagedFiles.all()).filter(({ expiresAtMs }) => expiresAtMs > now);
  const ownFiles = waiting
    .filter(({ owner, purpose }) => owner === file.owner && purpose === file.purpose)
    .sort((a, b) => a.expiresAtMs - b.expiresAtMs);
  const replaced = ownFiles.slice(0, Math.max(0, ownFiles.length - STAGED_FILES_MAX + 1));
  const remaining = waiting.filter((each) => !replaced.includes(each));
  const ofClient = remaining.filter(({ clientId }) => clientId === file.clientId);
  if (bytesOf(remaining) + file.size > stagedBytesMax || bytesOf(ofClient) + file.size > stagedBytesMax / 2)
    return refuse({ is: 'Unavailable' });
  for (const { stagedId } of replaced) await stagedFiles.remove(stagedId);
  const staged = {
    ...file,
    stagedId: randomUUID(),
    mapping: null,
    expiresAtMs: now + STAGED_MS,
  };
  await stagedFiles.put(staged, path);
  return staged;
}

export type Stager = Pick<StagedFile, 'purpose' | 'owner' | 'personId' | 'clientId'>;

/**
 * @param sees whether the file of another session of the client is shown
 * @returns null for a file that is unknown, expired, for another page, or another owner's
 */
export async function stagedFileOf(
  { stagedFiles, clock }: StagingDeps,
  stagedId: string,
  stager: Stager,
  sees: (staged: StagedFile) => boolean = () => false,
): Promise<StagedFile | null> {
  const staged = UUID.test(stagedId) ? await stagedFiles.find(stagedId) : null;
  return staged !== null && isSeenBy(staged, stager, sees, clock) ? staged : null;
}

/** The files that `stagedFileOf` finds, oldest first. */
export async function waitingFiles(
  { stagedFiles, clock }: StagingDeps,
  stager: Stager,
  sees: (staged: StagedFile) => boolean,
): Promise<readonly StagedFile[]> {
  const waiting = (await stagedFiles.all()).filter((staged) => isSeenBy(staged, stager, sees, clock));
  return waiting.sort((a, b) => a.expiresAtMs - b.expiresAtMs);
}

function isSeenBy(
  staged: StagedFile,
  { purpose, owner, clientId }: Stager,
  sees: (staged: StagedFile) => boolean,
  clock: Pick<Clock, 'now'>,
): boolean {
  if (staged.clientId !== clientId || staged.purpose !== purpose) return false;
  return staged.expiresAtMs > clock.now().getTime() && (staged.owner === owner || sees(staged));
}

/** Sweeps now and every five minutes. @returns ends that */
export function sweepStagedFiles(
  { stagedFiles, clock }: Pick<StagingDeps, 'stagedFiles' | 'clock'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweeping.then(() => stagedFiles.purge(clock.now().getTime() - GRACE_MS)).catch(onError);
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

function bytesOf(files: readonly StagedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
