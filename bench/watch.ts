// Samples memory and metrics of a running service during a measurement.
import { readFileSync, readdirSync } from 'node:fs';

const EVERY_MS = 20;

/** The most that `/metrics` showed at any time. */
export function watchFilesRead(port: number): Readonly<{ stop(): Promise<{ reading: number; waiting: number }> }> {
  const most = { reading: 0, waiting: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const name of ['reading', 'waiting'] as const) {
        const value = new RegExp(`^report_files_${name} (\\d+)$`, 'm').exec(text)?.[1];
        if (value === undefined) throw new Error(`no report_files_${name} in /metrics`);
        most[name] = Math.max(most[name], Number(value));
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return most;
    },
  };
}

/** Memory of a process and of all it started, over what it was before, at its peak. */
export function watchGrowth(pid: number): Readonly<{ stop(): number }> {
  const before = treeMb(pid);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, treeMb(pid))), EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak - before;
    },
  };
}

function treeMb(pid: number): number {
  let sum = 0;
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      const status = readFileSync(`/proc/${one}/status`, 'utf8');
      sum += Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').map(Number).filter(Boolean),
    );
  } catch {
    return [];
  }
}
