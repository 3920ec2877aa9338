// A limit on the memory of a process and its threads (a control group, version 1 or 2). Only root can make one;
// where it cannot be made, a test says so on stderr and is skipped.
import { mkdirSync, existsSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';

export type MemoryLimit = Readonly<{
  /** A command to put before another one, which then runs within the limit from its start. */
  through: readonly string[];
  remove(): void;
}>;

/** @returns null where no limit can be set */
export function limitMemory(bytes: number): MemoryLimit | null {
  const isV1 = existsSync(join(ROOT, 'memory', 'memory.limit_in_bytes'));
  const folder = join(ROOT, isV1 ? 'memory' : '', `reconciliation-${process.pid}-${Date.now()}`);
  try {
    mkdirSync(folder);
    if (isV1) writeFileSync(join(folder, 'memory.limit_in_bytes'), String(bytes));
    else {
      writeFileSync(join(folder, 'memory.max'), String(bytes));
      writeFileSync(join(folder, 'memory.swap.max'), '0');
    }
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return {
    through: ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    remove: () => rmdirSync(folder),
  };
}
