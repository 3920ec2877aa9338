// The operator's command line on this process's arguments, environment, streams and exit status.
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { OpenOperator } from '../../operator/dependencies.js';
import { runOperator } from '../../operator/program.js';
import { COMMAND_REFUSED, CONFIGURATION_WRONG, Refused, refusalText } from '../../operator/refusalText.js';
import { EXIT_REFUSED, type Streams } from '../../operator/session.js';
import { readConfig, type Config } from '../config.js';
import { ConfigError, EXIT_BAD_CONFIG } from '../configError.js';
import { deployedVersion } from '../../runtime/program.js';
import type { OperatorHooks } from './openOperatorDependencies.js';

const { stdin, stdout, stderr } = process;
const streams: Streams = {
  out: (text) =>
    new Promise<void>((resolve, reject) =>
      stdout.write(text, (error) => (isWriteError(error) ? reject(writeRefusal(error)) : resolve())),
    ),
  err: (text) => void stderr.write(text),
  ...(stdout.isTTY && { columns: stdout.columns, outHasColors: stdout.hasColors() }),
  ...(stderr.isTTY && { errHasColors: stderr.hasColors() }),
  ...(stdin.isTTY && stderr.isTTY && { ask }),
};

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** A closed pipe (`| head`) is not an error; a full disk (`> FILE`) is. */
function isWriteError(error: NodeJS.ErrnoException | null | undefined): error is NodeJS.ErrnoException {
  return error !== null && error !== undefined && error.code !== 'EPIPE';
}

function writeRefusal({ code = '' }: NodeJS.ErrnoException): Refused {
  return new Refused(
    `O resultado não pôde ser escrito na saída padrão (${code}); as alterações feitas pelo comando foram mantidas`,
  );
}

/** Help, version and completion work without a valid configuration. */
function opensNothing(argv: readonly string[]): boolean {
  const words = new Set(['-h', '--help', '--version']);
  return ['help', 'completion'].includes(argv[0] ?? '') || argv.some((word) => words.has(word));
}

/** @returns the exit status */
export async function runCommandLine(): Promise<number> {
  stdout.on('error', () => undefined); // `out` reports write errors
  try {
    const argv = process.argv.slice(2);
    const config = (): Config => readConfig(process.env);
    if (!opensNothing(argv)) config();
    return await runOperator(argv, openOperator(config), streams);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof Refused)) throw error;
    const isConfiguration = error instanceof ConfigError;
    const code = isConfiguration ? CONFIGURATION_WRONG : COMMAND_REFUSED;
    streams.err(refusalText(error.message, code, process.argv.includes('--json')));
    return isConfiguration ? EXIT_BAD_CONFIG : EXIT_REFUSED;
  }
}

/** @param config read when something is opened: help and version need none */
export function openOperator(config: () => Config, hooks?: OperatorHooks): OpenOperator {
  return {
    version: deployedVersion(),
    folderWithoutStore: async () => {
      const { dataDir } = config();
      return (await isEmpty(config())) ? resolve(dataDir) : null;
    },
    // Each command loads what it needs.
    dependencies: async (creates) => {
      const { openOperatorDependencies } = await import('./openOperatorDependencies.js');
      return openOperatorDependencies(config(), creates, hooks).catch(asRefusal);
    },
    log: async () => {
      const { openOperatorLog } = await import('./openOperatorLog.js');
      return openOperatorLog(config()).catch(asRefusal);
    },
    backups: async () => (await import('./backup/verifyBackup.js')).openBackups(config()),
  };
}

async function isEmpty(config: Config): Promise<boolean> {
  const { holdsStore } = await import('../folder/dataDir.js');
  try {
    return !holdsStore(config);
  } catch {
    return false; // This user may not look into it.
  }
}

/** Reports an invalid address like other refusals. */
function asRefusal(error: unknown): never {
  throw error instanceof ConfigError ? new Refused(error.message) : error;
}
