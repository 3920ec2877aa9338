import { beforeEach, describe, expect, it } from '#jest';
import { ConcurrencyLimits, CLAIMED_MAX } from '../../../src/webhooks/delivery/concurrencyLimits.js';

const HOST = 'receptor.exemplo.com.br';
const LONG_MS = 10_000;

describe('The concurrency limits', () => {
  let nowMs: number;
  let limits: ConcurrencyLimits;
  beforeEach(() => {
    nowMs = 1_000;
    limits = new ConcurrencyLimits(() => nowMs);
  });

  function attempt(webhookId: string, succeeded: boolean): void {
    limits.acquire(webhookId, HOST)(succeeded);
  }

  /** How long a webhook backs off while another is delivered to all the time. */
  function backoffOf(webhookId: string): number {
    for (const begunMs = nowMs; nowMs - begunMs < LONG_MS; nowMs++) {
      attempt('live', true);
      if (!limits.isBackingOff(webhookId)) return nowMs - begunMs;
    }
    return LONG_MS;
  }

  it('make a failing webhook back off between two attempts while others are delivered to', () => {
    attempt('dead', false);
    attempt('live', true);
    expect(limits.isBackingOff('dead')).toBe(true);
    expect(limits.isBackingOff('live')).toBe(false);
    expect(backoffOf('dead')).toBeGreaterThan(1);
    expect(limits.freeSlotsOf('dead', HOST)).toBe(1);
  });

  it('make no webhook back off when no other one is delivered to', () => {
    for (let failure = 0; failure < 10; failure++) {
      attempt('dead', false);
      expect(limits.isBackingOff('dead')).toBe(false);
    }
  });

  it('bound the attempts for all failing webhooks together to those of one alone', () => {
    attempt('dead-1', false);
    const alone = backoffOf('dead-1');
    for (let each = 2; each <= 5; each++) attempt(`dead-${each}`, false);
    expect(backoffOf('dead-5')).toBe(5 * alone);
    for (let each = 2; each <= 5; each++) attempt(`dead-${each}`, true);
    attempt('dead-1', false);
    expect(backoffOf('dead-1')).toBe(alone);
    expect(limits.isBackingOff('dead-5')).toBe(false);
  });

  it('give no more slots than there are, and take them back', () => {
    const all = Array.from({ length: CLAIMED_MAX }, (_, each) =>
      limits.acquire(`webhook-${each}`, `${each}.${HOST}`),
    );
    expect(limits.freeSlots()).toBe(0);
    expect(limits.freeSlotsOf('another', HOST)).toBe(0);
    for (const release of all) release(true);
    expect(limits.freeSlots()).toBe(CLAIMED_MAX);
  });
});
