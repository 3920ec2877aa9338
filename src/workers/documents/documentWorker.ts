// Main's end of one worker thread: questions and their answers, and what becomes of them when the thread dies.
import { Worker } from 'node:worker_threads';
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { DocumentHead, Supply, Verdict } from '../../commands/imports/document.js';
import type { FromWorker, ToWorker, Want } from './messages.js';

/** The thread a document was open in is gone; the document may be opened anew. */
export class DocumentWorkerLost extends Error {
  override readonly name = 'DocumentWorkerLost';
}

/**
 * The young generation holds one document as JSON.parse makes it: a smaller one is copied over and over, which takes
 * twice the time. The old one is far above what the caches and the largest body within `jsonBounds.ts` take together:
 * JSON.parse cannot be stopped half-way, and a heap that is full while it runs would end the process, not the worker.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 768 };

type Call = {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
  supply: Supply | null;
  /** Why something could not be supplied: what the check is then refused with. */
  supplyError: unknown;
};

export class DocumentWorker {
  /** Bytes of the bodies open here. */
  openBytes = 0;
  /** Whether it ever answered: one that dies before is not replaced at once, lest it be done without end. */
  hasAnswered = false;
  readonly #thread: Worker;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #lost: DocumentWorkerLost | null = null;

  constructor(
    entry: URL,
    private readonly onLost: (worker: DocumentWorker) => void,
  ) {
    this.#thread = new Worker(entry, { resourceLimits: RESOURCE_LIMITS });
    this.#thread.on('message', (message: FromWorker) => this.#hear(message));
    this.#thread.on('messageerror', (error) => this.#lose(error));
    this.#thread.on('error', (error) => this.#lose(error));
    this.#thread.on('exit', (code) => this.#lose(new Error(`worker thread ended with code ${code}`)));
  }

  /** The body is given away. @returns null when it is no JSON object */
  open(id: number, body: ArrayBuffer): Promise<DocumentHead | null> {
    return this.#call(null, (call) => this.#tell({ is: 'open', call, id, body }, [body]));
  }

  check(id: number, facts: CheckFacts, supply: Supply): Promise<Verdict> {
    return this.#call(supply, (call) => this.#tell({ is: 'check', call, id, facts }));
  }

  release(id: number): void {
    if (this.#lost === null) this.#tell({ is: 'release', id });
  }

  async close(): Promise<void> {
    this.#lost ??= new DocumentWorkerLost('closed');
    await this.#thread.terminate();
    this.#rejectAll(this.#lost);
  }

  #call<Answer>(supply: Supply | null, ask: (call: number) => void): Promise<Answer> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    const call = ++this.#lastCall;
    return new Promise<Answer>((resolve, reject) => {
      this.#calls.set(call, { resolve, reject, supply, supplyError: undefined });
      ask(call);
    });
  }

  #hear(message: FromWorker): void {
    this.hasAnswered = true;
    switch (message.is) {
      case 'opened':
        return this.#take(message.call)?.resolve(message.head as never);
      case 'checked':
        return this.#take(message.call)?.resolve(message.verdict as never);
      case 'failed':
        return this.#fail(message);
      case 'need':
        void this.#supply(message.need, message.want, this.#calls.get(message.call));
    }
  }

  #take(call: number): Call | undefined {
    const taken = this.#calls.get(call);
    this.#calls.delete(call);
    return taken;
  }

  #fail({ call, message, stack }: Extract<FromWorker, { is: 'failed' }>): void {
    const taken = this.#take(call);
    if (taken === undefined) return;
    const error = new Error(message);
    if (stack !== undefined) error.stack = stack;
    taken.reject(taken.supplyError ?? error);
  }

  /** Copies: the bytes may belong to a store's own memory, which cannot be given away. */
  async #supply(need: number, want: Want, call: Call | undefined): Promise<void> {
    let parts: Uint8Array[] | null = null;
    try {
      const supply = call?.supply ?? null;
      if (supply !== null) parts = (await supplied(supply, want)).map((part) => new Uint8Array(part));
    } catch (error) {
      if (call !== undefined) call.supplyError = error;
    }
    if (this.#lost === null) {
      this.#tell(
        { is: 'supplied', need, parts },
        parts?.map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  }

  #tell(message: ToWorker, given: ArrayBuffer[] = []): void {
    this.#thread.postMessage(message, given);
  }

  #lose(cause: unknown): void {
    if (this.#lost !== null) return;
    this.#lost = new DocumentWorkerLost('the worker thread died', { cause });
    this.#rejectAll(this.#lost);
    this.onLost(this);
  }

  #rejectAll(error: DocumentWorkerLost): void {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}

function supplied(supply: Supply, want: Want): Promise<readonly Uint8Array[]> {
  return want.is === 'chart' ? supply.chart(want.chartId, want.version) : supply.lines(want.linesStream);
}
