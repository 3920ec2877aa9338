// Whether the log went back: compared with its derived stores at the start, watched while the process runs.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  confirmed,
  findMismatch,
  type DerivedPositions,
  type ReadDerivedPositions,
} from '../commands/log/acceptLog.js';
import { requireEvent, type LogCheckpoint } from '../domain/kernel/knownEvent.js';
import { LogWentBack, type EventLog } from '../domain/kernel/log.js';
import type { StorePlaces } from '../messages/stores.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { withCodec } from '../stores/log/appendChecks.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import {
  dataPaths,
  openDeliveryQueue,
  openRawLog,
  openReadStore,
  openSharedMongo,
  type StoreAddresses,
} from './stores.js';

type DerivedStores = Readonly<{ store: ReadStore; queue: DeliveryQueue }>;

/** @throws the error of an unreachable store */
export async function derivedPositions(
  addresses: StoreAddresses,
  { store, queue }: DerivedStores,
): Promise<DerivedPositions> {
  const readModels = await store.checkpoints();
  const fanOut: LogCheckpoint | null = hasQueue(addresses) ? await queue.fanOutCheckpoint() : null;
  return { readModels, queue: fanOut === null ? [] : [fanOut] };
}

/** Whether there is a queue: reading the embedded one would create its file. */
export function hasQueue({ dataDir, mongodbUrl }: StoreAddresses): boolean {
  return mongodbUrl !== null || existsSync(dataPaths(dataDir).queue);
}

/** A leader that rejoins its cluster serves old data for a moment. */
const LEADER_SETTLED_MS = 5_000;

/** How long a check must find that the log went back. The embedded log has no other nodes: once is enough. */
export function settledAfterMs({ eventStoreUrl }: Pick<StoreAddresses, 'eventStoreUrl'>): number {
  return eventStoreUrl === null ? 0 : LEADER_SETTLED_MS;
}

export function createAskReopenedLog(addresses: StoreAddresses, rawLog: EventLog): AskReopenedLog {
  return async (question) => {
    if (addresses.eventStoreUrl === null) return question(rawLog);
    const reopened = await openRawLog(addresses, { creates: false });
    try {
      return await question(reopened);
    } finally {
      await reopened.close();
    }
  };
}

/** @throws StoreNotOfLog once confirmed; the error of an unreachable log or store */
export async function mustMatchLog(
  addresses: StoreAddresses,
  rawLog: EventLog,
  derived: ReadDerivedPositions,
  signal: AbortSignal,
  copyIds: readonly string[] = [],
): Promise<void> {
  const positions = await derived();
  if ((await findMismatch(withCodec(rawLog), positions, copyIds)) === null) return;
  const askReopenedLog = createAskReopenedLog(addresses, rawLog);
  const ask = () => askReopenedLog((log) => findMismatch(withCodec(log), positions, copyIds));
  const refusal = await confirmed(ask, settledAfterMs(addresses), signal);
  if (refusal !== null) throw refusal;
}

/** The same check for a command that opens only the log. */
export function mustMatchLogAlone(
  addresses: StoreAddresses,
  rawLog: EventLog,
  copyIds: readonly string[],
): Promise<void> {
  return withDerivedStores(addresses, (stores) => {
    const derived = () => derivedPositions(addresses, stores);
    return mustMatchLog(addresses, rawLog, derived, new AbortController().signal, copyIds);
  });
}

/** Read models and delivery queue, which are closed when `work` ends. */
export async function withDerivedStores<Result>(
  addresses: StoreAddresses,
  work: (stores: DerivedStores) => Promise<Result>,
): Promise<Result> {
  const mongo = await openSharedMongo(addresses);
  const stores = { store: openReadStore(addresses, mongo), queue: openDeliveryQueue(addresses, mongo) };
  try {
    return await work(stores);
  } finally {
    await stores.queue.close();
    await stores.store.close();
    await mongo?.close();
  }
}

/** The stores are opened after the command side, which opens the data folder; `derived` waits for `opened`. */
export function derivedOnceOpened(
  addresses: StoreAddresses,
): Readonly<{ derived: ReadDerivedPositions; opened(stores: DerivedStores): void }> {
  let opened: (stores: DerivedStores) => void = () => undefined;
  const stores = new Promise<DerivedStores>((resolve_) => (opened = resolve_));
  return {
    derived: async () => derivedPositions(addresses, await stores),
    opened: (openedStores) => opened(openedStores),
  };
}

export function placesOf({ dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses): StorePlaces {
  const { log, read, queue } = dataPaths(resolve(dataDir));
  const mongo = mongodbUrl === null ? null : `MONGODB_URL (${hostsOf(mongodbUrl)})`;
  return {
    log: eventStoreUrl === null ? log : `EVENTSTORE_URL (${hostsOf(eventStoreUrl)})`,
    readModels: mongo ?? read,
    queue: mongo ?? queue,
  };
}

/** Hosts and path of an address, without user and password. */
function hostsOf(url: string): string {
  const afterScheme = url.replace(/^[^:]+:\/\//, '').split('?')[0] ?? '';
  return afterScheme.slice(afterScheme.lastIndexOf('@') + 1);
}

// Detects that the log went back while this process runs. Such an error is checked first: the log is read again on
// new connections, and nothing is appended until the result is known (docs/spec/log.md#a-log-that-went-back).

/** Opens the log again for one check, and closes it afterwards. */
type AskReopenedLog = <Answer>(question: (log: EventLog) => Promise<Answer>) => Promise<Answer>;

export type LogGuard = ReturnType<typeof createLogGuard>;

/** @param sameForMs how long the result of the check must stay the same */
export function createLogGuard(askReopenedLog: AskReopenedLog, sameForMs: number) {
  const closing = new AbortController();
  let state: 'sound' | 'asking' | 'wentBack' = 'sound';
  const listeners: ((mayAppend: boolean) => void)[] = [];
  let confirm: (error: LogWentBack) => void = () => undefined;
  const wentBack = new Promise<LogWentBack>((resolve) => (confirm = resolve));

  function change(next: typeof state): void {
    state = next;
    for (const listener of listeners) listener(state === 'sound');
  }

  async function askAgain(error: LogWentBack): Promise<void> {
    change('asking');
    const refusal = await confirmed(() => askReopenedLog((log) => lostIn(log, error)), sameForMs, closing.signal);
    change(refusal === null ? 'sound' : 'wentBack');
    if (refusal !== null) confirm(refusal);
  }

  return {
    /** To be called with each error of a part that reads the log; ignores all but LogWentBack. */
    note(error: unknown): void {
      if (error instanceof LogWentBack && state === 'sound') void askAgain(error);
    },
    /** `asking`: the check is running; `wentBack`: confirmed, the process must end. */
    state: () => state,
    /** Calls the listener whenever appending becomes allowed or forbidden. */
    onChange: (listener: (mayAppend: boolean) => void) => void listeners.push(listener),
    /** Resolves when it is confirmed. */
    wentBack,
    close: () => closing.abort(),
  };
}

async function lostIn(log: EventLog, error: LogWentBack): Promise<LogWentBack | null> {
  const { lost } = error;
  if ('position' in lost) return lost.position > (await log.head()) ? error : null;
  try {
    await requireEvent(log, { ...lost, id: lost.id ?? '' });
    return null;
  } catch (again) {
    if (again instanceof LogWentBack) return again;
    throw again;
  }
}
