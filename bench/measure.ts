// Statistics of samples, and how they are taken: in rounds, every contender once per round, so that a slow moment of the machine
// affects all of them.

/** One line of the table. `ratio` against what the target names; `detail` says what was measured, with its spread. */
export type Figure = Readonly<{ name: string; target: string; ratio: number; ok: boolean; detail: string }>;

export type Contender = (round: number) => Promise<number>;

/** Runs every contender once a round, each round starting with the next one; the first rounds only warm up. */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
  warmUpRounds = 2,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      if (name === undefined) continue;
      const sample = await contenders[name](round);
      if (round >= warmUpRounds) samples[name].push(sample);
    }
  }
  return samples;
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The ratio of two medians must not exceed the target. Samples in the same unit, given for the detail. */
export function atMost(
  name: string,
  target: number,
  measured: readonly number[],
  base: readonly number[],
  unit = 'ms',
): Figure {
  const ratio = median(measured) / median(base);
  return { name, target: `≤ ${target}`, ratio, ok: ratio <= target, detail: versus(measured, base, unit) };
}

/** The ratio of two medians must reach the target. */
export function atLeast(
  name: string,
  target: number,
  measured: readonly number[],
  base: readonly number[],
  unit: string,
): Figure {
  const ratio = median(measured) / median(base);
  return { name, target: `≥ ${target}`, ratio, ok: ratio >= target, detail: versus(measured, base, unit) };
}

export function versus(measured: readonly number[], base: readonly number[], unit: string): string {
  return `${spreadOf(measured)} : ${spreadOf(base)} ${unit}`;
}

/** `median (min–max)`. */
export function spreadOf(samples: readonly number[]): string {
  return `${rounded(median(samples))} (${rounded(Math.min(...samples))}–${rounded(Math.max(...samples))})`;
}

export function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
