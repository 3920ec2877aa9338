// Ends the process when only a new one can use the stores again: their files were taken away, or the log went back.
// Source: docs/spec/stores.md#files-taken-away, docs/spec/log.md#a-log-that-went-back.
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLogger } from '../../api/http/logger.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import { wentBackSentence, type StorePlaces } from '../../messages/stores.js';
import { storeProblemFailure } from '../../messages/startFailures.js';
import type { CommandSide } from '../commandSide.js';

const WATCH_EVERY_MS = 250;
/** How long requests in progress may take to end; `/health/ready` names the part meanwhile. */
const LAST_ANSWERS_MS = 1_000;
/** How long the threads of the stores and the last append may take to end. */
const THREADS_END_MS = 3_500;

/** @param storeThreads functions that end a thread each; the list grows while the service starts */
export function exitWhenStoresBreak(
  { files, rawLog, guard }: CommandSide,
  storeThreads: readonly (() => Promise<unknown>)[],
  places: StorePlaces,
  log: ServiceLogger['log'],
): NodeJS.Timeout {
  let leaving = false;
  const leave = (error: Error, message: string): void => {
    if (leaving) return;
    leaving = true;
    log.fatal({ err: error }, message);
    const ends = () => [...storeThreads, () => rawLog.close()].map((end) => end());
    setTimeout(() => log.flush(() => void exitAfter(ends)), LAST_ANSWERS_MS);
  };
  const takenAway = (fault: StoreError): void => {
    if (!leaving) process.stderr.write(`${storeProblemFailure(fault.problem).sentence}\n`);
    const isRebuilt = 'isRebuilt' in fault.problem && fault.problem.isRebuilt === true;
    leave(fault, `${fault.message}: ${isRebuilt ? 'start again to rebuild it' : 'restore it and start again'}`);
  };
  void guard.wentBack.then((error) => {
    const sentence = wentBackSentence(error.lost, places);
    if (!leaving) process.stderr.write(`${sentence}\n`);
    leave(error, sentence);
  });
  const look = (): void => {
    const path = files.takenAway();
    if (path !== null)
      return takenAway(new StoreError({ is: 'StoreTakenAway', path, isRebuilt: files.isRebuilt(path) }));
    rawLog.head().catch((error: unknown) => {
      if (error instanceof StoreError) takenAway(error);
    });
  };
  return setInterval(look, WATCH_EVERY_MS).unref();
}

/** `process.exit` stops threads at any point; within a failing call, libsql aborts the process. */
async function exitAfter(ends: () => Promise<unknown>[]): Promise<void> {
  const ended = Promise.allSettled(ends()).then(() => true);
  if (await Promise.race([ended, pause(THREADS_END_MS, false)])) process.exit(1);
  process.kill(process.pid, 'SIGKILL');
}
