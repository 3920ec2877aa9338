// The pool of worker threads: JSON bodies share one, each file has its own. One entry, one protocol.
import type { DocumentReader, FileReader } from '../commands/imports/document.js';
import { FileThreads, type FileThreadOptions } from './fileThreads.js';
import { JsonThread } from './jsonThread.js';

export type WorkerPool = DocumentReader &
  FileReader &
  Readonly<{
    /** Starts the thread for JSON before the first body. */
    start(): void;
    fileCounts(): Readonly<{ reading: number; waiting: number }>;
    /** Rejects waiting files with `Unavailable`; files being read continue. */
    refuseWaitingFiles(): void;
    /** Gives up the charts and balances that threads keep between checks: memory is short. */
    forgetInputs(): void;
    close(): Promise<void>;
  }>;

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
    fileCounts: () => files.counts(),
    refuseWaitingFiles: () => files.refuseWaiting(),
    forgetInputs: () => json.forgetInputs(),
    async close() {
      await Promise.all([json.close(), files.close()]);
    },
  };
}
