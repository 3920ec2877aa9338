// Recomputes the tree and compares it with the log's seals.
import { eventAt } from '../kernel/lastEvent.js';
import { SEALS, sealOf, type Seal, type VerifyFinding } from '../../domain/seal.js';
import { TreeEdge, type Hash } from '../seals/merkleTree.js';
import { treeOf } from '../seals/seals.js';
import { isCheckpointOf, parseCheckpoint } from '../seals/checkpoint.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { deployment, DEPLOYMENT_STREAM } from '../../domain/deployment.js';

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
 * Compares the tree with the log's seals. After a seal that differs, the tree continues from the seal's edge, so that the
 * violation is located between two seals and later events are verified independently.
 */
export class SealCheck {
  readonly #log: EventLog;
  readonly #add: (problem: VerifyFinding) => void;
  #tree = TreeEdge.empty();
  #position = 0;
  #before: number | null = null;
  #next: PlacedSeal | null = null;
  #stream: AsyncIterator<Recorded> | null = null;
  #signing: readonly Signing[] = [];

  constructor(log: EventLog, add: (problem: VerifyFinding) => void) {
    this.#log = log;
    this.#add = add;
  }

  async begin(): Promise<void> {
    this.#signing = await signingHistory(this.#log);
    this.#stream = this.#log.read(SEALS, 0)[Symbol.asyncIterator]();
    this.#next = await this.#nextSeal();
  }

  async covered(event: Recorded, leaf: Hash): Promise<void> {
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
        this.#add({ is: 'SealDiffers', afterSeal: this.#before, upToSeal: seal.revision });
        this.#tree = sealed ?? this.#tree;
      }
      if (!this.#isSigned(seal)) this.#add({ is: 'CheckpointDiffers', seal: seal.revision });
      this.#before = seal.revision;
      this.#next = await this.#nextSeal();
    }
  }

  /** Whether the checkpoint says what the seal says, signed with the key in force where it stands. */
  #isSigned({ checkpoint, count, root, position }: PlacedSeal): boolean {
    const read = parseCheckpoint(checkpoint);
    const signing = this.#signing.findLast((since) => since.position < position);
    return (
      read !== null &&
      signing !== undefined &&
      signing.logIds.includes(read.logId) &&
      read.size === count &&
      read.root.toString('hex') === root &&
      isCheckpointOf(read, Buffer.from(signing.publicKey, 'base64'))
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
