// The status of a version of a trial balance, as a condition of lists and of one row. Source: docs/spec/rows.md#trial-balance-status.
import type { TrialBalanceStatus } from '../../../domain/books/events.js';
import type { Condition } from '../../engine/readStore.js';

/** They never return to false. `replaced`: another version was released later; `superseded`: a later version was imported. */
export type StatusFacts = Readonly<{ released: boolean; replaced: boolean; superseded: boolean }>;
export const statusIs: Readonly<Record<TrialBalanceStatus, readonly Condition[]>> = {
  IMPORTED: [
    { field: 'released', is: false },
    { field: 'superseded', is: false },
  ],
  RELEASED: [
    { field: 'released', is: true },
    { field: 'replaced', is: false },
  ],
  SUPERSEDED: [
    {
      any: [
        [{ field: 'replaced', is: true }],
        [
          { field: 'released', is: false },
          { field: 'superseded', is: true },
        ],
      ],
    },
  ],
};

export function statusOf({ released, replaced, superseded }: StatusFacts): TrialBalanceStatus {
  if (released) return replaced ? 'SUPERSEDED' : 'RELEASED';
  return superseded ? 'SUPERSEDED' : 'IMPORTED';
}
