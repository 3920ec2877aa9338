// A worker thread that has a file of documents open. What arrives during a write shares the next transaction and its flush to
// disk.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../../domain/kernel/storeError.js';
import { DocumentFile, type Asked, type DocumentFileOptions } from './documentFile.js';
import { failureOf, type Failure } from './failures.js';

/** `asked` null: closes the file. */
export type Request = Readonly<{ id: number; asked: Asked | null }>;
export type Reply = Readonly<{ id: number; result?: unknown; error?: Failure }>;
/** `isMade`: the file existed when the thread was started. */
export type ThreadData = Readonly<{ path: string; options: DocumentFileOptions; isMade: boolean }>;

const { path, options, isMade } = workerData as ThreadData;
const port = parentPort;
if (port === null) throw new Error('started outside a worker thread');

let file: DocumentFile | null = null;
let waiting: Request[] = [];

port.on('message', (request: Request) => {
  if (waiting.push(request) === 1) setImmediate(answerAll);
});

function answerAll(): void {
  const batch = waiting;
  waiting = [];
  for (const reply of replies(batch)) port?.postMessage(reply);
}

function replies(batch: readonly Request[]): readonly Reply[] {
  const asked = batch.map((request) => request.asked).filter((each) => each !== null);
  if (batch.length === 1 || asked.length < batch.length) return batch.map(alone);
  try {
    const results = opened().answer(asked);
    return batch.map(({ id }, at) => ({ id, result: results[at] }));
  } catch (thrown) {
    const error = failureOf(thrown);
    if (error.isAway) return batch.map(({ id }) => ({ id, error }));
    return batch.map(alone); // one of them fails: retry each alone
  }
}

function alone({ id, asked }: Request): Reply {
  try {
    if (asked !== null) return { id, result: opened().answer([asked])[0] };
    file?.close();
    return { id };
  } catch (error) {
    return { id, error: failureOf(error) };
  }
}

/** Opens the file at the first request, and retries at each: the disk may be unavailable at the start. */
function opened(): DocumentFile {
  try {
    file ??= new DocumentFile(path, isMade ? { ...options, mode: 'mode=rw' } : options);
    return file;
  } catch (error) {
    if (isMade && !existsSync(path)) throw new StoreError({ is: 'StoreTakenAway', path });
    throw error;
  }
}
