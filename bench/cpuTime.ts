// Processor time of processes, as the kernel counts it.
import { existsSync, readFileSync } from 'node:fs';

/** Of the kernel's clock, on every architecture Linux runs Node on. */
const TICKS_PER_SECOND = 100;

/** Milliseconds a process with all its threads has run so far, in user and kernel mode; 0 for one that is gone. */
export function cpuMsOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  // The name before may hold spaces; utime and stime are the 12th and 13th after it.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}
