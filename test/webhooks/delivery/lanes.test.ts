// Webhooks whose receivers fail give way to those that are being delivered to, and to nobody else.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLanes, IN_HAND_MAX, type Lanes } from '../../../src/webhooks/delivery/lanes.js';

const HOST = 'receptor.exemplo.com.br';
const LONG_MS = 10_000;

describe('lanes', () => {
  let nowMs: number;
  let lanes: Lanes;
  beforeEach(() => {
    nowMs = 1_000;
    lanes = createLanes(() => nowMs);
  });

  function attempt(webhookId: string, succeeded: boolean): void {
    const place = lanes.begin(webhookId, HOST);
    if (succeeded) place.taken();
    place.end(succeeded);
  }

  /** How long a webhook rests while another is delivered to all the time. */
  function restOf(webhookId: string): number {
    for (const begunMs = nowMs; nowMs - begunMs < LONG_MS; nowMs++) {
      attempt('live', true);
      if (!lanes.rests(webhookId)) return nowMs - begunMs;
    }
    return LONG_MS;
  }

  it('let a failing webhook rest between two attempts while others are delivered to', () => {
    attempt('dead', false);
    attempt('live', true);
    expect(lanes.rests('dead')).toBe(true);
    expect(lanes.rests('live')).toBe(false);
    expect(restOf('dead')).toBeGreaterThan(1);
    expect(lanes.roomOf('dead', HOST)).toBe(1);
  });

  it('let nobody rest when nothing else is delivered', () => {
    for (let failure = 0; failure < 10; failure++) {
      attempt('dead', false);
      expect(lanes.rests('dead')).toBe(false);
    }
  });

  it('hold the attempts for all failing webhooks together to what one alone may have', () => {
    attempt('dead-1', false);
    const alone = restOf('dead-1');
    for (let each = 2; each <= 5; each++) attempt(`dead-${each}`, false);
    expect(restOf('dead-5')).toBe(5 * alone);
    for (let each = 2; each <= 5; each++) attempt(`dead-${each}`, true);
    attempt('dead-1', false);
    expect(restOf('dead-1')).toBe(alone);
    expect(lanes.rests('dead-5')).toBe(false);
  });

  it('free a place when a delivery is taken, and send nothing more while too many outcomes are not stored', () => {
    const stored: (() => void)[] = [];
    let sent = 0;
    for (; lanes.room() > 0; sent++) {
      const place = lanes.begin(`webhook-${sent}`, `${sent}.${HOST}`);
      place.taken();
      stored.push(() => place.end(true));
    }
    expect(sent).toBeGreaterThan(IN_HAND_MAX);
    for (const end of stored) end();
    expect(lanes.room()).toBe(IN_HAND_MAX);
  });

  it('give no more places than there are', () => {
    for (let each = 0; each < IN_HAND_MAX; each++) lanes.begin(`webhook-${each}`, `${each}.${HOST}`);
    expect(lanes.room()).toBe(0);
    expect(lanes.roomOf('another', HOST)).toBe(0);
  });
});
