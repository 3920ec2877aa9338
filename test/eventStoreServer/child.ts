// The server as a child process of a test, on one port and folder over all its lives.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/installedServers.js';
import type { Call, Fault } from './faults.js';
import type { FaultMessage } from './main.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

export class ServerProcess {
  readonly #folder: string;
  readonly #port = String(freePort());
  #child: ChildProcess | null = null;
  #url = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  get url(): string {
    return this.#url;
  }

  /** Resolves when it serves; always on the same port. */
  async start(): Promise<void> {
    const child = fork(MAIN, ['--port', this.#port, '--dir', this.#folder], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: [],
    });
    this.#child = child;
    const [line] = (await Promise.race([
      once(child.stdout ?? child, 'data'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${String(code)}`))),
    ])) as [Buffer];
    this.#url = line.toString().trim();
  }

  /** kill -9, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  inject(call: Call, fault: Fault, times = 1): void {
    const message: FaultMessage = { call, fault, times };
    this.#child?.send(message);
  }
}
