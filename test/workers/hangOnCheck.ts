// Listens before the worker does: a check never ends.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (message: { name: string }) => {
  while (message.name === 'check');
});
