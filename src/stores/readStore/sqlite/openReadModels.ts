// Opens a file of read models.
import { SqliteFile } from '../../sqlite/sqliteFile.js';

/** Blocks of rows are around 24 kB: two or three pages each. */
const PAGE_BYTES = 16_384;
/** SQLite's page cache; the operating system caches the other pages. */
const CACHE_KIB = 16_384;

export function openReadModels(path: string): SqliteFile {
  const db = new SqliteFile(path);
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  return db;
}
