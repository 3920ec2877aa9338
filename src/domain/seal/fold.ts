// Stream `seals`. Its state is its newest seal, so nothing has to be folded.
import type { Recorded } from '../kernel/event.js';
import type { LogSealed } from './events.js';

export const SEALS = 'seals';

export type Seal = LogSealed['data'];

/** @returns null for an event that is not a well-formed seal */
export function sealOf(event: Recorded): Seal | null {
  const data = event.data as Partial<Seal> | null;
  const wellFormed =
    event.type === 'LogSealed' &&
    Number.isSafeInteger(data?.count) &&
    typeof data?.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(data.hash) &&
    typeof data.last?.stream === 'string' &&
    Number.isSafeInteger(data.last.revision);
  return wellFormed ? (data as Seal) : null;
}
