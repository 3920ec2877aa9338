// Threads that read and check files, one file per thread. Their number is limited; other files wait in turns of
// their clients (docs/spec/files.md#turns). A thread is terminated when it hangs, exceeds its time or memory, or
// its client disconnects.
import {
  chartKey,
  type ChartParts,
  type CheckInputs,
  type FileReader,
  type FileToRead,
  type OpenFile,
  type ReadingOptions,
} from '../commands/imports/document.js';
import { DomainError } from '../domain/problem.js';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import { fileRefusal, type FileFindings } from '../domain/trialBalance/fileFindings.js';
import type { FileReason } from '../domain/trialBalance/fileReasons.js';
import type { Interpretation } from '../domain/trialBalance/interpretation.js';
import { refusedFor } from '../domain/trialBalance/refusals.js';
import { claimedBytes } from '../files/formats/readBytes.js';
import type { FileRefused } from '../files/formats/table.js';
import { FairQueue, type MayGo } from '../runtime/fairQueue.js';
import { Thread, ThreadLost, isOutOfMemory } from '../runtime/thread.js';
import type { DocumentHandlers } from './worker.js';

/** The old generation holds the lines of one trial balance, and of an XLS all cells. */
export const FILE_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };
/** Files of fewer bytes, when inflated, may use the reader reserved for small files. */
const LARGE_BYTES = 1_048_576;
/** How long an idle thread is kept for another file. */
export const IDLE_MS_MAX = 60_000;
/** A thread that read more rows is terminated, which frees its memory. */
const KEPT_ROWS_MAX = 20_000;
/**
 * The same limit while files wait: starting and warming up a thread takes as long as reading a file of some
 * megabytes.
 */
const WAITED_FOR_ROWS_MAX = 1_000_000;

/** Limit of files being read or waiting, for all clients; one client may have at most half as many. */
export const FILES_MAX = 64;
const WAIT_MS_MAX = 60_000;

export type TurnOptions = Readonly<{ atOnce: number; waitMsMax?: number }>;
export type FileThreadOptions = TurnOptions & ReadTimeLimits;

/** Whether it may not use the reader reserved for small files. */
type Applicant = Readonly<{ isLarge: boolean }>;

/** Which file is read next. All readers but one may read large files; a single reader reads both. */
export function fileTurns({ atOnce, waitMsMax = WAIT_MS_MAX }: TurnOptions): FairQueue<Applicant> {
  const largeMax = Math.max(1, atOnce - 1);
  const mayGo = ({ isLarge }: Applicant, running: ReadonlySet<Applicant>): MayGo => {
    if (running.size >= atOnce) return 'allLater';
    const large = [...running].filter((one) => one.isLarge).length;
    return isLarge && large >= largeMax ? 'later' : 'now';
  };
  return new FairQueue({ mayGo, placesMax: FILES_MAX, placesOfOwnerMax: FILES_MAX / 2, waitMsMax });
}

/** `id` of its file; `rows`: number of rows the thread has read so far. */
type Reader = {
  readonly thread: Thread<DocumentHandlers>;
  id: number;
  rows: number;
  onRows: (rows: number) => void;
};
type FileInThread = Omit<OpenFile, 'release'>;

export class FileThreads implements FileReader {
  readonly #turns: FairQueue<Applicant>;
  readonly #readers = new Set<Reader>();
  #idle: Reader | null = null;
  #idleEnd: NodeJS.Timeout | undefined;
  #isClosed = false;
  #lastId = 0;

  constructor(
    private readonly entry: URL,
    private readonly options: FileThreadOptions,
  ) {
    this.#turns = fileTurns(options);
  }

  async openFile(
    file: FileToRead,
    clientId: number,
    { onRows = () => undefined, signal = new AbortController().signal }: ReadingOptions = {},
  ): Promise<OpenFile> {
    const isLarge = (await claimedBytes(file.path)) >= LARGE_BYTES;
    const endTurn = await this.#turns.turn(clientId, { isLarge }, signal);
    let reader: Reader | null = null;
    let hasReturned: Promise<void> | undefined;
    let isOpen = true;
    const abandon = (): void => void reader?.thread.end(signal.reason as Error);
    const putBack = (): void => {
      if (reader !== null) hasReturned = this.#putBack(reader);
      reader = null;
    };
    const openInThread = (): Promise<FileInThread> => {
      signal.throwIfAborted();
      reader = this.#takeReader();
      return this.#openInThread(reader, file, onRows);
    };
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      signal.removeEventListener('abort', abandon);
      putBack();
      void Promise.resolve(hasReturned).then(endTurn); // the next file needs the memory that this one took
    };
    signal.addEventListener('abort', abandon, { once: true });
    try {
      let inThread = await openInThread();
      let matchedWith: ChartParts | null = null;
      const read = (chart: ChartParts | null): Promise<FileFindings> => inThread.read((matchedWith = chart));
      return {
        chartName: inThread.chartName,
        read,
        // Its lines are not needed while the result is stored, which takes memory, too. After a lost race the file
        // is read again.
        async check(facts, inputs) {
          if (reader === null || !isSameChart(facts.chart, matchedWith)) {
            putBack();
            inThread = await openInThread();
            const problem = fileRefusal(await read(partsOf(facts.chart, inputs)));
            if (problem !== null) throw new DomainError(problem);
          }
          const result = await inThread.check(facts, inputs);
          putBack();
          return result;
        },
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** `reading` includes files that are read but not released yet. */
  fileCounts(): Readonly<{ reading: number; waiting: number }> {
    const { running: reading, waiting } = this.#turns.counts();
    return { reading, waiting };
  }

  /** Rejects waiting files with `Unavailable`; files being read continue. */
  refuseWaitingFiles(): void {
    this.#turns.refuse(new DomainError({ is: 'Unavailable' }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turns.refuse(new ThreadLost('closed'));
    await Promise.all([...this.#readers].map(({ thread }) => thread.end()));
  }

  /** @throws ThreadLost */
  #takeReader(): Reader {
    if (this.#isClosed) throw new ThreadLost('closed');
    const idleThread = this.#idle;
    this.#idle = null;
    clearTimeout(this.#idleEnd); // it would hold the result of the thread's file for a minute more
    if (idleThread?.thread.isAlive) return idleThread;
    try {
      return this.#startReader();
    } catch (cause) {
      throw new ThreadLost('no thread could be started', { cause });
    }
  }

  async #openInThread(reader: Reader, file: FileToRead, onRows: (rows: number) => void): Promise<FileInThread> {
    const { thread } = reader;
    const id = ++this.#lastId;
    const { silenceMsMax = SILENCE_MS_MAX, stepSilenceMsMax = STEP_SILENCE_MS_MAX } = this.options;
    const giveUp = (): void => void thread.end(refusal({ is: 'FileTookTooLong' }));
    const watch = new HangWatch(this.options.readMsMax ?? READ_MS_MAX, giveUp);
    const step = <Result>(work: Promise<Result>) => watch.during(work, stepSilenceMsMax).catch(throwRefusal);
    reader.id = id;
    reader.onRows = (rows) => {
      watch.hear();
      reader.rows += rows;
      onRows(rows);
    };
    return {
      chartName: await step(thread.request('openFile', { id, file })),
      read: (chart) => watch.during(thread.request('readFile', { id, chart }), silenceMsMax).catch(throwRefusal),
      check: (facts, inputs) => step(thread.request('check', { id, facts, inputs })),
    };
  }

  #startReader(): Reader {
    const thread: Reader['thread'] = new Thread(this.entry, {
      limits: FILE_LIMITS,
      onNotice: (rows: number) => reader.onRows(rows),
      onLost: (cause) => (isOutOfMemory(cause) ? refusal({ is: 'FileTookTooMuchMemory' }) : undefined),
    });
    const reader: Reader = { thread, id: 0, rows: 0, onRows: () => undefined };
    this.#readers.add(reader);
    return reader;
  }

  /** Resolves once the thread waits for another file, or its memory is free. */
  async #putBack(used: Reader): Promise<void> {
    const { thread } = used;
    const rowsMax = this.fileCounts().waiting > 0 ? WAITED_FOR_ROWS_MAX : KEPT_ROWS_MAX;
    const mayBeKept = thread.isAlive && used.rows <= rowsMax;
    used.onRows = () => undefined;
    if (mayBeKept) thread.request('release', { id: used.id }).catch(() => undefined);
    const isIdleThread = this.#idle === null && !this.#isClosed;
    if (isIdleThread) this.#keepIdle(used, mayBeKept);
    if (!mayBeKept || !isIdleThread) await this.#drop(used);
  }

  /**
   * Keeps an idle thread, a new one if the used one was dropped, so that the next file does not wait for a start.
   */
  #keepIdle(used: Reader, mayBeKept: boolean): void {
    let reader = used;
    try {
      if (!mayBeKept) reader = this.#startReader();
    } catch {
      return; // the next file tries again
    }
    this.#idle = reader;
    this.#idleEnd = setTimeout(() => {
      this.#idle = null;
      void this.#drop(reader);
    }, IDLE_MS_MAX).unref();
  }

  #drop(reader: Reader): Promise<void> {
    this.#readers.delete(reader);
    return reader.thread.end();
  }
}

function isSameChart(chart: CheckFacts['chart'], other: ChartParts | null): boolean {
  return chart?.chartId === other?.chartId && chart?.version === other?.version;
}

function partsOf(chart: CheckFacts['chart'], inputs: CheckInputs): ChartParts | null {
  if (chart === null) return null;
  const { chartId, version } = chart;
  return { chartId, version, parts: inputs.get(chartKey(chart)) ?? [] };
}

function refusal(reason: FileReason, interpretation: Interpretation | null = null): DomainError {
  const understood = interpretation && { interpretation, errorKinds: new Map<string, number>(), checked: null };
  return new DomainError({ ...refusedFor(reason), ...(understood && { understood }) });
}

/** What reading refuses, as the problem of an import. @throws always */
function throwRefusal(error: Error): never {
  if (error.name !== ('FileRefused' satisfies FileRefused['name'])) throw error;
  const { reason, interpretation } = error as FileRefused;
  throw refusal(reason, interpretation);
}

// Detects a thread that hangs while it reads a file, or that exceeds the time limit of a file.

type ReadTimeLimits = Readonly<{ silenceMsMax?: number; stepSilenceMsMax?: number; readMsMax?: number }>;

/**
 * A thread without progress for this long hangs, provided that the process used the processor for most of that
 * time. On a busy machine it may only wait for a processor: then up to a minute. Any progress restarts the
 * measurement.
 */
const SILENCE_MS_MAX = 9_000;
/**
 * The same for a step that reports no progress: a check, which takes 6 s for 3,900,000 lines, a file of 50 MB;
 * opening a file, which parses all of an XLS.
 */
const STEP_SILENCE_MS_MAX = 30_000;
const COMPUTING_SHARE = 0.6;
const PROCESSOR_WAIT_MS_MAX = 60_000;
const READ_MS_MAX = 120_000;

type Moment = Readonly<{ ms: number; computedMs: number }>;

class HangWatch {
  readonly #started = moment();
  #heard = this.#started;

  /** @param onHang called at most once for each work */
  constructor(
    private readonly readMsMax: number,
    private readonly onHang: () => void,
  ) {}

  hear(): void {
    this.#heard = moment();
  }

  async during<Result>(work: Promise<Result>, silenceMsMax: number): Promise<Result> {
    this.hear();
    const timer = setInterval(
      () => {
        const now = moment();
        if (now.ms - this.#started.ms <= this.readMsMax && !hangs(this.#heard, now, silenceMsMax)) return;
        clearInterval(timer);
        this.onHang();
      },
      Math.min(200, silenceMsMax),
    );
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }
}

/** The processor time is that of all threads of this process. */
function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), computedMs: (user + system) / 1_000 };
}

function hangs(heard: Moment, now: Moment, silenceMsMax: number): boolean {
  const silentMs = now.ms - heard.ms;
  const hasComputed = now.computedMs - heard.computedMs > silenceMsMax * COMPUTING_SHARE;
  return silentMs > silenceMsMax && (hasComputed || silentMs > PROCESSOR_WAIT_MS_MAX);
}
