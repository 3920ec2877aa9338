// The delivery queue in SQLite. Two threads have the file open: one for dispatching and fan-out, one for lists and counts, so
// that a long list delays no delivery. Any number of processes may have it open at once.
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import type { Claimed, DeliveryQueue, QueueLease } from '../../../webhooks/delivery/deliveryQueue.js';
import { waitForKernelLock } from '../../sqlite/kernelLock.js';
import { isAway, type Failure } from './failures.js';
import type { Arguments, Operation, Reply, Request, Results } from './queueThread.js';
import { SLICE_ROWS } from './writes.js';

type Unwatch = () => void;

/**
 * @param path of the file, created at the first operation; `path.lock` holds the lock of the fan-out
 * @param watch called with the write-ahead log: without it, changes that are not in the file yet are lost, unless the queue is
 *   closed normally
 */
export function openEmbeddedDeliveryQueue(
  path: string,
  watch: (path: string) => Unwatch = () => () => undefined,
): DeliveryQueue {
  let unwatch: Unwatch | null = null;
  const onOpened = (): void => void (unwatch ??= watch(`${path}-wal`));
  const work = new QueueThread(path, onOpened);
  const lists = new QueueThread(path, onOpened);
  return {
    async enqueue(scheduled) {
      if (scheduled.length > 0) await work.ask('enqueue', scheduled);
    },
    enqueueAgain: (clientId, again) => work.ask('enqueueAgain', clientId, again),
    due: (now, after, limit) => work.ask('due', now, after, limit),
    async claim(now, requests) {
      return withBuffers(await work.ask('claim', now, requests));
    },
    claims: () => work.ask('claims'),
    async release(claims) {
      if (claims.length > 0) await work.ask('release', claims);
    },
    async settle(settlements) {
      return settlements.length === 0 ? [] : work.ask('settle', settlements);
    },
    failuresInARow: (webhookId, activation, max) => work.ask('failuresInARow', webhookId, activation, max),
    closeOpen: (webhookId, status, upToActivation) =>
      slices(() => work.ask('closeSome', webhookId, status, upToActivation)),
    async rebase(now) {
      await work.ask('rebase', now);
    },
    list: (filter, range) => lists.ask('list', filter, range),
    find: (clientId, deliveryId) => lists.ask('find', clientId, deliveryId),
    attemptsOf: (clientId, deliveryId) => lists.ask('attemptsOf', clientId, deliveryId),
    async body(clientId, eventId) {
      const bytes = await lists.ask('body', clientId, eventId);
      return bytes && Buffer.from(bytes);
    },
    beginReplay: (webhookId, now) => work.ask('beginReplay', webhookId, now),
    async endReplay(webhookId) {
      await work.ask('endReplay', webhookId);
    },
    selectForReplay: (selection, after, limit) => lists.ask('selectForReplay', selection, after, limit),
    countForReplay: (selection, max) => lists.ask('countForReplay', selection, max),
    extent: (members) => lists.ask('extent', members),
    stats: (now) => lists.ask('stats', now),
    countByType: () => lists.ask('countByType'),
    fanOutCheckpoint: () => work.ask('fanOutCheckpoint'),
    async beginFanOut(checkpoint) {
      await work.ask('beginFanOut', checkpoint);
    },
    async advanceFanOut(checkpoint) {
      await work.ask('advanceFanOut', checkpoint);
    },
    fanOutLease: (signal) => lease(`${path}.lock`, signal),
    purge: (rowsBefore, bodiesBefore) => slices(() => work.ask('purgeSome', rowsBefore, bodiesBefore)),
    async close() {
      unwatch?.(); // the last process to close the queue removes it
      unwatch = () => undefined;
      await Promise.all([work.close(), lists.close()]);
    },
  };
}

/** Wraps bodies as Buffers; deliveries of one event still share theirs. */
function withBuffers(claimed: Results['claim']): readonly Claimed[] {
  const buffers = new Map<Uint8Array, Buffer>();
  return claimed.map(({ body, ...row }) => {
    if (body === null) return { ...row, body };
    const known = buffers.get(body);
    const buffer = known ?? Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (known === undefined) buffers.set(body, buffer);
    return { ...row, body: buffer };
  });
}

/** Repeats a slice until it is not full; other requests run in between. @returns the sum */
async function slices(slice: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const count = await slice();
    sum += count;
    if (count < SLICE_ROWS) return sum;
  }
}

async function lease(path: string, signal: AbortSignal): Promise<QueueLease | null> {
  const lock = await waitForKernelLock(path, signal);
  return lock && { lost: new AbortController().signal, release: async () => lock.release() };
}

type Waiter = Readonly<{ resolve(result: unknown): void; reject(error: Error): void }>;

/** Starts the thread at the first request, and restarts it after it died. */
class QueueThread {
  readonly #path: string;
  readonly #onOpened: () => void;
  readonly #waiting = new Map<number, Waiter>();
  #worker: Worker | null = null;
  #lastRequest = 0;
  #closed = false;

  /** @param onOpened called when the file is open */
  constructor(path: string, onOpened: () => void) {
    this.#path = path;
    this.#onOpened = onOpened;
  }

  /** Keeps the process alive until the answer arrives. */
  ask<Name extends Operation>(operation: Name, ...given: Arguments[Name]): Promise<Results[Name]> {
    return this.#ask(operation, given) as Promise<Results[Name]>;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker !== null) await this.#ask('close', []).catch(() => undefined);
    this.#closed = true;
    await worker?.terminate();
  }

  #ask(operation: Request['operation'], given: readonly unknown[]): Promise<unknown> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the delivery queue is closed'));
    const id = ++this.#lastRequest;
    return new Promise((resolve, reject) => {
      const worker = this.#started();
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, operation, given } satisfies Request);
    });
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./queueThread.js', import.meta.url), {
      workerData: { path: this.#path },
    });
    const gone = (cause: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const waiter of this.#waiting.values())
        waiter.reject(new StoreUnavailable('the thread of the delivery queue ended', { cause }));
      this.#waiting.clear();
    };
    worker.on('error', gone);
    worker.on('exit', gone);
    worker.on('message', (reply: Reply) => this.#answered(worker, reply));
    this.#worker = worker;
    return worker;
  }

  #answered(worker: Worker, { id, result, error }: Reply): void {
    const waiter = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) worker.unref();
    if (error === undefined) {
      this.#onOpened();
      waiter?.resolve(result);
    } else waiter?.reject(failure(error));
  }
}

/** Errors of the file or its disk make the store unavailable; others are defects. */
function failure({ message, code }: Failure): Error {
  return isAway(code) ? new StoreUnavailable(`queue.db: ${code}: ${message}`) : new Error(message);
}
