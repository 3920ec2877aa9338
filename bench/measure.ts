// Statistics of samples, and how they are taken: in rounds, every contender once per round, so that a slow moment
// of the machine affects all of them.

/** One line of the table: what was measured, against its bar. `detail` says it in absolute numbers. */
export type Figure = Readonly<{ name: string; bar: string; measured: number; ok: boolean; detail: string }>;

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

export type Measured = Readonly<{ value: number; detail: string }>;

/** The median of samples beside the median of others. */
export function ratio(samples: readonly number[], base: readonly number[], unit = 'ms'): Measured {
  return { value: median(samples) / median(base), detail: `${spreadOf(samples)} : ${spreadOf(base)} ${unit}` };
}

/** The median itself. */
export function middle(samples: readonly number[], unit: string): Measured {
  return { value: median(samples), detail: `${spreadOf(samples)} ${unit}` };
}

export function atMost(name: string, bar: number, { value, detail }: Measured): Figure {
  return { name, bar: `≤ ${bar.toLocaleString('en')}`, measured: value, ok: value <= bar, detail };
}

export function atLeast(name: string, bar: number, { value, detail }: Measured): Figure {
  return { name, bar: `≥ ${bar.toLocaleString('en')}`, measured: value, ok: value >= bar, detail };
}

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middleAt = sorted.length >> 1;
  const upper = sorted[middleAt] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middleAt - 1] ?? NaN) + upper) / 2;
}

/** `median (min–max)`. */
function spreadOf(samples: readonly number[]): string {
  return `${rounded(median(samples))} (${rounded(Math.min(...samples))}–${rounded(Math.max(...samples))})`;
}

export function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
