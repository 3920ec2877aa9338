// The documents open in one thread, and the charts and balances it was handed for their checks. Pure computing but for
// the files it reads: it opens no store.
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
import { checkResult } from './checkResult.js';
import type { FileReading } from './fileReading.js';
import { readJsonDocument } from './json/jsonDocument.js';
import { readMonth } from './json/monthReader.js';
import type { Requests } from './protocol.js';

type CheckRequest = Requests['check']['asked'];

export class OpenDocuments {
  readonly #lines = new Map<number, LineTable>();
  readonly #files = new Map<number, FileReading>();
  readonly #charts = new Map<string, ChartIndex>();
  readonly #balances = new Map<string, ComparableBalances>();

  constructor(private readonly onRows: (rows: number) => void) {}

  /** Of a document with wrong fields only the head is kept. @returns null when the body is no JSON object */
  openJson(id: number, bytes: Uint8Array): DocumentHead | null {
    const fields = readJsonDocument(bytes);
    if (fields === null) return null;
    const { lines, ...head } = fields;
    if (lines !== null) this.#lines.set(id, lines);
    return { ...head, source: { kind: 'json' } };
  }

  /** The readers of files are loaded by the first one. @throws FileRefused */
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

  /** May run several times, with other facts. */
  async check({ id, facts, inputs, forget }: CheckRequest): Promise<CheckResult> {
    for (const [key, parts] of inputs) this.#take(key, parts);
    const chartKey = facts.chart && inputKey({ is: 'chart', ...facts.chart });
    const chart = chartKey === null ? null : (this.#charts.get(chartKey) ?? lost(chartKey));
    const previous = typeof facts.previous === 'string' ? null : this.#month(facts.previous);
    const next = facts.next && this.#month(facts.next);
    for (const key of forget) {
      this.#charts.delete(key);
      this.#balances.delete(key);
    }
    await this.#matchAnew(id, facts.chart, inputs);
    const lines = this.#lines.get(id);
    if (lines === undefined)
      throw new Error(`document ${id} is not open: its fields were wrong, or it was released`);
    const current = facts.current && inputs.get(inputKey({ is: 'lines', linesStream: facts.current.linesStream }));
    const findings = checkDocument(lines, facts, chart, { previous, next });
    return checkResult(findings, facts, chart, current?.map(decodePart) ?? null);
  }

  release(id: number): null {
    this.#lines.delete(id);
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

  /** A file is read again for a chart that it was not matched with. */
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
