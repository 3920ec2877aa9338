// The Merkle tree over the covered events (RFC 9162, section 2.1): leaf i is the text of the log's covered event i.
// Source: docs/spec/log.md#tree.
import { createHash, hash } from 'node:crypto';

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

/** Of a tree without leaves. */
const EMPTY = createHash('sha256').digest();

/**
 * The right edge of a growing tree: the roots of its complete subtrees, the largest first, one for each bit set in `size`.
 * Enough to add leaves and to know the root; grows with the logarithm of the size.
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
    const last = this.#roots.at(-1);
    if (last === undefined) return EMPTY.toString('hex');
    return this.#roots
      .slice(0, -1)
      .reduceRight((right, left) => nodeHash(left, right), last)
      .toString('hex');
  }

  /** In hexadecimal, the largest subtree first. */
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
