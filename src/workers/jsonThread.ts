// The thread that parses and checks JSON bodies, several at a time, limited by the sum of their bytes.
import type { DocumentReader, NotADocument, OpenDocument } from '../commands/imports/document.js';
import { Thread, ThreadLost } from '../runtime/thread.js';
import type { DocumentHandlers } from './worker.js';

/**
 * Bytes of the bodies open at a time: a dozen with the largest number of lines, or the largest body and some small ones. Others
 * wait in order. An open document never waits here, so there is no deadlock.
 */
const OPEN_BYTES_MAX = 40_000_000;

/**
 * The old generation holds the cached inputs and the largest body that `jsonDocument.ts` admits: a heap that becomes full during
 * JSON.parse ends the process, not only the thread. A larger one is filled with what is not in use any more. The young one
 * holds most of an import of 20,000 lines: of 16 MB, a quarter of the time went into copying what was still in use.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 320 };

/** A thread, and the bytes of the bodies open in it. */
type Running = { readonly thread: Thread<DocumentHandlers>; bytes: number };
type Waiting = Readonly<{ bytes: number; admit(to: Running): void; reject(error: Error): void }>;

export class JsonThread implements DocumentReader {
  #running: Running | null = null;
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly entry: URL) {}

  /** Starts the thread, before the first body, or after it died early; tried again with each body. */
  start(): void {
    if (this.#running !== null) return;
    try {
      this.#running = this.#started();
    } catch (cause) {
      for (const { reject } of this.#waiting.splice(0))
        reject(new ThreadLost('no thread could be started', { cause }));
    }
  }

  async openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument> {
    const bytes = body.byteLength;
    const running = await this.#admission(bytes);
    const { thread } = running;
    const id = ++this.#lastId;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      thread.request('release', { id }).catch(() => undefined); // the document ended with its thread
      running.bytes -= bytes;
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

  /** Empties the thread's cache. */
  forgetInputs(): void {
    this.#running?.thread.request('forget', undefined).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadLost('closed'));
    await this.#running?.thread.end();
  }

  #admission(bytes: number): Promise<Running> {
    if (this.#isClosed) return Promise.reject(new ThreadLost('closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, admit: resolve, reject });
      this.#admitWaiting();
    });
  }

  /** Admits in order, so that small bodies do not delay a large one forever. */
  #admitWaiting(): void {
    if (this.#waiting.length > 0) this.start();
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const running = this.#running;
      if (running === null || (running.bytes > 0 && running.bytes + first.bytes > OPEN_BYTES_MAX)) return;
      this.#waiting.shift();
      running.bytes += first.bytes;
      first.admit(running);
    }
  }

  /** Does not replace a thread that died before its first answer: its successor would probably die as well. */
  #started(): Running {
    const thread: Thread<DocumentHandlers> = new Thread(this.entry, {
      limits: RESOURCE_LIMITS,
      onLost: () => {
        this.#running = null;
        if (this.#isClosed) return;
        if (thread.hasAnswered) this.start();
        this.#admitWaiting();
      },
    });
    return { thread, bytes: 0 };
  }
}
