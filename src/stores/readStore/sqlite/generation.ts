// Writes to one generation: the live file, or a new one without readers.
import { statSync } from 'node:fs';
import type {
  Checkpoint,
  Declared,
  Filling,
  Generation,
  PositionedWrite,
} from '../../../projections/engine/readStore.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { openReadModels } from './openReadModels.js';
import type { Generations } from './generations.js';
import type { KernelLock } from '../../sqlite/kernelLock.js';
import { LAST_EVENTS, schemaOf, shapeOf } from './sql.js';
import { Writer } from './writer.js';

/** After this many bytes, the write-ahead log is checkpointed at the next pause. */
const CHECKPOINT_BYTES = 4 * 1_048_576;
/** Added for each commit, which writes a few whole pages. */
const COMMIT_BYTES = 131_072;
/** A pause: this long without a write. */
const REST_MS = 20;
/** Without a pause, SQLite checkpoints at this many pages (32 MB), within the commit. */
const WAL_PAGES_MAX = 2_048;
/** Maximum size of a write-ahead log that readers keep from restarting; then one write waits for them. */
const WAL_BYTES_MAX = 64 * 1_048_576;

/**
 * The live file. Checkpoints of its write-ahead log run while the projector has no work. Buys: no commit waits 20 to 30 ms for
 * a checkpoint, so an import is readable within 2.5 times its floor.
 */
export class LiveGeneration implements Generation {
  readonly name: string;
  readonly replaced: AbortSignal;
  readonly #db: SqliteFile;
  readonly #writer: Writer;
  #sinceCheckpoint = 0;
  #rest: NodeJS.Timeout | null = null;
  readonly #onWritten: () => void;

  /** @param onWritten called after each write, for readers in the same process */
  constructor(name: string, path: string, declared: Declared, replaced: AbortSignal, onWritten: () => void) {
    this.#onWritten = onWritten;
    this.name = name;
    this.replaced = replaced;
    this.#db = openReadModels(path);
    keepWriteAheadLog(this.#db);
    this.#db.exec(LAST_EVENTS);
    this.#writer = new Writer(this.#db, declared);
  }

  async checkpoint(projection: string): Promise<Checkpoint | null> {
    return this.#writer.checkpoint(projection);
  }

  async apply(
    projection: string,
    writes: readonly PositionedWrite[],
    checkpoint: Checkpoint | null,
  ): Promise<void> {
    this.#sinceCheckpoint += COMMIT_BYTES + this.#writer.apply(projection, writes, checkpoint);
    this.#onWritten();
    if (this.#sinceCheckpoint < CHECKPOINT_BYTES) return;
    if (this.#rest === null) this.#rest = setTimeout(() => this.#checkpointWal(), REST_MS).unref();
    else this.#rest.refresh();
  }

  async close(): Promise<void> {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = null;
    this.#db.close();
  }

  /** Waits for no reader: pages still in use are copied by the next checkpoint. */
  #checkpointWal(): void {
    this.#rest = null;
    this.#sinceCheckpoint = 0;
    try {
      const size = statSync(`${this.#db.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      this.#db.pragma(`wal_checkpoint(${size > WAL_BYTES_MAX ? 'TRUNCATE' : 'PASSIVE'})`);
    } catch {
      return; // the next commit fails for the same reason and is retried
    }
  }
}

/** A file without readers: not protected against crashes until it is complete. */
export class FreshGeneration implements Filling {
  readonly name: string;
  readonly replaced = new AbortController().signal;
  readonly #generations: Generations;
  readonly #db: SqliteFile;
  readonly #writer: Writer;
  readonly #lock: KernelLock;
  readonly #onLive: () => void;
  #live = false;

  /** @param lock the rebuild lock, released when the file is live, discarded or closed */
  constructor(generations: Generations, declared: Declared, lock: KernelLock, onLive: () => void) {
    this.#generations = generations;
    this.#lock = lock;
    this.#onLive = onLive;
    this.name = generations.next();
    try {
      this.#db = emptyFile(generations.path(this.name), declared);
      this.#writer = new Writer(this.#db, declared);
    } catch (error) {
      generations.drop(this.name); // retried while the disk is full, which would leave a file each time
      throw error;
    }
  }

  async checkpoint(projection: string): Promise<Checkpoint | null> {
    return this.#writer.checkpoint(projection);
  }

  async apply(
    projection: string,
    writes: readonly PositionedWrite[],
    checkpoint: Checkpoint | null,
  ): Promise<void> {
    this.#writer.apply(projection, writes, checkpoint);
  }

  async goLive(): Promise<void> {
    if (this.#live) return;
    // One flushed commit makes all earlier writes durable.
    this.#db.pragma('journal_mode = DELETE');
    this.#db.pragma('synchronous = FULL');
    this.#db.transaction(() => this.#db.run('INSERT INTO _shapes VALUES (?, ?)', '_whole', 'true'));
    keepWriteAheadLog(this.#db);
    this.#generations.makeCurrent(this.name);
    this.#live = true;
    this.#lock.release();
    this.#onLive();
  }

  async discard(): Promise<void> {
    if (this.#live) return;
    this.#db.close();
    this.#generations.drop(this.name);
    this.#lock.release();
  }

  async close(): Promise<void> {
    this.#db.close();
    this.#lock.release();
  }
}

function emptyFile(path: string, declared: Declared): SqliteFile {
  const db = openReadModels(path);
  try {
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.transaction(() => {
      for (const statement of schemaOf(declared)) db.exec(statement);
      for (const declaration of [...declared.views, ...declared.lists])
        db.run('INSERT INTO _shapes VALUES (?, ?)', declaration.name, shapeOf(declaration));
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Read models are rebuilt from the log, so a commit need not wait for the disk. */
function keepWriteAheadLog(db: SqliteFile): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`);
  db.pragma(`journal_size_limit = ${WAL_BYTES_MAX}`);
}
