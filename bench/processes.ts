// The child processes of a run: the real service, the floor, the load clients, the operator's command line.
import { execFile, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type {
  Answered,
  Call,
  LoadResult,
  Polled,
  ReceiversReply,
  ReceiversTask,
  Reply,
  Result,
  Task,
} from './protocol.js';

const compiled = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const TIMEOUT_MS = 120_000;

export type Service = Readonly<{ port: number; pid: number; stop(): Promise<void> }>;

let services = 0;

/** The real service as operators start it, on its own data folder; its log goes to a file there. */
export async function startService(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const logFile = join(dataDir, '..', `${Date.now()}-${services++}.log`);
  const stdout = openSync(logFile, 'w');
  const child = spawn(process.execPath, [compiled('bin/main.js')], {
    env: { ...serviceEnvironment(dataDir), ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const port = await waitFor('the service’s address', () => {
    if (child.exitCode !== null)
      throw new Error(`the service ended: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    return Promise.resolve(Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1] ?? 0));
  });
  await waitFor('the service to be ready', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    await response.arrayBuffer();
    return response.ok;
  });
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

function serviceEnvironment(dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    ...IMAGE_MEMORY,
  };
}

/** How the C library keeps what was freed, as the image sets it (Dockerfile). */
const IMAGE_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' };

/** Runs one command on a data folder and returns its JSON. */
export async function operator(dataDir: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiled('bin/operator.js'), ...args, '--json'],
    { env: serviceEnvironment(dataDir), maxBuffer: 1 << 28 },
  );
  return JSON.parse(stdout);
}

export async function startFloor(folder: string): Promise<Omit<Service, 'pid'>> {
  const child = spawn(process.execPath, [compiled('bench/floor.js'), join(folder, 'floor.bin')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), stop: () => stopChild(child) };
}

export type Client = Readonly<ReturnType<typeof startClient>>;

export function startClient() {
  const child = fork(compiled('bench/client.js'));
  const ask = async (task: Task): Promise<Result> => {
    child.send(task);
    const [reply] = (await once(child, 'message')) as [Reply];
    if ('error' in reply) throw new Error(reply.error);
    return reply.result;
  };
  return {
    send: async (calls: readonly Call[], concurrency = 1) =>
      (await ask({ do: 'send', calls, concurrency })) as readonly Answered[],
    load: async (call: Call, connections: number, forMs: number) =>
      (await ask({ do: 'load', call, connections, forMs })) as LoadResult,
    /** Polls while the work runs. */
    async pollDuring<T>(call: Call, work: () => Promise<T>) {
      const polling = ask({ do: 'poll', call });
      await pause(20);
      const done = await work().finally(() => setTimeout(() => child.send({ do: 'stop' }), 20));
      return { polled: (await polling) as Polled, done };
    },
    stop: () => stopChild(child),
  };
}

export type Receivers = Readonly<ReturnType<typeof startReceivers>>;

export function startReceivers() {
  const child = fork(compiled('bench/receivers.js'));
  const ask = async (task: ReceiversTask): Promise<ReceiversReply> => {
    child.send(task);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [reply] = (await once(child, 'message', { signal })) as [ReceiversReply];
    return reply;
  };
  return {
    /** @returns their ports */
    open: async (count: number) => (await ask({ do: 'open', count })).ports,
    /** All that arrived since this was asked last, once it is so many. */
    arrived: async (count: number) => (await ask({ do: 'arrived', count })).arrivals,
    stop: () => stopChild(child),
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function waitFor<T>(what: string, look: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + TIMEOUT_MS;
  while (performance.now() < untilMs) {
    const seen = await look();
    if (seen) return seen;
    await pause(10);
  }
  throw new Error(`waited in vain for ${what}`);
}
