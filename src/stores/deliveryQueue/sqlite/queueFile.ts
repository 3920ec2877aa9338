// The file of the embedded delivery queue (`queue.db`). Writes are durable before they are acknowledged (WAL, synchronous FULL),
// except claims: a delivery that loses its claim in a power loss is due again.
import { SqliteFile } from '../../sqlite/sqliteFile.js';

/**
 * `earlier_attempts`: those before the last one, as JSON; most deliveries have none. `due_at` is null once a delivery is final, `token` null while it is not claimed; `finished_at` only of those that
 * were delivered or failed; `fan_out_last`: the last event behind the checkpoint, as JSON; `changed_at`: last change of a listed field, by the file's own clock (`QueueFile.changedAt`).
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS events (
    event_id TEXT PRIMARY KEY, client_id INTEGER NOT NULL, type TEXT NOT NULL, created_at INTEGER NOT NULL,
    body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS deliveries (
    delivery_id TEXT PRIMARY KEY, event_id TEXT NOT NULL, client_id INTEGER NOT NULL, webhook_id TEXT NOT NULL,
    type TEXT NOT NULL, created_at INTEGER NOT NULL, event_created_at INTEGER NOT NULL, url TEXT NOT NULL,
    origin TEXT NOT NULL, activation INTEGER NOT NULL, status TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    last_attempt_at INTEGER, due_at INTEGER, response_status INTEGER, error TEXT NOT NULL DEFAULT '',
    response_body TEXT NOT NULL DEFAULT '', finished_at INTEGER, token TEXT, changed_at INTEGER NOT NULL,
    earlier_attempts TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE IF NOT EXISTS replays (webhook_id TEXT PRIMARY KEY, begun_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS fan_out (
    one INTEGER PRIMARY KEY CHECK (one = 1), queue_id TEXT NOT NULL, log_id TEXT NOT NULL, position INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS fan_out_last (
    one INTEGER PRIMARY KEY CHECK (one = 1), queue_id TEXT NOT NULL, log_id TEXT NOT NULL, event TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS change_clock (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
`;

/**
 * In order: purge of bodies, open deliveries by webhook and time, claims, lists with counts, changes since a time, consecutive
 * failures, deliveries of one event, events for a replay, replays without an attempt.
 */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS events_by_age ON events (created_at);
  CREATE INDEX IF NOT EXISTS deliveries_open ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_in_hand ON deliveries (token) WHERE token IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_listed
    ON deliveries (client_id, created_at DESC, delivery_id, type, webhook_id, status);
  CREATE INDEX IF NOT EXISTS deliveries_changed ON deliveries (client_id, changed_at);
  CREATE INDEX IF NOT EXISTS deliveries_finished ON deliveries (webhook_id, finished_at)
    WHERE finished_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (event_id, webhook_id, status);
  CREATE INDEX IF NOT EXISTS deliveries_for_replay ON deliveries (webhook_id, event_created_at, event_id)
    WHERE origin = 'EVENT';
  CREATE INDEX IF NOT EXISTS replays_waiting ON deliveries (webhook_id)
    WHERE origin = 'REPLAY' AND status = 'PENDING';
`;

/** The file, with the clock of its changes. */
export class QueueFile extends SqliteFile {
  #isFlushing = true;
  #changedAt: number | null = null;

  constructor(path: string) {
    super(path, { journal: 'WAL', synchronous: 'FULL' });
    this.exec(TABLES);
    if (!this.#has('changed_at')) this.change(() => this.#addTimes(), true);
    if (!this.#has('earlier_attempts')) this.change(() => this.#addAttempts(), true);
    this.exec(INDEXES);
  }

  /**
   * Runs a transaction.
   * @param isDurable flushed before it returns; otherwise with the next durable one, and lost in a power loss before it
   * @throws StoreError when the file was taken away: the change is lost
   */
  change<Result>(work: () => Result, isDurable: boolean): Result {
    this.#flush(isDurable);
    const result = this.transaction(() => {
      this.#changedAt = null;
      return work();
    });
    this.mustBeSame();
    return result;
  }

  /**
   * The time (ms) of all changes of the current transaction: now, or 1 ms after the previous transaction of any process if that is
   * later. Transactions are serial, so a change committed after a time was read has a later time.
   */
  changedAt(): number {
    this.#changedAt ??=
      this.get<{ at: number }>(
        `INSERT INTO change_clock VALUES (1, ?)
       ON CONFLICT (one) DO UPDATE SET at = max(at + 1, excluded.at) RETURNING at`,
        Date.now(),
      )?.at ?? null;
    if (this.#changedAt === null) throw new Error('the clock of changes has no time');
    return this.#changedAt;
  }

  /** The time of the last committed change. */
  lastChangedAt(): number {
    return this.get<{ at: number }>('SELECT at FROM change_clock')?.at ?? 0;
  }

  #has(column: string): boolean {
    return this.all(`SELECT 1 FROM pragma_table_info('deliveries') WHERE name = ?`, column).length > 0;
  }

  /** Migrates a file of an earlier build: its rows count as changed now. The default rewrites no row. */
  #addTimes(): void {
    if (this.#has('changed_at')) return; // added by another process
    this.exec(`ALTER TABLE deliveries ADD COLUMN changed_at INTEGER NOT NULL DEFAULT ${this.changedAt()}`);
  }

  #addAttempts(): void {
    if (this.#has('earlier_attempts')) return;
    this.exec(`ALTER TABLE deliveries ADD COLUMN earlier_attempts TEXT NOT NULL DEFAULT '[]'`);
  }

  #flush(isDurable: boolean): void {
    if (isDurable === this.#isFlushing) return;
    this.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
    this.#isFlushing = isDurable;
  }
}
