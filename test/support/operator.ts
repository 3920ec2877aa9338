// The operator's command line on a data folder: inside this process (`operator`), which is a hundred times faster,
// or as a process (`operatorProcess`), for tests of streams, exit status or damage.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config.js';
import { ConfigError, EXIT_BAD_CONFIG } from '../../src/app/configError.js';
import { openOperator } from '../../src/app/operator/commandLine.js';
import { runOperator } from '../../src/operator/program.js';
import type { OpenOperator, OperatorDependencies } from '../../src/operator/dependencies.js';
import type { Streams } from '../../src/operator/session.js';
import { createFileTasks } from '../../src/workers/fileTasks.js';
import { openWorkerPool, type WorkerPool } from '../../src/workers/workerPool.js';
import { afterwards } from './afterwards.js';
import { cleanEnv, distDir, isServed } from './service.js';

export type OperatorRun = Readonly<{ status: number | null; stdout: string; stderr: string }>;
type Env = Readonly<Record<string, string>>;
type Run = (dataDir: string, args: readonly string[], env?: Env) => Promise<OperatorRun>;

const BUNDLED_WORKER = new URL('../../bin/worker.js', import.meta.url);

let last: Promise<unknown> = Promise.resolve();

/** `operator …` in this process, one at a time, as a process can open a log only once. */
export function operator(dataDir: string, args: readonly string[], env: Env = {}): Promise<OperatorRun> {
  const running = last.then(() => runHere(dataDir, args, env));
  last = running.catch(() => undefined);
  return running;
}

async function runHere(dataDir: string, args: readonly string[], env: Env): Promise<OperatorRun> {
  const { streams, texts } = captured();
  try {
    const config = readConfig({ ...cleanEnv(), DATA_DIR: dataDir, ...env });
    const hooks = isReadElsewhere(dataDir, env) ? {} : { registersInForceMs: 0 };
    const open = openOperator(() => config, hooks);
    const dependencies: OpenOperator['dependencies'] = async (creates) => ({
      ...(await open.dependencies(creates)),
      readStatements,
      openFileReader: async () => fileReaderOf(dataDir),
    });
    return { status: await runOperator(args, { ...open, dependencies }, streams), ...texts };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { status: EXIT_BAD_CONFIG, stdout: texts.stdout, stderr: `${error.message}\n` };
  }
}

/** What reads the files of a data folder, kept between commands: a thread takes longer to start than to read one. */
const pools = new Map<string, WorkerPool>();
const { readStatements } = createFileTasks();

function fileReaderOf(dataDir: string): Awaited<ReturnType<OperatorDependencies['openFileReader']>> {
  const pool = pools.get(dataDir) ?? openWorkerPool({ entry: BUNDLED_WORKER });
  if (!pools.has(dataDir))
    afterwards(() => {
      pools.delete(dataDir);
      return pool.close();
    });
  pools.set(dataDir, pool);
  return { ...pool, close: async () => undefined };
}

/** `texts`: what was written so far. */
function captured(terminal: Pick<Streams, 'outHasColors'> = {}) {
  const texts = { stdout: '', stderr: '' };
  const streams: Streams = {
    out: async (text) => void (texts.stdout += text),
    err: (text) => void (texts.stderr += text),
    ...terminal,
  };
  return { streams, texts };
}

/** Whether a process beside this one reads the stores: a change of the registers waits for it. */
function isReadElsewhere(dataDir: string, env: Env): boolean {
  return isServed(dataDir) || Object.keys(env).some((name) => name.endsWith('_URL'));
}

/** `operator …` that is refused before any store is opened. @throws when it opens one */
export async function operatorWithoutStores(
  args: readonly string[],
  terminal: Pick<Streams, 'outHasColors'> = {},
): Promise<OperatorRun> {
  const { streams, texts } = captured(terminal);
  return { status: await runOperator(args, NO_STORES, streams), ...texts };
}

const NO_STORES: OpenOperator = {
  version: '0.0.0',
  folderWithoutStore: async () => null,
  dependencies: unopened,
  log: unopened,
  backups: unopened,
};

function unopened(): never {
  throw new Error('a store was opened');
}

/** `operator …` as a process of its own; `timeout`: how long until it is killed, as kill -9 does. */
export async function operatorProcess(
  dataDir: string,
  args: readonly string[],
  env: Env = {},
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'timeout'> = {},
): Promise<OperatorRun> {
  const child = spawn(process.execPath, [join(distDir, 'bin/operator.js'), ...args], {
    env: { ...cleanEnv(), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...options,
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

/** A new key of a client, by its `ref`. */
export function issueKey(
  dataDir: string,
  ref: string,
  scopes: string,
  env?: Env,
): Promise<Readonly<{ id: number; secret: string }>> {
  return operatorJson(
    dataDir,
    ['keys', 'issue', '--client', ref, '--name', `ERP ${ref}`, '--scopes', scopes],
    env,
  );
}

export type CommandLine = Readonly<ReturnType<typeof commandLine>>;

/** The command line of one data folder, in this process. */
export function commandLine(dataDir: string, env?: Env) {
  return {
    run: (...args: readonly string[]) => operator(dataDir, args, env),
    /** @throws when the command did not exit with 0 */
    json: <Result>(...args: readonly string[]): Promise<Result> => operatorJson<Result>(dataDir, args, env),
    /** Applies registers of one client: its `ref` with what is new. */
    async apply(
      client: Readonly<{ ref: string; name?: string; users?: readonly object[]; companies?: readonly object[] }>,
    ) {
      const file = join(dataDir, 'cadastros.json');
      await writeFile(file, JSON.stringify({ clients: [client] }));
      await operatorJson(dataDir, ['apply', file], env);
    },
  };
}

/** Asked again where a busy machine says so. */
const TRIES = 3;

async function json<Result>(run: Run, dataDir: string, args: readonly string[], env?: Env): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const { status, stdout, stderr } = await run(dataDir, [...args, '--json'], env);
    if (status === 0) return JSON.parse(stdout) as Result;
    if (tried === TRIES || !stderr.includes('SERVICO_INDISPONIVEL'))
      throw new Error(`operator ${args.join(' ')} left with ${status}: ${stderr}${stdout}`);
  }
}
