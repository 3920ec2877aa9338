#!/usr/bin/env node
// Entry of the operator's command line: configuration as the service's, the command's status as the process's.
import { ConfigError, EXIT_BAD_CONFIG, readConfig } from './config.js';
import { runOperator } from './operator/program.js';
import { Refused } from './operator/session.js';
import { openOperatorLog } from './operatorLog.js';
import { openOperatorWorld } from './operatorWorld.js';

const streams = {
  out: (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve())),
  err: (text: string) => void process.stderr.write(text),
};

/** An address that turns out to be none when it is used is told as the other refusals are. */
function inWords(error: unknown): never {
  throw error instanceof ConfigError ? new Refused(error.message) : error;
}

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const open = {
    world: () => openOperatorWorld(config).catch(inWords),
    log: () => openOperatorLog(config).catch(inWords),
  };
  process.exitCode = await runOperator(process.argv.slice(2), open, streams);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  streams.err(`${error.message}\n`);
  process.exitCode = EXIT_BAD_CONFIG;
}
