// Listens before the worker does: a check never ends.
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../../src/workers/protocol.js';

parentPort?.on('message', (message: ToWorker) => {
  while (message.name === 'check');
});
