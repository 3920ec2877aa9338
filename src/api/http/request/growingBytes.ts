// Gathers bytes whose number is not known, within a hold of the budget. The memory grows in place and is given back at
// once: a list of chunks would hold them twice until the garbage collector runs.
import { HttpError } from '../response/problems.js';
import type { Hold } from './bodyBudget.js';

/** What is added to the hold at a time. */
export const STEP_BYTES = 1_048_576;

export class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  #takenBytes: number;
  #size = 0;

  /** @param takenBytes of the hold, taken before */
  constructor(
    private readonly hold: Hold,
    private readonly bytesMax: number,
    takenBytes: number,
  ) {
    this.#takenBytes = takenBytes;
    this.#buffer = new ArrayBuffer(0, { maxByteLength: bytesMax });
  }

  /**
   * @returns what it waits for, null when it has been done
   * @throws HttpError ContentTooLarge
   */
  append(chunk: Uint8Array): Promise<void> | null {
    const size = this.#size + chunk.length;
    if (size > this.bytesMax) throw new HttpError({ is: 'ContentTooLarge', bytesMax: this.bytesMax });
    if (size > this.#takenBytes) {
      const bytes = Math.min(Math.max(STEP_BYTES, chunk.length), this.bytesMax - this.#takenBytes);
      const waiting = this.hold.take(bytes);
      this.#takenBytes += bytes;
      if (waiting !== null) return waiting.then(() => this.#put(chunk));
    }
    this.#put(chunk);
    return null;
  }

  /** All that was appended, and the hold is no larger than that any more. May be called once. */
  take(): ArrayBuffer {
    const whole = this.#buffer.slice(0, this.#size);
    this.hold.settle(this.#size);
    this.free();
    return whole;
  }

  free(): void {
    this.#buffer.resize(0);
  }

  #put(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    if (size > this.#buffer.byteLength) this.#buffer.resize(Math.min(this.#takenBytes, this.bytesMax));
    new Uint8Array(this.#buffer, this.#size).set(chunk);
    this.#size = size;
  }
}
