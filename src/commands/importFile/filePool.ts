// Reads and checks files away from the thread that answers requests, two at a time; the others wait their turn.
import type { CheckFacts } from '../../domain/books/checkFacts.js';
import type { FileReason } from '../../domain/books/fileReasons.js';
import type { Supply, Verdict } from '../importDocument.js';
import { DocumentWorkerLost } from '../importDocument/documentWorker.js';
import { startThread, type FileHost, type HostLost } from './fileHost.js';
import type { FileFindings, FileJob, FileWant, FromFileReader, Supplied, SuppliedChart } from './fileMessages.js';
import { FileRefused } from './table.js';

/** What a reader asks of main while it reads and checks. */
export type FileSources = Readonly<{ chartNamed(name: string): Promise<SuppliedChart | null> }> & Supply;

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

export type FilePoolOptions = Readonly<{ atOnce?: number; silenceMsMax?: number; readMsMax?: number }>;

const AT_ONCE = 2;
/** A reader that says nothing for so long hangs; one that goes on is given the whole time. */
const SILENCE_MS_MAX = 9_000;
const READ_MS_MAX = 120_000;
/** A thread that read a small file is used again for this long; after a large one another takes its place. */
const KEPT_ROWS_MAX = 20_000;
const KEPT_MS = 60_000;

export function openFilePool(options: FilePoolOptions = {}): FilePool {
  return new Pool(options);
}

class Pool implements FilePool {
  readonly #waiting: (() => void)[] = [];
  readonly #readers = new Set<Reader>();
  #idle: Reader | null = null;
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

  #reader(): Reader {
    const kept = this.#idle;
    if (kept !== null) {
      this.#idle = null;
      if (kept.isAlive) return kept;
    }
    return this.#started();
  }

  #started(): Reader {
    const reader = new Reader(this.options);
    this.#readers.add(reader);
    return reader;
  }

  #free(reader: Reader): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    if (reader.mayBeKept) reader.clear();
    else this.#drop(reader);
    if (this.#idle === null && !this.#isClosed) this.#keep(reader.mayBeKept ? reader : this.#started());
    else if (reader.mayBeKept) this.#drop(reader);
    next?.();
  }

  /** Whoever comes next need not wait for a thread to start. */
  #keep(reader: Reader): void {
    this.#idle = reader;
    setTimeout(() => {
      if (this.#idle !== reader) return;
      this.#idle = null;
      this.#drop(reader);
    }, KEPT_MS).unref();
  }

  #drop(reader: Reader): void {
    this.#readers.delete(reader);
    void reader.end();
  }
}

type Question = Readonly<{ resolve(answer: never): void; reject(error: unknown): void }>;

class Reader {
  isAlive = true;
  /** It was never asked for much. */
  mayBeKept = true;
  readonly #host: FileHost;
  #question: Question | null = null;
  #sources: FileSources | null = null;
  #supplyError: unknown;
  #onProgress: (rows: number) => void = () => undefined;
  #lastHeardMs = performance.now();
  #lost: Error | null = null;
  #rows = 0;

  constructor(private readonly options: FilePoolOptions) {
    const events = {
      onMessage: (message: FromFileReader) => this.#hear(message),
      onLost: (lost: HostLost) => this.#lose(lost),
    };
    this.#host = startThread(events);
  }

  async read(job: FileJob, sources: FileSources, onProgress: (rows: number) => void): Promise<FileFindings> {
    this.#onProgress = onProgress;
    const startedMs = performance.now();
    const { silenceMsMax = SILENCE_MS_MAX, readMsMax = READ_MS_MAX } = this.options;
    this.#lastHeardMs = startedMs;
    const watch = setInterval(
      () => {
        const now = performance.now();
        if (now - this.#lastHeardMs > silenceMsMax || now - startedMs > readMsMax) this.#giveUp('FileTookTooLong');
      },
      Math.min(200, silenceMsMax),
    );
    try {
      return await this.#ask<FileFindings>(sources, () => this.#host.tell({ is: 'read', job }));
    } finally {
      clearInterval(watch);
    }
  }

  check(facts: CheckFacts, sources: FileSources): Promise<Verdict> {
    return this.#ask<Verdict>(sources, () => this.#host.tell({ is: 'check', facts }));
  }

  clear(): void {
    this.#sources = null;
    this.#onProgress = () => undefined;
    this.#host.tell({ is: 'release' });
  }

  async end(): Promise<void> {
    this.isAlive = false;
    this.mayBeKept = false;
    this.#lost ??= new DocumentWorkerLost('closed');
    await this.#host.end();
    this.#fail(this.#lost);
  }

  #ask<Answer>(sources: FileSources, ask: () => void): Promise<Answer> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    this.#sources = sources;
    this.#supplyError = undefined;
    return new Promise<Answer>((resolve, reject) => {
      this.#question = { resolve, reject };
      ask();
    });
  }

  #hear(message: FromFileReader): void {
    this.#lastHeardMs = performance.now();
    switch (message.is) {
      case 'ready':
        return;
      case 'progress':
        this.#rows += message.rows;
        if (this.#rows > KEPT_ROWS_MAX) this.mayBeKept = false;
        return this.#onProgress(message.rows);
      case 'read':
        return this.#answer(message.findings);
      case 'checked':
        return this.#answer(message.verdict);
      case 'refused':
        return this.#fail(new FileRefused(message.reason));
      case 'failed': {
        const error = new Error(message.message);
        if (message.stack !== undefined) error.stack = message.stack;
        return this.#fail(this.#supplyError ?? error);
      }
      case 'need':
        void this.#supply(message.need, message.want);
    }
  }

  async #supply(need: number, want: FileWant): Promise<void> {
    let value: Supplied = null;
    let failed = false;
    try {
      if (this.#sources === null) throw new Error('nothing is being read');
      value = await supplied(this.#sources, want);
    } catch (error) {
      this.#supplyError = error;
      failed = true;
    }
    this.#lastHeardMs = performance.now();
    if (this.isAlive) this.#host.tell({ is: 'supplied', need, value, failed });
  }

  #answer(answer: unknown): void {
    const question = this.#question;
    this.#question = null;
    question?.resolve(answer as never);
  }

  #fail(error: unknown): void {
    const question = this.#question;
    this.#question = null;
    question?.reject(error);
  }

  #giveUp(is: Extract<FileReason['is'], 'FileTookTooLong' | 'FileTookTooMuchMemory'>): void {
    this.#lost ??= new FileRefused({ is });
    this.#fail(this.#lost);
    void this.end();
  }

  #lose({ because, cause }: HostLost): void {
    if (!this.isAlive) return;
    if (because === 'memory') return this.#giveUp('FileTookTooMuchMemory');
    this.isAlive = false;
    this.mayBeKept = false;
    this.#lost ??= new DocumentWorkerLost('the reader of a file died', { cause });
    this.#fail(this.#lost);
  }
}

/** Copies: the bytes may belong to a store's own memory. */
async function supplied(sources: FileSources, want: FileWant): Promise<Supplied> {
  const copies = (parts: readonly Uint8Array[]): Uint8Array[] => parts.map((part) => new Uint8Array(part));
  switch (want.is) {
    case 'chartNamed': {
      const chart = await sources.chartNamed(want.name);
      return chart && { ...chart, parts: copies(chart.parts) };
    }
    case 'chart':
      return copies(await sources.chart(want.chartId, want.version));
    case 'lines':
      return copies(await sources.lines(want.linesStream));
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
