// Writes annotated copies of files in threads of their own, one at a time; a few may wait.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnnotateFile } from '../commands/imports/document.js';
import { DomainError } from '../domain/problem.js';
import type { AnnotateData } from './annotateThread.js';

const THREAD = new URL('./annotateThread.js', import.meta.url);
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };
const WAITING_MAX = 10;
const TIME_MS_MAX = 120_000;

export function createAnnotatedCopies(): AnnotateFile {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (path, out, errors, signal) => {
    if (waiting >= WAITING_MAX) throw new DomainError({ is: 'Unavailable' });
    waiting++;
    const turn = last.then(() => write({ path, out, errors }, signal));
    last = turn.catch(() => undefined).finally(() => waiting--);
    await turn;
  };
}

async function write(data: AnnotateData, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(THREAD, { workerData: data, resourceLimits: RESOURCE_LIMITS });
  try {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS_MAX)]);
    const [code] = (await once(thread, 'exit', { signal: ending })) as [number];
    if (code !== 0) throw new Error(`the thread of an annotated copy ended with code ${code}`);
  } finally {
    await thread.terminate();
  }
}
