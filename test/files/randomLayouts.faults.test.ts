// Random books in random layouts, each with a mutation. Prints what became of them.
import { describe, expect, it } from '#jest';
import { randomCase } from './random/cases.js';

const CASES = 2_000;

describe(`${CASES} random trial balances in random layouts`, () => {
  it('read back equal, and none is accepted silently after a mutation', async () => {
    const failed: string[] = [];
    const counts = new Map<string, number>();
    for (let seed = 0; seed < CASES; seed++) {
      const { expected, read, mutation, detection } = await randomCase(seed);
      const isEqual = read.refused === null && read.lines.join('\n') === expected.join('\n');
      if (!isEqual) failed.push(`${seed} differs`);
      if (detection === 'silent') failed.push(`${seed} silent: ${mutation}`);
      for (const key of [detection, `${mutation}: ${detection}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...counts].sort()), null, 2)}\n`);
    expect(failed).toEqual([]);
  });
});
