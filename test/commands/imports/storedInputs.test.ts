// The cache of stored parts that checks read.
import { afterAll, describe, expect, it } from '#jest';
import { createStoredInputs } from '../../../src/commands/imports/storedInputs.js';
import { temporaryDir } from '../../support/service.js';
import { openCommandDeps } from '../support/commandDeps.js';

const LIMIT_BYTES = 1_000_000;

const folder = await temporaryDir();
const deps = await openCommandDeps(folder);
afterAll(() => deps.close());

/** Which of the months kept are answered from the cache: the log has none of them. */
async function cachedAfterKeeping(months: number, bytes: number): Promise<readonly number[]> {
  const stored = createStoredInputs(deps.log, LIMIT_BYTES);
  const numbers = Array.from({ length: months }, (_, number) => number);
  for (const number of numbers) stored.keep(`lines-${number}`, [new Uint8Array(bytes)]);
  const found = await Promise.all(numbers.map((number) => stored.lines(`lines-${number}`)));
  return numbers.filter((number) => (found[number]?.length ?? 0) > 0);
}

describe('The cache of stored lines', () => {
  it('keeps the last months that fit', async () => {
    expect(await cachedAfterKeeping(10, 300_000)).toEqual([7, 8, 9]);
  });

  it('counts for a tiny month what it takes beside its bytes', async () => {
    const cached = await cachedAfterKeeping(1_000, 10);
    expect(cached.length).toBeLessThan(300);
    expect(cached.at(-1)).toBe(999);
  });
});
