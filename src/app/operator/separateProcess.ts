// Runs a command in a child process. lmdb maps the log's file into memory, so the system kills a process that reads a
// truncated or damaged page. `verify` must report that, so a child process reads the log.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Set in the child process. */
const CHILD_PROCESS_VARIABLE = 'OPERATOR_APART';
/** Signals that end a process which reads a damaged page. */
const DAMAGE_SIGNALS: ReadonlySet<string> = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT']);

/** A child process ends with its parent, however that ends. */
export function isChildProcess(env: NodeJS.ProcessEnv): boolean {
  if (env[CHILD_PROCESS_VARIABLE] === undefined) return false;
  const end = () => process.kill(process.pid, 'SIGKILL');
  if (!process.connected) end();
  process.on('disconnect', end);
  process.channel?.unref();
  return true;
}

/** Runs this program with the same arguments. @returns its exit status; null when a damaged log killed it */
export async function runInChildProcess(): Promise<number | null> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [CHILD_PROCESS_VARIABLE]: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== null && DAMAGE_SIGNALS.has(signal)) return null;
  return status ?? 1;
}

/** How long the output of an ended command has to be written. */
const OUTPUT_MS = 2_000;

/** Ends this process although a thread of lmdb waits for a stopped process; `exit` would wait for the thread. */
export function endThoughStalled(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), OUTPUT_MS).unref();
}
