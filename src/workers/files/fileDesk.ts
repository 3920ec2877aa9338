// One file being imported, where it is read and checked: its lines, and the chart they were matched with.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import { DocumentDesk, accountsOf } from '../documents/documentDesk.js';
import type { Supply, Verdict } from '../../commands/imports/document.js';
import { AccountMatcher } from '../../files/lines/accountMatcher.js';
import type { FileKind } from '../../files/formats/detect.js';
import type { FileFindings, FileJob, SuppliedChart } from './fileMessages.js';
import { openFile } from '../../files/formats/openFile.js';
import { readTrialBalance, type FileContent } from '../../files/readTrialBalance.js';
import type { OpenFile } from '../../files/formats/table.js';

export type FileSupply = Supply & Readonly<{ chartNamed(name: string): Promise<SuppliedChart | null> }>;

const ONLY = 1;
const BEAT_MS = 1_000;

export class FileDesk {
  readonly #desk = new DocumentDesk();
  #job: FileJob | null = null;
  #chart: SuppliedChart | null = null;

  constructor(private readonly onProgress: (rows: number) => void) {}

  /** @throws FileRefused */
  async read(job: FileJob, supply: FileSupply): Promise<FileFindings> {
    this.#job = job;
    const { lines, ...findings } = await this.#content(job, (name) => supply.chartNamed(name));
    if (lines !== null) this.#desk.keep(ONLY, lines);
    return findings;
  }

  /** Of a chart that changed meanwhile the file is matched anew. */
  async check(facts: CheckFacts, supply: FileSupply): Promise<Verdict> {
    const { chart } = facts;
    if (
      this.#job !== null &&
      (chart?.chartId !== this.#chart?.chartId || chart?.version !== this.#chart?.version)
    ) {
      const parts = chart === null ? null : await supply.chart(chart.chartId, chart.version);
      const now =
        chart === null || parts === null ? null : { chartId: chart.chartId, version: chart.version, parts };
      const { lines } = await this.#content(this.#job, async () => now);
      if (lines !== null) this.#desk.keep(ONLY, lines);
    }
    return this.#desk.check(ONLY, facts, this.#withOwnChart(supply));
  }

  release(): void {
    this.#desk.release(ONLY);
    this.#job = null;
    this.#chart = null;
  }

  async #content(
    { path, kind, request }: FileJob,
    chartNamed: (name: string) => Promise<SuppliedChart | null>,
  ): Promise<FileContent> {
    const reading = new AbortController();
    const file = await this.#opened(path, kind, reading.signal);
    try {
      const accounts = async (name: string): Promise<AccountMatcher | null> => {
        this.#chart = await chartNamed(name);
        if (this.#chart === null) return null;
        const newest = new Map(
          this.#chart.parts.flatMap(accountsOf).map((account) => [account.accountId, account]),
        );
        return new AccountMatcher(newest.values());
      };
      return await readTrialBalance(file, request, accounts, this.onProgress);
    } finally {
      reading.abort();
      await file.close();
    }
  }

  /** An XLS is parsed in a process of its own, under limits of its own, before its first row can be told of. */
  async #opened(path: string, kind: FileKind, signal: AbortSignal): Promise<OpenFile> {
    if (kind !== 'ole') return openFile(path, kind, signal);
    const beat = setInterval(() => this.onProgress(0), BEAT_MS);
    try {
      return await openFile(path, kind, signal);
    } finally {
      clearInterval(beat);
    }
  }

  /** The parts are at hand: they need not be asked for again. */
  #withOwnChart(supply: Supply): Supply {
    const own = this.#chart;
    return {
      chart: async (chartId, version) =>
        own?.chartId === chartId && own.version === version ? own.parts : supply.chart(chartId, version),
      lines: (stream) => supply.lines(stream),
    };
  }
}
