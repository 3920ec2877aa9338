// Starts the service by configuration and stops it in order (decisions 1: exit statuses, signals).
import { ConfigError, EXIT_BAD_CONFIG, readConfig } from './config.js';
import { WrongDeployment } from './commands/deployment.js';
import { startService } from './service.js';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const service = await startService(config);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1); // a second signal leaves at once
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof WrongDeployment) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_BAD_CONFIG);
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
