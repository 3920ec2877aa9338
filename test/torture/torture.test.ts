// A short run of what `npm run torture` does for as long as one likes; its seed is fixed, the moments are not.
import { describe, expect, it } from '#jest';
import { runTorture } from './run.js';

const SEED = 20_260_101;

describe('torture', () => {
  it('for some seconds loses and duplicates nothing, and shows no client another’s rows', async () => {
    const { problems, acknowledged, kills } = await runTorture({
      seed: SEED,
      seconds: 8,
      kills: 2,
      calmMs: 500,
      integrators: ['alfa', 'beta'],
    });
    expect(problems).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(2);
    expect(acknowledged).toBeGreaterThan(0);
  });
});
