// Starts the threads of the console's long reads, each for one of them: dossiers, and months as they were at a moment.
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { requestInThread, ThreadLost } from '../../runtime/thread.js';
import type { StoreAddresses } from '../stores.js';
import type { DossierAnswer, DossierHandlers, DossierTask } from './dossierThread.js';
import type { MonthAnswer, MonthHandlers, MonthTask } from './monthThread.js';
import type { OnStop } from './roleDependencies.js';

/** A task without the addresses of the stores, which its thread opens for itself. */
export type ConsoleThreads = Readonly<{
  writeDossier(task: Omit<DossierTask, 'addresses'>): Promise<DossierAnswer>;
  replayMonth(task: Omit<MonthTask, 'addresses'>, signal: AbortSignal): Promise<MonthAnswer>;
}>;

const DOSSIER = new URL('./dossierThread.js', import.meta.url);
const MONTH = new URL('./monthThread.js', import.meta.url);
/** Of the heap alone: the bytes of a dossier's month lie outside of it. */
const DOSSIER_LIMITS = { maxOldGenerationSizeMb: 512 };
const MONTH_LIMITS = { maxOldGenerationSizeMb: 256 };

/** @param onStopThread ends those that are running */
export function consoleThreads(addresses: StoreAddresses, onStopThread: OnStop): ConsoleThreads {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  onStopThread(async () => {
    ending.abort(new ThreadLost('closed'));
    await Promise.allSettled(running);
  });
  const { signal } = ending;
  async function tracked<Answer>(request: Promise<Answer>): Promise<Answer> {
    running.add(request);
    try {
      return await request;
    } catch (error) {
      throw sameError(error);
    } finally {
      running.delete(request);
    }
  }
  return {
    writeDossier: (task) =>
      tracked(
        requestInThread<DossierHandlers, 'write'>(
          DOSSIER,
          'write',
          { ...task, addresses },
          { limits: DOSSIER_LIMITS, signal },
        ),
      ),
    replayMonth: (task, given) =>
      tracked(
        requestInThread<MonthHandlers, 'replay'>(
          MONTH,
          'replay',
          { ...task, addresses },
          { limits: MONTH_LIMITS, signal: AbortSignal.any([given, signal]) },
        ),
      ),
  };
}

/** Errors come out of a thread by their name alone. */
function sameError(error: unknown): unknown {
  const isUnavailable = error instanceof Error && error.name === 'StoreUnavailable';
  return isUnavailable ? new StoreUnavailable(error.message, { cause: error }) : error;
}
