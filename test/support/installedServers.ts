// Servers of .ci/servers as child processes: started on a port of their own, killed, stopped, started again on it.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from './until.js';
import { removeDir, temporaryDir } from './service.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN = join(ROOT, '.ci/servers/run');
const CACHE = process.env['SERVERS_CACHE'] ?? join(ROOT, '.cache/servers');

export type ServerName = 'ferretdb' | 'mongo-java-server' | 'redis';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

export function isInstalled(name: ServerName): boolean {
  if (name === 'ferretdb') return existsSync(join(CACHE, 'ferretdb'));
  if (name === 'mongo-java-server') return existsSync(join(CACHE, 'mongo-java-server/classes'));
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A port that stays free while its server is stopped. */
export function freePort(): number {
  return Number(execFileSync(process.execPath, [join(ROOT, '.ci/servers/free-port.mjs')], { encoding: 'utf8' }));
}

export async function startServer(name: ServerName) {
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
    /** SIGKILL, like a power cut. */
    kill,
    /** Connections stay open and nothing is answered. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    /** On the same port, with its stored data. */
    async startAgain(): Promise<void> {
      ({ child, url } = await spawned(name, folder, port));
    },
    /** Kills it and removes its folder. */
    async remove(): Promise<void> {
      await kill();
      await removeDir(folder);
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
