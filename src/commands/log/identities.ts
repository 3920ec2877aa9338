// The ids that a log got one after another, and how much of the log before is in it.
import type { DeploymentEvent } from '../../domain/deployment/events.js';
import { DEPLOYMENT_STREAM } from '../../domain/deployment/fold.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { Identified } from '../../domain/seal/continued.js';
import { isRaise } from './acceptLog.js';

/** Gathers them from the covered events in the log's order. A restore begins at the ids advanced before it. */
export class Identities {
  readonly #found: Identified[] = [];
  #count = 0;
  #raisedFrom: number | null = null;

  covered(event: Recorded): void {
    const at = this.#count;
    this.#count += 1;
    if (isRaise(event)) {
      this.#raisedFrom ??= at;
      return;
    }
    const { type, data, metadata } = event as Recorded<DeploymentEvent>;
    if (event.stream === DEPLOYMENT_STREAM && 'logId' in data) {
      const reason = type === 'LogRestored' ? data.reason : null;
      const events = type === 'LogRestored' ? (this.#raisedFrom ?? at) : at;
      this.#found.push({ by: type as Identified['by'], logId: data.logId, at: metadata.at, reason, events });
    }
    this.#raisedFrom = null;
  }

  get current(): string | null {
    return this.#found.at(-1)?.logId ?? null;
  }

  has(logId: string): boolean {
    return this.#found.some((found) => found.logId === logId);
  }

  /** The ids after this one; all for null or an id that the log never had. */
  after(logId: string | null): readonly Identified[] {
    return this.#found.slice(this.#found.findIndex((found) => found.logId === logId) + 1);
  }

  /** The first restore after the log had this id. */
  restoredAfter(logId: string | null): Identified | null {
    return this.after(logId).find(({ by }) => by === 'LogRestored') ?? null;
  }
}
