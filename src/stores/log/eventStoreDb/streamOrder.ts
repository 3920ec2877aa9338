// Sends appends to one stream in the order requested, without waiting for the previous answer. While a connection breaks, a
// later append may reach the server before its predecessor: so a stale revision counts only after the predecessor's answer,
// and no append is repeated before its predecessor.
import type { Appended } from '../../../domain/kernel/log.js';

export class StreamOrder {
  readonly #last = new Map<string, Place>();

  /** @param append calls `send` of its place, any number of times */
  async run(stream: string, append: (place: Place) => Promise<Appended>): Promise<Appended> {
    const place = new Place(this.#last.get(stream) ?? null);
    this.#last.set(stream, place);
    let outcome: Appended | null = null;
    try {
      return (outcome = await append(place));
    } finally {
      place.end(outcome);
      if (this.#last.get(stream) === place) this.#last.delete(stream);
    }
  }
}

/** The place of an append behind the earlier appends to its stream. */
export class Place {
  /** Resolves with the outcome; null if it is unknown, or a refusal other than a stale revision. */
  readonly over: Promise<Appended | null>;
  #end: (outcome: Appended | null) => void = () => undefined;
  #isSent = false;
  #tellSent: () => void = () => undefined;
  #sent = this.#nextSending();
  /** Null once the predecessor has ended. */
  #before: Place | null;

  constructor(before: Place | null) {
    this.over = new Promise((resolve) => (this.#end = resolve));
    this.#before = before;
    void before?.over.then(() => (this.#before = null));
  }

  end(outcome: Appended | null): void {
    this.#end(outcome);
  }

  /** @throws what `send` throws; the append may then be sent again */
  async send<Answer extends Readonly<{ ok: boolean }>>(
    expectedRevision: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    await this.#before?.sentOrOver();
    const before = this.#before;
    const answer = await this.#sendOnce(send);
    if (answer.ok || before === null) return answer;
    const outcome = await before.over;
    const wasEarly = outcome?.ok === true && outcome.revision === expectedRevision;
    return wasEarly ? this.#sendOnce(send) : answer;
  }

  async sentOrOver(): Promise<void> {
    if (!this.#isSent) await Promise.race([this.#sent, this.over]);
  }

  async #sendOnce<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    this.#isSent = true;
    this.#tellSent();
    try {
      return await send();
    } catch (error) {
      this.#isSent = false;
      this.#sent = this.#nextSending();
      throw error;
    }
  }

  #nextSending(): Promise<void> {
    return new Promise((resolve) => (this.#tellSent = resolve));
  }
}
