// Sessions on SQLite (libsql): one small file shared by all processes of a machine. Losing it signs everybody out, so that
// backups leave it out.
import { closeSync, openSync } from 'node:fs';
import { delayAfter, type Session, type SessionStore } from '../../commands/people/sessionStore.js';
import { SqliteFile } from '../sqlite/sqliteFile.js';

const FIELDS = 'id, personId, clientId, csrfToken, roles, startedAtMs, seenAtMs, endsAtMs, draft';

type Attempts = Readonly<{ failures: number; lastAtMs: number }>;

/** Opens the file, or creates it readable by its owner only, at the first operation. */
export function openEmbeddedSessions(path: string): SessionStore {
  let opened: SqliteFile | null = null;
  const file = (): SqliteFile => (opened ??= openFile(path));

  /** Only the end of a session must survive a power loss: what is lost otherwise is asked for again. */
  const flush = (): void => void file().pragma('wal_checkpoint(PASSIVE)');

  function insert(session: Session): void {
    const { id, personId, clientId, csrfToken, roles, startedAtMs, seenAtMs, endsAtMs, draft } = session;
    const values = [id, personId, clientId, csrfToken, roles, startedAtMs, seenAtMs, endsAtMs, draft];
    file().run(`INSERT INTO sessions (${FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, ...values);
    file().mustBeSame();
  }

  return {
    open: async (session) => insert(session),
    async openOneOf(session, most) {
      const counted = 'SELECT count(*) AS stored FROM sessions WHERE personId = ?';
      const { stored } = file().get<{ stored: number }>(counted, session.personId) ?? { stored: 0 };
      if (stored >= most) return false;
      insert(session);
      return true;
    },
    find: async (id) => file().get<Session>(`SELECT ${FIELDS} FROM sessions WHERE id = ?`, id) ?? null,
    async change(id, changes) {
      const names = Object.keys(changes) as (keyof typeof changes)[];
      if (names.length === 0) return;
      const values = names.map((name) => changes[name] ?? null);
      file().run(
        `UPDATE sessions SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
        ...values,
        id,
      );
    },
    async end(id) {
      file().run('DELETE FROM sessions WHERE id = ?', id);
      flush();
      file().mustBeSame();
    },
    async endAllOf(personId) {
      const ended = file().run('DELETE FROM sessions WHERE personId = ?', personId);
      flush();
      file().mustBeSame();
      return ended;
    },
    async purge({ endsAtMs, seenAtMs, triedAtMs, futureMs }) {
      const over = 'DELETE FROM sessions WHERE endsAtMs < ? OR seenAtMs < ? OR seenAtMs > ?';
      file().run(over, endsAtMs, seenAtMs, futureMs);
      file().run('DELETE FROM attempts WHERE lastAtMs < ?', triedAtMs);
    },
    attempt: async (account, nowMs) =>
      file().transaction(() => {
        const before = file().get<Attempts>('SELECT failures, lastAtMs FROM attempts WHERE account = ?', account);
        const { failures, lastAtMs } = before ?? { failures: 0, lastAtMs: nowMs };
        const waits = Math.min(lastAtMs, nowMs) + delayAfter(failures) > nowMs;
        if (waits && lastAtMs <= nowMs) return false;
        file().run(
          'INSERT OR REPLACE INTO attempts (account, failures, lastAtMs) VALUES (?, ?, ?)',
          account,
          waits ? failures : failures + 1,
          nowMs,
        );
        return !waits;
      }),
    async succeeded(account) {
      file().run('DELETE FROM attempts WHERE account = ?', account);
    },
    async count(what, nowMs) {
      const key = `${what} ${Math.floor(nowMs / 60_000)}`;
      const insert =
        'INSERT INTO attempts (account, failures, lastAtMs) VALUES (?, 1, ?) ' +
        'ON CONFLICT (account) DO UPDATE SET failures = failures + 1 RETURNING failures';
      return file().get<Attempts>(insert, key, nowMs)?.failures ?? 1;
    },
    async close() {
      opened?.close();
    },
  };
}

function openFile(path: string): SqliteFile {
  closeSync(openSync(path, 'a', 0o600));
  const db = new SqliteFile(path, { journal: 'WAL', synchronous: 'NORMAL' });
  db.pragma('secure_delete = ON');
  db.exec(
    'CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, personId TEXT NOT NULL, clientId INTEGER NOT NULL, ' +
      'csrfToken TEXT NOT NULL, roles TEXT, startedAtMs INTEGER NOT NULL, seenAtMs INTEGER NOT NULL, ' +
      'endsAtMs INTEGER NOT NULL, draft TEXT); ' +
      'CREATE INDEX IF NOT EXISTS sessions_by_person ON sessions (personId); ' +
      'CREATE TABLE IF NOT EXISTS attempts (account TEXT PRIMARY KEY, failures INTEGER NOT NULL, lastAtMs INTEGER NOT NULL)',
  );
  return db;
}
