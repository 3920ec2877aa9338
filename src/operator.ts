#!/usr/bin/env node
// Entry of the operator's command line: configuration as the service's, the command's status as the process's.
import { readConfig } from './app/config.js';
import { ConfigError, EXIT_BAD_CONFIG } from './app/configError.js';
import { runOperator } from './operator/program.js';
import { Refused } from './operator/refused.js';
import { EXIT_REFUSED } from './operator/session.js';
import { fileUnreadable } from './messages/verify.js';
import { rendered } from './operator/output.js';
import { isChildProcess, runInChildProcess } from './app/operator/separateProcess.js';
import { openOperatorLog } from './app/operator/openOperatorLog.js';
import { openOperatorDependencies } from './app/operator/openOperatorDependencies.js';

const streams = {
  out: (text: string) =>
    new Promise<void>((resolve, reject) =>
      process.stdout.write(text, (error) => (lost(error) ? reject(unwritten(error)) : resolve())),
    ),
  err: (text: string) => void process.stderr.write(text),
};

/** A reader that has seen enough (`| head`) is no fault; a full disk, behind `> FILE`, is one. */
function lost(error: NodeJS.ErrnoException | null | undefined): error is NodeJS.ErrnoException {
  return error !== null && error !== undefined && error.code !== 'EPIPE';
}

function unwritten({ code = '' }: NodeJS.ErrnoException): Refused {
  return new Refused(
    `O resultado não pôde ser escrito na saída padrão (${code}); as alterações feitas pelo comando foram mantidas`,
  );
}

/** An address that turns out to be none when it is used is told as the other refusals are. */
function inWords(error: unknown): never {
  throw error instanceof ConfigError ? new Refused(error.message) : error;
}

// What was not written is told where it was to be: by `out`.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const open = {
    dependencies: () => openOperatorDependencies(config).catch(inWords),
    log: () => openOperatorLog(config).catch(inWords),
  };
  const argv = process.argv.slice(2);
  const looksAtFile = config.eventStoreUrl === null && argv.find((word) => !word.startsWith('-')) === 'verify';
  process.exitCode =
    looksAtFile && !isChildProcess(process.env) ? await verifyApart(argv) : await runOperator(argv, open, streams);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof Refused)) throw error;
  streams.err(`${error.message}\n`);
  process.exitCode = error instanceof ConfigError ? EXIT_BAD_CONFIG : EXIT_REFUSED;
}

/** `verify`, that answers also where the file of the log can't be looked at. */
async function verifyApart(argv: readonly string[]): Promise<number> {
  const status = await runInChildProcess();
  if (status !== null) return status;
  const json = { ok: false, events: 0, streams: 0, seals: 0, problems: [fileUnreadable] };
  await streams.out(rendered({ json }, argv.includes('--json')));
  return EXIT_REFUSED;
}
