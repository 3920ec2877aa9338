// The call log: every authenticated call, written in the background within a second, and deleted after 90 days by
// whoever writes. A document for the calls of each client in a batch, as calls are written a thousand times for
// each time they are read.
import { randomUUID } from 'node:crypto';
import { readClock, systemClock, wasSet, type Clock, type ClockReading } from '../../commands/kernel/context.js';
import { collection, put, type Documents } from '../../commands/kernel/documents.js';
import type { Where } from '../../domain/kernel/where.js';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import { groupedBy } from '../../domain/kernel/groupedBy.js';

export type CallRecord = Readonly<{
  /** Milliseconds since 1970, UTC. */
  at: number;
  requestId: string;
  keyId: number;
  keyName: string;
  clientId: number;
  /** Method and pattern, as in `GET /api/v1/trial-balances/{id}/lines`. */
  route: string;
  status: number;
  durationMs: number;
  /** The client's IP address, "" when its connection had ended. */
  address: string;
}>;

/** Calls of one client; `route`: a part of it, whatever its capitals; `status`: its first digits. */
export type CallFilter = Readonly<{
  clientId: number;
  requestId?: string | undefined;
  route?: string | undefined;
  status?: string | undefined;
  keyId?: number | undefined;
}>;

/** Calls of the service, newest first, among which an embedded call log looks for those of a filter. */
export const CALLS_SEARCHED_MAX = 100_000;

export function matches(call: CallRecord, { clientId, requestId, route, status, keyId }: CallFilter): boolean {
  return (
    call.clientId === clientId &&
    (requestId === undefined || call.requestId === requestId) &&
    (route === undefined || call.route.toLowerCase().includes(route.toLowerCase())) &&
    (status === undefined || String(call.status).startsWith(status)) &&
    (keyId === undefined || call.keyId === keyId)
  );
}

export const CALL_LOG_DAYS = 90;

const FLUSH_MS = 500;
/** A batch of this size is written at once. */
const BATCH_CALLS_MAX = 1_000;
/** Calls kept while the store is unavailable; above, the oldest are dropped and reported. */
const PENDING_CALLS_MAX = 100_000;
const PAGE_BATCHES = 20;
const MINUTE_MS = 60_000;
const PURGE_EVERY_MS = 3_600_000;

/** `lastAt` of its newest call. The id is chosen once, so that a batch sent twice is stored once. */
type Batch = Readonly<{
  _id: string;
  clientId: number;
  lastAt: number;
  calls: readonly Omit<CallRecord, 'clientId'>[];
}>;
type KeyUse = Readonly<{ _id: string; minute: number }>;

export const calls = collection<Batch>('calls', {
  byTime: ['-lastAt', '_id'],
  byClient: ['clientId', '-lastAt', '_id'],
});
export const keyUses = collection<KeyUse>('keyUses');

export type CallLogOptions = Readonly<{
  documents: Documents;
  /** Called for batches that could not be written (they are retried), with the number of calls dropped. */
  onError(error: unknown, dropped: number): void;
  clock?: Clock;
}>;

export type CallLog = Pick<StoredCalls, keyof StoredCalls>;

export class StoredCalls {
  #pending: CallRecord[] = [];
  #unwritten: Batch[] = [];
  readonly #minutes = new Map<number, number>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isClosing = false;
  readonly #clock: Clock;
  /** When calls were last deleted, or could not be as the wall clock was set. */
  #purged: ClockReading;

  constructor(private readonly options: CallLogOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#purged = readClock(this.#clock);
  }

  /** Returns at once and never throws. */
  record(call: CallRecord): void {
    this.#pending.push(call);
    if (this.#pending.length === BATCH_CALLS_MAX) void this.#flush();
    else this.#schedule();
  }

  /** Newest first, what was recorded before included. */
  async list(limit: number, filter?: CallFilter): Promise<readonly CallRecord[]> {
    await this.#flush();
    return newest(this.options.documents, limit, filter);
  }

  /** The last call of each key, to the minute, in ms since 1970; keys never used are absent. */
  async lastUses(): Promise<ReadonlyMap<number, number>> {
    await this.#flush();
    const uses = await this.options.documents.find(keyUses, {});
    return new Map(uses.map(({ _id, minute }) => [Number(_id), minute]));
  }

  /** Writes pending calls, then releases the store. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#flush();
    await this.options.documents.close();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref();
  }

  #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const batches = [...this.#unwritten, ...batchesOf(this.#pending)];
    [this.#pending, this.#unwritten] = [[], []];
    if (batches.length === 0) return;
    try {
      await this.#purge();
      await this.options.documents.insert(calls, batches);
      await this.#noteUses(batches);
    } catch (error) {
      let callCount = batches.reduce((sum, batch) => sum + batch.calls.length, 0);
      let dropped = 0;
      for (; callCount > PENDING_CALLS_MAX; batches.shift()) {
        const { length } = batches[0]?.calls ?? [];
        [callCount, dropped] = [callCount - length, dropped + length];
      }
      this.#unwritten = batches;
      this.options.onError(error, dropped);
      if (!this.#isClosing) this.#schedule();
    }
  }

  /** Keeps the later minute: processes write in any order. */
  async #noteUses(batches: readonly Batch[]): Promise<void> {
    for (const { keyId, at } of batches.flatMap((batch) => batch.calls)) {
      const minute = at - (at % MINUTE_MS);
      if ((this.#minutes.get(keyId) ?? 0) >= minute) continue;
      const use = { _id: String(keyId), minute };
      await put(this.options.documents, keyUses, use, { minute: { below: minute } });
      this.#minutes.set(keyId, minute);
    }
  }

  /** Once an hour, unless the wall clock was set in that hour. */
  async #purge(): Promise<void> {
    const [before, now] = [this.#purged, readClock(this.#clock)];
    if (now.monotonicMs - before.monotonicMs < PURGE_EVERY_MS) return;
    if (!wasSet(before, now))
      await this.options.documents.delete(calls, { lastAt: { below: now.wallMs - CALL_LOG_DAYS * DAY_MS } });
    this.#purged = now;
  }
}

function batchesOf(records: readonly CallRecord[]): readonly Batch[] {
  return [...groupedBy(records, (call) => call.clientId)].map(([clientId, ofClient]) => ({
    _id: randomUUID(),
    clientId,
    lastAt: ofClient.reduce((lastAt, { at }) => Math.max(lastAt, at), 0),
    calls: ofClient.map(({ clientId: _, ...call }) => call),
  }));
}

/** Batches overlap in time: a call is among the newest once every batch that is read later ends before it. */
async function newest(
  documents: Documents,
  limit: number,
  filter: CallFilter | undefined,
): Promise<readonly CallRecord[]> {
  const index = filter === undefined ? 'byTime' : 'byClient';
  const ofClient: Where<Batch> = filter === undefined ? {} : { clientId: filter.clientId };
  const records: CallRecord[] = [];
  let searched = 0;
  for (let after: Where<Batch> = []; ;) {
    const page: readonly Batch[] = await documents.find(calls, [ofClient, after], {
      index,
      sort: ['-lastAt', '_id'],
      limit: PAGE_BATCHES,
    });
    for (const batch of page) {
      searched += batch.calls.length;
      const ofBatch = batch.calls.map((call) => ({ ...call, clientId: batch.clientId })).reverse();
      records.push(...(filter === undefined ? ofBatch : ofBatch.filter((call) => matches(call, filter))));
    }
    const oldestBatch = page.at(-1);
    const isEnough = records.filter(({ at }) => at >= (oldestBatch?.lastAt ?? 0)).length >= limit;
    if (oldestBatch === undefined || isEnough || page.length < PAGE_BATCHES || searched >= CALLS_SEARCHED_MAX)
      return records.sort((a, b) => b.at - a.at).slice(0, limit);
    const { _id, lastAt } = oldestBatch;
    after = [{ lastAt: { upTo: lastAt } }, { any: [{ lastAt: { below: lastAt } }, { _id: { above: _id } }] }];
  }
}
