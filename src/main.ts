// Starts the service by configuration and stops it in order.
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
    // A second signal leaves at once. Not by `process.exit`, which joins the thread of lmdb-js's commit: in the middle of
    // one that never comes back, or ends with SIGABRT. What was acknowledged bears a kill.
    if (stopping) process.kill(process.pid, 'SIGKILL');
    stopping = true;
    // For the same reason a start ends before it is stopped.
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

/** Loaded only now: that takes its time, and a signal meanwhile would end the process without a word. */
async function start(): Promise<Service> {
  const config = readConfig(process.env);
  const { startService } = await import('./app/service.js');
  return startService(config);
}

main().catch((error: unknown) => {
  const { text, status } = failedStart(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});

/** What to mend, in one line each where that is known; else everything there is to know. */
function failedStart(error: unknown): Readonly<{ text: string; status: number }> {
  if (error instanceof ConfigError) return { text: error.message, status: EXIT_BAD_CONFIG };
  if (error instanceof WrongDeployment) return { text: wrongDeploymentSentence(error), status: EXIT_BAD_CONFIG };
  const fault = systemFailure(error);
  if (fault !== null) return { text: fault.sentence, status: fault.isConfiguration ? EXIT_BAD_CONFIG : 1 };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), status: 1 };
}
