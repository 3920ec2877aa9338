// What main and a worker thread send to each other: requests with one answer each, and progress.
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import type { FileReason } from '../domain/trialBalance/fileReasons.js';
import type {
  ChartParts,
  CheckInputs,
  CheckResult,
  DocumentHead,
  FileToRead,
} from '../commands/imports/document.js';

/** By name: what is asked, and what is answered. `id` names a document in its thread. */
export type Requests = Readonly<{
  /** Answered with null when the body is no JSON object. */
  openJson: Exchange<Readonly<{ id: number; body: ArrayBuffer }>, DocumentHead | null>;
  /** Answered with the name of the chart that the file is to be matched with. */
  openFile: Exchange<Readonly<{ id: number; file: FileToRead }>, string | null>;
  readFile: Exchange<Readonly<{ id: number; chart: ChartParts | null }>, FileFindings>;
  /** The thread keeps charts and balances it was handed until a later check has it forget them. */
  check: Exchange<
    Readonly<{ id: number; facts: CheckFacts; inputs: CheckInputs; forget: readonly string[] }>,
    CheckResult
  >;
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
      message: string;
      stack: string | undefined;
    }>
  | Readonly<{ is: 'progress'; rows: number }>;
