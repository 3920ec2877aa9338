// Main's end of the thread that reads a file: it can be ended at any time, whatever it is doing.
import { Worker } from 'node:worker_threads';
import type { FromFileReader, ToFileReader } from './fileMessages.js';

/** Why a reader is gone: `memory` when it was ended for what it took. */
export type HostLost = Readonly<{ because: 'memory' | 'died'; cause: unknown }>;

export type FileHost = Readonly<{
  tell(message: ToFileReader): void;
  end(): Promise<void>;
}>;

export type HostEvents = Readonly<{ onMessage(message: FromFileReader): void; onLost(lost: HostLost): void }>;

const THREAD = new URL('./fileThread.js', import.meta.url);

/** Streamed rows are garbage at once; what stays are the lines of one trial balance. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * @param entry the reader's own file unless a test has the thread not start
 * @throws when the system has no more threads
 */
export function startThread({ onMessage, onLost }: HostEvents, entry: URL = THREAD): FileHost {
  const thread = new Worker(entry, { resourceLimits: THREAD_LIMITS });
  thread.on('message', onMessage);
  thread.on('error', (error: NodeJS.ErrnoException) =>
    onLost({ because: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'died', cause: error }),
  );
  thread.on('exit', (code) =>
    onLost({ because: 'died', cause: new Error(`reader thread ended with code ${code}`) }),
  );
  return {
    tell: (message) => thread.postMessage(message),
    end: async () => void (await thread.terminate()),
  };
}
