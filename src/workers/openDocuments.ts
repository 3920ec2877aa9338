// The open documents of one thread, and the charts and balances it received for checks. Reads files, opens no
// store.
import type { Account } from '../domain/charts/events.js';
import { checkDocument } from '../domain/trialBalance/checks/checkDocument.js';
import { indexChart, type ChartIndex } from '../domain/trialBalance/checks/chartIndex.js';
import type { Neighbour } from '../domain/trialBalance/checks/checkFacts.js';
import type { OtherMonth } from '../domain/trialBalance/checks/continuity.js';
import type { ComparableBalances } from '../domain/trialBalance/checks/neighbourBalances.js';
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import { decodePart } from '../domain/trialBalance/lines/lineParts.js';
import type { LineTable } from '../domain/trialBalance/lines/lineTable.js';
import {
  inputKey,
  type ChartParts,
  type CheckInputs,
  type CheckResult,
  type DocumentHead,
  type FileToRead,
} from '../commands/imports/document.js';
import { freeBuffer } from '../commands/imports/freeBuffer.js';
import { checkResult } from './checkResult.js';
import type { FileReading } from './fileReading.js';
import { readJsonDocument } from './json/jsonDocument.js';
import { readMonth } from './json/monthReader.js';
import type { BodyFault } from '../domain/problem.js';
import type { Requests } from './protocol.js';

/**
 * Smaller bodies are left to the garbage collector. Once a thread has detached a buffer, V8 checks every access to any array
 * of bytes in it: reading 20,000 lines then takes 13.4 ms instead of 9.0. Bodies this large are opened by one of the threads only
 * (jsonThreads.ts).
 */
const FREED_BYTES_MIN = 8_000_000;

type CheckRequest = Requests['check']['asked'];

export class OpenDocuments {
  readonly #lines = new Map<number, LineTable>();
  /** The bytes of JSON documents: texts of lines are ranges of them. */
  readonly #bodies = new Map<number, ArrayBuffer>();
  readonly #files = new Map<number, FileReading>();
  readonly #charts = new Map<string, ChartIndex>();
  readonly #balances = new Map<string, ComparableBalances>();

  constructor(private readonly onRows: (rows: number) => void) {}

  /** Keeps the lines only if all fields are right. */
  openJson(id: number, body: ArrayBuffer): DocumentHead | BodyFault {
    this.#bodies.set(id, body);
    const fields = readJsonDocument(new Uint8Array(body));
    if ('is' in fields) return fields;
    const { lines, ...head } = fields;
    if (lines !== null) this.#lines.set(id, lines);
    return { ...head, source: { kind: 'json' } };
  }

  /** Loads the readers of files at the first file. @throws FileRefused */
  async openFile(id: number, file: FileToRead): Promise<string | null> {
    const { FileReading } = await import('./fileReading.js');
    const reading = new FileReading(file, this.onRows);
    this.#files.set(id, reading);
    return reading.chartName();
  }

  /** @throws FileRefused */
  async readFile(id: number, chart: ChartParts | null): Promise<FileFindings> {
    const reading = this.#files.get(id);
    if (reading === undefined) throw new Error(`file ${id} is not open`);
    const accounts = chart && chart.parts.map(accountsOf);
    if (chart !== null && accounts !== null)
      this.#charts.set(inputKey({ is: 'chart', ...chart }), indexChart(accounts));
    const { lines, ...findings } = await reading.read(chart, accounts);
    if (lines !== null) this.#lines.set(id, lines);
    return findings;
  }

  /** May run several times with different facts. */
  async check({ id, facts, inputs, forget }: CheckRequest): Promise<CheckResult> {
    for (const [key, parts] of inputs) this.#take(key, parts);
    const chartKey = facts.chart && inputKey({ is: 'chart', ...facts.chart });
    const chart = chartKey === null ? null : (this.#charts.get(chartKey) ?? lost(chartKey));
    const previous = typeof facts.previous === 'string' ? null : this.#month(facts.previous);
    const next = facts.next && this.#month(facts.next);
    this.forget(forget);
    await this.#matchAnew(id, facts.chart, inputs);
    const lines = this.#lines.get(id);
    if (lines === undefined)
      throw new Error(`document ${id} is not open: its fields were wrong, or it was released`);
    const current = facts.current && inputs.get(inputKey({ is: 'lines', linesStream: facts.current.linesStream }));
    const findings = checkDocument(lines, facts, chart, { previous, next });
    return checkResult(findings, facts, chart, current?.map(decodePart) ?? null);
  }

  /** Inputs of earlier checks. */
  forget(keys: readonly string[]): null {
    for (const key of keys) {
      this.#charts.delete(key);
      this.#balances.delete(key);
    }
    return null;
  }

  release(id: number): null {
    this.#lines.delete(id);
    const body = this.#bodies.get(id);
    if (body !== undefined && body.byteLength >= FREED_BYTES_MIN) freeBuffer(body);
    this.#bodies.delete(id);
    this.#files.get(id)?.close();
    this.#files.delete(id);
    return null;
  }

  #take(key: string, parts: readonly Uint8Array[]): void {
    if (key.startsWith('chart ')) this.#charts.set(key, indexChart(parts.map(accountsOf)));
    else if (key.startsWith('balances ')) this.#balances.set(key, readMonth(parts));
  }

  #month({ linesStream, convention }: Neighbour): OtherMonth {
    const key = inputKey({ is: 'balances', linesStream });
    return { balances: this.#balances.get(key) ?? lost(key), convention };
  }

  /** Reads a file again if it was matched with another chart. */
  async #matchAnew(id: number, chart: CheckRequest['facts']['chart'], inputs: CheckInputs): Promise<void> {
    const reading = this.#files.get(id);
    if (reading === undefined || reading.isMatchedWith(chart)) return;
    const parts = chart === null ? null : inputs.get(inputKey({ is: 'chart', ...chart }));
    const { lines } = await reading.readAgain(chart, parts?.map(accountsOf) ?? null);
    if (lines !== null) this.#lines.set(id, lines);
  }
}

function lost(key: string): never {
  throw new Error(`${key} was neither handed nor held`);
}

/** One `ChartAccountsListed` part. */
function accountsOf(bytes: Uint8Array): readonly Account[] {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { accounts: Account[] }).accounts;
}
