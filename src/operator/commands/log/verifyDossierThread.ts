// Entry point of a thread that verifies one dossier: a hostile file's heap ends the thread, not the program.
import { NotADossier, withDossier, type NoDossier } from '../../../dossier/readZip.js';
import { verifyDossier, type Verified } from '../../../dossier/verifyDossier.js';
import { serve } from '../../../runtime/thread.js';

/** `kept`: texts of checkpoints. */
export type DossierFile = Readonly<{ path: string; kept: readonly string[] }>;
export type DossierVerdict = Verified | NoDossier | 'unreadable';

const handlers = { verify };
export type VerifyHandlers = typeof handlers;

serve(handlers);

async function verify({ path, kept }: DossierFile): Promise<DossierVerdict> {
  try {
    return await withDossier(path, (files) => verifyDossier(files, kept));
  } catch (error) {
    if (error instanceof NotADossier) return error.why;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return 'unreadable';
    throw error;
  }
}
