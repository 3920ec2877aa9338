// Documents in a SQLite file that many processes may have open, in the calling thread or in one of its own.
import { StoreUnavailable, type StoreProblem } from '../../domain/kernel/storeError.js';
import type { Collection, Documents } from '../../commands/kernel/documents.js';
import {
  createFile,
  DELETED_MAX,
  DocumentFile,
  errorOf,
  failureOf,
  type Ask,
  type Call,
  type DocumentFileOptions,
  type Failure,
} from './documentFile.js';
import { Thread, ThreadLost } from '../../runtime/thread.js';
import type { DocumentHandlers, ThreadData } from './sqliteThread.js';

const ENTRY = new URL('./sqliteThread.js', import.meta.url);

/** Opens the file, or, without a mode, creates it readable by its owner only, at the first operation. */
export function openSqliteDocuments(path: string, options: DocumentFileOptions): Documents {
  let file: DocumentFile | null = null;
  const ask = async (call: Call): Promise<unknown> => {
    try {
      if (file === null && options.mode === undefined) createFile(path);
      file ??= new DocumentFile(path, options);
      return file.answer([call])[0];
    } catch (error) {
      throw errorOf(failureOf(error), path);
    }
  };
  return documentsOver(ask, async () => file?.close());
}

/**
 * As `openSqliteDocuments`, in a thread: the caller never waits for the disk, and what is asked at once is flushed
 * once.
 * @param watch called with each file that must stay while the thread has it open; without its write-ahead log,
 *   changes that are not in the file yet are lost, unless it is closed normally. @returns a function that ends the
 *   watch
 */
export function openThreadedDocuments(
  path: string,
  options: DocumentFileOptions,
  watch: (path: string) => () => void = () => () => undefined,
): Documents {
  const watched = new Map<string, () => void>();
  let isClosed = false;
  const watchOnce = (each: string): void => {
    if (!isClosed && !watched.has(each)) watched.set(each, watch(each));
  };
  const thread = new DocumentThread(
    { path, options },
    () => watchOnce(path),
    () => [path, `${path}-wal`].forEach(watchOnce),
  );
  return documentsOver(
    (call) => thread.ask(sendable(call)),
    async () => {
      isClosed = true;
      watched.forEach((unwatch) => unwatch()); // the last process to close the file removes its write-ahead log
      await thread.close();
    },
  );
}

/** Iterables cannot be sent to a thread, lists can. */
function sendable(call: Call): Call {
  if (call[0] !== 'write') return call;
  return ['write', call[1].map(({ into, documents }) => ({ into, documents: [...documents] }))];
}

function documentsOver(askFile: (call: Call) => Promise<unknown>, close: () => Promise<void>): Documents {
  const ask = ((...call: unknown[]) => askFile(call as unknown as Call)) as Ask;
  const one = <Doc>(text: string | null) => (text === null ? null : (JSON.parse(text) as Doc));
  return {
    insert: async (into, documents) => (documents.length === 0 ? [] : ask('insert', into.name, documents)),
    async write(puts) {
      await ask(
        'write',
        puts.map(({ into, documents }) => ({ into: into.name, documents })),
      );
    },
    get: async <Doc>(from: Collection, id: string) => one<Doc>(await ask('get', from.name, id)),
    find: async <Doc>(...[from, ...query]: Parameters<Documents['find']>) =>
      JSON.parse(await ask('find', from.name, ...query)) as readonly Doc[],
    firstOfEach: async <Doc>(...[from, ...query]: Parameters<Documents['firstOfEach']>) =>
      (await ask('firstOfEach', from.name, ...query)).map((text) => JSON.parse(text) as Doc),
    count: async (from, ...query) => ask('count', from.name, ...query),
    update: async (of, ...query) => ask('update', of.name, ...query),
    findAndUpdate: async <Doc>(...[of, ...query]: Parameters<Documents['findAndUpdate']>) =>
      one<Doc>(await ask('findAndUpdate', of.name, ...query)),
    stampedUntil: async (of) => ask('stampedUntil', of.name),
    async delete(from, where) {
      for (let sum = 0; ;) {
        const count = await ask('delete', from.name, where);
        sum += count;
        if (count < DELETED_MAX) return sum;
      }
    },
    close,
  };
}

const TAKEN_AWAY: StoreProblem['is'] = 'StoreTakenAway';

/** Starts the thread at the first request, and restarts it after it died. */
class DocumentThread {
  #thread: Thread<DocumentHandlers> | null = null;
  #closed = false;

  /** @param onMade called when the file exists @param onOpened called when it is open, or was taken away since */
  constructor(
    private readonly data: Omit<ThreadData, 'isMade'>,
    private readonly onMade: () => void,
    private readonly onOpened: () => void,
  ) {}

  async ask(call: Call): Promise<unknown> {
    const { path } = this.data;
    if (this.#closed) throw new StoreUnavailable(`${path} is closed`);
    const thread = this.#runningThread();
    try {
      const result = await thread.request('ask', call);
      this.onOpened();
      return result;
    } catch (error) {
      if (error instanceof ThreadLost) throw new StoreUnavailable(`the thread of ${path} ended`, { cause: error });
      const failure = error as Failure;
      if (failure.code === TAKEN_AWAY) this.onOpened();
      throw errorOf(failure, path);
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#closed = true;
    await thread?.request('close', undefined).catch(() => undefined);
    await thread?.end();
  }

  #runningThread(): Thread<DocumentHandlers> {
    if (this.#thread?.isAlive) return this.#thread;
    const { path, options } = this.data;
    const data: ThreadData = { path, options, isMade: options.mode === undefined && createFile(path) };
    if (data.isMade) this.onMade();
    return (this.#thread = new Thread(ENTRY, { data }));
  }
}
