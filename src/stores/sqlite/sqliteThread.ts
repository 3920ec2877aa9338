// A worker thread that has a file of documents open. What arrives during a write shares the next transaction and
// its flush to disk.
import { existsSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { StoreError } from '../../domain/kernel/storeError.js';
import { serve } from '../../runtime/thread.js';
import { DocumentFile, failureOf, type Call, type DocumentFileOptions, type Failure } from './documentFile.js';

/** `isMade`: the file existed when the thread was started. */
export type ThreadData = Readonly<{ path: string; options: DocumentFileOptions; isMade: boolean }>;

const { path, options, isMade } = workerData as ThreadData;
type Waiting = Readonly<{ call: Call; resolve(result: unknown): void; reject(error: unknown): void }>;

let file: DocumentFile | null = null;
let waiting: Waiting[] = [];

const handlers = {
  /** @throws an error with the members of a `Failure` */
  ask: (call: Call): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ call, resolve, reject }) === 1) setImmediate(answerWaiting);
    }),
  close(): void {
    answerWaiting();
    file?.close();
  },
};
export type DocumentHandlers = typeof handlers;

serve(handlers);

function answerWaiting(): void {
  const batch = waiting;
  waiting = [];
  try {
    if (batch.length > 0) answer(batch);
  } catch (thrown) {
    const error = failureOf(thrown);
    if (batch.length === 1 || error.isAway) for (const { reject } of batch) reject(asError(error));
    else for (const each of batch) answerAlone(each); // one of them fails
  }
}

function answerAlone(one: Waiting): void {
  try {
    answer([one]);
  } catch (thrown) {
    one.reject(asError(failureOf(thrown)));
  }
}

/** Error with the members of the failure as its own, which reach the other side. */
function asError(failure: Failure): Error {
  return Object.assign(new Error(failure.message), failure);
}

function answer(batch: readonly Waiting[]): void {
  const results = openedFile().answer(batch.map(({ call }) => call));
  batch.forEach(({ resolve }, at) => resolve(results[at]));
}

/** Opens the file at the first request, and retries at each: the disk may be unavailable at the start. */
function openedFile(): DocumentFile {
  try {
    file ??= new DocumentFile(path, isMade ? { ...options, mode: 'mode=rw' } : options);
    return file;
  } catch (error) {
    if (isMade && !existsSync(path)) throw new StoreError({ is: 'StoreTakenAway', path });
    throw error;
  }
}
