// What every rate limit must do. Adapters are equal only because they pass the same suite.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '#jest';
import type { Hit, RateLimit } from '../../src/api/http/rateLimit.js';
import { PATIENCE_MS } from '../support/until.js';

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

    it('counts each counter separately', () =>
      using(2, 60, async (limit) => {
        const one = randomUUID();
        const other = randomUUID();
        const allowed = async (counter: string) => (await limit.hit(counter)).allowed;
        expect([await allowed(one), await allowed(one), await allowed(one)]).toEqual([true, true, false]);
        expect(await allowed(other)).toBe(true);
      }));

    it('starts a window with the first call, and a new one after its end', () =>
      using(1, 1, async (limit) => {
        const { counter, first, second } = await twiceWithin(limit, 1_000);
        expect([first.allowed, second.allowed]).toEqual([true, false]);
        expect(second.resetMs).toBeLessThanOrEqual(first.resetMs);
        const later = await untilAllowed(limit, counter);
        expect(later.remaining).toBe(0);
      }));
  });

/** Two calls in one window, on a machine that may stop between them for longer than the window lasts. */
async function twiceWithin(limit: RateLimit, windowMs: number) {
  for (;;) {
    const counter = randomUUID();
    const startMs = performance.now();
    const first = await limit.hit(counter);
    const second = await limit.hit(counter);
    if (performance.now() - startMs < windowMs) return { counter, first, second };
  }
}

async function untilAllowed(limit: RateLimit, counter: string): Promise<Hit> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (performance.now() < endsAt) {
    const hit = await limit.hit(counter);
    if (hit.allowed) return hit;
    await pause(hit.resetMs);
  }
  throw new Error('the window never opened again');
}
