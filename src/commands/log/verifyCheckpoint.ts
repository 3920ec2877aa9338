// Compares the log with a kept checkpoint: the log must begin with the events that the checkpoint covers, through copies and
// restores. Source: docs/spec/log.md#verify.
import { DEPLOYMENT_STREAM, type DeploymentEvent } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { Continued, Identified, VerifyFinding } from '../../domain/seal.js';
import { isCheckpointOf, type Checkpoint } from '../seals/checkpoint.js';
import { TreeEdge, type Hash } from '../seals/merkleTree.js';
import { isRaise } from './acceptLog.js';

export class CheckpointCheck {
  readonly #checkpoint: Checkpoint;
  readonly #tree = TreeEdge.empty();
  readonly #identities = new Identities();
  /** That the log ever signed with, in base64. */
  readonly #publicKeys: string[] = [];
  #events = 0;

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
  }

  covered(event: Recorded, leaf: Hash): void {
    this.#events += 1;
    if (this.#tree.size < this.#checkpoint.size) this.#tree.add(leaf);
    this.#identities.covered(event);
    if (event.stream !== DEPLOYMENT_STREAM) return;
    const { type, data } = event as Recorded<DeploymentEvent>;
    if (type === 'SealKeySet') this.#publicKeys.push(data.publicKey);
  }

  /** @param add of what is wrong */
  end(add: (problem: VerifyFinding) => void): Continued {
    const { logId, size } = this.#checkpoint;
    const problems = [...this.#problems()];
    for (const problem of problems) add(problem);
    const since = this.#identities.has(logId) ? this.#identities.after(logId) : [];
    return { logId, size, isContinued: problems.length === 0, since };
  }

  *#problems(): Generator<VerifyFinding> {
    const { logId, size, root } = this.#checkpoint;
    if (!this.#identities.has(logId)) {
      const restored = this.#identities.restoredAfter(null);
      yield {
        is: 'CheckpointOfAnotherLog',
        checkpoint: logId,
        logId: this.#identities.current,
        restoredAt: restored?.at ?? null,
      };
      return;
    }
    if (!this.#publicKeys.some((key) => isCheckpointOf(this.#checkpoint, Buffer.from(key, 'base64'))))
      yield { is: 'CheckpointNotSigned' };
    if (this.#tree.size === size && this.#tree.root() === root.toString('hex')) return;
    const restored = this.#identities.restoredAfter(logId);
    if (restored !== null && size > restored.events) {
      const { at, reason, events } = restored;
      yield { is: 'CheckpointBeforeRestore', at, reason: reason ?? '', size, cut: events };
    } else if (this.#tree.size < size) yield { is: 'LogShorterThanCheckpoint', size, events: this.#events };
    else yield { is: 'CheckpointNotContinued', size };
  }
}

/** The ids that a log got one after another, and how much of the log before is in it. Gathers them from the covered events in the log's order. A restore begins at the ids advanced before it. */
class Identities {
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
