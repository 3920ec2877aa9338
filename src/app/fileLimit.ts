// Checks how many files this process may open. Imports one module after another: with a low limit,
// loading many at once would fail.
import { readFileSync } from 'node:fs';

/** @returns the message and the exit status; null if enough files may be opened, or the limit is unknown */
export async function fewFilesRefusal(): Promise<Readonly<{ text: string; status: number }> | null> {
  const limit = openFilesLimit();
  const { fewFilesSentence, OPEN_FILES_MIN } = await import('../messages/startFailures.js');
  if (limit === null || limit >= OPEN_FILES_MIN) return null;
  const { EXIT_BAD_CONFIG } = await import('./configError.js');
  return { text: fewFilesSentence(limit), status: EXIT_BAD_CONFIG };
}

function openFilesLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
