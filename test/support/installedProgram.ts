// Whether a program that some tests need is installed; where it is not, they are skipped and say so on stderr.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isInstalled(program: string): boolean {
  const found = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) process.stderr.write(`skipped: what needs ${program}, which is not installed\n`);
  return found;
}
