// Proves a backup without changing it: files against the manifest, databases, the log against its seals, and the
// evidence that the log names. A file that differs is not opened.
import {
  LOG,
  QUEUE,
  findMissingEvidence,
  isQueueOfLog,
  logState,
  makeBackup,
  type BackupConfig,
  type PrintLine,
} from './makeBackup.js';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { unlessGone } from '../../../stores/files/paths.js';
import { join, resolve } from 'node:path';
import { PROBLEMS_MAX, verify } from '../../../commands/log/verify.js';
import { progress, problems as said } from '../../../messages/operator/backups.js';
import { findingSentence } from '../../../messages/operator/log.js';
import { isLogDamage } from '../../../messages/startFailures.js';
import type { BackupSummary, Backups } from '../../../operator/dependencies.js';
import { progressCounter } from '../../../operator/session.js';
import { openReadOnlyLog } from '../../../stores/log/sqlite/embeddedLog.js';
import { isWholeSqlite } from '../../../stores/sqlite/sqliteFile.js';
import { isReadOnly, openReadOnlyFolder } from '../readOnlyFolder.js';
import { MANIFEST, bytesOf, readManifest, sumFile, type BackupFile, type BackupManifest } from './files.js';
import { mustBeRestorable, restore } from './restore.js';

/** `problems`: sentences, at most PROBLEMS_MAX and one that counts the rest. */
export type VerifiedBackup = Readonly<{ manifest: BackupManifest; problems: readonly string[] }>;

/** @throws Refused when the folder holds no backup */
export async function verifyBackup(dir: string, printLine: PrintLine): Promise<VerifiedBackup> {
  const manifest = await readManifest(dir);
  printLine(progress.verifying(manifest.files.length, bytesOf(manifest)));
  const problems: string[] = [];
  const whole = new Set<string>();
  for (const file of manifest.files) {
    const problem = await fileProblem(dir, file);
    if (problem === null) whole.add(file.path);
    else problems.push(problem);
  }
  const damaged = [...whole].filter((path) => path.endsWith('.db') && !isWholeSqlite(join(dir, path)));
  problems.push(...damaged.map((path) => (path === LOG ? said.log : said.database(path))));
  damaged.forEach((path) => whole.delete(path));
  if (whole.has(LOG)) problems.push(...(await logProblems(dir, manifest, whole.has(QUEUE), printLine)));
  else if (manifest.log !== null && problems.length === 0) problems.push(said.noLog);
  const moreCount = problems.length - PROBLEMS_MAX;
  return {
    manifest,
    problems: moreCount > 0 ? [...problems.slice(0, PROBLEMS_MAX), `e mais ${moreCount}`] : problems,
  };
}

async function fileProblem(dir: string, { path, bytes, sha256 }: BackupFile): Promise<string | null> {
  const file = join(dir, path);
  const stats = await unlessGone(lstat(file));
  if (stats?.isFile() !== true) return said.missing(path);
  if (stats.size !== bytes) return said.size(path, bytes, stats.size);
  return (await sumFile(file)).sha256 === sha256 ? null : said.content(path);
}

async function logProblems(
  dir: string,
  manifest: BackupManifest,
  hasQueue: boolean,
  printLine: PrintLine,
): Promise<readonly string[]> {
  const log = await openReadOnlyLog(join(dir, LOG)).catch((error: unknown) => {
    if (isLogDamage(error)) return null;
    throw error;
  });
  if (log === null) return [said.log];
  try {
    const report = await verify(log, {
      onProgress: progressCounter({ progress: printLine }, 'eventos conferidos'),
    });
    const problems = report.problems.map(findingSentence);
    if (report.problems.some(({ is }) => is === 'LogUnreadable')) return problems;
    if (JSON.stringify(await logState(log)) !== JSON.stringify(manifest.log)) problems.push(said.otherLog);
    if (hasQueue && !(await isQueueOfLog(dir, log))) problems.push(said.queueNotOfLog);
    const paths = new Set(manifest.files.map(({ path }) => path));
    const missingIds = new Set(manifest.missingEvidence.map(({ evidenceId }) => evidenceId));
    const missing = manifest.hasEvidence ? await findMissingEvidence(log, (path) => paths.has(path)) : [];
    for (const { clientId, evidenceId, sha256 } of missing)
      if (!missingIds.has(evidenceId)) problems.push(said.evidence(clientId, evidenceId, sha256));
    return problems;
  } finally {
    await log.close();
  }
}

export function openBackups(config: BackupConfig): Backups {
  return {
    isBackup: (dir) => existsSync(join(dir, MANIFEST)),
    async make(dir, printLine) {
      if (!isReadOnly(config))
        return summaryOf({ manifest: await makeBackup(config, dir, printLine), problems: [] });
      const folder = await openReadOnlyFolder(config);
      try {
        return summaryOf({ manifest: await makeBackup(folder.config, dir, printLine), problems: [] });
      } finally {
        await folder.close();
      }
    },
    verify: async (dir, printLine) => summaryOf(await verifyBackup(resolve(dir), printLine)),
    async restore(dir, printLine) {
      await mustBeRestorable(config, dir, await readManifest(resolve(dir)));
      const verified = await verifyBackup(resolve(dir), printLine);
      if (verified.problems.length === 0) await restore(config, resolve(dir), verified.manifest, printLine);
      return summaryOf(verified);
    },
  };
}

function summaryOf({ manifest, problems }: VerifiedBackup): BackupSummary {
  const { events = 0, seal = null } = manifest.log ?? {};
  return { ok: problems.length === 0, events, bytes: bytesOf(manifest), seal, problems };
}
