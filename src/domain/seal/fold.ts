// Stream `seals`. Its state is its newest seal, so nothing has to be folded.
import type { Recorded } from '../kernel/event.js';
import type { LogSealed, SealedTree } from './events.js';

export const SEALS = 'seals';

const HASH = /^[0-9a-f]{64}$/;

export type Seal = LogSealed['data'];

/** @returns null for an event that is not a well-formed seal */
export function sealOf(event: Recorded): Seal | null {
  const data = event.data as Partial<Seal> | null;
  const wellFormed =
    event.type === 'LogSealed' &&
    Number.isSafeInteger(data?.count) &&
    typeof data?.hash === 'string' &&
    HASH.test(data.hash) &&
    typeof data.last?.stream === 'string' &&
    Number.isSafeInteger(data.last.revision) &&
    (data.tree === undefined || isTree(data.tree)) &&
    (data.checkpoint === undefined || typeof data.checkpoint === 'string');
  return wellFormed ? (data as Seal) : null;
}

function isTree({ root, edge }: Partial<SealedTree>): boolean {
  return [root, ...(edge ?? [null])].every((hash) => typeof hash === 'string' && HASH.test(hash));
}
