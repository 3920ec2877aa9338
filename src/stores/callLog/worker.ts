// The thread that holds the call log's file. One request at a time, answered in order.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { CALL_LOG_DAYS } from '../../api/http/callLog.js';

export type Request = Readonly<{
  id: number;
  do: 'write' | 'list' | 'lastUses' | 'close';
  /** Of `write`: a JSON array of rows, and the time now in ms. */
  text?: string;
  now?: number;
  limit?: number;
}>;
export type Reply = Readonly<{ id: number; error?: string; rows?: readonly (readonly unknown[])[] }>;

const DAY_MS = 86_400_000;
const PURGE_EVERY_MS = 3_600_000;
/** Deleted in slices, so that a purge holds up no batch for long. */
const PURGE_SLICE = 5_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS calls (
    call INTEGER PRIMARY KEY, at INTEGER NOT NULL, request_id TEXT NOT NULL, key_id INTEGER NOT NULL, key_name TEXT NOT NULL,
    client_id INTEGER NOT NULL, route TEXT NOT NULL, status INTEGER NOT NULL, duration_ms REAL NOT NULL, address TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS calls_by_time ON calls (at);
  CREATE TABLE IF NOT EXISTS last_use (key_id INTEGER PRIMARY KEY, minute INTEGER NOT NULL);
`;
const COLUMNS = 'at, request_id, key_id, key_name, client_id, route, status, duration_ms, address';
const WRITE = `
  INSERT INTO calls (${COLUMNS})
  SELECT ${Array.from({ length: 9 }, (_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?)
`;
/** To the minute; two processes may write one key's minutes in any order. */
const TOUCH = `
  INSERT INTO last_use (key_id, minute)
  SELECT value ->> 2, max(value ->> 0) / 60000 * 60000 FROM json_each(?) WHERE true GROUP BY 1
  ON CONFLICT (key_id) DO UPDATE SET minute = max(minute, excluded.minute)
`;

const { path } = workerData as { path: string };
const port = parentPort;
if (port === null) throw new Error('started outside a worker thread');

const database = open();
const statements = {
  write: database.prepare(WRITE),
  touch: database.prepare(TOUCH),
  list: database.prepare(`SELECT ${COLUMNS} FROM calls ORDER BY at DESC, call DESC LIMIT ?`).raw(),
  lastUses: database.prepare('SELECT key_id, minute FROM last_use').raw(),
  purge: database.prepare(
    `DELETE FROM calls WHERE call IN (SELECT call FROM calls WHERE at < ? ORDER BY at LIMIT ${PURGE_SLICE})`,
  ),
};
let purgedAt = 0;

port.on('message', (request: Request) => port.postMessage(answer(request)));

function answer(request: Request): Reply {
  const { id } = request;
  try {
    switch (request.do) {
      case 'write':
        write(request.text ?? '[]', request.now ?? 0);
        return { id };
      case 'list':
        return { id, rows: statements.list.all(request.limit ?? 0) as unknown[][] };
      case 'lastUses':
        return { id, rows: statements.lastUses.all() as unknown[][] };
      case 'close':
        database.close();
        return { id };
    }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function open(): Database.Database {
  const opened = new Database(path);
  opened.pragma('busy_timeout = 5000');
  opened.pragma('journal_mode = WAL');
  opened.pragma('synchronous = NORMAL');
  opened.exec(SCHEMA);
  return opened;
}

/** All of the batch or nothing, so that a batch tried again is not there twice. */
function write(text: string, now: number): void {
  purge(now);
  database.exec('BEGIN IMMEDIATE');
  try {
    statements.write.run(text);
    statements.touch.run(text);
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Once an hour, and after the clock was set back. */
function purge(now: number): void {
  if (now - purgedAt < PURGE_EVERY_MS && now >= purgedAt) return;
  while (statements.purge.run(now - CALL_LOG_DAYS * DAY_MS).changes === PURGE_SLICE);
  purgedAt = now;
}
