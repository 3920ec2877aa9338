// Bounds how long appends wait, and makes them in a thread that starts with the first, or in the calling one.
import type { Appended } from '../../../domain/kernel/log.js';
import { StoreError, StoreUnavailable } from '../../../domain/kernel/storeError.js';
import { Thread } from '../../../runtime/thread.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import type { OpenedFile } from '../../openedFile.js';
import { withTimeout } from '../../../runtime/withTimeout.js';
import type { CheckedAppend, CheckedEvent } from '../appendChecks.js';
import { LogCommits } from './logCommits.js';
import type { WriterData, WriterHandlers } from './writerThread.js';

const ENTRY = new URL('./writerThread.js', import.meta.url);

/** The outcome of the append is unknown: the disk was full, failed, or did not answer in time. */
class AppendFailed extends StoreUnavailable {
  override readonly name = 'AppendFailed';
}

export class LogWriter {
  readonly #here: LogCommits | null;
  /** Appends that were not answered in time and have not ended. Until they do, every append is refused at once. */
  readonly #overdue = new Set<Promise<Appended>>();
  #thread: Thread<WriterHandlers> | null = null;

  /** @param answerMs for the lock and the disk @param here the open file; null for a thread of its own */
  constructor(
    private readonly path: string,
    private readonly files: LogFiles,
    private readonly answerMs: number,
    here: SqliteFile | null,
  ) {
    this.#here = here && new LogCommits(() => here, answerMs);
  }

  async append(appends: readonly CheckedAppend[]): Promise<Appended> {
    if (this.#overdue.size > 0) throw new AppendFailed('The store has not answered an earlier append');
    this.files.check();
    const ready = appends.map(({ events, ...place }) => ({ ...place, events: events.map(ownBytes) }));
    const asked = this.#here?.append(ready) ?? this.#runningThread().request('append', ready);
    const appending: Promise<Appended> = asked
      .catch((cause: unknown) => {
        throw new AppendFailed('The append may or may not have been stored', { cause });
      })
      .finally(() => this.#overdue.delete(appending));
    const result = await withTimeout(this.answerMs, appending, () => {
      this.#overdue.add(appending);
      return new AppendFailed(`No answer from the store within ${this.answerMs} ms`);
    });
    this.files.check(); // writes to files that were removed or replaced are lost
    return result;
  }

  /** Answers what was accepted, then ends the thread. Does not wait for an append that is not answered in time. */
  async close(): Promise<void> {
    this.#here?.finish();
    const thread = this.#thread;
    if (thread === null || this.#overdue.size > 0) return;
    const closed = thread.request('close', undefined).then(() => thread.end());
    await withTimeout(this.answerMs, closed, () => new Error('late')).catch(() => undefined);
  }

  #runningThread(): Thread<WriterHandlers> {
    if (this.#thread?.isAlive) return this.#thread;
    const data: WriterData = { path: this.path, lockMs: this.answerMs };
    return (this.#thread = new Thread(ENTRY, { data }));
  }
}

/** A message copies the whole buffer below an array of bytes. */
function ownBytes(event: CheckedEvent): CheckedEvent {
  const { data } = event;
  if (typeof data === 'string' || data.byteLength === data.buffer.byteLength) return event;
  return { ...event, data: Uint8Array.prototype.slice.call(data) };
}

// The files of an open log. Once one of them was removed, renamed or replaced, every append is refused: it would
// be lost, or another process that opens the path would write another log.

export class LogFiles {
  #fault: StoreError | null = null;

  constructor(private readonly files: readonly OpenedFile[]) {}

  /** Takes a few µs. @throws StoreError at the first missing file, and at every later call */
  check(): void {
    if (this.#fault !== null) throw this.#fault;
    const missingFile = this.files.find((file) => !file.isSame());
    if (missingFile === undefined) return;
    this.#fault = new StoreError({ is: 'StoreTakenAway', path: missingFile.path });
    throw this.#fault;
  }
}
