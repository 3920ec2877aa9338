// What the kernel says of a process: its memory and its processor time.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Of the kernel's clock, on every architecture Linux runs Node on. */
const TICKS_PER_SECOND = 100;
const LOOK_EVERY_MS = 50;

export type MemoryWatch = Readonly<{ peakMb(): number; stop(): void }>;

/** Watches processes, those that come later included; the peak is that of the largest with all it started. */
export function watchMemory(pids: () => readonly number[]): MemoryWatch {
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of pids()) peak = Math.max(peak, anonymousMbOf(pid));
  }, LOOK_EVERY_MS);
  return { peakMb: () => peak, stop: () => clearInterval(timer) };
}

/**
 * RssAnon of a process and of those it started. The rest of RSS is mostly mapped pages of the log, which the
 * kernel can take back.
 */
export function anonymousMbOf(pid: number): number {
  const own = Number(/^RssAnon:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;
  return childrenOf(pid).reduce((sum, child) => sum + anonymousMbOf(child), own);
}

function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).flatMap((task) =>
    textOf(`${tasks}/${task}/children`).split(' ').map(Number).filter(Boolean),
  );
}

/** Milliseconds a process with all its threads has run so far, in user and kernel mode. */
export function cpuMsOf(pid: number): number {
  // The name before may hold spaces; utime and stime are the 12th and 13th after it.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}

/** Empty for a process or thread that is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
