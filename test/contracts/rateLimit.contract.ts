// What every rate limit must do. Adapters are equal only because they pass the same suite.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Hit, RateLimit } from '../../src/api/http/rateCounter.js';

type Open = (
  perMinute: number,
  windowSeconds: number,
) => Promise<Readonly<{ limit: RateLimit; close(): Promise<void> }>>;

export const rateLimitContract = (adapter: string, open: Open): void =>
  describe(`rate limit contract, ${adapter}`, () => {
    async function using(perMinute: number, windowSeconds: number, test: (limit: RateLimit) => Promise<void>) {
      const { limit, close } = await open(perMinute, windowSeconds);
      try {
        await test(limit);
      } finally {
        await close();
      }
    }

    it('lets exactly 30 of 200 parallel calls through', () =>
      using(30, 60, async (limit) => {
        const counter = randomUUID();
        const hits = await Promise.all(Array.from({ length: 200 }, () => limit.hit(counter)));
        const allowed = hits.filter((hit) => hit.allowed);
        expect(allowed).toHaveLength(30);
        expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 30 }, (_, at) => at),
        );
        expect(hits.every(({ resetMs }) => resetMs > 0 && resetMs <= 60_000)).toBe(true);
      }));

    it('counts each counter by itself', () =>
      using(2, 60, async (limit) => {
        const [one, other] = [randomUUID(), randomUUID()];
        const allowed = async (counter: string) => (await limit.hit(counter)).allowed;
        expect([await allowed(one), await allowed(one), await allowed(one)]).toEqual([true, true, false]);
        expect(await allowed(other)).toBe(true);
      }));

    it('starts the window with the first call and opens anew when it ends', () =>
      using(1, 1, async (limit) => {
        const counter = randomUUID();
        const first = await limit.hit(counter);
        const second = await limit.hit(counter);
        expect([first.allowed, second.allowed]).toEqual([true, false]);
        expect(second.resetMs).toBeLessThanOrEqual(first.resetMs);
        const later = await untilAllowed(limit, counter, 3_000);
        expect(later.remaining).toBe(0);
      }));
  });

async function untilAllowed(limit: RateLimit, counter: string, boundMs: number): Promise<Hit> {
  const endsAt = performance.now() + boundMs;
  while (performance.now() < endsAt) {
    const hit = await limit.hit(counter);
    if (hit.allowed) return hit;
    await pause(hit.resetMs);
  }
  throw new Error('the window never opened again');
}
