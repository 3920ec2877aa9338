// The port of the workers that parse and check documents (JSON bodies and files) off the main thread.
import type { ImportSource } from '../../domain/books/events.js';
import type { Findings } from '../../domain/trialBalance/checks/checkDocument.js';
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { FileErrors, FileFindings, FileRequest } from '../../domain/trialBalance/fileFindings.js';
import type { HeadFields } from '../../domain/trialBalance/documentFields.js';
import type { Faults } from '../../domain/trialBalance/refusals.js';
import type { Changes } from '../../domain/trialBalance/importOutcome.js';
import type { Warning } from '../../domain/trialBalance/warnings.js';

/** Parsed fields, and what is wrong with them: any fault ends the check. */
export type DocumentHead = HeadFields & Faults & Readonly<{ source: ImportSource }>;

/** The stored parts that a check reads, by stream, the chart's by `chartKey`. */
export type CheckInputs = ReadonlyMap<string, readonly Uint8Array[]>;

export function chartKey({ chartId, version }: Pick<ChartParts, 'chartId' | 'version'>): string {
  return `chart ${chartId}@${version}`;
}

export function lineStreamsOf({ previous, next, current }: CheckFacts): readonly string[] {
  return [previous, next, current].flatMap((month) =>
    month === null || typeof month === 'string' ? [] : [month.linesStream],
  );
}

/** What a cache entry takes beside its bytes: keys, arrays, buffers. More than a month of ten lines itself. */
const ENTRY_BYTES = 4_000;

export function cachedBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES);
}

export type CheckResult = Omit<Findings, 'stored' | 'leftOut' | 'warnings'> &
  Readonly<{
    /** At most 200; the last one counts the others. */
    warnings: readonly Warning[];
    /** SHA-256 in hexadecimal; "" when the content is refused. */
    contentHash: string;
    /** Encoded `TrialBalanceLinesListed` parts and their SHA-256; empty if refused or not `includeLines`. */
    parts: readonly Uint8Array<ArrayBuffer>[];
    partsHash: string;
    /** The same of `TrialBalanceLinesLeftOut`; no parts where all lines enter. */
    leftOut: Readonly<{ parts: readonly Uint8Array<ArrayBuffer>[]; lines: number; hash: string }>;
    changes: Changes | null;
  }>;

/** Checks without side effects; may be called again with other facts. */
type Check = (facts: CheckFacts, inputs: CheckInputs) => Promise<CheckResult>;

export type OpenDocument = Readonly<{ head: DocumentHead; check: Check; release(): void }>;

export type FileToRead = FileRequest & Readonly<{ path: string }>;

/** The accounts of a chart at a version, as parts of its stream. */
export type ChartParts = Readonly<{ chartId: number; version: number; parts: readonly Uint8Array[] }>;

/** A file whose table and headings were found. */
export type OpenFile = Readonly<{
  /** The name in the request, otherwise the name in the file. */
  chartName: string | null;
  /** Matches the lines with the chart's accounts; may be called once. @throws DomainError `ImportRefused` */
  read(chart: ChartParts | null): Promise<FileFindings>;
  check: Check;
  release(): void;
}>;

export type DocumentReader = Readonly<{
  /** Transfers the body: the buffer is unusable afterwards. @throws DomainError `BodyInvalid` */
  openJson(body: ArrayBuffer): Promise<OpenDocument>;
}>;

/** `onRows` reports progress. When `signal` aborts, the file is dropped, waiting or not, with its reason. */
export type ReadingOptions = Readonly<{
  onRows?: ((rows: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}>;

export type FileReader = Readonly<{
  /**
   * Queues for a free worker: clients take turns.
   * @throws DomainError `ImportRefused`; `Unavailable` when there is no place to wait, or no turn in time
   */
  openFile(file: FileToRead, clientId: number, options?: ReadingOptions): Promise<OpenFile>;
}>;

export type FileToAnnotate = Readonly<{ path: string; out: string; errors: FileErrors }>;

/**
 * Writes a copy of a file with the errors of each row in a last column: XLSX when `out` ends in `.xlsx`, else CSV.
 * @throws DomainError `Unavailable` when too many wait; the signal's reason; errors of the disk
 */
export type AnnotateFile = (clientId: number, file: FileToAnnotate, signal: AbortSignal) => Promise<void>;
