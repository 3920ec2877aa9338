// The Merkle tree over the covered events (RFC 9162, section 2.1). Source: docs/spec/log.md#tree.
import { createHash, hash } from 'node:crypto';
import { canonicalJson } from '../../domain/kernel/canonicalJson.js';
import type { Recorded } from '../../domain/kernel/event.js';

const LEAF = Buffer.of(0);
/** 1 and two hashes: written anew for each node. */
const NODE = Buffer.concat([Buffer.of(1), Buffer.alloc(64)]);

/** SHA-256, 32 bytes. */
export type Hash = Buffer;

export function leafHash(entry: string | Uint8Array): Hash {
  return createHash('sha256').update(LEAF).update(entry).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  NODE.set(left, 1);
  NODE.set(right, 33);
  return hash('sha256', NODE, 'buffer');
}

/** Root of a tree without leaves. */
const EMPTY = createHash('sha256').digest();

/**
 * The right edge of a growing tree: the roots of its complete subtrees, the largest first, one for each bit set in
 * `size`. Enough to add leaves and to know the root; grows with the logarithm of the size.
 */
export class TreeEdge {
  #size: number;
  readonly #roots: Hash[];

  private constructor(size: number, roots: readonly Hash[]) {
    this.#size = size;
    this.#roots = [...roots];
  }

  static empty(): TreeEdge {
    return new TreeEdge(0, []);
  }

  /** @param roots as `roots()` gave them; null when they are not those of a tree of this size */
  static resume(size: number, roots: readonly string[]): TreeEdge | null {
    const isWhole = roots.length === bitsSet(size) && roots.every((root) => /^[0-9a-f]{64}$/.test(root));
    return isWhole
      ? new TreeEdge(
          size,
          roots.map((root) => Buffer.from(root, 'hex')),
        )
      : null;
  }

  get size(): number {
    return this.#size;
  }

  add(leaf: Hash): void {
    let root = leaf;
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2)
      root = nodeHash(this.#roots.pop() as Hash, root);
    this.#roots.push(root);
    this.#size += 1;
  }

  /** The tree's root hash, in hexadecimal. */
  root(): string {
    const lastRoot = this.#roots.at(-1);
    if (lastRoot === undefined) return EMPTY.toString('hex');
    return this.#roots
      .slice(0, -1)
      .reduceRight((right, left) => nodeHash(left, right), lastRoot)
      .toString('hex');
  }

  /** Roots in hexadecimal, the largest subtree first. */
  roots(): readonly string[] {
    return this.#roots.map((root) => root.toString('hex'));
  }
}

/** @param size below 2^53 */
function bitsSet(size: number): number {
  let bits = 0;
  for (let left = size; left > 0; left = Math.floor(left / 2)) bits += left % 2;
  return bits;
}

// The text of an event as a leaf: without position and server's time, so seals stay valid in a copy of the log.

/** Text of an event as it is stored; a part enters by the SHA-256 of its bytes. */
export function leafText(event: Recorded): string {
  const { stream, revision, id, type, metadata } = event;
  const data = event.data instanceof Uint8Array ? `sha256:${hash('sha256', event.data)}` : event.data;
  return canonicalJson({ stream, revision, id, type, data, metadata });
}

// Proofs in the Merkle tree: that a leaf is in it, and that a larger tree begins with a smaller one (RFC 9162,
// sections 2.1.3 and 2.1.4). Pure: hashes come from the caller. Source: docs/spec/log.md#proofs.

/**
 * The root of the complete subtree of the leaves `index * 2^level` up to the next `2^level`; level 0 is the hash
 * of a leaf. Asked only for subtrees whose leaves all exist.
 */
export type SubtreeHash = (level: number, index: number) => Hash;

/** The path from the leaf to the root, the leaf's sibling first. @throws RangeError unless `0 <= index < size` */
export function inclusionProof(subtree: SubtreeHash, index: number, size: number): readonly Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  const path: Hash[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const split = start + splitOf(end - start);
    const isLeft = index < split;
    path.unshift(rangeHash(subtree, isLeft ? split : start, isLeft ? end : split));
    [start, end] = isLeft ? [start, split] : [split, end];
  }
  return path;
}

/** That the larger tree begins with the smaller; empty for the same. @throws RangeError unless `0 < from <= to` */
export function consistencyProof(subtree: SubtreeHash, from: number, to: number): readonly Hash[] {
  if (!(from > 0 && from <= to)) throw new RangeError(`No tree of ${from} in a tree of ${to}`);
  const proof: Hash[] = [];
  let start = 0;
  let end = to;
  while (end !== from) {
    const split = start + splitOf(end - start);
    if (from <= split) {
      proof.unshift(rangeHash(subtree, split, end));
      end = split;
    } else {
      proof.unshift(rangeHash(subtree, start, split));
      start = split;
    }
  }
  // A complete subtree that begins the tree is the smaller tree itself, which the verifier knows.
  if (start > 0) proof.unshift(rangeHash(subtree, start, end));
  return proof;
}

/** The root of the tree of the first `size` leaves. @throws RangeError for an empty tree */
export function rootHash(subtree: SubtreeHash, size: number): Hash {
  if (!(size > 0)) throw new RangeError('An empty tree has no leaves');
  return rangeHash(subtree, 0, size);
}

/** Whether the path leads from the leaf's hash to the root. */
export function isIncluded(
  leaf: Hash,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let node = index;
  let lastNode = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (lastNode === 0) return false;
    if (node % 2 === 1 || node === lastNode) {
      hash = nodeHash(sibling, hash);
      // Up to the level at which this subtree has a sibling on its right.
      while (node % 2 === 0 && node !== 0) [node, lastNode] = [half(node), half(lastNode)];
    } else hash = nodeHash(hash, sibling);
    [node, lastNode] = [half(node), half(lastNode)];
  }
  return lastNode === 0 && hash.equals(root);
}

export type Tree = Readonly<{ size: number; root: Uint8Array }>;

/** Whether the proof shows that the newer tree begins with the older one. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  const { size: from } = older;
  if (!Number.isSafeInteger(from) || from <= 0 || from > newer.size) return false;
  if (from === newer.size) return proof.length === 0 && Buffer.from(older.root).equals(newer.root);
  const isComplete = Number.isInteger(Math.log2(from));
  const [first, ...siblings] = isComplete ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let node = from - 1;
  let lastNode = newer.size - 1;
  while (node % 2 === 1) [node, lastNode] = [half(node), half(lastNode)];
  let [olderHash, newerHash]: [Hash, Hash] = [Buffer.from(first), Buffer.from(first)];
  for (const sibling of siblings) {
    if (lastNode === 0) return false;
    if (node % 2 === 1 || node === lastNode) {
      olderHash = nodeHash(sibling, olderHash);
      newerHash = nodeHash(sibling, newerHash);
      while (node % 2 === 0 && node !== 0) [node, lastNode] = [half(node), half(lastNode)];
    } else newerHash = nodeHash(newerHash, sibling);
    [node, lastNode] = [half(node), half(lastNode)];
  }
  return lastNode === 0 && olderHash.equals(older.root) && newerHash.equals(newer.root);
}

/** The largest power of two below `count`, which is at least 2. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

/** The hash of leaves `start` up to `end`; `start` is a multiple of the largest power of two among them. */
function rangeHash(subtree: SubtreeHash, start: number, end: number): Hash {
  const count = end - start;
  const level = Math.log2(count);
  if (Number.isInteger(level)) return subtree(level, start / count);
  const split = start + splitOf(count);
  return nodeHash(rangeHash(subtree, start, split), rangeHash(subtree, split, end));
}
