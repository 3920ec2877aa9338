// The messages between the main thread and a worker thread: requests with one answer each, and progress.
import type { BodyFault } from '../domain/problem.js';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import type { Interpretation } from '../domain/trialBalance/interpretation.js';
import type { FileReason } from '../domain/trialBalance/fileReasons.js';
import type {
  ChartParts,
  CheckInputs,
  CheckResult,
  DocumentHead,
  FileToRead,
} from '../commands/imports/document.js';

/** Request and answer by name. `id` identifies a document within its thread. */
export type Requests = Readonly<{
  /** Answers with the fault of a body that is no JSON object. */
  openJson: Exchange<Readonly<{ id: number; body: ArrayBuffer }>, DocumentHead | BodyFault>;
  /** Answers with the name of the chart to match the file with. */
  openFile: Exchange<Readonly<{ id: number; file: FileToRead }>, string | null>;
  readFile: Exchange<Readonly<{ id: number; chart: ChartParts | null }>, FileFindings>;
  /** The thread caches charts and balances until a later check, or `forget`, lists their keys. */
  check: Exchange<
    Readonly<{ id: number; facts: CheckFacts; inputs: CheckInputs; forget: readonly string[] }>,
    CheckResult
  >;
  forget: Exchange<Readonly<{ keys: readonly string[] }>, null>;
  release: Exchange<Readonly<{ id: number }>, null>;
}>;

type Exchange<Asked, Answered> = Readonly<{ asked: Asked; answered: Answered }>;

export type RequestName = keyof Requests;

export type ToWorker = {
  [Name in RequestName]: Readonly<{ call: number; name: Name; asked: Requests[Name]['asked'] }>;
}[RequestName];

export type FromWorker =
  | Readonly<{ is: 'answer'; call: number; answered: Requests[RequestName]['answered'] }>
  /** `reason`: why the file is refused; null for a defect. */
  | Readonly<{
      is: 'failure';
      call: number;
      reason: FileReason | null;
      /** How the file was interpreted, as far as it was read. */
      interpretation: Interpretation | null;
      message: string;
      stack: string | undefined;
    }>
  | Readonly<{ is: 'progress'; rows: number }>;
