// The tree of the log, for proofs: leaves are read from their store, and only events after them from the log. They
// are believed no further than they lead to the root that was asked for. Source: docs/spec/log.md#leaves.
import type { DeploymentState } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { SEALS, coveredPrefixes, sealOf, type NoContinuation } from '../../domain/seal.js';
import { eventsAfter } from '../log/copyLog.js';
import { readDeploymentState } from '../log/deployment.js';
import { isCheckpointOf, parseCheckpoint, type Checkpoint } from './checkpoint.js';
import { LEAF_BYTES, type LeafStore } from './leafStore.js';
import {
  consistencyProof,
  isConsistent,
  leafHash,
  leafText,
  nodeHash,
  rootHash,
  type SubtreeHash,
} from './merkleTree.js';

const HASH_BYTES = 32;

/** Leaves that are cut or of another log. */
class LeavesDamaged extends Error {
  override readonly name = 'LeavesDamaged';
}

/** The log's events have another root: `verify` finds where they differ. */
export class TreeDiffers extends Error {
  override readonly name = 'TreeDiffers';
}

/** Reads the log on from the kept leaves, until `size` are known or the log ends, and keeps the new ones. */
async function readLeaves(log: EventLog, store: LeafStore, size: number): Promise<Buffer> {
  const storedLeaves = await store.read();
  const first = storedLeaves.length / LEAF_BYTES;
  if (first >= size) return storedLeaves;
  const added: Buffer[] = [];
  const from = first === 0 ? 0 : positionIn(storedLeaves, first - 1);
  for await (const event of eventsAfter(log, from, coveredPrefixes)) {
    const position = Buffer.alloc(LEAF_BYTES - HASH_BYTES);
    position.writeDoubleBE(event.position);
    added.push(Buffer.concat([leafHash(leafText(event)), position]));
    if (first + added.length === size) break;
  }
  const leaves = Buffer.concat(added);
  if (leaves.length > 0) await store.write(first, leaves);
  return Buffer.concat([storedLeaves, leaves]);
}

function positionIn(leaves: Buffer, leaf: number): number {
  return leaves.readDoubleBE(leaf * LEAF_BYTES + HASH_BYTES);
}

export class LogTree {
  /** The roots of complete subtrees, by level from two leaves on. */
  readonly #levels: Buffer[] = [];

  constructor(private readonly leaves: Buffer) {
    for (let count = Math.floor(this.size / 2), level = 0; count > 0; count = Math.floor(count / 2), level += 1) {
      const nodes = Buffer.alloc(count * HASH_BYTES);
      for (let node = 0; node < count; node += 1)
        nodes.set(nodeHash(this.subtree(level, node * 2), this.subtree(level, node * 2 + 1)), node * HASH_BYTES);
      this.#levels.push(nodes);
    }
  }

  /** Leaves known; may be more than were asked for. */
  get size(): number {
    return this.leaves.length / LEAF_BYTES;
  }

  readonly subtree: SubtreeHash = (level, index) => {
    const nodes = level === 0 ? this.leaves : this.#levels[level - 1];
    const start = index * (level === 0 ? LEAF_BYTES : HASH_BYTES);
    if (nodes === undefined || start >= nodes.length)
      throw new RangeError(`No subtree ${index} of level ${level} in a tree of ${this.size}`);
    return nodes.subarray(start, start + HASH_BYTES);
  };

  /** The number of a covered event's leaf; null for one after the known leaves. */
  leafOf(event: Recorded): number | null {
    let first = 0;
    let after = this.size;
    while (first < after) {
      const middle = Math.floor((first + after) / 2);
      if (positionIn(this.leaves, middle) < event.position) first = middle + 1;
      else after = middle;
    }
    if (first === this.size) return null;
    if (positionIn(this.leaves, first) !== event.position) throw new LeavesDamaged(`Leaf ${first} is elsewhere`);
    if (!this.subtree(0, first).equals(leafHash(leafText(event))))
      throw new LeavesDamaged(`Leaf ${first} differs`);
    return first;
  }
}

/**
 * Makes proofs in the tree of the first `size` covered events. `work` may run twice: leaves that turn out damaged
 * are made anew.
 * @param root of that tree, 32 bytes
 * @throws TreeDiffers when the log does not lead to this root
 */
export async function inTree<Result>(
  log: EventLog,
  store: LeafStore,
  { size, root }: Readonly<{ size: number; root: Uint8Array }>,
  work: (tree: LogTree) => Result | Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const tree = new LogTree(await readLeaves(log, store, size));
      if (tree.size < size) throw new LeavesDamaged(`The log has ${tree.size} leaves, not ${size}`);
      if (!rootHash(tree.subtree, size).equals(root)) throw new LeavesDamaged(`Another root at ${size}`);
      return await work(tree);
    } catch (error) {
      if (!(error instanceof LeavesDamaged)) throw error;
      if (attempt > 1) throw new TreeDiffers(error.message);
      await store.clear();
    }
}

// A proof for others that a log goes on from an earlier checkpoint: the older size, the hashes and the newer
// checkpoint, in the form that witnesses of transparency logs take (C2SP tlog-witness, add-checkpoint). Source:
// docs/spec/log.md#verify.

export class CannotContinue extends Error {
  override readonly name = 'CannotContinue';
  constructor(readonly problem: NoContinuation) {
    super(problem.is);
  }
}

/** A kept checkpoint's text, or the number of events of the seal whose checkpoint is meant; null: the newest. */
export type CheckpointChoice = Readonly<{ text: string }> | Readonly<{ size: number }> | null;

/** @throws CannotContinue; TreeDiffers when the log does not lead to the newer checkpoint */
export async function continuation(
  log: EventLog,
  openLeaves: (logId: string) => LeafStore,
  { from, to }: Readonly<{ from: CheckpointChoice; to: CheckpointChoice }>,
) {
  const { state: identity } = await readDeploymentState(log);
  const older = await checkpointOf(log, identity, from);
  const newer = await checkpointOf(log, identity, to);
  const [{ size: olderSize }, { size }] = [older.checkpoint, newer.checkpoint];
  if (olderSize === 0 || olderSize > size) throw new CannotContinue({ is: 'NotOlder', from: olderSize, to: size });
  const leaves = openLeaves(identity.logIds.at(-1) ?? '');
  const proof = await inTree(log, leaves, newer.checkpoint, (tree) =>
    consistencyProof(tree.subtree, olderSize, size),
  );
  if (!isConsistent(older.checkpoint, newer.checkpoint, proof))
    throw new CannotContinue({ is: 'NotContinued', from: olderSize });
  const lines = [`old ${olderSize}`, ...proof.map((hash) => hash.toString('base64')), '', newer.text];
  return { from: olderSize, to: size, hashes: proof.length, text: lines.join('\n') };
}

async function checkpointOf(
  log: EventLog,
  { logIds, sealKeys }: DeploymentState,
  choice: CheckpointChoice,
): Promise<Readonly<{ checkpoint: Checkpoint; text: string }>> {
  const text =
    choice !== null && 'text' in choice ? choice.text : await sealedCheckpoint(log, choice?.size ?? null);
  const checkpoint = text === null ? null : parseCheckpoint(text);
  if (checkpoint === null || text === null)
    throw new CannotContinue({
      is: 'NoCheckpoint',
      size: choice !== null && 'size' in choice ? choice.size : null,
    });
  const { logId, size } = checkpoint;
  if (!logIds.includes(logId)) throw new CannotContinue({ is: 'OfAnotherLog', logId });
  if (!sealKeys.some((key) => isCheckpointOf(checkpoint, Buffer.from(key, 'base64'))))
    throw new CannotContinue({ is: 'NotSigned', size });
  return { checkpoint, text };
}

/** @param size null: of the newest seal */
async function sealedCheckpoint(log: EventLog, size: number | null): Promise<string | null> {
  let newestCheckpoint: string | null = null;
  for await (const event of log.read(SEALS, 0)) {
    const seal = sealOf(event);
    if (seal !== null && (size === null || seal.count === size)) newestCheckpoint = seal.checkpoint;
  }
  return newestCheckpoint;
}
