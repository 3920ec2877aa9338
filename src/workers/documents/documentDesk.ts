// The documents open in one worker, and what their checks share: charts and neighbouring months seen lately.
import type { CheckFacts, Neighbour } from '../../domain/trialBalance/checks/checkFacts.js';
import { checkDocument } from '../../domain/trialBalance/checks/checkDocument.js';
import { indexChart, type ChartIndex } from '../../domain/trialBalance/checks/chartIndex.js';
import type { OtherMonth } from '../../domain/trialBalance/checks/continuity.js';
import { decodePart } from '../../domain/trialBalance/lines/lineParts.js';
import type { LineTable } from '../../domain/trialBalance/lines/lineTable.js';
import { neighbourBalances, type NeighbourBalances } from '../../domain/trialBalance/checks/neighbourBalances.js';
import type { Account } from '../../domain/charts/events.js';
import type { DocumentHead, Supply, Verdict } from '../../commands/imports/document.js';
import { readJsonDocument } from './jsonDocument.js';
import { verdictOf } from './verdict.js';
import { WeightedCache } from './weightedCache.js';

/** Eight charts, and ten months, of the largest companies; some 25 MB each. */
const CHART_ACCOUNTS_MAX = 160_000;
const NEIGHBOUR_ACCOUNTS_MAX = 200_000;

export class DocumentDesk {
  readonly #open = new Map<number, LineTable>();
  readonly #charts = new WeightedCache<ChartIndex>(CHART_ACCOUNTS_MAX, ({ count }) => count);
  readonly #months = new WeightedCache<NeighbourBalances>(
    NEIGHBOUR_ACCOUNTS_MAX,
    ({ accountCode }) => accountCode.length,
  );

  /** A document with wrong fields is told and forgotten. @returns null when the body is no JSON object */
  openJson(id: number, bytes: Uint8Array): DocumentHead | null {
    const fields = readJsonDocument(bytes);
    if (fields === null) return null;
    const { lines, ...head } = fields;
    if (lines !== null) this.#open.set(id, lines);
    return { ...head, source: { kind: 'json' } };
  }

  /** A document that was read elsewhere. */
  keep(id: number, lines: LineTable): void {
    this.#open.set(id, lines);
  }

  /** May run several times, with other facts. */
  async check(id: number, facts: CheckFacts, supply: Supply): Promise<Verdict> {
    const table = this.#open.get(id);
    if (table === undefined)
      throw new Error(`document ${id} is not open: its fields were wrong, or it was released`);
    const [chart, previous, next, current] = await Promise.all([
      facts.chart === null ? null : this.#chart(facts.chart, supply),
      typeof facts.previous === 'string' ? null : this.#month(facts.previous, supply),
      facts.next === null ? null : this.#month(facts.next, supply),
      facts.current === null || !facts.wantsChanges ? null : supply.lines(facts.current.linesStream),
    ]);
    const findings = checkDocument(table, facts, chart, { previous, next });
    return verdictOf(findings, facts, chart, current?.map(decodePart) ?? null);
  }

  release(id: number): void {
    this.#open.delete(id);
  }

  #chart({ chartId, version }: NonNullable<CheckFacts['chart']>, supply: Supply): Promise<ChartIndex> {
    return this.#charts.get(`${chartId}@${version}`, async () => {
      const parts = await supply.chart(chartId, version);
      return indexChart(parts.map(accountsOf));
    });
  }

  async #month({ linesStream, convention }: Neighbour, supply: Supply): Promise<OtherMonth> {
    const balances = await this.#months.get(linesStream, async () => {
      const parts = await supply.lines(linesStream);
      return neighbourBalances(parts.map(decodePart));
    });
    return { balances, convention };
  }
}

/** One `ChartAccountsListed` part. */
export function accountsOf(bytes: Uint8Array): readonly Account[] {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { accounts: Account[] }).accounts;
}
