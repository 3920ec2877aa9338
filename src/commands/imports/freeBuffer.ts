// Frees the memory of a buffer at once. The garbage collector would keep large buffers until it runs: several of
// them exceed the memory of a process (docs/spec/requests.md#held-bodies).
import { MessageChannel } from 'node:worker_threads';

/** A message to a closed port detaches the buffers it transfers, and is dropped (HTML standard, 9.4.4). */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/** Smaller buffers are left to the garbage collector, which V8 runs in each thread after 64 MB of them. */
const LARGE_BYTES = 262_144;

/** Detaches a large buffer. Does nothing if it was transferred or freed before. */
export function freeBuffer(buffer: ArrayBuffer): void {
  if (buffer.byteLength >= LARGE_BYTES) nowhere.postMessage(null, [buffer]);
}
