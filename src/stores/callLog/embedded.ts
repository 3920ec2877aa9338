// The call log in SQLite (`calls.db`), written by a thread of its own so that requests never wait for a disk.
// Batches travel as one JSON text: joining it costs the request's thread next to nothing.
import { Worker } from 'node:worker_threads';
import type { CallLog, CallRecord } from '../../api/http/callLog.js';
import type { Reply, Request } from './worker.js';

const FLUSH_MS = 500;
/** A batch this long goes at once. */
const BATCH_CALLS_MAX = 1_000;
/** Calls kept while the disk refuses them; beyond, the oldest are given up and reported. */
const PENDING_CALLS_MAX = 100_000;

export type CallLogOptions = Readonly<{
  path: string;
  /** Told of batches that could not be written (they are tried again) and of calls given up. */
  onTrouble(error: Error, givenUp: number): void;
  now?: () => number;
}>;

/** Opens the file when first used. Several processes may have it open at once. */
export function openEmbeddedCallLog({ path, onTrouble, now = Date.now }: CallLogOptions): CallLog {
  let worker: Worker | null = null;
  let pending: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let lastRequest = 0;
  let closing = false;
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();

  function started(): Worker {
    if (worker) return worker;
    const thread = new Worker(new URL('./worker.js', import.meta.url), { workerData: { path } });
    const gone = (error: Error): void => {
      if (worker !== thread) return;
      worker = null;
      for (const waiter of waiting.values()) waiter.reject(error);
      waiting.clear();
    };
    thread.on('error', gone);
    thread.on('exit', () => gone(new Error('the thread of the call log ended')));
    thread.on('message', (reply: Reply) => {
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) thread.unref();
      waiter?.resolve(reply);
    });
    worker = thread;
    return thread;
  }

  /** Keeps the process alive until the answer is there, and no longer. */
  async function ask(request: Omit<Request, 'id'>): Promise<Reply> {
    const id = ++lastRequest;
    const reply = await new Promise<Reply>((resolve, reject) => {
      const thread = started();
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ ...request, id });
    });
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    try {
      await ask({ do: 'write', text: `[${batch.join(',')}]`, now: now() });
    } catch (error) {
      pending = batch.concat(pending);
      const givenUp = Math.max(0, pending.length - PENDING_CALLS_MAX);
      pending.splice(0, givenUp);
      onTrouble(error as Error, givenUp);
      if (!closing) schedule();
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return {
    record(call) {
      pending.push(JSON.stringify(asRow(call)));
      if (pending.length === BATCH_CALLS_MAX) void flush();
      else schedule();
    },
    async list(limit) {
      await flush();
      const { rows } = await ask({ do: 'list', limit });
      return (rows as readonly Row[]).map(asCall);
    },
    async lastUses() {
      await flush();
      const { rows } = await ask({ do: 'lastUses' });
      return new Map(rows as readonly (readonly [number, number])[]);
    },
    async close() {
      closing = true;
      await flush();
      if (worker === null) return;
      await ask({ do: 'close' }).catch((error: Error) => onTrouble(error, pending.length));
      await worker?.terminate();
    },
  };
}

/** In the order of the table's columns. */
type Row = readonly [number, string, number, string, number, string, number, number, string];

function asRow(call: CallRecord): Row {
  const { at, requestId, keyId, keyName, clientId, route, status, durationMs, address } = call;
  return [at, requestId, keyId, keyName, clientId, route, status, Math.round(durationMs * 1000) / 1000, address];
}

function asCall(row: Row): CallRecord {
  const [at, requestId, keyId, keyName, clientId, route, status, durationMs, address] = row;
  return { at, requestId, keyId, keyName, clientId, route, status, durationMs, address };
}
