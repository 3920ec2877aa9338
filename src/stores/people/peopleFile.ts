// The file of people, credentials and sign-ins (libsql). Erased data leaves no trace: deleted content is overwritten, the file is
// rewritten at each erasure, and there is no write-ahead log.
import { closeSync, openSync } from 'node:fs';
import { SqliteFile } from '../sqlite/sqliteFile.js';

/** Creates the file readable by its owner only. */
export function openPeopleFile(path: string, schema: string): SqliteFile {
  closeSync(openSync(path, 'a', 0o600));
  // EXTRA: the removal of the journal is also flushed before a write is acknowledged.
  const db = new SqliteFile(path, { journal: 'DELETE', synchronous: 'EXTRA' });
  db.pragma('secure_delete = ON');
  db.exec(schema);
  return db;
}
