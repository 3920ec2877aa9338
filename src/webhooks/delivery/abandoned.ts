// Claims whose holder is gone. Nobody's clock is compared with another's: a claim is free when it has been seen unchanged
// for the whole lease, by the watcher's own monotonic clock.
import type { Claim } from './deliveryQueue.js';

export type ClaimWatch = Readonly<{
  /** @returns those to be released */
  look(claims: readonly Claim[], nowMs: number): readonly Claim[];
}>;

/** @param isOurs what this process has in hand ends by itself */
export function watchClaims(leaseMs: number, isOurs: (deliveryId: string) => boolean): ClaimWatch {
  let seen = new Map<string, number>();
  return {
    look(claims, nowMs) {
      const still = new Map<string, number>();
      const abandoned: Claim[] = [];
      for (const claim of claims) {
        if (isOurs(claim.deliveryId)) continue;
        const key = `${claim.deliveryId} ${claim.token}`;
        const sinceMs = seen.get(key) ?? nowMs;
        still.set(key, sinceMs);
        if (nowMs - sinceMs >= leaseMs) abandoned.push(claim);
      }
      seen = still;
      return abandoned;
    },
  };
}
