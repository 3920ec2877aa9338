// The thread that writes the log. Group commit: appends that arrive during a commit share the next one, and with it one flush
// to the disk.
import { parentPort, workerData } from 'node:worker_threads';
import { NO_STREAM, type Appended } from '../../../domain/kernel/log.js';
import { SqliteFile } from '../../sqlite/sqliteFile.js';
import type { CheckedEvent } from '../appendChecks.js';

export type PendingAppend = Readonly<{
  stream: string;
  events: readonly CheckedEvent[];
  expectedRevision: number;
  sizeBytes: number;
}>;
/** Null: ends the thread once all before is answered. */
export type ToWriter = Call | null;
/** `error`: nothing is known of the append. */
export type FromWriter = Readonly<
  { call: number } & ({ result: Appended } | { error: { code: string; message: string } })
>;
/** `lockMs`: how long a commit waits for that of another process. */
export type WriterData = Readonly<{ path: string; lockMs: number }>;

export type Call = Readonly<{ call: number; append: PendingAppend }>;

/** Bound of one transaction; the rest waits for the next. */
const TRANSACTION_BYTES_MAX = 16 * 1_048_576;

const { path, lockMs } = workerData as WriterData;
const port = parentPort;
if (port === null) throw new Error('started outside a worker thread');

let file: SqliteFile | null = null;
const waiting: Call[] = [];

port.on('message', (message: ToWriter) => {
  if (message === null) return end();
  if (waiting.push(message) === 1) setImmediate(commitWaiting);
});

function commitWaiting(): void {
  const taken = take();
  if (taken.length === 0) return;
  for (const reply of committed(taken)) port?.postMessage(reply);
  if (waiting.length > 0) setImmediate(commitWaiting);
}

/** The oldest appends, as many as fit; at least one. */
function take(): readonly Call[] {
  let sizeBytes = 0;
  let count = 0;
  for (const { append } of waiting) {
    sizeBytes += append.sizeBytes;
    if (count > 0 && sizeBytes > TRANSACTION_BYTES_MAX) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

function committed(taken: readonly Call[]): readonly FromWriter[] {
  try {
    const opened = (file ??= open());
    return opened.transaction(() => taken.map(({ call, append }) => ({ call, result: apply(opened, append) })));
  } catch (thrown) {
    const { code = '', message } = thrown as Error & { code?: string };
    return taken.map(({ call }) => ({ call, error: { code, message } }));
  }
}

function open(): SqliteFile {
  const opened = new SqliteFile(path, { mode: 'mode=rw', synchronous: 'FULL' });
  opened.pragma(`busy_timeout = ${lockMs}`);
  return opened;
}

/** Under the write lock, so what it reads is the log's newest state. */
function apply(log: SqliteFile, append: PendingAppend): Appended {
  const { stream, events, expectedRevision } = append;
  const [actual] =
    log.getRaw(`SELECT coalesce(max(revision), ${NO_STREAM}) FROM events WHERE stream = ?`, stream) ?? [];
  if (actual !== expectedRevision) return earlierResult(log, append) ?? { ok: false, actual: actual as number };
  const [head] = log.getRaw('SELECT coalesce(max(position), 0) FROM events') ?? [];
  let [revision, position] = [expectedRevision, head as number];
  for (const { id, type, data, metadata } of events) {
    revision += 1;
    position += 1;
    log.run(
      'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)',
      position,
      stream,
      revision,
      id,
      type,
      data,
      metadata,
    );
  }
  return { ok: true, revision, position };
}

/** The same ids directly after the same expected revision: the append was stored before and its answer lost. */
function earlierResult(log: SqliteFile, { stream, events, expectedRevision }: PendingAppend): Appended | null {
  let [revision, position] = [expectedRevision, 0];
  for (const { id } of events) {
    revision += 1;
    const stored = log.getRaw(
      'SELECT id, position FROM events WHERE stream = ? AND revision = ?',
      stream,
      revision,
    );
    if (stored?.[0] !== id) return null;
    position = stored[1] as number;
  }
  return { ok: true, revision, position };
}

function end(): void {
  while (waiting.length > 0) commitWaiting();
  file?.close();
  port?.close();
}
