// A worker thread with open documents, and the keys of the charts and balances cached in it. The main thread decides what the
// thread caches, so it knows which inputs a check still needs.
import type { ResourceLimits } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import {
  cachedBytes,
  inputKey,
  inputsOf,
  type ChartParts,
  type CheckInputs,
  type CheckResult,
  type MissingInputs,
} from '../commands/imports/document.js';
import { WorkerThread } from './workerThread.js';

/** Size of the stored parts cached in each thread: about eight charts and ten months of the largest companies. */
const HELD_BYTES_MAX = 64_000_000;

export class DocumentThread {
  readonly thread: WorkerThread;
  #dropped = new Set<string>();
  readonly #held = new LRUCache<string, true>({
    maxSize: HELD_BYTES_MAX,
    dispose: (_, key, reason) => {
      if (reason !== 'set') this.#dropped.add(key);
    },
  });

  constructor(entry: URL, limits: ResourceLimits, onLost: (cause: unknown) => Error | void) {
    this.thread = new WorkerThread(entry, limits, onLost);
  }

  /** Empties the thread's cache. */
  forgetInputs(): void {
    this.#held.clear();
    const keys = [...this.#dropped];
    this.#dropped.clear();
    if (keys.length > 0) this.thread.request('forget', { keys }).catch(() => undefined); // with the thread they are gone too
  }

  /** @param required the key of an input to send even if the thread has it cached */
  async check(
    id: number,
    facts: CheckFacts,
    inputs: CheckInputs,
    required: string | null = null,
  ): Promise<CheckResult | MissingInputs> {
    const needed = inputsOf(facts).map((input) => ({ input, key: inputKey(input) }));
    const isHeld = (key: string): boolean => key !== required && this.#held.get(key) === true;
    const lacking = needed.filter(({ key }) => !isHeld(key));
    const missing = lacking.filter(({ key }) => !inputs.has(key)).map(({ input }) => input);
    if (missing.length > 0) return { missing };

    const handed = new Map(lacking.map(({ key }) => [key, copies(inputs.get(key) ?? [])]));
    for (const { input, key } of lacking) if (input.is !== 'lines') this.#hold(key, handed.get(key) ?? []);
    const forget = [...this.#dropped];
    this.#dropped.clear();
    const buffers = [...handed.values()].flat().map(({ buffer }) => buffer);
    try {
      return await this.thread.request('check', { id, facts, inputs: handed, forget }, buffers);
    } catch (error) {
      for (const { key } of lacking) this.#held.delete(key); // the thread may not have received it
      throw error;
    }
  }

  /** Sends the chart's accounts, which stay cached for the check. */
  readFile(id: number, chart: ChartParts | null) {
    if (chart === null) return this.thread.request('readFile', { id, chart });
    const parts = copies(chart.parts);
    this.#hold(inputKey({ is: 'chart', ...chart }), parts);
    return this.thread.request(
      'readFile',
      { id, chart: { ...chart, parts } },
      parts.map(({ buffer }) => buffer),
    );
  }

  #hold(key: string, parts: readonly Uint8Array[]): void {
    this.#dropped.delete(key);
    this.#held.set(key, true, { size: cachedBytes(parts) });
    if (!this.#held.has(key)) this.#dropped.add(key); // too large by itself
  }
}

/** Copies, as bytes in a store's own memory cannot be transferred. */
function copies(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  return parts.map((part) => new Uint8Array(part));
}
