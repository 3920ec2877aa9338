// A chart as its stream `chart-{id}` tells: the head of its newest version, and where its accounts are.
// Accounts themselves stay in their parts: 20,000 of them are read only by whoever needs them.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { ChartEvent } from '../clients/events.js';

/** `version` is 0 while no change was completed: then the chart does not exist for anybody. */
export type Chart = Readonly<{
  chartId: number;
  companyId: number;
  clientId: number;
  name: string;
  validFrom: string;
  validTo: string | null;
  active: boolean;
  version: number;
  accountCount: number;
  /** The revisions each version added, oldest first; versions that changed only the head are left out. */
  parts: readonly Readonly<{ version: number; fromRevision: number; count: number }>[];
}>;

export const chart: Fold<Chart> = {
  version: 1,
  snapshot: true,
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
    if (event.type !== 'ChartVersioned') return state; // a part counts once a version names it
    const { chartId, companyId, clientId, name, validFrom, validTo, active, version, accountCount, parts } =
      event.data;
    const added = parts.count === 0 ? [] : [{ version, fromRevision: parts.fromRevision, count: parts.count }];
    return {
      chartId,
      companyId,
      clientId,
      name,
      validFrom,
      validTo,
      active,
      version,
      accountCount,
      parts: [...state.parts, ...added],
    };
  },
  size: (state) => 500 + state.parts.length * 60,
};
