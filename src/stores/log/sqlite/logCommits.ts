// Commits appends to the log's file, in the thread that calls it. Group commit: appends that arrive before or
// during a commit share the next one, and with it one flush to the disk.
import { NO_STREAM, type Appended } from '../../../domain/kernel/log.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import type { CheckedAppend } from '../appendChecks.js';

type Waiting = Readonly<{
  appends: readonly CheckedAppend[];
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}>;

/** Bound of one transaction; the rest waits for the next. */
const TRANSACTION_BYTES_MAX = 16 * 1_048_576;
/** Appended bytes between checkpoints; small appends, each changing several pages, end at the pages. */
const CHECKPOINT_BYTES = 4 * 1_048_576;
const CHECKPOINT_PAGES_MAX = 8_000;

export class LogCommits {
  readonly #open: () => SqliteFile;
  readonly #waiting: Waiting[] = [];
  #file: SqliteFile | null = null;
  /** Appended since the last checkpoint. */
  #appendedBytes = 0;

  /**
   * @param open called at the first commit
   * @param lockMs how long a commit waits for that of another process
   * @param free called with appends once they are answered
   */
  constructor(
    open: () => SqliteFile,
    lockMs: number,
    private readonly free: (appends: readonly CheckedAppend[]) => void = () => undefined,
  ) {
    this.#open = () => {
      const file = open();
      file.exec(`PRAGMA query_only = OFF; PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${lockMs}`);
      file.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES_MAX}`);
      return file;
    };
  }

  /** @throws when nothing is known of the append */
  append(appends: readonly CheckedAppend[]): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ appends, resolve, reject }) === 1) setImmediate(() => this.#commitWaiting());
    });
  }

  /** Answers all before. */
  finish(): void {
    while (this.#waiting.length > 0) this.#commitWaiting();
  }

  #commitWaiting(): void {
    const batch = this.#take();
    if (batch.length > 0) this.#commit(batch);
    if (this.#waiting.length > 0) setImmediate(() => this.#commitWaiting());
  }

  /** The oldest appends, as many as fit; at least one. */
  #take(): readonly Waiting[] {
    let sizeBytes = 0;
    let count = 0;
    for (const append of this.#waiting) {
      sizeBytes += bytesOf([append]);
      if (count > 0 && sizeBytes > TRANSACTION_BYTES_MAX) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #commit(batch: readonly Waiting[]): void {
    const bytes = bytesOf(batch);
    try {
      const file = (this.#file ??= this.#open());
      const results = file.transaction(() => batch.map(({ appends }) => apply(file, appends)));
      batch.forEach(({ resolve }, at) => resolve(results[at] as Appended));
      this.#appendedBytes += bytes;
      if (this.#appendedBytes >= CHECKPOINT_BYTES) setImmediate(() => this.#checkpoint());
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.free(batch.flatMap(({ appends }) => appends));
    }
  }

  /** Moves commits from the write-ahead log into the file once answered: a commit would wait for it. */
  #checkpoint(): void {
    this.#appendedBytes = 0;
    try {
      this.#file?.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // a disk that is full or fails: what is committed stays where it is until the next one
    }
  }
}

function bytesOf(batch: readonly Waiting[]): number {
  return batch.reduce((bytes, { appends }) => appends.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes), 0);
}

/** Under the write lock, so what it reads is the log's newest state. Writes nothing unless every entry fits. */
function apply(log: SqliteFile, appends: readonly CheckedAppend[]): Appended {
  const ends = new Map<string, number>();
  const results = new Map<CheckedAppend, Appended>();
  for (const append of appends) {
    const { stream, events, expectedRevision } = append;
    const actual = ends.get(stream) ?? endOf(log, stream);
    const isNext = actual === expectedRevision;
    const earlier = isNext ? null : earlierResult(log, append);
    if (!isNext && earlier === null) return { ok: false, actual };
    if (earlier !== null) results.set(append, earlier);
    else ends.set(stream, expectedRevision + events.length);
  }
  for (const append of appends) if (!results.has(append)) results.set(append, insert(log, append));
  return results.get(appends.at(-1) as CheckedAppend) as Appended;
}

function endOf(log: SqliteFile, stream: string): number {
  const row = log.getRaw(`SELECT coalesce(max(revision), ${NO_STREAM}) FROM events WHERE stream = ?`, stream);
  return row?.[0] as number;
}

function insert(log: SqliteFile, { stream, events, expectedRevision }: CheckedAppend): Appended {
  const [head] = log.getRaw('SELECT coalesce(max(position), 0) FROM events') ?? [];
  let revision = expectedRevision;
  let position = head as number;
  for (const { id, type, data, metadata } of events) {
    revision += 1;
    position += 1;
    const row = [position, stream, revision, id, type, data, metadata];
    log.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
  }
  return { ok: true, revision, position };
}

/** The same ids directly after the same expected revision: the append was stored before and its answer lost. */
function earlierResult(log: SqliteFile, { stream, events, expectedRevision }: CheckedAppend): Appended | null {
  let revision = expectedRevision;
  let position = 0;
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
