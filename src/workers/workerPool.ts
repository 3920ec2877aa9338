// The pool of worker threads: JSON bodies share one, each file has its own. One entry, one protocol.
import type { DocumentReader, OpenDocument } from '../commands/imports/document.js';
import { refuse } from '../domain/problem.js';
import { FairQueue } from '../runtime/fairQueue.js';
import { Thread, ThreadLost } from '../runtime/thread.js';
import { FileThreads, type FileThreadOptions } from './fileThreads.js';
import type { DocumentHandlers } from './worker.js';

// The thread that parses and checks JSON bodies, several at a time, limited by the sum of their bytes.

/**
 * Bytes of the bodies open at a time: a dozen with the largest number of lines, or the largest body and some small
 * ones. Others wait in order. An open document never waits here, so there is no deadlock.
 */
const OPEN_BYTES_MAX = 40_000_000;

/**
 * The old generation holds the cached inputs and the largest body that `openDocuments.ts` admits: a heap that
 * becomes full during JSON.parse ends the process, not only the thread. A larger one is filled with what is not in
 * use any more. The young one holds most of an import of 20,000 lines: of 16 MB, a quarter of the time went into
 * copying what was still in use.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 320 };

/** A body that is open in a thread, or waits to be. */
type Body = Readonly<{ bytes: number }>;
/**
 * One line for all: clients have taken turns before their bodies were read (docs/spec/requests.md#held-bodies).
 */
const ALL = 0;

export class JsonThread implements DocumentReader {
  #thread: Thread<DocumentHandlers> | null = null;
  /** Bodies in their order, so that small ones do not delay a large one forever. */
  readonly #bodies = new FairQueue<Body>({
    mayGo: ({ bytes }, open) => (this.#thread !== null && hasRoom(bytes, open) ? 'now' : 'allLater'),
  });
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly entry: URL) {}

  /** Starts the thread, before the first body, or after it died early; tried again with each body. */
  start(): void {
    if (this.#thread !== null) return;
    try {
      this.#thread = this.#startThread();
    } catch (cause) {
      this.#bodies.refuse(new ThreadLost('no thread could be started', { cause }));
    }
    this.#bodies.advance();
  }

  async openJson(body: ArrayBuffer): Promise<OpenDocument> {
    if (this.#isClosed) throw new ThreadLost('closed');
    const turn = this.#bodies.turn(ALL, { bytes: body.byteLength });
    this.start();
    const end = await turn;
    const thread = this.#thread;
    const id = ++this.#lastId;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      thread?.request('release', { id }).catch(() => undefined); // the document ended with its thread
      end();
    };
    try {
      if (thread === null) throw new ThreadLost('the thread died');
      const head = await thread.request('openJson', { id, body }, [body]);
      if ('is' in head) return refuse({ is: 'BodyInvalid', fault: head });
      return { head, check: (facts, inputs) => thread.request('check', { id, facts, inputs }), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Gives up the charts and balances that the thread keeps between checks: memory is short. */
  forgetInputs(): void {
    this.#thread?.request('forget', undefined).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#bodies.refuse(new ThreadLost('closed'));
    await this.#thread?.end();
  }

  /**
   * Does not replace a thread that died before its first answer while nobody waits: its successor would probably
   * die as well.
   */
  #startThread(): Thread<DocumentHandlers> {
    const thread: Thread<DocumentHandlers> = new Thread(this.entry, {
      limits: RESOURCE_LIMITS,
      onLost: () => {
        this.#thread = null;
        if (this.#isClosed) return;
        if (thread.hasAnswered || this.#bodies.counts().waiting > 0) this.start();
      },
    });
    return thread;
  }
}

function hasRoom(bytes: number, open: ReadonlySet<Body>): boolean {
  let openBytes = 0;
  for (const other of open) openBytes += other.bytes;
  return openBytes === 0 || openBytes + bytes <= OPEN_BYTES_MAX;
}

export type WorkerPool = Pick<JsonThread, 'openJson' | 'start' | 'forgetInputs' | 'close'> &
  Pick<FileThreads, 'openFile' | 'fileCounts' | 'refuseWaitingFiles'>;

/** `entry`: replaced in tests by threads that die or do not start. */
export type PoolOptions = Readonly<{ filesAtOnce?: number; entry?: URL }> & Omit<FileThreadOptions, 'atOnce'>;

const FILES_AT_ONCE = 2;

const WORKER = new URL('./worker.js', import.meta.url);

/** Threads start when they are needed. */
export function openWorkerPool(options: PoolOptions = {}): WorkerPool {
  const { filesAtOnce: atOnce = FILES_AT_ONCE, entry = WORKER, ...limits } = options;
  const json = new JsonThread(entry);
  const files = new FileThreads(entry, { ...limits, atOnce });
  return {
    openJson: (body) => json.openJson(body),
    openFile: (file, clientId, options) => files.openFile(file, clientId, options),
    start: () => json.start(),
    fileCounts: () => files.fileCounts(),
    refuseWaitingFiles: () => files.refuseWaitingFiles(),
    forgetInputs: () => json.forgetInputs(),
    async close() {
      await Promise.all([json.close(), files.close()]);
    },
  };
}
