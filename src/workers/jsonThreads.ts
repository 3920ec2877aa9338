// Threads that parse and check bodies of JSON, several in each at a time, admitted by their bytes.
import type { DocumentReader, NotADocument, OpenDocument } from '../commands/imports/document.js';
import { DocumentThread } from './documentThread.js';
import { WorkerLost } from './workerThread.js';

/**
 * Bytes of the bodies open in one thread at a time: a dozen of the most lines, or one of the largest and small ones
 * beside it. The others wait, in order. Documents that are open never wait here, so none of them can wait for another.
 */
const OPEN_BYTES_MAX = 40_000_000;

/** Bodies from here on are opened by the first thread only, so that two threads never take their memory at once. */
const LARGE_BYTES = 8_000_000;

/**
 * A small young generation, for documents are read without making objects. The old one is far above what the held inputs
 * and the largest value within `jsonEnds.ts` take: JSON.parse cannot be stopped half-way, and a heap that is full while it
 * runs would end the process, not the thread.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 768 };

type Open = { readonly on: DocumentThread; bytes: number };
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

  /** Before the first body asks for them. */
  start(): void {
    this.#startMissing();
  }

  async openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument> {
    const bytes = body.byteLength;
    const to = await this.#admission(bytes);
    const { on } = to;
    const id = ++this.#lastId;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      on.thread.request('release', { id }).catch(() => undefined); // with the thread the document is gone too
      to.bytes -= bytes;
      this.#admitWaiting();
    };
    try {
      const head = await on.thread.request('openJson', { id, body }, [body]);
      if (head !== null) return { head, check: (facts, inputs) => on.check(id, facts, inputs), release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return { notADocument: true };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerLost('closed'));
    await Promise.all(this.#threads.map(({ on }) => on.thread.end()));
  }

  #admission(bytes: number): Promise<Open> {
    if (this.#isClosed) return Promise.reject(new WorkerLost('closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, admit: resolve, reject });
      this.#admitWaiting();
    });
  }

  /** In order: a large one is not overtaken without end by small ones. */
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

  /** Threads that died early, or that the system did not give, are tried again with the next body. */
  #startMissing(): void {
    try {
      while (this.#threads.length < this.size) this.#threads.push(this.#started());
    } catch (cause) {
      if (this.#threads.length > 0) return;
      for (const { reject } of this.#waiting.splice(0))
        reject(new WorkerLost('no thread could be started', { cause }));
    }
  }

  /** The least busy thread, if it has room or nothing open at all. */
  #threadFor(bytes: number): Open | null {
    const [first, ...others] = this.#threads;
    if (first === undefined) return null;
    const least = bytes >= LARGE_BYTES ? first : others.reduce((a, b) => (b.bytes < a.bytes ? b : a), first);
    return least.bytes === 0 || least.bytes + bytes <= OPEN_BYTES_MAX ? least : null;
  }

  /** One that dies before it answered is not replaced at once, lest it be done without end. */
  #started(): Open {
    const started: Open = {
      bytes: 0,
      on: new DocumentThread(this.entry, RESOURCE_LIMITS, () => {
        this.#threads = this.#threads.filter((open) => open !== started);
        if (this.#isClosed) return;
        if (started.on.thread.hasAnswered) this.#startMissing();
        this.#admitWaiting();
      }),
    };
    return started;
  }
}
