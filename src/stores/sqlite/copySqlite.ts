// Copies SQLite files while other processes write them, and checks the copies.
import { BUSY_TIMEOUT_MS } from './sqliteFile.js';
import Database from 'libsql';
import { chmodSync } from 'node:fs';
import { fileUri } from './fileUri.js';

/**
 * Copies one committed state, without free pages. The copy has no write-ahead log and needs no other file.
 * @param to a file that does not exist
 */
export function copySqlite(from: string, to: string): void {
  const db = new Database(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  chmodSync(to, 0o600);
}

/** Whether the error means a damaged file. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string }).code));
}

/** Checks a file that no process writes, without creating files beside it. @returns whether SQLite finds it intact */
export function isWholeSqlite(path: string): boolean {
  try {
    const db = new Database(fileUri(path, 'immutable=1'));
    try {
      const [row] = db.pragma('integrity_check') as { integrity_check?: string }[];
      return row?.integrity_check === 'ok';
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
