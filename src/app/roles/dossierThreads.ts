// Starts the threads that write dossiers.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoreAddresses } from '../stores.js';
import type { DossierThreadAnswer, DossierThreadData } from './dossierThread.js';
import type { OnStop } from './roleDependencies.js';

export type WriteDossier = (task: Omit<DossierThreadData, 'addresses'>) => Promise<DossierThreadAnswer>;

/** Of the heap alone: the bytes of the month lie outside of it. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 };

/** @param onStopThread ends a dossier that is being written */
export function dossierThreads(addresses: StoreAddresses, onStopThread: OnStop): WriteDossier {
  const threads = new Set<Worker>();
  onStopThread(async () => void (await Promise.all([...threads].map((thread) => thread.terminate()))));
  return async (task) => {
    const thread = new Worker(new URL('./dossierThread.js', import.meta.url), {
      workerData: { ...task, addresses } satisfies DossierThreadData,
      resourceLimits: RESOURCE_LIMITS,
    });
    threads.add(thread);
    // An error of the thread rejects both.
    const exited = once(thread, 'exit');
    const answered = once(thread, 'message') as Promise<[DossierThreadAnswer]>;
    exited.catch(() => undefined);
    answered.catch(() => undefined);
    try {
      const unanswered = exited.then(([code]) => {
        throw new Error(`the thread of a dossier ended with code ${String(code)}`);
      });
      const [answer] = await Promise.race([answered, unanswered]);
      await exited; // its stores are closed by now
      return answer;
    } finally {
      threads.delete(thread);
      await thread.terminate();
    }
  };
}
