// Releases claims of processes that died. No two clocks are compared: a claim has expired when this process has seen it unchanged
// for the whole lease, by its own monotonic clock (docs/spec/webhooks.md#deliveries).
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../commands/kernel/context.js';
import type { Claim, DeliveryQueue } from './deliveryQueue.js';

const LOOK_EVERY_MS = 1_000;

export type ExpiredClaimsDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'claims' | 'release'>;
  clock: Pick<Clock, 'monotonicMs'>;
  leaseMs: number;
  /** Whether this process holds the claim: then it releases the claim itself. */
  isOurs(deliveryId: string): boolean;
  onReleased(): void;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

/** Runs until the signal aborts. */
export async function releaseExpiredClaims(deps: ExpiredClaimsDeps): Promise<void> {
  const { queue, clock, leaseMs, isOurs, onReleased, onError, signal } = deps;
  const expiredClaims = createExpiredClaims(leaseMs, isOurs);
  while (!signal.aborted) {
    try {
      const expired = expiredClaims.among(await queue.claims(), clock.monotonicMs());
      await queue.release(expired);
      if (expired.length > 0) onReleased();
    } catch (error) {
      onError(error);
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

export type ExpiredClaims = Readonly<{
  /** @param claims all current claims. @returns the expired ones */
  among(claims: readonly Claim[], nowMs: number): readonly Claim[];
}>;

export function createExpiredClaims(leaseMs: number, isOurs: (deliveryId: string) => boolean): ExpiredClaims {
  let firstSeenMs = new Map<string, number>();
  return {
    among(claims, nowMs) {
      const seen = new Map<string, number>();
      const expired: Claim[] = [];
      for (const claim of claims) {
        if (isOurs(claim.deliveryId)) continue;
        const key = `${claim.deliveryId} ${claim.token}`;
        const sinceMs = firstSeenMs.get(key) ?? nowMs;
        seen.set(key, sinceMs);
        if (nowMs - sinceMs >= leaseMs) expired.push(claim);
      }
      firstSeenMs = seen;
      return expired;
    },
  };
}
