// Entry point of the service: starts it, and stops it on SIGTERM and SIGINT.
// Source: docs/spec/configuration.md#start, docs/spec/configuration.md#signals.
import { readConfig } from './app/config.js';
import { ConfigError, EXIT_BAD_CONFIG } from './app/configError.js';
import { WrongDeployment } from './commands/log/deployment.js';
import { systemFailure, wrongDeploymentSentence } from './messages/startFailures.js';
import type { Service } from './app/service.js';

async function main(): Promise<void> {
  const starting = start();
  let stopping = false;
  const stop = () => {
    // A second signal ends the process at once. `process.exit` would wait for lmdb-js's commit thread, which may hang or
    // abort; acknowledged writes survive a kill.
    if (stopping) process.kill(process.pid, 'SIGKILL');
    stopping = true;
    // For the same reason, stopping waits for the start to end.
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}

/** Imports the service after signal handlers are set: loading takes time. */
async function start(): Promise<Service> {
  const config = readConfig(process.env);
  const { startService } = await import('./app/service.js');
  return startService(config);
}

main().catch((error: unknown) => {
  const { text, status } = failureOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});

/** A known problem as one line, or the stack. */
function failureOf(error: unknown): Readonly<{ text: string; status: number }> {
  if (error instanceof ConfigError) return { text: error.message, status: EXIT_BAD_CONFIG };
  if (error instanceof WrongDeployment) return { text: wrongDeploymentSentence(error), status: EXIT_BAD_CONFIG };
  const failure = systemFailure(error);
  if (failure !== null) return { text: failure.sentence, status: failure.isConfiguration ? EXIT_BAD_CONFIG : 1 };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), status: 1 };
}
