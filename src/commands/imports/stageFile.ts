// Keeps a file for the session that sent it, from its preview to its import. Source: docs/spec/console.md#staged-files.
import { UUID } from '../../domain/kernel/ids.js';
import { randomUUID } from 'node:crypto';
import { refuse } from '../../domain/problem.js';
import type { Clock } from '../kernel/context.js';
import { STAGED_MS, type StagedFile, type StagedFiles } from './stagedFiles.js';

/** A file that is being read when it expires stays that long. */
const GRACE_MS = 5 * 60_000;
export const SWEEP_EVERY_MS = 5 * 60_000;
/** Files of one owner for one page; a further one replaces the oldest. */
export const STAGED_FILES_MAX = 5;

export type StagingDeps = Readonly<{
  stagedFiles: StagedFiles;
  clock: Pick<Clock, 'now'>;
  /** Of all files; a client may hold half of it. */
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
    ...{ stagedId: randomUUID(), mapping: null, expiresAtMs: now + STAGED_MS },
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
