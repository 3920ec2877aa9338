// Memory of processes from /proc. RssAnon is private memory; the rest of RSS is mostly mapped pages of the log, which the kernel
// can reclaim.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type MemoryPeak = Readonly<{ rssMb: number; anonymousMb: number }>;
export type MemoryWatch = Readonly<{ peak(): MemoryPeak; stop(): void }>;

const LOOK_EVERY_MS = 100;

/** Watches processes, those that come later included; the peak is that of the largest single one. */
export function watchMemory(pids: () => readonly number[]): MemoryWatch {
  let peak: MemoryPeak = { rssMb: 0, anonymousMb: 0 };
  const timer = setInterval(() => {
    for (const pid of pids()) {
      const { rssMb, anonymousMb } = memoryOf(pid);
      peak = { rssMb: Math.max(peak.rssMb, rssMb), anonymousMb: Math.max(peak.anonymousMb, anonymousMb) };
    }
  }, LOOK_EVERY_MS);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

export function memoryOf(pid: number): MemoryPeak {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return { rssMb: 0, anonymousMb: 0 };
  const status = readFileSync(path, 'utf8');
  const megabytes = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { rssMb: megabytes('VmRSS'), anonymousMb: megabytes('RssAnon') };
}

/** Megabytes on the disk by file, the largest first. */
export function fileSizes(folder: string): readonly (readonly [string, number])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, statSync(join(folder, name))] as const)
    .filter(([, stat]) => stat.isFile())
    .map(([name, stat]) => [name, (stat.blocks * 512) / 1_048_576] as const)
    .sort(([, a], [, b]) => b - a);
}
