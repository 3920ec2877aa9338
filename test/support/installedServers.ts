// Servers of .ci/servers as child processes: started on a port of their own, killed, stopped, started again on it.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from './until.js';
import { temporaryDir } from './service.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN = join(ROOT, '.ci/servers/run');
const CACHE = process.env['SERVERS_CACHE'] ?? join(ROOT, '.cache/servers');

export type ServerName = 'ferretdb' | 'mongo-java-server' | 'redis';

export type RunningServer = Readonly<{
  url: string;
  /** SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** On the same port, with its stored data. */
  startAgain(): Promise<void>;
  /** Kills it and removes its folder. */
  remove(): Promise<void>;
}>;

export function isInstalled(name: ServerName): boolean {
  if (name === 'ferretdb') return existsSync(join(CACHE, 'ferretdb'));
  if (name === 'mongo-java-server') return existsSync(join(CACHE, 'mongo-java-server/classes'));
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A port that stays free while its server is stopped. */
export function freePort(): number {
  return Number(execFileSync(process.execPath, [join(ROOT, '.ci/servers/free-port.mjs')], { encoding: 'utf8' }));
}

export async function startServer(name: ServerName): Promise<RunningServer> {
  const folder = await temporaryDir();
  let { child, url } = await spawned(name, folder);
  const port = new URL(url).port;
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    kill,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async startAgain() {
      ({ child, url } = await spawned(name, folder, port));
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

async function spawned(
  name: ServerName,
  folder: string,
  port?: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(RUN, [name, folder, ...(port === undefined ? [] : [port])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not start`)), PATIENCE_MS);
    child.once('exit', (code) => reject(new Error(`${name} left with ${code}`)));
    child.stdout.once('data', (chunk: Buffer) => {
      clearTimeout(timer);
      resolve(chunk.toString().split('\n')[0] ?? '');
    });
  });
  return { child, url };
}
