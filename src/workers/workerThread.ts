// The main thread's side of one worker thread: sends requests, receives answers, and rejects open requests when it ends.
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Interpretation } from '../domain/trialBalance/interpretation.js';
import type { FileReason } from '../domain/trialBalance/fileReasons.js';
import { DomainError } from '../domain/problem.js';
import type { FromWorker, RequestName, Requests } from './protocol.js';

/** The thread of an open document ended; the document may be opened again. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

export function fileRefused(reason: FileReason, interpretation: Interpretation | null = null): DomainError {
  const understood = interpretation && { interpretation, errorKinds: new Map<string, number>(), checked: null };
  const refused = { is: 'ImportRefused', reasons: [reason], lineErrors: [], lineErrorCount: 0 } as const;
  return new DomainError(understood === null ? refused : { ...refused, understood });
}

type Call = Readonly<{ resolve(answered: never): void; reject(error: unknown): void }>;

export class WorkerThread {
  /** Whether it ever answered. */
  hasAnswered = false;
  onProgress: (rows: number) => void = () => undefined;
  readonly #thread: Worker;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #lost: Error | null = null;

  /**
   * @param onLost called once when the thread ends by itself
   * @throws when the system has no more threads
   */
  constructor(
    entry: URL,
    resourceLimits: ResourceLimits,
    private readonly onLost: (cause: unknown) => Error | void,
  ) {
    this.#thread = new Worker(entry, { resourceLimits });
    this.#thread.on('message', (message: FromWorker) => this.#receive(message));
    this.#thread.on('messageerror', (error) => this.#lose(error));
    this.#thread.on('error', (error) => this.#lose(error));
    this.#thread.on('exit', (code) => this.#lose(new Error(`worker thread ended with code ${code}`)));
  }

  get isAlive(): boolean {
    return this.#lost === null;
  }

  /** @param transfer buffers to transfer to the thread */
  request<Name extends RequestName>(
    name: Name,
    asked: Requests[Name]['asked'],
    transfer: ArrayBuffer[] = [],
  ): Promise<Requests[Name]['answered']> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    const call = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#thread.postMessage({ call, name, asked }, transfer);
    });
  }

  /** Terminates the thread; open requests reject with the error. */
  async end(error: Error = new WorkerLost('closed')): Promise<void> {
    this.#lost ??= error;
    this.#rejectAll(this.#lost);
    await this.#thread.terminate();
  }

  #receive(message: FromWorker): void {
    this.hasAnswered = true;
    if (message.is === 'progress') return this.onProgress(message.rows);
    const call = this.#calls.get(message.call);
    this.#calls.delete(message.call);
    if (message.is === 'answer') return call?.resolve(message.answered as never);
    if (message.reason !== null) return call?.reject(fileRefused(message.reason, message.interpretation));
    const error = new Error(message.message);
    if (message.stack !== undefined) error.stack = message.stack;
    call?.reject(error);
  }

  #lose(cause: unknown): void {
    if (this.#lost !== null) return;
    this.#lost = new WorkerLost('the worker thread died', { cause });
    this.#lost = this.onLost(cause) ?? this.#lost;
    this.#rejectAll(this.#lost);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}
