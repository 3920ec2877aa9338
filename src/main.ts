// Entry point of the service: starts it, and stops it on SIGTERM and SIGINT.
// Source: docs/spec/configuration.md#start, docs/spec/configuration.md#signals.
import { setFlagsFromString } from 'node:v8';
import { fewFilesRefusal } from './app/fileLimit.js';
import type { Service } from './app/service.js';

/** Only the owner may read or write the files that the service creates. */
process.umask(0o077);

/** Heaps made after this, those of the threads, start small (docs/decisions/0004-parsing-in-worker-threads.md). */
setFlagsFromString('--initial-old-space-size=32');

async function main(): Promise<void> {
  const refusal = await fewFilesRefusal();
  if (refusal !== null) return leave(refusal.text, refusal.status);
  const starting = start();
  let stopping = false;
  const stop = () => {
    // A second signal ends the process at once. `process.exit` would wait for threads that write to the disk;
    // acknowledged writes survive a kill.
    if (stopping) process.kill(process.pid, 'SIGKILL');
    stopping = true;
    // Stopping waits for the start to end: `process.exit` may abort within a call of libsql.
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
  const { readConfig } = await import('./app/config.js');
  const config = readConfig(process.env);
  const { startService } = await import('./app/service.js');
  return startService(config);
}

main().catch(async (error: unknown) => {
  const { startFailureOf } = await import('./app/startFailure.js');
  const { text, status } = startFailureOf(error);
  leave(text, status);
});

function leave(text: string, status: number): void {
  process.stderr.write(`${text}\n`);
  process.exit(status);
}
