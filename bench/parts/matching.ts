// Matching of a ledger with a statement: time, and memory of the process that does nothing else.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, middle, type Figure } from '../measure.js';
import type { Stage } from '../stage.js';

const LINES = 20_000;
const ROUNDS = 3;
const MS_MAX = 5_000;
const MB_MAX = 300;

export async function matching({ folder }: Stage): Promise<Figure[]> {
  const entry = fileURLToPath(new URL('../matcher.js', import.meta.url));
  const runs: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const args = [entry, String(LINES), join(folder, 'side')];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [ms = NaN, mb = NaN] = stdout.split(' ').map(Number);
    runs.push([ms, mb]);
  }
  const ms = runs.map(([one]) => one);
  const mb = runs.map(([, one]) => one);
  return [
    atMost('files of 20,000 and 20,000 lines read and matched, ms', MS_MAX, middle(ms, 'ms')),
    atMost('memory of that process, MB', MB_MAX, middle(mb, 'MB RSS')),
  ];
}
