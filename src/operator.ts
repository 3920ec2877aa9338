#!/usr/bin/env node
// Entry point of the operator's command line. The exit status is the command's.
import { fewFilesRefusal } from './app/fileLimit.js';

/** What commands make in DATA_DIR is for its owner alone. */
process.umask(0o077);

const refusal = await fewFilesRefusal();
if (refusal !== null) {
  const { CONFIGURATION_WRONG, refusalText } = await import('./operator/refusalText.js');
  process.stderr.write(refusalText(refusal.text, CONFIGURATION_WRONG, process.argv.includes('--json')));
  process.exitCode = refusal.status;
} else {
  const { runCommandLine } = await import('./app/operator/commandLine.js');
  process.exitCode = await runCommandLine();
}
