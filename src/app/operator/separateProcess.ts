// A command in a process of its own. lmdb reads the log's file as memory: where pages are cut off or are no pages, the
// system ends whoever looks at them, without a word. To `verify` that is an answer, so somebody else has to look.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Set for the process that does the work. */
const CHILD_PROCESS_VARIABLE = 'OPERATOR_APART';
/** What the system, or lmdb itself, ends a process with whose memory is not what it should be. */
const DAMAGE: ReadonlySet<string> = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT']);

/** True for the process that others wait for. */
export function isChildProcess(env: NodeJS.ProcessEnv): boolean {
  return env[CHILD_PROCESS_VARIABLE] !== undefined;
}

/** @returns the exit status of this program, run once more with the same arguments; null when the log ended it */
export async function runInChildProcess(): Promise<number | null> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [CHILD_PROCESS_VARIABLE]: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== null && DAMAGE.has(signal)) return null;
  return status ?? 1;
}
