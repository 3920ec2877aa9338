// Recomputes the hash chain and compares it with the log's seals and with exported ones.
import { eventAt, nextValue } from './sealChain.js';
import { sealOf, SEALS, type Seal } from '../../domain/seal/fold.js';
import type { ExportedSeals } from './seals.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { CHAIN_START } from '../../domain/seal/chain.js';
import type { VerifyFinding } from '../../domain/seal/findings.js';

type PlacedSeal = Seal & Readonly<{ revision: number; lastPosition: number; position: number }>;

/**
 * Compares the chain with the log's seals. After a seal that differs the chain continues from its stored value, so that
 * what is wrong is named by the two seals around it and what comes after is judged by itself.
 */
export class SealCheck {
  readonly #log: EventLog;
  readonly #add: (problem: VerifyFinding) => void;
  #value = CHAIN_START;
  #count = 0;
  #position = 0;
  #before: number | null = null;
  #next: PlacedSeal | null = null;
  #stream: AsyncIterator<Recorded> | null = null;

  constructor(log: EventLog, add: (problem: VerifyFinding) => void) {
    this.#log = log;
    this.#add = add;
  }

  async begin(): Promise<void> {
    this.#stream = this.#log.read(SEALS, 0)[Symbol.asyncIterator]();
    this.#next = await this.#nextSeal();
  }

  async covered(event: Recorded, text: string): Promise<void> {
    await this.#judge(event.position - 1);
    this.#value = nextValue(this.#value, text);
    this.#count += 1;
    this.#position = event.position;
  }

  async end(head: number): Promise<void> {
    await this.#judge(head);
  }

  /** Judges every seal whose last event is at or before the position. */
  async #judge(position: number): Promise<void> {
    for (let seal = this.#next; seal !== null && seal.lastPosition <= position; seal = this.#next) {
      this.#next = null;
      const atItsPlace = seal.lastPosition === this.#position && seal.position > seal.lastPosition;
      if (!atItsPlace || seal.count !== this.#count || seal.hash !== this.#value)
        this.#add({ is: 'SealDiffers', afterSeal: this.#before, upToSeal: seal.revision });
      this.#count = seal.count;
      this.#value = seal.hash;
      this.#before = seal.revision;
      this.#next = await this.#nextSeal();
    }
  }

  /** The next seal whose last event exists; reports seals whose event is missing. */
  async #nextSeal(): Promise<PlacedSeal | null> {
    try {
      for (;;) {
        const step = await this.#stream?.next();
        if (step === undefined || step.done === true) return null;
        const placed = await this.#place(step.value);
        if (placed !== null) return placed;
      }
    } catch {
      return null; // the walk through the log meets the same unreadable event, and tells it
    }
  }

  async #place(event: Recorded): Promise<PlacedSeal | null> {
    const seal = sealOf(event);
    if (seal === null) {
      this.#add({ is: 'SealMalformed', seal: event.revision });
      return null;
    }
    const { stream, revision } = seal.last;
    const last = await eventAt(this.#log, stream, revision).catch(() => null);
    if (last?.revision === revision)
      return { ...seal, revision: event.revision, position: event.position, lastPosition: last.position };
    this.#add({ is: 'SealedEventMissing', stream, revision, seal: event.revision });
    return null;
  }
}

/** The chain without any help of the log's own seals, against those an auditor kept. */
export class ExportCheck {
  readonly #seals: ExportedSeals['seals'];
  readonly #add: (problem: VerifyFinding) => void;
  #value = CHAIN_START;
  #count = 0;
  #checked = 0;
  #fits = true;

  constructor(exported: ExportedSeals | null, add: (problem: VerifyFinding) => void) {
    this.#seals = exported?.seals.toSorted((a, b) => a.count - b.count) ?? [];
    this.#add = add;
  }

  covered(text: string): void {
    if (this.#checked === this.#seals.length) return;
    this.#value = nextValue(this.#value, text);
    this.#count += 1;
    for (let seal = this.#seals[this.#checked]; seal?.count === this.#count; seal = this.#seals[this.#checked]) {
      if (seal.hash !== this.#value && this.#fits) {
        const since = this.#seals[this.#checked - 1]?.count ?? 0;
        this.#add({ is: 'ExportDiffers', count: seal.count, at: seal.at, since });
        this.#fits = false;
      }
      this.#checked += 1;
    }
  }

  end(): void {
    const missing = this.#seals[this.#seals.length - 1];
    if (this.#checked < this.#seals.length && missing)
      this.#add({ is: 'LogShorterThanExport', count: missing.count, events: this.#count });
  }
}
