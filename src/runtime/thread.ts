// A worker thread and its protocol: requests with one answer each, and notices from the thread. Its entry calls
// `serve`.
import { MessageChannel, parentPort, Worker, type ResourceLimits } from 'node:worker_threads';

/** What a thread does, by the name of the request. */
type Handlers = Readonly<Record<string, (input: never) => unknown>>;
type Input<Of extends Handlers, Name extends keyof Of> = Parameters<Of[Name]>[0];
type Output<Of extends Handlers, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

/** A thread that ended by itself; its requests may be made again, of another one. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

type ThreadOptions = Readonly<{
  data?: unknown;
  limits?: ResourceLimits;
  onNotice?: (notice: never) => void;
  /**
   * Called once when the thread ends by itself, before its requests are rejected.
   * @returns another error for them
   */
  onLost?: (cause: unknown) => Error | void;
}>;

export function isOutOfMemory(error: unknown): boolean {
  const code = (cause: unknown): unknown => (cause as NodeJS.ErrnoException | null)?.code;
  return [code(error), code((error as Error | null)?.cause)].includes('ERR_WORKER_OUT_OF_MEMORY');
}

/**
 * Makes one request of a new thread and ends it.
 * @param signal ends it early
 * @throws as `Thread.request`; the signal's reason
 */
export async function requestInThread<Of extends Handlers, Name extends keyof Of & string>(
  entry: URL,
  name: Name,
  input: Input<Of, Name>,
  { signal = new AbortController().signal, ...options }: ThreadOptions & Readonly<{ signal?: AbortSignal }> = {},
): Promise<Output<Of, Name>> {
  const thread = new Thread<Of>(entry, options);
  try {
    return await thread.requestUntil(signal, name, input);
  } finally {
    await thread.end();
  }
}

type Request = Readonly<{ call: number; name: string; input: unknown }>;
type Failure = Readonly<{ name: string; message: string; stack: string | undefined }>;
type Reply =
  | Readonly<{ call: number; output: unknown }>
  | Readonly<{ call: number; failure: Failure }>
  | Readonly<{ notice: unknown }>;
type Call = Readonly<{ resolve(output: never): void; reject(error: Error): void }>;

export class Thread<Of extends Handlers> {
  hasAnswered = false;
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #ended: Error | null = null;

  /** @throws when the system has no more threads */
  constructor(
    entry: URL,
    private readonly options: ThreadOptions = {},
  ) {
    const { data, limits } = options;
    this.#worker = new Worker(entry, { workerData: data, ...(limits && { resourceLimits: limits }) });
    this.#worker.unref(); // kept by its open requests
    this.#worker.on('message', (reply: Reply) => this.#receive(reply));
    this.#worker.on('messageerror', (error) => this.#lose(error));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', (code) => this.#lose(new Error(`the thread ended with code ${code}`)));
  }

  get isAlive(): boolean {
    return this.#ended === null;
  }

  /**
   * Keeps the process alive until the answer arrives.
   * @param transfer buffers that belong to the thread from now on
   * @throws ThreadLost; what the handler throws, as an Error with its name and own fields
   */
  request<Name extends keyof Of & string>(
    name: Name,
    input: Input<Of, Name>,
    transfer: ArrayBuffer[] = [],
  ): Promise<Output<Of, Name>> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const call = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ call, name, input } satisfies Request, transfer);
    });
  }

  /** @param signal terminates the thread @throws as `request`; the signal's reason */
  async requestUntil<Name extends keyof Of & string>(
    signal: AbortSignal,
    name: Name,
    input: Input<Of, Name>,
  ): Promise<Output<Of, Name>> {
    const abandon = (): void => void this.end(signal.reason as Error);
    signal.addEventListener('abort', abandon, { once: true });
    try {
      signal.throwIfAborted();
      return await this.request(name, input);
    } finally {
      signal.removeEventListener('abort', abandon);
    }
  }

  /** Terminates the thread; open requests reject with the error. */
  async end(error: Error = new ThreadLost('closed')): Promise<void> {
    this.#rejectAll((this.#ended ??= error));
    await this.#worker.terminate();
  }

  #receive(reply: Reply): void {
    if (this.#ended !== null) return; // and the process waits for its end
    if ('notice' in reply) return this.options.onNotice?.(reply.notice as never);
    this.hasAnswered = true;
    const call = this.#calls.get(reply.call);
    this.#calls.delete(reply.call);
    if (this.#calls.size === 0) this.#worker.unref();
    if ('output' in reply) call?.resolve(reply.output as never);
    else call?.reject(Object.assign(new Error(reply.failure.message), reply.failure));
  }

  #lose(cause: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = new ThreadLost('the thread died', { cause });
    this.#ended = this.options.onLost?.(cause) ?? this.#ended;
    this.#rejectAll(this.#ended);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}

/**
 * Called once by a thread's entry: answers requests, those of a handler that waits in any order.
 * @param buffersIn an answer that are given away with it
 * @returns sends a notice
 */
export function serve(
  handlers: Handlers,
  buffersIn: (output: unknown) => ArrayBuffer[] = () => [],
): (notice: unknown) => void {
  const port = parentPort;
  if (port === null) throw new Error('not inside a thread');
  const post = (reply: Reply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);
  const answer = async ({ call, name, input }: Request): Promise<void> => {
    try {
      const output: unknown = await handlers[name]?.(input as never);
      post({ call, output }, buffersIn(output));
    } catch (error) {
      const { name: kind, message, stack } = error instanceof Error ? error : new Error(String(error));
      post({ call, failure: { ...(error as object), name: kind, message, stack } });
    }
  };
  port.on('message', (request: Request) => void answer(request));
  return (notice) => post({ notice });
}

const FREED_BYTES_MIN = 8 * 1_048_576;

/**
 * Frees arrays of more than 8 MB together by a message to nobody, which leaves them empty: an idle thread collects
 * no garbage, which is up to 100 MB after a large file.
 * @param arrays each with the whole of its buffer
 */
export function freeLarge(arrays: readonly Uint8Array<ArrayBuffer>[]): void {
  const sizeBytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (sizeBytes < FREED_BYTES_MIN) return;
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [...new Set(arrays.map(({ buffer }) => buffer))]);
  port1.close();
}
