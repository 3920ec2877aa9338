// Starts the threads that write dossiers.
import { Thread } from '../../runtime/thread.js';
import type { StoreAddresses } from '../stores.js';
import type { DossierAnswer, DossierHandlers, DossierTask } from './dossierThread.js';
import type { OnStop } from './roleDependencies.js';

export type WriteDossier = (task: Omit<DossierTask, 'addresses'>) => Promise<DossierAnswer>;

const ENTRY = new URL('./dossierThread.js', import.meta.url);
/** Of the heap alone: the bytes of the month lie outside of it. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 };

/** @param onStopThread ends a dossier that is being written */
export function dossierThreads(addresses: StoreAddresses, onStopThread: OnStop): WriteDossier {
  const threads = new Set<Thread<DossierHandlers>>();
  onStopThread(async () => void (await Promise.all([...threads].map((thread) => thread.end()))));
  return async (task) => {
    const thread = new Thread<DossierHandlers>(ENTRY, { limits: RESOURCE_LIMITS });
    threads.add(thread);
    try {
      return await thread.request('write', { ...task, addresses });
    } finally {
      threads.delete(thread);
      await thread.end();
    }
  };
}
