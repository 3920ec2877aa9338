// Opens the command line's dependencies on the service's stores. Next to a running service, its projector updates
// the read models; otherwise the projections run in this process until the command ends.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallLog } from '../../api/http/callLog.js';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { DomainError } from '../../domain/problem.js';
import { READ_ONLY } from '../../messages/operator/log.js';
import type { Change, OperatorDependencies } from '../../operator/dependencies.js';
import { OperatorQueries } from '../../operator/queries.js';
import { Refused } from '../../operator/refusalText.js';
import { runProjector } from '../../projections/engine/projector.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import { rebuild } from '../../projections/engine/rebuild.js';
import { PositionWaiter } from '../../projections/engine/progress.js';
import { projections } from '../../projections/views/allProjections.js';
import { resumeFanOut } from '../../webhooks/fanOut/fanOutCheckpoint.js';
import { createNames, createPublicIds, openCommandSide, type CommandSide, type Hooks } from '../commandSide.js';
import { consoleUrlOf, GB, type Config } from '../config.js';
import { derivedOnceOpened } from '../logChecks.js';
import { isReportedOnce, logServersTrouble } from '../logServers.js';
import { inWords } from '../startFailure.js';
import {
  openCallLog,
  openDeliveryQueue,
  openEvidence,
  openLeaves,
  openPeopleStores,
  openReadStore,
  openSharedMongo,
  type OnError,
  type PeopleStores,
} from '../stores.js';
import { mustBeOwner } from '../folder/dataDir.js';
import { isReadOnly, openReadOnly } from './readOnlyFolder.js';

// The projections in a command's process, until it ends. Beside a service they only wait for the lease.

/** How long a command waits for its change to be readable (docs/spec/operator.md#in-force). */
const IN_FORCE_MAX_MS = 5_000;
/** How long a rebuild waits for another one, such as a projector's after a restore. */
export const REBUILD_TURN_MS = 600_000;

type Projected = Pick<CommandSide, 'log'> &
  Readonly<{ logId: string; store: ReadStore; waiter: PositionWaiter; printError: OnError }>;

export class OwnProjector {
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #hasFailed = false;

  constructor(private readonly projected: Projected) {}

  start(): void {
    const { log, logId, store, waiter, printError } = this.projected;
    this.#running ??= runProjector({
      log,
      logId,
      store,
      projections,
      signal: this.#closing.signal,
      onProgress: (progress) => waiter.note(progress),
      onFailure: (error) => {
        printError('projeção', error);
        this.#hasFailed = true;
      },
    });
  }

  /** Starts, and waits until every view contains the event at the position. @throws DomainError `Unavailable` */
  async builtUpTo(position: number): Promise<void> {
    this.start();
    for (const startMs = performance.now(); !(await waitUntilShown(this.projected.waiter, position));)
      if (this.#hasFailed || performance.now() - startMs > REBUILD_TURN_MS)
        throw new DomainError({ is: 'Unavailable' });
  }

  /** @param onProgress events projected so far, over all projections */
  async rebuild(onProgress: (events: number) => void): Promise<Readonly<{ events: number; seconds: number }>> {
    const { log, logId, store } = this.projected;
    const events = new Map<string, number>();
    const rebuilt = await rebuild({
      log,
      logId,
      store,
      projections,
      signal: this.#closing.signal,
      turnMs: REBUILD_TURN_MS,
      onProgress(progress) {
        events.set(progress.projection, progress.events);
        onProgress([...events.values()].reduce((sum, count) => sum + count, 0));
      },
    });
    if (rebuilt === null) throw new Error('the rebuild was interrupted');
    return rebuilt;
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }
}

/** @returns whether every view contains the event at the position in time */
export function waitUntilShown(waiter: PositionWaiter, position: number): Promise<boolean> {
  return waiter.waitForAll(projections, position, IN_FORCE_MAX_MS);
}

/** Within this time every process reads new registers and keys at least twice. */
const REGISTERS_IN_FORCE_MS = 1_000;
/** How long a command waits for an unreachable log. */
const LOG_REACHED_MAX_MS = 10_000;

/** `registersInForceMs`: less than in production where no other process reads the stores. */
export type OperatorHooks = Hooks & Readonly<{ registersInForceMs?: number }>;

/** @param creates whether the command may make a store where there is none */
export async function openOperatorDependencies(
  config: Config,
  creates: boolean,
  hooks: OperatorHooks = {},
): Promise<OperatorDependencies> {
  if (!isReadOnly(config)) {
    mustBeOwner(config.dataDir);
    return openOn(config, creates, hooks);
  }
  return openReadOnly(config, (copy) => openOn(copy, false, hooks));
}

async function openOn(config: Config, creates: boolean, hooks: OperatorHooks): Promise<OperatorDependencies> {
  const stores = await openStores(config, creates, hooks);
  const { commandSide, mongo, store, printError } = stores;
  const callLog = openCallLog(config, mongo, printError);
  const access = openPeopleStores(config, mongo);
  const waiter = new PositionWaiter(store);
  const projector = new OwnProjector({ ...stores, log: commandSide.log, waiter });
  // Read models of a read-only folder are not kept: only the lists that need them wait for the rebuild.
  if (config.readOnly !== true) projector.start();
  const close = async (): Promise<void> => {
    await projector.stop();
    await callLog.close();
    await access.people.close();
    await stores.close();
  };
  await commandSide.follower.refresh().catch(async (error: unknown) => {
    if (error instanceof StoreUnavailable) await printTrouble(commandSide);
    await close();
    throw error;
  });
  const { registersInForceMs = REGISTERS_IN_FORCE_MS } = hooks;
  return {
    ...dependenciesOf(config, { ...stores, callLog, access, waiter, projector }),
    waitUntilInForce: (change) => waitUntilInForce(waiter, change, registersInForceMs),
    close,
  };
}

type Opened = Awaited<ReturnType<typeof openStores>> &
  Readonly<{ callLog: CallLog; access: PeopleStores; waiter: PositionWaiter; projector: OwnProjector }>;

function dependenciesOf(
  config: Config,
  { commandSide, mongo, store, queue, logId, callLog, access, waiter, projector }: Opened,
): Omit<OperatorDependencies, 'waitUntilInForce' | 'close'> {
  const { readOnly: isReadOnly = false } = config;
  const names = createNames(commandSide, access.people);
  return {
    ...commandSide,
    ...access,
    isReadOnly,
    environment: config.environment,
    registers: commandSide.follower,
    consoleUrl: consoleUrlOf(config),
    names,
    evidence: openEvidence(config, mongo),
    evidenceBytesMax: config.evidenceMaxGb * GB,
    sealed: {
      rawLog: commandSide.rawLog,
      signer: commandSide.signer(),
      openLeaves: () => openLeaves(config, logId),
    },
    readStatements: async (...call) =>
      (await import('../../workers/fileTasks.js')).createFileTasks(0).readStatements(...call),
    openFileReader: async () => (await import('../../workers/workerPool.js')).openWorkerPool(),
    queries: new OperatorQueries({
      ...commandSide,
      store,
      callLog,
      names,
      queue,
      publicIds: createPublicIds(commandSide),
      registers: commandSide.follower.registers,
      waitUntilShown: (position) =>
        isReadOnly ? projector.builtUpTo(position) : waitUntilShown(waiter, position),
    }),
    resumeFanOut: (from, actor) => resumeFanOut({ ...commandSide, logId, queue }, from, actor),
    async rebuild(onProgress) {
      if (isReadOnly) throw new Refused(READ_ONLY);
      return projector.rebuild(onProgress);
    },
    trouble: () => logServersTrouble([commandSide.rawLog]),
  };
}

/** The command side, and the stores made of its log, once the log is reached. */
async function openStores(config: Config, creates: boolean, hooks: Hooks) {
  let rawLog: CommandSide['rawLog'] | null = null;
  const print = createErrorPrinter();
  const printError: OnError = (part, error) => {
    if (!isReportedOnce(rawLog, error)) print(part, error);
  };
  const { readDerived, provide } = derivedOnceOpened(config);
  const commandSide = await openCommandSide(config, printError, hooks, { creates, readDerived, writesHere: true });
  rawLog = commandSide.rawLog;
  const mongo = await openSharedMongo(config);
  const store = openReadStore(config, mongo, true);
  const queue = openDeliveryQueue(config, mongo);
  provide({ store, queue });
  const close = async (): Promise<void> => {
    await queue.close();
    await store.close();
    await mongo?.close();
    await commandSide.close();
  };
  const logId = await waitForLog(commandSide).catch(async (error: unknown) => {
    await close();
    throw inWords(error, config);
  });
  return { commandSide, mongo, store, queue, logId, printError, close };
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

/** @throws WrongDeployment, StoreNotOfLog; DomainError `Unavailable` when log or stores stay unreachable */
async function waitForLog(commandSide: CommandSide): Promise<string> {
  const late = pause(LOG_REACHED_MAX_MS, null, { ref: false });
  const deployment = await Promise.race([commandSide.deployment, late]);
  if (deployment !== null) return deployment.logId;
  await printTrouble(commandSide);
  throw new DomainError({ is: 'Unavailable' });
}

async function printTrouble({ rawLog }: CommandSide): Promise<void> {
  const sentence = await logServersTrouble([rawLog]);
  if (sentence !== null) process.stderr.write(`${sentence}\n`);
}

/** Waits until every view contains the change and, for registers and keys, until every process has read it. */
async function waitUntilInForce(
  waiter: PositionWaiter,
  { position, registersChanged = false }: Change,
  registersInForceMs: number,
): Promise<boolean> {
  const [isShown] = await Promise.all([
    position === null ? true : waitUntilShown(waiter, position),
    registersChanged ? pause(registersInForceMs) : null,
  ]);
  return isShown;
}
