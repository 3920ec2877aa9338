// Starts the service by configuration and stops it in order (decisions 1: exit statuses, signals).
import { ConfigError, EXIT_BAD_CONFIG, readConfig } from './config.js';
import { WrongDeployment } from './commands/deployment.js';
import { systemFault, wrongDeployment } from './messages/startFaults.js';
import { startService, type Service } from './service.js';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  let service: Service | null = null;
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1); // a second signal leaves at once
    if (service === null) process.exit(0); // nothing was accepted yet, and what was written bears a kill
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  service = await startService(config);
}

main().catch((error: unknown) => {
  const { text, status } = failedStart(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});

/** What to mend, in one line each where that is known; else everything there is to know. */
function failedStart(error: unknown): Readonly<{ text: string; status: number }> {
  if (error instanceof ConfigError) return { text: error.message, status: EXIT_BAD_CONFIG };
  if (error instanceof WrongDeployment) return { text: wrongDeployment(error), status: EXIT_BAD_CONFIG };
  const fault = systemFault(error);
  if (fault !== null) return { text: fault.sentence, status: fault.isConfiguration ? EXIT_BAD_CONFIG : 1 };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), status: 1 };
}
