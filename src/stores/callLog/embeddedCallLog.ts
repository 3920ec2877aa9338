// The call log in SQLite (`calls.db`), written by a worker thread so that requests never wait for the disk. A batch is sent
// as one JSON text.
import { Worker } from 'node:worker_threads';
import type { CallLog, CallRecord } from '../../api/http/callLog.js';
import type { Reply, Request } from './callLogThread.js';
import { asCall, rowText, type Row } from './rows.js';

const FLUSH_MS = 500;
/** A batch of this size is written at once. */
const BATCH_CALLS_MAX = 1_000;
/** Calls kept while the disk fails; above, the oldest are dropped and reported. */
const PENDING_CALLS_MAX = 100_000;

export type CallLogOptions = Readonly<{
  path: string;
  /** Called with each file that must stay while the call log is open. @returns ends that */
  watch?: (path: string) => () => void;
  /** Called for batches that could not be written (they are retried), with the number of calls dropped. */
  onError(error: Error, dropped: number): void;
  now?: () => number;
}>;

/** Opens the file at the first use. Several processes may have it open. */
export function openEmbeddedCallLog({
  path,
  watch = () => () => undefined,
  onError,
  now = Date.now,
}: CallLogOptions): CallLog {
  let watched: (() => void)[] | null = null;
  let worker: Worker | null = null;
  let pending: string[] = [];
  let lastAt = 0;
  /** The last stored minute of each key. */
  const minutes = new Map<number, number>();
  let touched = new Map<number, number>();
  let timer: NodeJS.Timeout | null = null;
  let lastRequest = 0;
  let closing = false;
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();

  function started(): Worker {
    if (worker) return worker;
    const thread = new Worker(new URL('./callLogThread.js', import.meta.url), { workerData: { path } });
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
      watched ??= [path, `${path}-wal`].map(watch);
      waiter?.resolve(reply);
    });
    worker = thread;
    return thread;
  }

  /** Keeps the process alive until the answer arrives. */
  async function ask(request: Asked): Promise<Reply> {
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
    const [batch, uses] = [pending, touched];
    pending = [];
    touched = new Map();
    try {
      await ask({ do: 'write', batch: { text: `[${batch.join(',')}]`, lastAt, minutes: [...uses] }, now: now() });
    } catch (error) {
      pending = batch.concat(pending);
      touched = new Map([...uses, ...touched]);
      const dropped = Math.max(0, pending.length - PENDING_CALLS_MAX);
      pending.splice(0, dropped);
      onError(error as Error, dropped);
      if (!closing) schedule();
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  function touch({ keyId, at }: CallRecord): void {
    const minute = at - (at % 60_000);
    if ((minutes.get(keyId) ?? 0) >= minute) return;
    minutes.set(keyId, minute);
    touched.set(keyId, minute);
  }

  return {
    record(call) {
      pending.push(rowText(call));
      if (call.at > lastAt) lastAt = call.at;
      touch(call);
      if (pending.length === BATCH_CALLS_MAX) void flush();
      else schedule();
    },
    async list(limit, filter) {
      await flush();
      const { rows } = await ask({ do: 'list', limit, filter });
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
      for (const unwatch of watched ?? []) unwatch(); // the last process to close the call log removes the write-ahead log
      watched ??= [];
      if (worker === null) return;
      await ask({ do: 'close' }).catch((error: Error) => onError(error, pending.length));
      await worker?.terminate();
    },
  };
}

type Asked = Request extends infer Each ? (Each extends Request ? Omit<Each, 'id'> : never) : never;
