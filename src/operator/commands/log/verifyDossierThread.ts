// Entry point of a thread that verifies one dossier: what a hostile file makes of its heap ends the thread, not the program.
import { parentPort, workerData } from 'node:worker_threads';
import { withDossier } from '../../../dossier/readZip.js';
import { verifyDossier, type Verified } from '../../../dossier/verifyDossier.js';
import { NotADossier, type NoDossier } from '../../../dossier/zipIndex.js';

/** `kept`: texts of checkpoints. */
export type VerifyThreadData = Readonly<{ path: string; kept: readonly string[] }>;
export type VerifyThreadAnswer = Verified | NoDossier | 'unreadable';

parentPort?.postMessage(await answered(workerData as VerifyThreadData));

async function answered({ path, kept }: VerifyThreadData): Promise<VerifyThreadAnswer> {
  try {
    return await withDossier(path, (files) => verifyDossier(files, kept));
  } catch (error) {
    if (error instanceof NotADossier) return error.why;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return 'unreadable';
    throw error;
  }
}
