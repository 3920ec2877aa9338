// Threads that read and check files, one file in each, two at a time; the others wait their turn. A thread can be ended
// at any time, whatever it is doing, and is ended when it hangs or takes too much.
import pLimit from 'p-limit';
import type { FileReader, FileToRead, OpenFile } from '../commands/imports/document.js';
import { inputKey } from '../commands/imports/document.js';
import { DocumentThread } from './documentThread.js';
import { HangWatch, type ReadLimits } from './hangWatch.js';
import { WorkerLost, fileRefused } from './workerThread.js';

/** Streamed rows are garbage at once; what stays are the lines of one trial balance. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };
const AT_ONCE = 2;
/** An idle thread is kept so long for a next file. */
const IDLE_MS_MAX = 60_000;
/** A thread that read no more rows is used again: after a large file its memory goes back with it. */
const KEPT_ROWS_MAX = 20_000;

export type FileThreadOptions = Readonly<{ atOnce?: number | undefined }> & ReadLimits;

/** `rows` were read in it so far. */
type Reader = { readonly on: DocumentThread; rows: number };

export class FileThreads implements FileReader {
  readonly #turns: ReturnType<typeof pLimit>;
  readonly #readers = new Set<Reader>();
  #idle: Reader | null = null;
  #isClosed = false;
  #lastId = 0;

  constructor(
    private readonly entry: URL,
    private readonly options: FileThreadOptions,
  ) {
    this.#turns = pLimit(options.atOnce ?? AT_ONCE);
  }

  async openFile(file: FileToRead, onRows: (rows: number) => void = () => undefined): Promise<OpenFile> {
    const endTurn = await this.#turn();
    let reader: Reader | null = null;
    let isOpen = true;
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      if (reader !== null) this.#putBack(reader);
      endTurn();
    };
    try {
      reader = this.#reader();
      return await this.#opened(reader, file, onRows, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Files being read or not released yet, and those that wait for a turn. */
  counts(): Readonly<{ reading: number; waiting: number }> {
    return { reading: this.#turns.activeCount, waiting: this.#turns.pendingCount };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#readers].map(({ on }) => on.thread.end()));
  }

  /** @returns what passes the turn on */
  #turn(): Promise<() => void> {
    return new Promise((resolve) => void this.#turns(() => new Promise<void>((end) => resolve(end))));
  }

  /** @throws WorkerLost */
  #reader(): Reader {
    if (this.#isClosed) throw new WorkerLost('closed');
    const kept = this.#idle;
    this.#idle = null;
    if (kept?.on.thread.isAlive) return kept;
    try {
      return this.#started();
    } catch (cause) {
      throw new WorkerLost('no thread could be started', { cause });
    }
  }

  async #opened(
    reader: Reader,
    file: FileToRead,
    onRows: (rows: number) => void,
    release: () => void,
  ): Promise<OpenFile> {
    const { on } = reader;
    const { thread } = on;
    const id = ++this.#lastId;
    const watch = new HangWatch(this.options);
    const giveUp = (): void => void thread.end(fileRefused({ is: 'FileTookTooLong' }));
    thread.onProgress = (rows) => {
      watch.hear();
      reader.rows += rows;
      onRows(rows);
    };
    const chartName = await watch.during(thread.request('openFile', { id, file }), giveUp);
    let matchedWith: string | null = null;
    return {
      chartName,
      read(chart) {
        if (chart !== null) matchedWith = inputKey({ is: 'chart', ...chart });
        return watch.during(on.readFile(id, chart), giveUp);
      },
      async check(facts, inputs) {
        // Of a chart that changed meanwhile the file is matched anew, which takes the chart's accounts once more.
        const chart = facts.chart && inputKey({ is: 'chart', ...facts.chart });
        const result = await on.check(id, facts, inputs, chart === matchedWith ? null : chart);
        if (!('missing' in result)) matchedWith = chart;
        return result;
      },
      release,
    };
  }

  #started(): Reader {
    const on = new DocumentThread(this.entry, RESOURCE_LIMITS, (cause) => {
      const isMemory = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      return isMemory ? fileRefused({ is: 'FileTookTooMuchMemory' }) : undefined;
    });
    const reader: Reader = { on, rows: 0 };
    this.#readers.add(reader);
    return reader;
  }

  #putBack(used: Reader): void {
    const { thread } = used.on;
    const mayBeKept = thread.isAlive && used.rows <= KEPT_ROWS_MAX;
    thread.onProgress = () => undefined;
    if (mayBeKept) thread.request('release', { id: this.#lastId }).catch(() => undefined);
    else this.#drop(used);
    if (this.#idle === null && !this.#isClosed) this.#keepIdle(used, mayBeKept);
    else if (mayBeKept) this.#drop(used);
  }

  /** The next file need not wait for a thread to start: in place of one that is gone, another one. */
  #keepIdle(used: Reader, mayBeKept: boolean): void {
    let reader = used;
    try {
      if (!mayBeKept) reader = this.#started();
    } catch {
      return; // the next file tries again
    }
    this.#idle = reader;
    setTimeout(() => {
      if (this.#idle !== reader) return;
      this.#idle = null;
      this.#drop(reader);
    }, IDLE_MS_MAX).unref();
  }

  #drop(reader: Reader): void {
    this.#readers.delete(reader);
    void reader.on.thread.end();
  }
}
