// Sends appends to the thread that writes the log, and bounds how long they wait. The thread starts with the first append.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Appended } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { withTimeout } from '../../withTimeout.js';
import type { CheckedAppend, CheckedEvent } from '../appendChecks.js';
import type { LogFiles } from './logFiles.js';
import type { FromWriter, PendingAppend, ToWriter, WriterData } from './writerThread.js';

/** The outcome of the append is unknown: the disk was full, failed, or did not answer in time. */
export class AppendFailed extends StoreUnavailable {
  override readonly name = 'AppendFailed';
}

type Waiter = Readonly<{ resolve(result: Appended): void; reject(error: Error): void }>;

export class LogWriter {
  readonly #path: string;
  readonly #files: LogFiles;
  readonly #answerMs: number;
  readonly #waiting = new Map<number, Waiter>();
  /** Appends that were not answered in time and have not ended. Until they do, every append is refused at once. */
  readonly #overdue = new Set<number>();
  #worker: Worker | null = null;
  #lastCall = 0;

  /** @param answerMs how long an append may wait for the lock and the disk */
  constructor(path: string, files: LogFiles, answerMs: number) {
    this.#path = path;
    this.#files = files;
    this.#answerMs = answerMs;
  }

  async append(stream: string, { events, sizeBytes }: CheckedAppend, expectedRevision: number): Promise<Appended> {
    if (this.#overdue.size > 0) throw new AppendFailed('The store has not answered an earlier append');
    this.#files.check();
    const call = ++this.#lastCall;
    const sent = this.#send(call, { stream, events: events.map(ownBytes), expectedRevision, sizeBytes });
    const result = await withTimeout(this.#answerMs, sent, () => {
      this.#overdue.add(call);
      return new AppendFailed(`No answer from the store within ${this.#answerMs} ms`);
    });
    this.#files.check(); // writes to files that were removed or replaced are lost
    return result;
  }

  /** Answers what was accepted, then ends the thread. Does not wait for an append that is not answered in time. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null || this.#overdue.size > 0) return;
    worker.ref();
    worker.postMessage(null satisfies ToWriter);
    await withTimeout(this.#answerMs, once(worker, 'exit'), () => new Error('late')).catch(() => undefined);
  }

  /** Keeps the process alive until the answer arrives. */
  #send(call: number, append: PendingAppend): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const worker = this.#started();
      this.#waiting.set(call, { resolve, reject });
      worker.ref();
      worker.postMessage({ call, append } satisfies ToWriter);
    });
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./writerThread.js', import.meta.url), {
      workerData: { path: this.#path, lockMs: this.#answerMs } satisfies WriterData,
    });
    const ended = (cause: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const call of [...this.#waiting.keys()])
        this.#take(call)?.reject(new AppendFailed('The thread that writes the log ended', { cause }));
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    worker.on('message', (answer: FromWriter) => this.#answered(worker, answer));
    return (this.#worker = worker);
  }

  #answered(worker: Worker, answer: FromWriter): void {
    const waiter = this.#take(answer.call);
    if (this.#waiting.size === 0) worker.unref();
    if ('result' in answer) return waiter?.resolve(answer.result);
    const { error } = answer;
    const cause = Object.assign(new Error(error.message), { code: error.code });
    waiter?.reject(new AppendFailed('The append may or may not have been stored', { cause }));
  }

  #take(call: number): Waiter | undefined {
    const waiter = this.#waiting.get(call);
    this.#waiting.delete(call);
    this.#overdue.delete(call);
    return waiter;
  }
}

/** A message copies the whole buffer below an array of bytes. */
function ownBytes(event: CheckedEvent): CheckedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.byteLength === data.buffer.byteLength) return event;
  return { ...event, data: Uint8Array.prototype.slice.call(data) };
}
