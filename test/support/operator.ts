// The operator's command line on a data folder: run inside this process (`operator`), for a process of its own takes a
// hundred times as long, or as the operator starts it (`operatorProcess`), where streams, exit or damage are the matter.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config.js';
import { ConfigError, EXIT_BAD_CONFIG } from '../../src/app/configError.js';
import { openOperatorLog } from '../../src/app/operator/openOperatorLog.js';
import { openOperatorDependencies } from '../../src/app/operator/openOperatorDependencies.js';
import { runOperator } from '../../src/operator/program.js';
import { cleanEnv, distDir } from './service.js';

export type OperatorRun = Readonly<{ status: number | null; stdout: string; stderr: string }>;
type Env = Readonly<Record<string, string>>;
type Run = (dataDir: string, args: readonly string[], env?: Env) => Promise<OperatorRun>;

let last: Promise<unknown> = Promise.resolve();

/** `operator …` in this process; one after another, for a log is opened once in a process. */
export function operator(dataDir: string, args: readonly string[], env: Env = {}): Promise<OperatorRun> {
  const running = last.then(() => runHere(dataDir, args, env));
  last = running.catch(() => undefined);
  return running;
}

async function runHere(dataDir: string, args: readonly string[], env: Env): Promise<OperatorRun> {
  let [stdout, stderr] = ['', ''];
  const streams = {
    out: async (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
  };
  try {
    const config = readConfig({ ...cleanEnv(), DATA_DIR: dataDir, ...env });
    const open = { dependencies: () => openOperatorDependencies(config), log: () => openOperatorLog(config) };
    return { status: await runOperator(args, open, streams), stdout, stderr };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { status: EXIT_BAD_CONFIG, stdout, stderr: `${error.message}\n` };
  }
}

/** `operator …` as a process of its own. */
export async function operatorProcess(
  dataDir: string,
  args: readonly string[],
  env: Env = {},
): Promise<OperatorRun> {
  const child = spawn(process.execPath, [join(distDir, 'src/operator.js'), ...args], {
    env: { ...cleanEnv(), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

/** What `--json` prints. @throws when the command did not exit with 0 */
export function operatorJson<Result>(dataDir: string, args: readonly string[], env?: Env): Promise<Result> {
  return json<Result>(operator, dataDir, args, env);
}

/** The same of a process. */
export function operatorProcessJson<Result>(dataDir: string, args: readonly string[], env?: Env): Promise<Result> {
  return json<Result>(operatorProcess, dataDir, args, env);
}

export type CommandLine = Readonly<{
  run(...args: readonly string[]): Promise<OperatorRun>;
  /** @throws when the command did not exit with 0 */
  json<Result>(...args: readonly string[]): Promise<Result>;
}>;

/** The command line of one data folder, in this process. */
export function commandLine(dataDir: string, env?: Env): CommandLine {
  return {
    run: (...args) => operator(dataDir, args, env),
    json: <Result>(...args: readonly string[]) => operatorJson<Result>(dataDir, args, env),
  };
}

async function json<Result>(run: Run, dataDir: string, args: readonly string[], env?: Env): Promise<Result> {
  const { status, stdout, stderr } = await run(dataDir, [...args, '--json'], env);
  if (status !== 0) throw new Error(`operator ${args.join(' ')} left with ${status}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Result;
}
