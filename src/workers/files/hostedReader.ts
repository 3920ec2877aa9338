// Main's view of the thread that reads one file: what it is asked, what it asks, and how long it may take.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import type { Supply, Verdict } from '../../commands/imports/document.js';
import { DocumentWorkerLost } from '../documents/documentWorker.js';
import { startThread, type FileHost, type HostLost } from './fileHost.js';
import type { FileFindings, FileJob, FileWant, FromFileReader, Supplied, SuppliedChart } from './fileMessages.js';
import { FileRefused } from '../../files/formats/table.js';

/** What a reader asks of main while it reads and checks. */
export type FileSources = Readonly<{ chartNamed(name: string): Promise<SuppliedChart | null> }> & Supply;

export type ReaderLimits = Readonly<{ silenceMsMax?: number; readMsMax?: number; entry?: URL | undefined }>;

/**
 * A reader that says nothing for so long hangs, if the process computed most of that time: on a busy machine it may only
 * be waiting for its turn, which it is given up to a minute for. One that goes on is given the whole time.
 */
const SILENCE_MS_MAX = 9_000;
const COMPUTING_SHARE = 0.6;
const WAIT_MS_MAX = 60_000;
const READ_MS_MAX = 120_000;
/** A thread that read no more rows is used again: after a large file its memory goes back with it. */
const KEPT_ROWS_MAX = 20_000;

type Question = Readonly<{ resolve(answer: never): void; reject(error: unknown): void }>;

export class HostedReader {
  isAlive = true;
  /** It was never asked for much. */
  mayBeKept = true;
  readonly #host: FileHost;
  #question: Question | null = null;
  #sources: FileSources | null = null;
  #supplyError: unknown;
  #onProgress: (rows: number) => void = () => undefined;
  #lastHeard = moment();
  #lost: Error | null = null;
  #rows = 0;

  constructor(private readonly limits: ReaderLimits) {
    const events = {
      onMessage: (message: FromFileReader) => this.#hear(message),
      onLost: (lost: HostLost) => this.#lose(lost),
    };
    this.#host = startThread(events, limits.entry);
  }

  async read(job: FileJob, sources: FileSources, onProgress: (rows: number) => void): Promise<FileFindings> {
    this.#onProgress = onProgress;
    const { silenceMsMax = SILENCE_MS_MAX, readMsMax = READ_MS_MAX } = this.limits;
    const started = (this.#lastHeard = moment());
    const watch = setInterval(
      () => {
        const now = moment();
        const isLate = now.ms - started.ms > readMsMax;
        if (isLate || hangs(this.#lastHeard, now, silenceMsMax)) this.#giveUp('FileTookTooLong');
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
    this.#lastHeard = moment();
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
    this.#lastHeard = moment();
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

type Moment = Readonly<{ ms: number; computedMs: number }>;

/** Computed by all threads of this process. */
function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), computedMs: (user + system) / 1_000 };
}

function hangs(heard: Moment, now: Moment, silenceMsMax: number): boolean {
  const silentMs = now.ms - heard.ms;
  const hasComputed = now.computedMs - heard.computedMs > silenceMsMax * COMPUTING_SHARE;
  return silentMs > silenceMsMax && (hasComputed || silentMs > WAIT_MS_MAX);
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
