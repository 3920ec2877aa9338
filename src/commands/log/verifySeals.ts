// Recomputes the hash chain and compares it with the log's seals and with exported ones.
import { eventAt, nextValue } from '../seals/sealChain.js';
import { sealOf, SEALS, type Seal } from '../../domain/seal/fold.js';
import { leafHash, TreeEdge } from '../seals/merkleTree.js';
import { type ExportedSeals } from '../seals/exportedSeals.js';
import { resumedTree } from '../seals/seals.js';
import { isCheckpointOf, parseCheckpoint } from '../seals/checkpoint.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { Identities } from './identities.js';
import { deployment, DEPLOYMENT_STREAM } from '../../domain/deployment/fold.js';
import { CHAIN_START } from '../../domain/seal/chain.js';
import type { VerifyFinding } from '../../domain/seal/findings.js';

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
 * Compares the chain with the log's seals. After a seal that differs, the chain continues from its stored value, so that the
 * violation is located between two seals and later events are verified independently.
 */
export class SealCheck {
  readonly #log: EventLog;
  readonly #add: (problem: VerifyFinding) => void;
  #value = CHAIN_START;
  #count = 0;
  /** Null after a seal that differs and has no tree. */
  #tree: TreeEdge | null = TreeEdge.empty();
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

  async covered(event: Recorded, text: string): Promise<void> {
    await this.#judge(event.position - 1);
    this.#value = nextValue(this.#value, text);
    this.#tree?.add(leafHash(text));
    this.#count += 1;
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
      if (!atItsPlace || !this.#matches(seal)) {
        this.#add({ is: 'SealDiffers', afterSeal: this.#before, upToSeal: seal.revision });
        this.#count = seal.count;
        this.#value = seal.hash;
        this.#tree = null;
      }
      if (!this.#isSigned(seal)) this.#add({ is: 'CheckpointDiffers', seal: seal.revision });
      this.#tree ??= resumedTree(seal);
      this.#before = seal.revision;
      this.#next = await this.#nextSeal();
    }
  }

  /** Whether the checkpoint, if there is one, says what the seal says, signed with the key in force where it stands. */
  #isSigned({ checkpoint, count, tree, position }: PlacedSeal): boolean {
    if (checkpoint === undefined) return true;
    const read = parseCheckpoint(checkpoint);
    const signing = this.#signing.findLast((since) => since.position < position);
    return (
      read !== null &&
      signing !== undefined &&
      signing.logIds.includes(read.logId) &&
      read.size === count &&
      read.root.toString('hex') === tree?.root &&
      isCheckpointOf(read, Buffer.from(signing.publicKey, 'base64'))
    );
  }

  #matches(seal: Seal): boolean {
    if (seal.count !== this.#count || seal.hash !== this.#value) return false;
    if (seal.tree === undefined) return true;
    return resumedTree(seal) !== null && (this.#tree === null || seal.tree.root === this.#tree.root());
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

/** Computes the chain without the log's seals and compares it with exported seals. */
export class ExportCheck {
  readonly #seals: ExportedSeals['seals'];
  readonly #add: (problem: VerifyFinding) => void;
  #value = CHAIN_START;
  #count = 0;
  #checked = 0;
  #mismatch: Extract<VerifyFinding, { is: 'ExportDiffers' }> | null = null;
  readonly #restores = new Identities();
  readonly #logId: string | null;

  constructor(exported: ExportedSeals | null, add: (problem: VerifyFinding) => void) {
    this.#seals = exported?.seals.toSorted((a, b) => a.count - b.count) ?? [];
    this.#logId = exported?.logId ?? null;
    this.#add = add;
  }

  covered(event: Recorded, text: string): void {
    this.#restores.covered(event);
    if (this.#checked === this.#seals.length) return;
    this.#value = nextValue(this.#value, text);
    this.#count += 1;
    for (let seal = this.#seals[this.#checked]; seal?.count === this.#count; seal = this.#seals[this.#checked]) {
      if (seal.hash !== this.#value) {
        const since = this.#seals[this.#checked - 1]?.count ?? 0;
        this.#mismatch ??= { is: 'ExportDiffers', count: seal.count, at: seal.at, since };
      }
      this.#checked += 1;
    }
  }

  end(): void {
    const newest = this.#seals[this.#seals.length - 1];
    if (newest === undefined) return;
    const isShorter = this.#checked < this.#seals.length;
    const restored = this.#restores.restoredAfter(this.#logId);
    const differsAt = this.#mismatch?.count ?? (isShorter ? newest.count : 0);
    if (restored !== null && differsAt > restored.events) {
      const { at, reason, events } = restored;
      return this.#add({ is: 'ExportBeforeRestore', at, reason: reason ?? '', lost: newest.count - events });
    }
    if (this.#mismatch !== null) this.#add(this.#mismatch);
    if (isShorter) this.#add({ is: 'LogShorterThanExport', count: newest.count, events: this.#count });
  }
}
