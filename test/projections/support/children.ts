// Processes a test starts, and kills.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROJECTOR = fileURLToPath(new URL('./projectorProcess.js', import.meta.url));

const running = new Set<ChildProcess>();

/** After each test: what it left running. */
export async function killAll(): Promise<void> {
  const ended = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ended);
}

export function startProjectorProcess(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [PROJECTOR, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const ended = once(child, 'exit').then(([, signal]) => {
    running.delete(child);
    return signal as string | null;
  });
  return {
    child,
    /** Resolves with the signal that ended it, or null. */
    ended,
    /** Resolves once it shows everything. */
    live: once(child.stdout, 'data').then(() => undefined),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
