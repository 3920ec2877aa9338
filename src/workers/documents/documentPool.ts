// Parses and checks documents in worker threads, so that the thread that answers requests stays free.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type {
  DocumentHead,
  DocumentPool,
  NotADocument,
  OpenDocument,
  Supply,
} from '../../commands/imports/document.js';
import { once } from '../once.js';
import { DocumentWorker, DocumentWorkerLost } from './documentWorker.js';

/**
 * Bytes of the bodies open in one worker at a time: a dozen of the most lines, or one of the largest and small ones
 * beside it. The others wait, in order. Documents that are open never wait here, so nobody who holds one up can be
 * waiting for it.
 */
const OPEN_BYTES_MAX = 40_000_000;

/** Bodies from here on are opened by the first worker only, so that two of them never take their memory at once. */
const LARGE_BYTES = 8_000_000;

/** `entry` is the worker's own file unless a test has the worker die, or not start. */
export type PoolOptions = Readonly<{ workers?: number; entry?: URL }>;

/** Workers start with the first document, or by `start`; documents are spread by bytes. */
export function openDocumentPool({ workers = 2, entry = WORKER }: PoolOptions = {}): DocumentPool {
  return new Pool(workers, entry);
}

const WORKER = new URL('./worker.js', import.meta.url);

type Waiting = Readonly<{
  bytes: number;
  admit: (worker: DocumentWorker) => void;
  reject: (error: Error) => void;
}>;

class Pool implements DocumentPool {
  #workers: DocumentWorker[] = [];
  readonly #waiting: Waiting[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(
    private readonly size: number,
    private readonly entry: URL,
  ) {}

  async openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument> {
    const bytes = body.byteLength;
    const worker = await this.#admission(bytes);
    const id = ++this.#lastId;
    const free = once(() => {
      worker.release(id);
      worker.openBytes -= bytes;
      this.#admitWaiting();
    });
    try {
      const head = await worker.open(id, body);
      if (head !== null) return openDocument(worker, id, head, free);
    } catch (error) {
      free();
      throw error;
    }
    free();
    return { notADocument: true };
  }

  start(): void {
    this.#startMissing();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new DocumentWorkerLost('closed'));
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #admission(bytes: number): Promise<DocumentWorker> {
    if (this.#isClosed) return Promise.reject(new DocumentWorkerLost('closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, admit: resolve, reject });
      this.#admitWaiting();
    });
  }

  /** In order: a large one is not overtaken without end by small ones. */
  #admitWaiting(): void {
    if (this.#waiting.length > 0) this.#startMissing();
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const worker = this.#workerFor(first.bytes);
      if (worker === null) return;
      this.#waiting.shift();
      worker.openBytes += first.bytes;
      first.admit(worker);
    }
  }

  /** Those that died early, or that the system had no thread for: then it is tried again by whoever comes next. */
  #startMissing(): void {
    try {
      while (this.#workers.length < this.size) this.#workers.push(this.#start());
    } catch (cause) {
      if (this.#workers.length > 0) return;
      for (const { reject } of this.#waiting.splice(0))
        reject(new DocumentWorkerLost('no thread could be started', { cause }));
    }
  }

  /** The least busy worker, if it has room or nothing open at all. */
  #workerFor(bytes: number): DocumentWorker | null {
    const [first, ...others] = this.#workers;
    if (first === undefined) return null;
    const least =
      bytes >= LARGE_BYTES ? first : others.reduce((a, b) => (b.openBytes < a.openBytes ? b : a), first);
    return least.openBytes === 0 || least.openBytes + bytes <= OPEN_BYTES_MAX ? least : null;
  }

  #start(): DocumentWorker {
    return new DocumentWorker(this.entry, (lost) => {
      this.#workers = this.#workers.filter((worker) => worker !== lost);
      if (this.#isClosed) return;
      if (lost.hasAnswered) this.#startMissing();
      this.#admitWaiting();
    });
  }
}

function openDocument(worker: DocumentWorker, id: number, head: DocumentHead, release: () => void): OpenDocument {
  return {
    head,
    check: (facts: CheckFacts, supply: Supply) => worker.check(id, facts, supply),
    release,
  };
}
