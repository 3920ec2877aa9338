// The folder of uploaded files. Each process has a subfolder named by its process id, so a starting process can delete
// those of dead ones.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Deletes the folders of dead processes. @returns this process's folder, empty */
export function prepareUploads(uploadsDir: string): string {
  mkdirSync(uploadsDir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(uploadsDir))
    if (!isOfRunningProcess(name)) rmSync(join(uploadsDir, name), { recursive: true, force: true });
  const own = join(uploadsDir, String(process.pid));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

export function removeUploads(own: string): void {
  rmSync(own, { recursive: true, force: true });
}

/** False for this process's own id: the folder is left from a dead process that had the same id. */
function isOfRunningProcess(name: string): boolean {
  const pid = /^[1-9][0-9]*$/.test(name) ? Number(name) : 0;
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
