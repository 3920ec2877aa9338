// Stream `chart-{id}`: the head of the newest version and where its accounts are. The state leaves the accounts
// themselves (up to 100,000) in their parts.
import type { Fold, Recorded } from '../kernel/event.js';
import type { ChartEvent, ChartVersioned } from './events.js';

/** `version` 0: no version was completed, so the chart does not exist yet. */
export type Chart = Omit<ChartVersioned['data'], 'parts'> &
  Readonly<{
    /** Revisions of each version's parts, oldest first; without versions that changed the head only. */
    parts: readonly Readonly<{ version: number; fromRevision: number; count: number }>[];
  }>;

export const chart: Fold<Chart> = {
  initial: () => ({
    chartId: 0,
    companyId: 0,
    clientId: 0,
    name: '',
    validFrom: '',
    validTo: null,
    active: false,
    version: 0,
    accountCount: 0,
    parts: [],
  }),
  evolve(state, recorded) {
    const event = recorded as Recorded<ChartEvent>;
    if (event.type !== 'ChartVersioned') return state; // a part takes effect once a version names it
    const { parts, ...head } = event.data;
    const { fromRevision, count } = parts;
    const added = count === 0 ? [] : [{ version: head.version, fromRevision, count }];
    return { ...head, parts: [...state.parts, ...added] };
  },
  size: (state) => 500 + state.parts.length * 60,
};

export function chartStream(chartId: number): string {
  return `chart-${chartId}`;
}
