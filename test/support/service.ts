// The real service as a child process on a throw-away data folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterwards } from './afterwards.js';
import { PATIENCE_MS } from './until.js';

/** The compiled tree. */
export const distDir = fileURLToPath(new URL('../../', import.meta.url));

export type Service = Readonly<Awaited<ReturnType<typeof startService>>>;

export type StartOptions = Readonly<{
  dataDir: string;
  env?: Readonly<Record<string, string>>;
  /** Relative to the compiled tree; default the service itself. */
  entry?: string;
  /** Another compiled tree, as of another version of the program; default this one. */
  build?: string;
  /** A command that starts the service, as one that limits its memory. */
  through?: readonly string[];
}>;

/** The data folders of the services that this process started and that still run. */
const served = new Map<ChildProcess, string>();

export function isServed(dataDir: string): boolean {
  return [...served.values()].includes(dataDir);
}

/** Removed after the test file. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'reconciliation-'));
  afterwards(() => removeDir(dir));
  return dir;
}

export async function removeDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Resolves when the service has logged its address. Killed after the test file. */
export async function startService(options: StartOptions) {
  const {
    dataDir,
    env = {},
    build = distDir,
    entry = build === distDir ? 'bin/main.js' : 'src/main.js',
    through = [],
  } = options;
  const [command = process.execPath, ...parameters] = [...through, process.execPath, join(build, entry)];
  const child = spawn(command, parameters, {
    env: { ...cleanEnv(), PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: unknown[] = [];
  served.set(child, dataDir);
  const exited = once(child, 'exit').then(([code]) => {
    served.delete(child);
    return code as number | null;
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const started = new Promise<Started>((resolve, reject) => {
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        const parsed = parsedLine(line);
        lines.push(parsed);
        if (isStarted(parsed)) resolve(parsed);
      }
    });
    void exited.then((code) => reject(new Error(`the service left with ${code} before it started: ${stderr}`)));
    setTimeout(() => reject(new Error(`no start line within ${PATIENCE_MS} ms: ${stderr}`)), PATIENCE_MS).unref();
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  afterwards(kill);
  const { address, adminAddress } = await started.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url: address,
    adminUrl: adminAddress ?? address,
    dataDir,
    pid: child.pid ?? 0,
    process: child as ChildProcess,
    /** Every line the service has written so far, parsed where it is JSON. */
    lines: lines as readonly unknown[],
    stderr: () => stderr,
    exited,
    /** SIGTERM, and the exit status. */
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    /** SIGKILL, and gone. */
    kill,
  };
}

type Started = Readonly<{ address: string; adminAddress?: string }>;

function isStarted(line: unknown): line is Started {
  return typeof line === 'object' && line !== null && 'address' in line && 'started' in line;
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** The environment without the caller's configuration of the service. */
export function cleanEnv(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ENVIRONMENT: 'staging', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
}
