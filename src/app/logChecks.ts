// Whether the log went back: compared with its derived stores at the start, watched while the process runs.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  confirm,
  findMismatch,
  type DerivedPositions,
  type ReadDerivedPositions,
} from '../commands/log/compareStores.js';
import { requireEvent, type LogCheckpoint } from '../domain/kernel/knownEvent.js';
import { LogWentBack, type EventLog } from '../domain/kernel/log.js';
import type { StorePlaces } from '../messages/stores.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { withCodec } from '../stores/log/codec.js';
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
  readDerived: ReadDerivedPositions,
  signal: AbortSignal,
  copyIds: readonly string[] = [],
): Promise<void> {
  const positions = await readDerived();
  if ((await findMismatch(withCodec(rawLog), positions, copyIds)) === null) return;
  const askReopenedLog = createAskReopenedLog(addresses, rawLog);
  const ask = () => askReopenedLog((log) => findMismatch(withCodec(log), positions, copyIds));
  const refusal = await confirm(ask, settledAfterMs(addresses), signal);
  if (refusal !== null) throw refusal;
}

/** The same check for a command that opens only the log. */
export function mustMatchLogAlone(
  addresses: StoreAddresses,
  rawLog: EventLog,
  copyIds: readonly string[],
): Promise<void> {
  return withDerivedStores(addresses, (stores) => {
    const readDerived = () => derivedPositions(addresses, stores);
    return mustMatchLog(addresses, rawLog, readDerived, new AbortController().signal, copyIds);
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

/** The stores are opened after the command side, which opens the data folder; `readDerived` waits for them. */
export function derivedOnceOpened(addresses: StoreAddresses) {
  let provide: (stores: DerivedStores) => void = () => undefined;
  const provided = new Promise<DerivedStores>((resolve_) => (provide = resolve_));
  const readDerived: ReadDerivedPositions = async () => derivedPositions(addresses, await provided);
  return { readDerived, provide };
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

export class LogGuard {
  readonly #closing = new AbortController();
  readonly #listeners: ((mayAppend: boolean) => void)[] = [];
  #state: 'sound' | 'asking' | 'wentBack' = 'sound';
  #confirmWentBack: (error: LogWentBack) => void = () => undefined;
  /** Resolves when it is confirmed. */
  readonly wentBack = new Promise<LogWentBack>((resolve) => (this.#confirmWentBack = resolve));

  /** @param sameForMs how long the result of the check must stay the same */
  constructor(
    private readonly askReopenedLog: AskReopenedLog,
    private readonly sameForMs: number,
  ) {}

  /** `asking`: the check is running; `wentBack`: confirmed, the process must end. */
  get state() {
    return this.#state;
  }

  /** To be called with each error of a part that reads the log; ignores all but LogWentBack. */
  readonly note = (error: unknown): void => {
    if (error instanceof LogWentBack && this.#state === 'sound') void this.#check(error);
  };

  /** Calls the listener whenever appending becomes allowed or forbidden. */
  onChange(listener: (mayAppend: boolean) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#closing.abort();
  }

  async #check(error: LogWentBack): Promise<void> {
    this.#change('asking');
    const ask = () => this.askReopenedLog((log) => lostIn(log, error));
    const refusal = await confirm(ask, this.sameForMs, this.#closing.signal);
    this.#change(refusal === null ? 'sound' : 'wentBack');
    if (refusal !== null) this.#confirmWentBack(refusal);
  }

  #change(state: LogGuard['state']): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state === 'sound');
  }
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
