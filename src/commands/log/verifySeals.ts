// Recomputes the tree and compares it with the log's seals.
import { DEPLOYMENT_STREAM, deployment, type DeploymentEvent } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import {
  SEALS,
  sealOf,
  type Continued,
  type Identified,
  type Seal,
  type VerifyFinding,
} from '../../domain/seal.js';
import { eventAt } from '../kernel/events.js';
import { isCheckpointOf, parseCheckpoint, type Checkpoint } from '../seals/checkpoint.js';
import { TreeEdge, type Hash } from '../seals/merkleTree.js';
import { treeOf } from '../seals/seals.js';
import { isRaise } from './acceptLog.js';

type PlacedSeal = Seal & Readonly<{ revision: number; lastPosition: number; position: number }>;

/** Ids and public key of the log from a position on. */
type Signing = Readonly<{ position: number; logIds: readonly string[]; publicKey: string }>;

async function signingHistory(log: EventLog): Promise<readonly Signing[]> {
  const history: Signing[] = [];
  try {
    let state = deployment.initial();
    for await (const event of log.read(DEPLOYMENT_STREAM, 0)) {
      state = deployment.evolve(state, event);
      const { logIds, sealKey } = state;
      if (sealKey !== null) history.push({ position: event.position, logIds, publicKey: sealKey });
    }
  } catch {
    // the walk through the log reports the same unreadable event
  }
  return history;
}

/**
 * Compares the tree with the log's seals. After a seal that differs, the tree continues from the seal's edge, so
 * that the violation is located between two seals and later events are verified independently.
 */
export class SealCheck {
  #tree = TreeEdge.empty();
  #position = 0;
  #before: number | null = null;
  #next: PlacedSeal | null = null;
  #stream: AsyncIterator<Recorded> | null = null;
  #signing: readonly Signing[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly add: (problem: VerifyFinding) => void,
  ) {}

  async begin(): Promise<void> {
    this.#signing = await signingHistory(this.log);
    this.#stream = this.log.read(SEALS, 0)[Symbol.asyncIterator]();
    this.#next = await this.#nextSeal();
  }

  async cover(event: Recorded, leaf: Hash): Promise<void> {
    await this.#judge(event.position - 1);
    this.#tree.add(leaf);
    this.#position = event.position;
  }

  async end(head: number): Promise<void> {
    await this.#judge(head);
  }

  /** Compares every seal whose last event is at or before the position. */
  async #judge(position: number): Promise<void> {
    for (let seal = this.#next; seal !== null && seal.lastPosition <= position; seal = this.#next) {
      this.#next = null;
      const atItsPlace = seal.lastPosition === this.#position && seal.position > seal.lastPosition;
      const sealed = treeOf(seal);
      if (!atItsPlace || sealed === null || seal.count !== this.#tree.size || seal.root !== this.#tree.root()) {
        this.add({ is: 'SealDiffers', afterSeal: this.#before, upToSeal: seal.revision });
        this.#tree = sealed ?? this.#tree;
      }
      if (!this.#isSigned(seal)) this.add({ is: 'CheckpointDiffers', seal: seal.revision });
      this.#before = seal.revision;
      this.#next = await this.#nextSeal();
    }
  }

  /** Whether the checkpoint says what the seal says, signed with the key in force where it stands. */
  #isSigned({ checkpoint, count, root, position }: PlacedSeal): boolean {
    const signedNote = parseCheckpoint(checkpoint);
    const signing = this.#signing.findLast((since) => since.position < position);
    return (
      signedNote !== null &&
      signing !== undefined &&
      signing.logIds.includes(signedNote.logId) &&
      signedNote.size === count &&
      signedNote.root.toString('hex') === root &&
      isCheckpointOf(signedNote, Buffer.from(signing.publicKey, 'base64'))
    );
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
      return null; // the walk through the log reports the same unreadable event
    }
  }

  async #place(event: Recorded): Promise<PlacedSeal | null> {
    const seal = sealOf(event);
    if (seal === null) {
      this.add({ is: 'SealMalformed', seal: event.revision });
      return null;
    }
    const { stream, revision } = seal.last;
    const lastCovered = await eventAt(this.log, stream, revision).catch(() => null);
    if (lastCovered?.revision === revision)
      return { ...seal, revision: event.revision, position: event.position, lastPosition: lastCovered.position };
    this.add({ is: 'SealedEventMissing', stream, revision, seal: event.revision });
    return null;
  }
}

// Compares the log with a kept checkpoint: the log must begin with the events that the checkpoint covers, through
// copies and restores. Source: docs/spec/log.md#verify.

export class CheckpointCheck {
  readonly #tree = TreeEdge.empty();
  readonly #identities = new Identities();
  /** That the log ever signed with, in base64. */
  readonly #publicKeys: string[] = [];
  #events = 0;

  constructor(private readonly checkpoint: Checkpoint) {}

  cover(event: Recorded, leaf: Hash): void {
    this.#events += 1;
    if (this.#tree.size < this.checkpoint.size) this.#tree.add(leaf);
    this.#identities.note(event);
    if (event.stream !== DEPLOYMENT_STREAM) return;
    const { type, data } = event as Recorded<DeploymentEvent>;
    if (type === 'SealKeySet') this.#publicKeys.push(data.publicKey);
  }

  end(add: (problem: VerifyFinding) => void): Continued {
    const { logId, size } = this.checkpoint;
    const problems = [...this.#problems()];
    for (const problem of problems) add(problem);
    const since = this.#identities.has(logId) ? this.#identities.after(logId) : [];
    return { logId, size, isContinued: problems.length === 0, since };
  }

  *#problems(): Generator<VerifyFinding> {
    const { logId, size, root } = this.checkpoint;
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
    if (!this.#publicKeys.some((key) => isCheckpointOf(this.checkpoint, Buffer.from(key, 'base64'))))
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

/**
 * The ids that a log got one after another, and how much of the log before is in it. Gathers them from the covered
 * events in the log's order. A restore begins at the ids advanced before it.
 */
class Identities {
  readonly #identities: Identified[] = [];
  #count = 0;
  #raisedFrom: number | null = null;

  note(event: Recorded): void {
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
      this.#identities.push({ by: type as Identified['by'], logId: data.logId, at: metadata.at, reason, events });
    }
    this.#raisedFrom = null;
  }

  get current(): string | null {
    return this.#identities.at(-1)?.logId ?? null;
  }

  has(logId: string): boolean {
    return this.#identities.some((identity) => identity.logId === logId);
  }

  /** The ids after this one; all for null or an id that the log never had. */
  after(logId: string | null): readonly Identified[] {
    return this.#identities.slice(this.#identities.findIndex((identity) => identity.logId === logId) + 1);
  }

  /** The first restore after the log had this id. */
  restoredAfter(logId: string | null): Identified | null {
    return this.after(logId).find(({ by }) => by === 'LogRestored') ?? null;
  }
}
