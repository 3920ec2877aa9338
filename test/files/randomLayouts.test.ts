// Random books in random layouts. 2,000 of them run with randomLayouts.faults.test.ts.
import { describe, expect, it } from '#jest';
import { randomCase } from './random/cases.js';

const CASES = 80;
/** Other seeds than those of the 2,000. */
const SEED = 1_000_000;

describe('A random trial balance in a random layout', () => {
  it('reads back equal, and is refused or warned of when a code or an amount that enters changes', async () => {
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const { expected, read, mutation, detection, afterMutation, text } = await randomCase(seed);
      expect({ seed, text, ...read }).toMatchObject({ refused: null, lines: expected });
      expect({ seed, text, mutation, afterMutation, isSilent: detection === 'silent' }).toMatchObject({
        isSilent: false,
      });
    }
  });
});
