// `npm run torture -- --seconds 60 --seed 7 --kills 0 --log embedded`: prints the seed first, so that a run can be
// done again (by `--seed` or SEED), and every problem at the end. Exits 1 when there is one. `--log eventStore`:
// on a server of the event store's protocol instead of the files in the folder.
import { parseArgs } from 'node:util';
import { runTorture } from './run.js';
import { LOGS } from './torturedLog.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: process.env['SEED'] ?? String(Math.floor(Math.random() * 1e9)) },
    kills: { type: 'string', default: '0' },
    log: { type: 'string', default: 'embedded' },
  },
});
const [seconds, seed, kills] = [values.seconds, values.seed, values.kills].map(Number) as [number, number, number];
if (![seconds, seed, kills].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  process.stderr.write('--seconds, --seed and --kills are whole numbers\n');
  process.exit(2);
}
const log = LOGS.find((kind) => kind === values.log);
if (log === undefined) {
  process.stderr.write(`--log is one of ${LOGS.join(', ')}\n`);
  process.exit(2);
}
process.stdout.write(`seed ${seed}\n`);
const { problems, counts, ...report } = await runTorture({ seed, seconds, kills, log });
process.stdout.write(`${JSON.stringify({ ...report, counts }, null, 2)}\n`);
for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
process.stdout.write(problems.length === 0 ? 'no problem\n' : `${problems.length} problems, seed ${seed}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
