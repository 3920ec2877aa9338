// The operator's command line run inside this process: a process of its own for each of dozens of commands takes longer
// than what they do. What a process adds (streams, exit) is tested where few are run.
import { runOperator } from '../../src/operator/program.js';
import { openOperatorLog } from '../../src/app/operator/openOperatorLog.js';
import { openOperatorWorld } from '../../src/app/operator/openOperatorDependencies.js';
import { readConfig } from '../../src/app/config.js';
import type { OperatorRun } from './service.js';

export type CommandLine = Readonly<{
  run(...args: readonly string[]): Promise<OperatorRun>;
  /** @throws when the command did not exit with 0 */
  json<Result>(...args: readonly string[]): Promise<Result>;
}>;

/** @param env the rest of the configuration */
export function commandLine(dataDir: string, env: Readonly<Record<string, string>> = {}): CommandLine {
  const config = readConfig({ ...env, DATA_DIR: dataDir });
  const open = { world: () => openOperatorWorld(config), log: () => openOperatorLog(config) };
  async function run(...args: readonly string[]): Promise<OperatorRun> {
    let [stdout, stderr] = ['', ''];
    const streams = {
      async out(text: string) {
        stdout += text;
      },
      err(text: string) {
        stderr += text;
      },
    };
    const status = await runOperator(args, open, streams);
    return { status, stdout, stderr };
  }
  return {
    run,
    async json<Result>(...args: readonly string[]) {
      const { status, stdout, stderr } = await run(...args, '--json');
      if (status !== 0) throw new Error(`${args.join(' ')}: ${String(status)} ${stderr}${stdout}`);
      return JSON.parse(stdout) as Result;
    },
  };
}
