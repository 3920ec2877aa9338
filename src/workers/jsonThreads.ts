// Threads that parse and check JSON bodies, several at a time in each, limited by the sum of their bytes.
import type { DocumentReader, NotADocument, OpenDocument } from '../commands/imports/document.js';
import { Thread, ThreadLost } from '../runtime/thread.js';
import type { DocumentHandlers } from './worker.js';

/**
 * Bytes of the bodies open in one thread at a time: a dozen with the largest number of lines, or the largest body and some
 * small ones. Others wait in order. An open document never waits here, so there is no deadlock.
 */
const OPEN_BYTES_MAX = 40_000_000;

/** Bodies of this size or more are opened by the first thread only, so that only one thread needs memory for them. */
const LARGE_BYTES = 8_000_000;

/**
 * The old generation holds the cached inputs and the largest body that `jsonDocument.ts` admits: a heap that becomes full during
 * JSON.parse ends the process, not only the thread. A larger one is filled with what is not in use any more. The young one holds most of an import of 20,000 lines: of 16 MB, a
 * quarter of the time went into copying what was still in use.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 320 };

type Open = { readonly thread: Thread<DocumentHandlers>; bytes: number };
type Waiting = Readonly<{ bytes: number; admit(to: Open): void; reject(error: Error): void }>;

export class JsonThreads implements DocumentReader {
  #threads: Open[] = [];
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(
    private readonly size: number,
    private readonly entry: URL,
  ) {}

  /** Starts the threads before the first body. */
  start(): void {
    this.#startMissing();
  }

  async openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument> {
    const bytes = body.byteLength;
    const to = await this.#admission(bytes);
    const { thread } = to;
    const id = ++this.#lastId;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      thread.request('release', { id }).catch(() => undefined); // the document ended with its thread
      to.bytes -= bytes;
      this.#admitWaiting();
    };
    try {
      const head = await thread.request('openJson', { id, body }, [body]);
      if (!('is' in head))
        return { head, check: (facts, inputs) => thread.request('check', { id, facts, inputs }), release };
      release();
      return { notADocument: head };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Empties the caches of all threads. */
  forgetInputs(): void {
    for (const { thread } of this.#threads) thread.request('forget', undefined).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadLost('closed'));
    await Promise.all(this.#threads.map(({ thread }) => thread.end()));
  }

  #admission(bytes: number): Promise<Open> {
    if (this.#isClosed) return Promise.reject(new ThreadLost('closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, admit: resolve, reject });
      this.#admitWaiting();
    });
  }

  /** Admits in order, so that small bodies do not delay a large one forever. */
  #admitWaiting(): void {
    if (this.#waiting.length > 0) this.#startMissing();
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const open = this.#threadFor(first.bytes);
      if (open === null) return;
      this.#waiting.shift();
      open.bytes += first.bytes;
      first.admit(open);
    }
  }

  /** Starts threads that died early or could not be started; tried again with each body. */
  #startMissing(): void {
    try {
      while (this.#threads.length < this.size) this.#threads.push(this.#started());
    } catch (cause) {
      if (this.#threads.length > 0) return;
      for (const { reject } of this.#waiting.splice(0))
        reject(new ThreadLost('no thread could be started', { cause }));
    }
  }

  /** The thread with the fewest open bytes, if the body fits or nothing is open in it. */
  #threadFor(bytes: number): Open | null {
    const [first, ...others] = this.#threads;
    if (first === undefined) return null;
    const least = bytes >= LARGE_BYTES ? first : others.reduce((a, b) => (b.bytes < a.bytes ? b : a), first);
    return least.bytes === 0 || least.bytes + bytes <= OPEN_BYTES_MAX ? least : null;
  }

  /** Does not replace a thread that died before its first answer: its successor would probably die as well. */
  #started(): Open {
    const started: Open = {
      bytes: 0,
      thread: new Thread(this.entry, {
        limits: RESOURCE_LIMITS,
        onLost: () => {
          this.#threads = this.#threads.filter((open) => open !== started);
          if (this.#isClosed) return;
          if (started.thread.hasAnswered) this.#startMissing();
          this.#admitWaiting();
        },
      }),
    };
    return started;
  }
}
