// What main and the thread that reads one file say to each other.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import type { Verdict } from '../../commands/imports/document.js';
import type { FileKind } from '../../files/formats/detect.js';
import type { FileRequest } from '../../files/fileRequest.js';
import type { FileContent } from '../../files/readTrialBalance.js';

export type FileJob = Readonly<{ path: string; kind: FileKind; request: FileRequest }>;

/** The accounts of a chart at a version, as parts of its stream. */
export type SuppliedChart = Readonly<{ chartId: number; version: number; parts: readonly Uint8Array[] }>;

export type FileWant =
  | Readonly<{ is: 'chartNamed'; name: string }>
  | Readonly<{ is: 'chart'; chartId: number; version: number }>
  | Readonly<{ is: 'lines'; linesStream: string }>;

export type Supplied = SuppliedChart | readonly Uint8Array[] | null;

/** What was read, without the lines themselves: these stay where they were read. */
export type FileFindings = Omit<FileContent, 'lines'>;

export type ToFileReader =
  | Readonly<{ is: 'read'; job: FileJob }>
  | Readonly<{ is: 'check'; facts: CheckFacts }>
  | Readonly<{ is: 'release' }>
  /** `failed`: it could not be had; main knows why. */
  | Readonly<{ is: 'supplied'; need: number; value: Supplied; failed: boolean }>;

export type FromFileReader =
  /** The modules are loaded: a job may come. */
  | Readonly<{ is: 'ready' }>
  | Readonly<{ is: 'read'; findings: FileFindings }>
  | Readonly<{ is: 'refused'; reason: FileReason }>
  | Readonly<{ is: 'checked'; verdict: Verdict }>
  | Readonly<{ is: 'failed'; message: string; stack: string | undefined }>
  | Readonly<{ is: 'need'; need: number; want: FileWant }>
  | Readonly<{ is: 'progress'; rows: number }>;
