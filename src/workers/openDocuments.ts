// The open documents of one thread, and the charts and balances of recent checks. Reads files, opens no store.
import { LRUCache } from 'lru-cache';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  cachedBytes,
  chartKey,
  type ChartParts,
  type CheckInputs,
  type CheckResult,
  type DocumentHead,
  type FileToRead,
} from '../commands/imports/document.js';
import type { TrialBalanceLine } from '../domain/books/events.js';
import { decodeAccounts } from '../domain/charts/events.js';
import type { BodyFault } from '../domain/problem.js';
import { indexChart, newestAccounts, type ChartIndex } from '../domain/trialBalance/checks/accounts.js';
import { checkDocument, type Findings } from '../domain/trialBalance/checks/checkDocument.js';
import type { ChartFacts, CheckFacts, Neighbour } from '../domain/trialBalance/checks/checkFacts.js';
import { sumsByAccount } from '../domain/trialBalance/amounts.js';
import type { NeighbourBalances, OtherMonth } from '../domain/trialBalance/checks/continuity.js';
import { documentFields, type DocumentFields } from '../domain/trialBalance/documentFields.js';
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import { changesAgainst } from '../domain/trialBalance/importOutcome.js';
import {
  canonicalForm,
  decodePart,
  encodeLeftOut,
  encodeParts,
  type DocumentLines,
} from '../domain/trialBalance/lines.js';
import type { OpenReport } from '../files/readTrialBalance.js';
import { firstJsonError } from '../runtime/jsonError.js';

/** Limit by the bytes they were made of: about four charts and four months of the largest companies. */
const KEPT_BYTES_MAX = 32_000_000;

type CheckRequest = Readonly<{ id: number; facts: CheckFacts; inputs: CheckInputs }>;

export class OpenDocuments {
  readonly #lines = new Map<number, DocumentLines>();
  readonly #files = new Map<number, OpenReport>();
  readonly #cache = new LRUCache<string, ChartIndex | NeighbourBalances>({ maxSize: KEPT_BYTES_MAX });

  constructor(private readonly onRows: (rows: number) => void) {}

  /** Keeps the lines only if all fields are right. @returns the fault of a body that is no JSON object */
  openJson({ id, body }: { id: number; body: ArrayBuffer }): DocumentHead | BodyFault {
    const fields = readJsonDocument(new Uint8Array(body));
    if ('is' in fields) return fields;
    const { lines, ...head } = fields;
    if (lines !== null) this.#lines.set(id, lines);
    return { ...head, source: { kind: 'json' } };
  }

  /**
   * Loads the readers of files at the first file.
   * @returns the name of the chart to match it with
   * @throws FileRefused
   */
  async openFile({ id, file }: { id: number; file: FileToRead }): Promise<string | null> {
    const { openReport } = await import('../files/readTrialBalance.js');
    const report = await openReport(file.path, file, this.onRows);
    this.#files.set(id, report);
    return report.chartName;
  }

  /** @throws FileRefused */
  async readFile({ id, chart }: { id: number; chart: ChartParts | null }): Promise<FileFindings> {
    const report = this.#files.get(id);
    if (report === undefined) throw new Error(`file ${id} is not open`);
    this.#files.delete(id);
    const accounts = chart && newestAccounts(chart.parts.map(decodeAccounts)).values();
    const { lines, ...findings } = await report.read(accounts);
    if (lines !== null) this.#lines.set(id, lines);
    return findings;
  }

  /** May run several times with different facts. */
  check({ id, facts, inputs }: CheckRequest): CheckResult {
    const chart = facts.chart && this.#chart(facts.chart, inputs);
    const previous = typeof facts.previous === 'string' ? null : this.#month(facts.previous, inputs);
    const next = facts.next && this.#month(facts.next, inputs);
    const lines = this.#lines.get(id);
    if (lines === undefined)
      throw new Error(`document ${id} is not open: its fields were wrong, or it was released`);
    const current = facts.current && partsIn(inputs, facts.current.linesStream).flatMap(decodePart);
    return checkResult(checkDocument(lines, facts, chart, { previous, next }), facts, current);
  }

  /** Gives up charts and balances: memory is short. */
  forget(): null {
    this.#cache.clear();
    return null;
  }

  release({ id }: { id: number }): null {
    this.#lines.delete(id);
    this.#files
      .get(id)
      ?.close()
      .catch(() => undefined);
    this.#files.delete(id);
    return null;
  }

  #chart(chart: ChartFacts, inputs: CheckInputs): ChartIndex {
    return this.#cachedOr(chartKey(chart), inputs, (parts) => indexChart(parts.map(decodeAccounts)));
  }

  #month({ linesStream, convention }: Neighbour, inputs: CheckInputs): OtherMonth {
    const balances = this.#cachedOr(linesStream, inputs, (parts) => sumsByAccount(parts.flatMap(decodePart)));
    return { balances, convention };
  }

  #cachedOr<Made extends ChartIndex | NeighbourBalances>(
    key: string,
    inputs: CheckInputs,
    make: (parts: readonly Uint8Array[]) => Made,
  ): Made {
    const cached = this.#cache.get(key) as Made | undefined;
    if (cached !== undefined) return cached;
    const parts = partsIn(inputs, key);
    const value = make(parts);
    this.#cache.set(key, value, { size: cachedBytes(parts) });
    return value;
  }
}

function partsIn(inputs: CheckInputs, key: string): readonly Uint8Array[] {
  const parts = inputs.get(key);
  if (parts === undefined) throw new Error(`${key} was not given to the check`);
  return parts;
}

/**
 * The findings of a check as its result: hashes the content and encodes the lines.
 * @param current the lines of the month's current version; null when there is none, or without `includeChanges`
 */
function checkResult(
  { stored, leftOut, ...findings }: Findings,
  { chart, includeChanges, includeLines }: CheckFacts,
  current: readonly TrialBalanceLine[] | null,
): CheckResult {
  if (stored === null || chart === null)
    return { ...findings, contentHash: '', parts: [], partsHash: '', leftOut: NOTHING, changes: null };
  const parts = includeLines ? encodeParts(stored) : [];
  const leftOutParts = includeLines ? encodeLeftOut(leftOut) : [];
  return {
    ...findings,
    contentHash: sha256(canonicalForm(chart.chartId, stored)),
    parts,
    partsHash: sha256(parts),
    leftOut: { parts: leftOutParts, lines: findings.received - findings.imported, hash: sha256(leftOutParts) },
    changes: includeChanges ? changesAgainst(current, stored) : null,
  };
}

const NOTHING = { parts: [], lines: 0, hash: '' };

function sha256(pieces: Iterable<string | Uint8Array | Float64Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Fifty for each line that an import may have; millions of tiny values take many times their bytes of memory. */
const VALUES_MAX = 1_000_000;
/** A body of fewer bytes is parsed whatever it holds. */
const COUNTED_BYTES_MIN = 8_000_000;

const BYTE_ORDER_MARK = /^\ufeff/;

/** UTF-8 with or without byte order mark; of a member given twice the last counts; unknown members are ignored. */
export function readJsonDocument(bytes: Uint8Array): DocumentFields | BodyFault {
  if (!isUtf8(bytes)) return { is: 'NotUtf8' };
  if (bytes.length >= COUNTED_BYTES_MIN && hasTooManyValues(bytes)) return { is: 'TooManyValues' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().replace(BYTE_ORDER_MARK, '');
  if (text.trim() === '') return { is: 'Empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: 'NotJson', ...firstJsonError(text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { is: 'NotObject' };
  return documentFields(value);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Counts them by commas and opening brackets outside of texts. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && values <= VALUES_MAX; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at++;
    else if (!isText && (byte === COMMA || byte === BRACKET || byte === BRACE)) values++;
  }
  return values > VALUES_MAX;
}
