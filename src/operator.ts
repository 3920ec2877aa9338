#!/usr/bin/env node
// Entry point of the operator's command line. The exit status is the command's.
import { readConfig } from './app/config.js';
import { ConfigError, EXIT_BAD_CONFIG } from './app/configError.js';
import { runOperator } from './operator/program.js';
import { Refused } from './operator/refused.js';
import { EXIT_REFUSED } from './operator/session.js';
import { fileUnreadable } from './messages/verifyFindings.js';
import { rendered } from './operator/output.js';
import { isChildProcess, runInChildProcess } from './app/operator/separateProcess.js';
import { openOperatorLog } from './app/operator/openOperatorLog.js';
import { openOperatorDependencies } from './app/operator/openOperatorDependencies.js';

const streams = {
  out: (text: string) =>
    new Promise<void>((resolve, reject) =>
      process.stdout.write(text, (error) => (isWriteError(error) ? reject(unwritten(error)) : resolve())),
    ),
  err: (text: string) => void process.stderr.write(text),
};

/** A closed pipe (`| head`) is not an error; a full disk (`> FILE`) is. */
function isWriteError(error: NodeJS.ErrnoException | null | undefined): error is NodeJS.ErrnoException {
  return error !== null && error !== undefined && error.code !== 'EPIPE';
}

function unwritten({ code = '' }: NodeJS.ErrnoException): Refused {
  return new Refused(
    `O resultado não pôde ser escrito na saída padrão (${code}); as alterações feitas pelo comando foram mantidas`,
  );
}

/** Reports an invalid address like other refusals. */
function asRefusal(error: unknown): never {
  throw error instanceof ConfigError ? new Refused(error.message) : error;
}

// `out` reports write errors.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const open = {
    dependencies: () => openOperatorDependencies(config).catch(asRefusal),
    log: () => openOperatorLog(config).catch(asRefusal),
  };
  const argv = process.argv.slice(2);
  const readsLogFile = config.eventStoreUrl === null && argv.find((word) => !word.startsWith('-')) === 'verify';
  process.exitCode =
    readsLogFile && !isChildProcess(process.env)
      ? await verifyInChildProcess(argv)
      : await runOperator(argv, open, streams);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof Refused)) throw error;
  streams.err(`${error.message}\n`);
  process.exitCode = error instanceof ConfigError ? EXIT_BAD_CONFIG : EXIT_REFUSED;
}

/** Runs `verify` in a child process, which a damaged log may kill. */
async function verifyInChildProcess(argv: readonly string[]): Promise<number> {
  const status = await runInChildProcess();
  if (status !== null) return status;
  const json = { ok: false, events: 0, streams: 0, seals: 0, problems: [fileUnreadable] };
  await streams.out(rendered({ json }, argv.includes('--json')));
  return EXIT_REFUSED;
}
