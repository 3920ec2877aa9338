// A worker thread that has the queue's file open. Requests that arrive during a write share the next transaction and its flush to
// disk; only claims are answered before the flush.
import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, isAway, type Failure } from './failures.js';
import * as reads from './reads.js';
import { QueueFile } from './queueFile.js';
import * as writes from './writes.js';

const READS = { ...reads } as const;
const WRITES = { ...writes } as const;
const changing = new Set<string>(Object.keys(WRITES).filter((name) => name !== 'due'));
/** Changes answered before their flush. */
const unflushed = new Set<string>(['claim', 'release']);

type Operations = Pick<
  typeof READS & typeof WRITES,
  | 'enqueue'
  | 'enqueueAgain'
  | 'due'
  | 'claim'
  | 'release'
  | 'settle'
  | 'closeSome'
  | 'rebase'
  | 'beginReplay'
  | 'endReplay'
  | 'beginFanOut'
  | 'advanceFanOut'
  | 'purgeSome'
  | 'claims'
  | 'failuresInARow'
  | 'list'
  | 'find'
  | 'attemptsOf'
  | 'body'
  | 'selectForReplay'
  | 'countForReplay'
  | 'extent'
  | 'stats'
  | 'countByType'
  | 'fanOutCheckpoint'
>;
export type Operation = keyof Operations;
type Given<Name extends Operation> = Operations[Name] extends (file: QueueFile, ...rest: infer Rest) => unknown
  ? Rest
  : never;
export type Arguments = { [Name in Operation]: Given<Name> };
export type Results = { [Name in Operation]: ReturnType<Operations[Name]> };

export type Request = Readonly<{ id: number; operation: Operation | 'close'; given: readonly unknown[] }>;
export type Reply = Readonly<{ id: number; result?: unknown; error?: Failure }>;

const operations: Readonly<Record<string, unknown>> = { ...READS, ...WRITES };
const { path } = workerData as { path: string };
const port = parentPort;
if (port === null) throw new Error('started outside a worker thread');

let file: QueueFile | null = null;
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
  if (batch.length === 1) return batch.map(alone);
  try {
    return together(batch);
  } catch (thrown) {
    const error = failureOf(thrown);
    if (isAway(error.code)) return batch.map(({ id }) => ({ id, error }));
    return batch.map(alone); // one of them fails: retry each alone
  }
}

function together(batch: readonly Request[]): readonly Reply[] {
  if (batch.some(({ operation }) => operation === 'close')) return batch.map(alone);
  const answer = (): Reply[] => batch.map((request) => ({ id: request.id, result: done(request) }));
  return changed(batch, answer);
}

function changed<Result>(batch: readonly Request[], work: () => Result): Result {
  const changes = batch.filter(({ operation }) => changing.has(operation));
  if (changes.length === 0) return work();
  const isDurable = changes.some(({ operation }) => !unflushed.has(operation));
  return opened().change(work, isDurable);
}

function alone(request: Request): Reply {
  const { id, operation } = request;
  try {
    if (operation === 'close') {
      file?.close();
      return { id };
    }
    return { id, result: changed([request], () => done(request)) };
  } catch (error) {
    return { id, error: failureOf(error) };
  }
}

function done({ operation, given }: Request): unknown {
  return (operations[operation] as (file: QueueFile, ...rest: readonly unknown[]) => unknown)(opened(), ...given);
}

/** Opens the file at the first request, and retries at each: the disk may be unavailable at the start. */
function opened(): QueueFile {
  file ??= new QueueFile(path);
  return file;
}
