// Reads and checks files away from the thread that answers requests, two at a time; the others wait their turn.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { Supply, Verdict } from '../../commands/imports/document.js';
import { DocumentWorkerLost } from '../documents/documentWorker.js';
import { once } from '../once.js';
import type { FileFindings, FileJob } from './fileMessages.js';
import { HostedReader, type FileSources, type ReaderLimits } from './hostedReader.js';

export type ReadFile = Readonly<{
  findings: FileFindings;
  check(facts: CheckFacts, supply: Supply): Promise<Verdict>;
  release(): void;
}>;

export type FilePool = Readonly<{
  /** @throws FileRefused; DocumentWorkerLost when the reader died of something else */
  read(job: FileJob, sources: FileSources, onProgress?: (rows: number) => void): Promise<ReadFile>;
  /** Files being read or not released yet, and those that wait for a turn. */
  counts(): Readonly<{ reading: number; waiting: number }>;
  close(): Promise<void>;
}>;

export type FilePoolOptions = Readonly<{ atOnce?: number }> & ReaderLimits;

const AT_ONCE = 2;
/** A reader waits so long for a next file. */
const KEPT_MS = 60_000;

export function openFilePool(options: FilePoolOptions = {}): FilePool {
  return new Pool(options);
}

class Pool implements FilePool {
  readonly #waiting: (() => void)[] = [];
  readonly #readers = new Set<HostedReader>();
  #idle: HostedReader | null = null;
  #running = 0;
  #isClosed = false;
  readonly #atOnce: number;

  constructor(private readonly options: FilePoolOptions) {
    this.#atOnce = options.atOnce ?? AT_ONCE;
  }

  async read(job: FileJob, sources: FileSources, onProgress?: (rows: number) => void): Promise<ReadFile> {
    await this.#turn();
    const reader = this.#reader();
    const free = once(() => this.#free(reader));
    try {
      const findings = await reader.read(job, sources, onProgress ?? (() => undefined));
      return { findings, check: (facts, supply) => reader.check(facts, { ...sources, ...supply }), release: free };
    } catch (error) {
      free();
      throw error;
    }
  }

  counts(): Readonly<{ reading: number; waiting: number }> {
    return { reading: this.#running, waiting: this.#waiting.length };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#waiting.splice(0)) next();
    await Promise.all([...this.#readers].map((reader) => reader.end()));
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    if (this.#isClosed) throw new DocumentWorkerLost('closed');
  }

  /** @throws DocumentWorkerLost when the system has no thread for it, and the turn goes to the next */
  #reader(): HostedReader {
    const kept = this.#idle;
    if (kept !== null) {
      this.#idle = null;
      if (kept.isAlive) return kept;
    }
    try {
      return this.#started();
    } catch (cause) {
      this.#pass();
      throw new DocumentWorkerLost('no thread could be started', { cause });
    }
  }

  #started(): HostedReader {
    const reader = new HostedReader(this.options);
    this.#readers.add(reader);
    return reader;
  }

  #free(reader: HostedReader): void {
    try {
      this.#putBack(reader);
    } finally {
      this.#pass();
    }
  }

  #putBack(reader: HostedReader): void {
    if (reader.mayBeKept) reader.clear();
    else this.#drop(reader);
    if (this.#idle === null && !this.#isClosed) this.#keep(reader);
    else if (reader.mayBeKept) this.#drop(reader);
  }

  /** To the one who has waited longest. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }

  /** Whoever comes next need not wait for a thread to start: in place of a reader that is gone, another one. */
  #keep(used: HostedReader): void {
    let reader = used;
    try {
      if (!used.mayBeKept) reader = this.#started();
    } catch {
      return; // whoever comes next tries again
    }
    this.#idle = reader;
    setTimeout(() => {
      if (this.#idle !== reader) return;
      this.#idle = null;
      this.#drop(reader);
    }, KEPT_MS).unref();
  }

  #drop(reader: HostedReader): void {
    this.#readers.delete(reader);
    void reader.end();
  }
}
