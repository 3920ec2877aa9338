// Stream `seals`. Its state is its newest seal, so nothing has to be folded.
import type { Recorded } from '../kernel/event.js';
import type { LogSealed } from './events.js';

export const SEALS = 'seals';

const HASH = /^[0-9a-f]{64}$/;

export type Seal = LogSealed['data'];

/** @returns null for an event that is not a well-formed seal */
export function sealOf(event: Recorded): Seal | null {
  const data = event.data as Partial<Seal> | null;
  const wellFormed =
    event.type === 'LogSealed' &&
    Number.isSafeInteger(data?.count) &&
    [data?.root, ...(data?.edge ?? [null])].every((hash) => typeof hash === 'string' && HASH.test(hash)) &&
    typeof data?.last?.stream === 'string' &&
    Number.isSafeInteger(data.last.revision) &&
    typeof data.checkpoint === 'string';
  return wellFormed ? (data as Seal) : null;
}
