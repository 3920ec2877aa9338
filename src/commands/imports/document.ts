// What the importer asks of a document being imported, wherever it is parsed and checked (a worker thread), and
// whatever it was (JSON now, files later). Types only.
import type { Findings } from '../../domain/trialBalance/checks/checkDocument.js';
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { ImportSource } from '../../domain/books/events.js';
import type { ImportReason, LineError, Warning } from '../../domain/trialBalance/refusals.js';
import type { Competence } from '../../domain/kernel/competence.js';

/** Fields as understood; null where absent or wrong (then `reasons` says so). `cnpj` is 14 characters, unmasked. */
export type DocumentHead = Readonly<{
  companyId: number | null;
  cnpj: string | null;
  competence: Competence | null;
  chartName: string | null;
  received: number;
  source: ImportSource;
  /** Field refusals, in the order of docs/spec/imports.md#refusals: with any, nothing later is looked at. */
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
}>;

export type { ChartFacts, CheckFacts, Neighbour } from '../../domain/trialBalance/checks/checkFacts.js';

/** Bytes by key, for what a worker does not hold: the parts of a chart up to a version, or of a trial balance's lines. */
export type Supply = Readonly<{
  chart(chartId: number, version: number): Promise<readonly Uint8Array[]>;
  lines(linesStream: string): Promise<readonly Uint8Array[]>;
}>;

export type Verdict = Omit<Findings, 'stored' | 'warnings'> & VerdictOnContent;

type VerdictOnContent = Readonly<{
  /** At most 200, the last saying how many more. */
  warnings: readonly Warning[];
  /** SHA-256 in hexadecimal; "" when the content is refused. */
  contentHash: string;
  /**
   * `TrialBalanceLinesListed` parts as ready bytes, and the SHA-256 of all of them one after another. None when the
   * document is refused, or equals the current version (`currentContentHash`).
   */
  parts: readonly Uint8Array[];
  partsHash: string;
  changes: Readonly<{ added: number; changed: number; removed: number }> | null;
}>;

export type OpenDocument = Readonly<{
  head: DocumentHead;
  /** May be called again with other facts after a lost race. */
  check(facts: CheckFacts, supply: Supply): Promise<Verdict>;
  release(): void;
}>;

/** The body was not a JSON object at all. */
export type NotADocument = Readonly<{ notADocument: true }>;

export type DocumentPool = Readonly<{
  /** Takes the body over (the buffer is transferred and unusable afterwards). */
  openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument>;
  /** Starts the workers before the first document asks for them. */
  start(): void;
  close(): Promise<void>;
}>;
