// The port of what parses and checks documents away from the thread that answers requests: bodies of JSON and files.
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { ImportSource } from '../../domain/books/events.js';
import type { Findings } from '../../domain/trialBalance/checks/checkDocument.js';
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { FileFindings } from '../../domain/trialBalance/fileFindings.js';
import type { ImportReason, LineError, Warning } from '../../domain/trialBalance/refusals.js';

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

/** What a check reads beside its facts: a chart, a month's balances to compare with, a version's whole lines. */
export type CheckInput =
  | Readonly<{ is: 'chart'; chartId: number; version: number }>
  | Readonly<{ is: 'balances'; linesStream: string }>
  | Readonly<{ is: 'lines'; linesStream: string }>;

/** Parts as stored, by `inputKey`. */
export type CheckInputs = ReadonlyMap<string, readonly Uint8Array[]>;

export function inputKey(input: CheckInput): string {
  return input.is === 'chart' ? `chart ${input.chartId}@${input.version}` : `${input.is} ${input.linesStream}`;
}

export function inputsOf({ chart, previous, next, current, wantsChanges }: CheckFacts): readonly CheckInput[] {
  const inputs: CheckInput[] = [];
  if (chart !== null) inputs.push({ is: 'chart', chartId: chart.chartId, version: chart.version });
  for (const month of [previous, next])
    if (month !== null && typeof month !== 'string')
      inputs.push({ is: 'balances', linesStream: month.linesStream });
  if (current !== null && wantsChanges) inputs.push({ is: 'lines', linesStream: current.linesStream });
  return inputs;
}

/** What the check needs and neither has from before nor was handed. */
export type MissingInputs = Readonly<{ missing: readonly CheckInput[] }>;

export type CheckResult = Omit<Findings, 'stored' | 'warnings'> &
  Readonly<{
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

/** Checks without side effects; may be called again with other facts, or with what was missing. */
export type Check = (facts: CheckFacts, inputs: CheckInputs) => Promise<CheckResult | MissingInputs>;

export type OpenDocument = Readonly<{ head: DocumentHead; check: Check; release(): void }>;

/** The body was not a JSON object at all. */
export type NotADocument = Readonly<{ notADocument: true }>;

/** A file at rest and what is known of it before it is read; `cnpj` is the company's, 14 characters. */
export type FileToRead = Readonly<{
  path: string;
  fileName: string;
  cnpj: string;
  competence: Competence | null;
  chartName: string | null;
  mapping: ColumnMapping | null;
}>;

/** The accounts of a chart at a version, as parts of its stream. */
export type ChartParts = Readonly<{ chartId: number; version: number; parts: readonly Uint8Array[] }>;

/** Its table and headings are found. */
export type OpenFile = Readonly<{
  /** As the request, or else the file, names it. */
  chartName: string | null;
  /** Reads the lines, matched with the chart's accounts; once. @throws DomainError `ImportRefused` */
  read(chart: ChartParts | null): Promise<FileFindings>;
  check: Check;
  release(): void;
}>;

export type DocumentReader = Readonly<{
  /** Takes the body over (the buffer is transferred and unusable afterwards). */
  openJson(body: ArrayBuffer): Promise<OpenDocument | NotADocument>;
}>;

export type FileReader = Readonly<{
  /** Waits for its turn. @throws DomainError `ImportRefused` */
  openFile(file: FileToRead, onRows?: (rows: number) => void): Promise<OpenFile>;
}>;
