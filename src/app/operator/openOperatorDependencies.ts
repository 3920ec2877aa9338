// Opens the command line's dependencies on the service's stores. Next to a running service, its projector updates the
// read models; otherwise the projections run in this process until the command ends.
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.js';
import { DomainError } from '../../domain/problem.js';
import type { Change, OperatorDependencies } from '../../operator/dependencies.js';
import { operatorQueries } from './operatorQueries.js';
import { runProjector } from '../../projections/engine/projector.js';
import { rebuild } from '../../projections/engine/rebuild.js';
import { createPositionWaiter, type PositionWaiter } from '../../projections/engine/waitFor.js';
import { projections } from '../../projections/views/allProjections.js';
import {
  openCallLog,
  openDeliveryQueue,
  openEvidence,
  openPeople,
  openReadStore,
  openSharedMongo,
  type OnError,
} from '../stores.js';
import { resumeFanOut } from '../../webhooks/fanOut/fanOutCheckpoint.js';
import { openWorkerPool } from '../../workers/workerPool.js';
import { createNames, openCommandSide, type CommandSide, type Hooks } from '../commandSide.js';

/** How long a command waits for its change to be readable (docs/spec/operator.md#in-force). */
const IN_FORCE_MAX_MS = 5_000;
/** Within this time every process reads new registers and keys at least twice. */
const REGISTERS_IN_FORCE_MS = 1_000;
/** How long a command waits for an unreachable log. */
const LOG_REACHED_MAX_MS = 10_000;
/** How long `rebuild` waits for another rebuild, such as a projector's after a restore. */
const REBUILD_TURN_MS = 600_000;

export async function openOperatorDependencies(config: Config, hooks: Hooks = {}): Promise<OperatorDependencies> {
  const printError = createErrorPrinter();
  const commandSide = await openCommandSide(config, printError, hooks);
  const logId = await waitForLog(commandSide);
  const mongo = await openSharedMongo(config);
  const store = openReadStore(config, mongo);
  const callLog = openCallLog(config, mongo, printError);
  const people = openPeople(config, mongo);
  const names = createNames(commandSide, people);
  const queue = openDeliveryQueue(config, mongo);
  const waiter = createPositionWaiter(store);
  const closing = new AbortController();
  const projecting = runProjector({
    log: commandSide.log,
    logId,
    store,
    projections,
    onProgress: (progress) => waiter.note(progress),
    onFailure: (error) => printError('projeção', error),
    signal: closing.signal,
  });
  const close = async (): Promise<void> => {
    closing.abort();
    await projecting;
    await callLog.close();
    await people.close();
    await queue.close();
    await store.close();
    await mongo?.close();
    await commandSide.close();
  };
  await commandSide.follower.refresh().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    environment: config.environment,
    log: commandSide.log,
    folds: commandSide.folds,
    ids: commandSide.ids,
    clock: commandSide.clock,
    failPoints: commandSide.failPoints,
    wordRefusal: commandSide.wordRefusal,
    registers: commandSide.follower,
    people,
    names,
    evidence: openEvidence(config, mongo),
    openFileReader: () => openWorkerPool(),
    queries: operatorQueries({
      commandSide,
      store,
      callLog,
      names,
      queue,
      waitUntilShown: (position) => waitUntilShown(waiter, position),
    }),
    resumeFanOut: (from, actor) =>
      resumeFanOut({ log: commandSide.log, logId, queue, clock: commandSide.clock }, from, actor),
    waitUntilInForce: (change) => waitUntilInForce(waiter, change),
    async rebuild(onProgress) {
      const events = new Map<string, number>();
      const rebuilt = await rebuild({
        log: commandSide.log,
        logId,
        store,
        projections,
        signal: closing.signal,
        turnMs: REBUILD_TURN_MS,
        onProgress(progress) {
          events.set(progress.projection, progress.events);
          onProgress([...events.values()].reduce((sum, count) => sum + count, 0));
        },
      });
      if (rebuilt === null) throw new Error('the rebuild was interrupted');
      return rebuilt;
    },
    close,
  };
}

/** Prints each background error to stderr once; retries usually repeat it. */
function createErrorPrinter(): OnError {
  const printed = new Set<string>();
  return (part, error) => {
    const line = `${part}: ${String(error)}\n`;
    if (!printed.has(line)) process.stderr.write(line);
    printed.add(line);
  };
}

/** @throws WrongDeployment; DomainError `Unavailable` when the log stays unreachable */
async function waitForLog(commandSide: CommandSide): Promise<string> {
  const late = pause(LOG_REACHED_MAX_MS, null, { ref: false });
  try {
    const found = await Promise.race([commandSide.deployment, late]);
    if (found === null) throw new DomainError({ is: 'Unavailable' });
    return found.logId;
  } catch (error) {
    await commandSide.close();
    throw error;
  }
}

/** Waits until every view contains the change and, for registers and keys, until every process has read it. */
async function waitUntilInForce(waiter: PositionWaiter, { position, registersChanged }: Change): Promise<boolean> {
  const [seen] = await Promise.all([
    position === null ? true : waitUntilShown(waiter, position),
    registersChanged ? pause(REGISTERS_IN_FORCE_MS) : null,
  ]);
  return seen;
}

async function waitUntilShown(waiter: PositionWaiter, position: number): Promise<boolean> {
  const reached = projections.map(({ name }) => waiter.waitFor(name, position, IN_FORCE_MAX_MS));
  return (await Promise.all(reached)).every(Boolean);
}
