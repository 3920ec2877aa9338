// The operator's command line with one fail point armed: FAIL_AT=reconciliations.decided kills the process there,
// as kill -9 does.
import { readConfig } from '../../../src/app/config.js';
import { runOperator } from '../../../src/operator/program.js';
import { openOperator } from '../../../src/app/operator/commandLine.js';

const config = readConfig(process.env);
const failPoints = (point: string): void => {
  if (point === process.env['FAIL_AT']) process.kill(process.pid, 'SIGKILL');
};
const open = openOperator(() => config, { failPoints });
const streams = {
  out: async (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
process.exitCode = await runOperator(process.argv.slice(2), open, streams);
