// Verifies the complete log against its seals, the hashes of its parts, and a kept checkpoint. One pass in log
// order; memory grows with the number of streams that are not parts. Read-only, up to the log's head at the start;
// may run next to the service.
import { eventAt } from '../kernel/events.js';
import { leafHash, leafText } from '../seals/merkleTree.js';
import type { Checkpoint } from '../seals/checkpoint.js';
import { eventsAfter } from './copyLog.js';
import { verifyParts } from './verifyParts.js';
import { CheckpointCheck, SealCheck } from './verifySeals.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { upcast } from '../../domain/upcasters.js';
import { EventDamaged, type EventLog } from '../../domain/kernel/log.js';
import { kindOf, type Continued, type VerifyFinding } from '../../domain/seal.js';

/** `problems`: the first PROBLEMS_MAX of `problemCount`. */
export type VerifyReport = Readonly<{
  ok: boolean;
  events: number;
  streams: number;
  seals: number;
  problems: readonly VerifyFinding[];
  problemCount: number;
  /** Whether the log continues the given checkpoint. */
  continued?: Continued;
}>;

type VerifyOptions = Readonly<{
  checkpoint?: Checkpoint;
  onProgress?(events: number): void;
}>;

export const PROBLEMS_MAX = 1_000;

export async function verify(rawLog: EventLog, options: VerifyOptions = {}): Promise<VerifyReport> {
  const verification = new Verification(rawLog, options);
  await verification.run();
  return verification.report();
}

class Verification {
  readonly #problems: VerifyFinding[] = [];
  #problemCount = 0;
  #events = 0;
  #streams = 0;
  #sealEvents = 0;
  /** Next expected revision of a stream, without parts, and the one after the highest. */
  readonly #next = new Map<string, Readonly<{ revision: number; end: number }>>();
  readonly #unknown = new Set<string>();
  readonly #seals: SealCheck;
  readonly #checkpoint: CheckpointCheck | null;
  #continued: Continued | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly options: VerifyOptions,
  ) {
    const add = (problem: VerifyFinding) => this.#add(problem);
    this.#seals = new SealCheck(log, add);
    this.#checkpoint = options.checkpoint ? new CheckpointCheck(options.checkpoint) : null;
  }

  async run(): Promise<void> {
    const head = await this.log.head();
    await this.#seals.begin();
    for (let position = 0; position < head;) position = await this.#walk(position, head);
    await this.#seals.end(head);
    this.#continued = this.#checkpoint?.end((problem) => this.#add(problem)) ?? null;
    await this.#findEventsOutsideOrder(head);
  }

  report(): VerifyReport {
    return {
      ok: this.#problemCount === 0,
      events: this.#events,
      streams: this.#streams,
      seals: this.#sealEvents,
      problems: this.#problems,
      problemCount: this.#problemCount,
      ...(this.#continued && { continued: this.#continued }),
    };
  }

  /** @returns the position reached: the head, or a damaged event to continue after */
  async #walk(from: number, head: number): Promise<number> {
    let position = from;
    try {
      for await (const event of eventsAfter(this.log, from)) {
        if (event.position > head) return head;
        await this.#event(event);
        position = event.position;
        this.options.onProgress?.(this.#events);
      }
      return head;
    } catch (error) {
      if (error instanceof EventDamaged && error.position > position) {
        this.#add({ is: 'EventUnreadable', stream: error.stream, revision: error.revision });
        return error.position;
      }
      this.#add({ is: 'LogUnreadable', position, reason: String(error) });
      return head;
    }
  }

  async #event(event: Recorded): Promise<void> {
    this.#events += 1;
    if (event.revision === 0) this.#streams += 1;
    const kind = kindOf(event.stream);
    if (kind === 'parts') return; // verified with the event that names them
    if (kind === 'unknown') return this.#unknownStream(event.stream);
    this.#revision(event);
    if (kind === 'seals') {
      this.#sealEvents += 1;
      return;
    }
    const leaf = leafHash(leafText(event));
    await this.#seals.cover(event, leaf);
    this.#checkpoint?.cover(event, leaf);
    await this.#parts(event);
  }

  #revision({ stream, revision }: Recorded): void {
    const { revision: expected, end } = this.#next.get(stream) ?? { revision: 0, end: 0 };
    if (revision !== expected) this.#add({ is: 'RevisionGap', stream, expected, found: revision });
    this.#next.set(stream, { revision: revision + 1, end: Math.max(end, revision + 1) });
  }

  #unknownStream(stream: string): void {
    if (this.#unknown.size >= PROBLEMS_MAX || this.#unknown.has(stream)) return;
    this.#unknown.add(stream);
    this.#add({ is: 'StreamUnknown', stream });
  }

  async #parts(event: Recorded): Promise<void> {
    try {
      for (const problem of await verifyParts(this.log, upcast(event))) this.#add(problem);
    } catch {
      this.#add({ is: 'FactMalformed', stream: event.stream, revision: event.revision });
    }
  }

  /** Finds events that are in a stream but missing from the log's order: folds read them, subscriptions do not. */
  async #findEventsOutsideOrder(head: number): Promise<void> {
    for (const [stream, { end: revision }] of this.#next) {
      try {
        const beyond = await eventAt(this.log, stream, revision);
        if (beyond !== null && beyond.position <= head)
          this.#add({ is: 'EventOutsideOrder', stream, revision: beyond.revision });
      } catch {
        this.#add({ is: 'EventUnreadable', stream, revision });
      }
    }
  }

  #add(problem: VerifyFinding): void {
    this.#problemCount += 1;
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push(problem);
  }
}
