// Starts a compiled script as a process of its own and reads its lines; a test ends it by `kill`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from '../../../../support/until.js';

export type ChildLines = Readonly<{
  lines: readonly string[];
  /** Resolves once there are so many lines that fit; fails when the process ends before, or takes too long. */
  until(count: number, fits?: (line: string) => boolean): Promise<void>;
  /** SIGKILL; resolves when the process is gone and every line it wrote was read. */
  kill(): Promise<void>;
  /** Resolves when the process ended by itself, with its exit status. */
  ended(): Promise<number | null>;
  errors(): string;
}>;

/** @param through a command to run it under, as in strace */
export function startScript(name: string, args: readonly string[], through: readonly string[] = []): ChildLines {
  const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  const [command = '', ...rest] = [...through, process.execPath, script, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = '';
  let isOver = false;
  const changed = () => waiting.forEach((look) => look());
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    changed();
  });
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const over = once(child, 'close').then(([status]) => {
    isOver = true;
    changed();
    return status as number | null;
  });
  return {
    lines,
    errors: () => errors,
    until: (count, fits = () => true) =>
      new Promise((resolve, reject) => {
        const stop = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = () => {
          if (lines.filter(fits).length >= count) stop(resolve);
          else if (isOver) stop(() => reject(new Error(`${name} ended: ${errors}`)));
        };
        const timer = setTimeout(() => stop(() => reject(new Error(`${name} is slow: ${errors}`))), PATIENCE_MS);
        waiting.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await over;
    },
    ended: () => over,
  };
}
