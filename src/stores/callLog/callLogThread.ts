// The thread that holds the call log's file. One request at a time, answered in order.
// A row is a batch: calls are written a thousand times for each time they are read. The view `calls` shows them one by one.
import { parentPort, workerData } from 'node:worker_threads';
import { CALL_LOG_DAYS, CALLS_SEARCHED_MAX, passes, type CallFilter } from '../../api/http/callLog.js';
import { SqliteFile } from '../sqlite/sqliteFile.js';
import { asCall, type Row } from './rows.js';

/** A batch: the JSON text of an array of rows, and the last use of its keys. Times in ms since 1970. */
export type Batch = Readonly<{
  text: string;
  lastAt: number;
  minutes: readonly (readonly [keyId: number, minute: number])[];
}>;

export type Request = Readonly<{ id: number }> &
  (
    | Readonly<{ do: 'write'; batch: Batch; now: number }>
    | Readonly<{ do: 'list'; limit: number; filter?: CallFilter | undefined }>
    | Readonly<{ do: 'lastUses' }>
    | Readonly<{ do: 'close' }>
  );
export type Reply = Readonly<{ id: number; error?: string; rows?: readonly (readonly unknown[])[] }>;

const DAY_MS = 86_400_000;
const PURGE_EVERY_MS = 3_600_000;
/** Rows deleted at a time, so that a purge does not delay batches. */
const PURGE_SLICE = 500;

const COLUMNS = [
  'at',
  'request_id',
  'key_id',
  'key_name',
  'client_id',
  'route',
  'status',
  'duration_ms',
  'address',
];
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS batches (batch INTEGER PRIMARY KEY, last_at INTEGER NOT NULL, calls TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS batches_by_time ON batches (last_at);
  CREATE TABLE IF NOT EXISTS last_use (key_id INTEGER PRIMARY KEY, minute INTEGER NOT NULL);
  CREATE VIEW IF NOT EXISTS calls AS
    SELECT ${COLUMNS.map((name, at) => `value ->> ${at} AS ${name}`).join(', ')}
    FROM batches, json_each(batches.calls);
`;

const { path } = workerData as { path: string };
const port = parentPort;
if (port === null) throw new Error('started outside a worker thread');

const INSERT = 'INSERT INTO batches (last_at, calls) VALUES (?, ?)';
/** Keeps the later minute: processes write in any order. */
const TOUCH =
  'INSERT INTO last_use VALUES (?, ?) ON CONFLICT (key_id) DO UPDATE SET minute = max(minute, excluded.minute)';
const NEWEST = 'SELECT calls FROM batches ORDER BY last_at DESC, batch DESC LIMIT 1 OFFSET ?';
const PURGE = `DELETE FROM batches WHERE batch IN (SELECT batch FROM batches WHERE last_at < ? LIMIT ${PURGE_SLICE})`;

const file = new SqliteFile(path, { journal: 'WAL', synchronous: 'NORMAL' });
file.exec(SCHEMA);
let purgedAt = 0;

port.on('message', (request: Request) => port.postMessage(answer(request)));

function answer(request: Request): Reply {
  const { id } = request;
  try {
    switch (request.do) {
      case 'write':
        purge(request.now);
        write(request.batch);
        return { id };
      case 'list':
        return { id, rows: newest(request.limit, request.filter) };
      case 'lastUses':
        return { id, rows: file.allRaw('SELECT key_id, minute FROM last_use') };
      case 'close':
        file.close();
        return { id };
    }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Atomic, so that a retried batch is not stored twice. */
function write({ text, lastAt, minutes }: Batch): void {
  file.transaction(() => {
    file.run(INSERT, lastAt, text);
    for (const [keyId, minute] of minutes) file.run(TOUCH, keyId, minute);
  });
}

/** Batches of several processes overlap by less than a second: reads one batch more than needed, then sorts the calls. */
function newest(limit: number, filter: CallFilter | undefined): readonly Row[] {
  const rows: Row[] = [];
  let searched = 0;
  for (let offset = 0, enough = false; !enough; offset++) {
    enough = rows.length >= limit || (filter !== undefined && searched >= CALLS_SEARCHED_MAX);
    const batch = file.getRaw(NEWEST, offset) as readonly [string] | undefined;
    if (batch === undefined) break;
    const calls = (JSON.parse(batch[0]) as Row[]).reverse();
    searched += calls.length;
    rows.push(...(filter === undefined ? calls : calls.filter((row) => passes(asCall(row), filter))));
  }
  return rows.sort((a, b) => b[0] - a[0]).slice(0, limit);
}

/** Once an hour, and after the clock was set back. */
function purge(now: number): void {
  if (now - purgedAt < PURGE_EVERY_MS && now >= purgedAt) return;
  while (file.run(PURGE, now - CALL_LOG_DAYS * DAY_MS) === PURGE_SLICE);
  purgedAt = now;
}
