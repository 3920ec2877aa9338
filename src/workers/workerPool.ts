// The pool of worker threads: bodies of JSON share theirs, each file has one to itself. One entry, one protocol.
import type { DocumentReader, FileReader } from '../commands/imports/document.js';
import { FileThreads, type FileThreadOptions } from './fileThreads.js';
import { JsonThreads } from './jsonThreads.js';

export type WorkerPool = DocumentReader &
  FileReader &
  Readonly<{
    /** Starts the threads of JSON before the first body asks for them. */
    start(): void;
    fileCounts(): Readonly<{ reading: number; waiting: number }>;
    close(): Promise<void>;
  }>;

/** `entry` is the worker's own file unless a test has the thread die, or not start. */
export type PoolOptions = Readonly<{ jsonThreads?: number; filesAtOnce?: number; entry?: URL }> &
  Omit<FileThreadOptions, 'atOnce'>;

const WORKER = new URL('./worker.js', import.meta.url);

/** Threads start when they are needed. */
export function openWorkerPool(options: PoolOptions = {}): WorkerPool {
  const { jsonThreads = 2, filesAtOnce, entry = WORKER, ...limits } = options;
  const json = new JsonThreads(jsonThreads, entry);
  const files = new FileThreads(entry, { ...limits, atOnce: filesAtOnce });
  return {
    openJson: (body) => json.openJson(body),
    openFile: (file, onRows) => files.openFile(file, onRows),
    start: () => json.start(),
    fileCounts: () => files.counts(),
    async close() {
      await Promise.all([json.close(), files.close()]);
    },
  };
}
