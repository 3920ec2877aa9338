// Listens before the worker does: a body that says `exit` or `throw` is never read by it.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (message: { name: string; input: { body: ArrayBuffer } }) => {
  if (message.name !== 'openJson' || message.input.body.byteLength > 5) return;
  const text = new TextDecoder().decode(message.input.body);
  if (text === 'exit') process.exit(3);
  if (text === 'throw') throw new Error('as asked');
});
