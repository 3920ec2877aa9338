// The tree of a log of any length, for proofs: hashes are read from tiles, and only events after the last full tile from the
// log. Tiles are believed no further than they lead to the root that was asked for. Source: docs/spec/log.md#tiles.
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { coveredPrefixes } from '../../domain/seal/coverage.js';
import { rootHash, type SubtreeHash } from './merkleProofs.js';
import { leafHash, nodeHash, type Hash } from './merkleTree.js';
import { Recent } from './recent.js';
import { chainText } from './sealChain.js';
import { TILE_LEVELS, TILE_WIDTH, type TileKind, type TileStore } from './tileStore.js';

const HASH_BYTES = 32;
const POSITION_BYTES = 8;
/** Tiles in memory: some 70 kB each. */
const TILES_KEPT = 64;

/** The nodes of a tile by level, from its hashes up to its root. */
type Tile = readonly (readonly Hash[])[];

/** Tiles that are cut, missing or of another log. */
class TilesDamaged extends Error {
  override readonly name = 'TilesDamaged';
}

/** The log's events have another root: `verify` finds where they differ. */
export class TreeDiffers extends Error {
  override readonly name = 'TreeDiffers';
}

export class LogTree {
  readonly #tiles: TileStore;
  /** Full tiles of leaves. */
  #full: number;
  /** The leaves after them, and where they are in the log. */
  #tail: Hash[] = [];
  #tailPositions: number[] = [];
  readonly #recent = new Recent<Tile>(TILES_KEPT);
  /** The last tile of a level while it is not full. */
  readonly #partial = new Map<number, Tile>();
  /** The tile of each level asked for last: events come in the log's order. */
  readonly #last: { index: number; tile: Tile }[] = [];
  readonly #recentPositions = new Recent<Buffer>(TILES_KEPT);
  #lastPositions: Readonly<{ tile: number; positions: Buffer }> | null = null;
  /** Of the tree of a size, by level: the root of the leaves after the complete subtrees; null where there are none. */
  readonly #ends = new Map<number, readonly (Hash | null)[]>();

  private constructor(tiles: TileStore, full: number) {
    this.#tiles = tiles;
    this.#full = full;
  }

  /** Reads the log on from the tiles, until `size` leaves are known or the log ends, and keeps the tiles that got full. */
  static async read(log: EventLog, tiles: TileStore, size: number): Promise<LogTree> {
    const tree = new LogTree(tiles, await tiles.count('positions'));
    if (tree.size >= size) return tree;
    const from = tree.#full === 0 ? 0 : await tree.#positionOf(tree.#full * TILE_WIDTH - 1);
    const done = new AbortController();
    for await (const { events, caughtUp } of log.subscribe(from, coveredPrefixes, done.signal)) {
      for (const event of events) if (tree.size < size) await tree.#add(event);
      if (caughtUp || tree.size >= size) done.abort();
    }
    return tree;
  }

  /** Leaves known; may be more than were asked for. */
  get size(): number {
    return this.#full * TILE_WIDTH + this.#tail.length;
  }

  readonly subtree: SubtreeHash = async (level, index) => {
    const known = this.#known(level, index);
    if (known !== null) return known;
    const [at, across] = [Math.floor(level / TILE_LEVELS), TILE_WIDTH / 2 ** (level % TILE_LEVELS)];
    const place = Math.floor(index / across);
    this.#last[at] = { index: place, tile: await this.#tile(at, place) };
    const hash = this.#known(level, index);
    if (hash === null) throw new RangeError(`No subtree ${index} of level ${level} in a tree of ${this.size}`);
    return hash;
  };

  /** The path of `inclusionProof`, faster for many leaves of one tree. */
  async pathOf(leaf: number, size: number): Promise<readonly Hash[]> {
    if (!(leaf >= 0 && leaf < size)) throw new RangeError(`No leaf ${leaf} in a tree of ${size}`);
    const ends = this.#ends.get(size) ?? (await this.#endsOf(size));
    const path: Hash[] = [];
    for (let [level, node] = [0, leaf]; level < ends.length; level += 1, node = Math.floor(node / 2)) {
      const sibling = node % 2 === 0 ? node + 1 : node - 1;
      const complete = Math.floor(size / 2 ** level);
      const end = sibling === complete ? (ends[level] ?? null) : null;
      if (sibling < complete) path.push(this.#known(level, sibling) ?? (await this.subtree(level, sibling)));
      else if (end !== null) path.push(end);
    }
    return path;
  }

  /**
   * The leaf of a covered event; null for one after the known leaves.
   * @param text of the event in the chain, where it is known already
   */
  async leafOf(event: Recorded, text = chainText(event)): Promise<number | null> {
    const tile = await this.#tileOf(event.position);
    let [first, after] = [tile * TILE_WIDTH, Math.min((tile + 1) * TILE_WIDTH, this.size)];
    const end = after;
    while (first < after) {
      const middle = Math.floor((first + after) / 2);
      if (this.#positionIn(middle) < event.position) first = middle + 1;
      else after = middle;
    }
    if (first === end) return null;
    if (this.#positionIn(first) !== event.position) throw new TilesDamaged(`Leaf ${first} is elsewhere`);
    if (!(await this.subtree(0, first)).equals(leafHash(text))) throw new TilesDamaged(`Leaf ${first} differs`);
    return first;
  }

  /** The first tile that ends at or after the position, else the leaves after all tiles; its positions are then the last. */
  async #tileOf(position: number): Promise<number> {
    const last = this.#lastPositions;
    if (last !== null && this.#contains(last.positions, position)) return last.tile;
    let [first, after] = [0, this.#full];
    while (first < after) {
      const middle = Math.floor((first + after) / 2);
      if ((await this.#positionOf((middle + 1) * TILE_WIDTH - 1)) < position) first = middle + 1;
      else after = middle;
    }
    if (first < this.#full) await this.#positionOf(first * TILE_WIDTH);
    return first;
  }

  #contains(positions: Buffer, position: number): boolean {
    return (
      positions.readDoubleBE(0) <= position &&
      position <= positions.readDoubleBE(positions.length - POSITION_BYTES)
    );
  }

  /** Of a leaf after all tiles, or in the tile whose positions were read last. */
  #positionIn(leaf: number): number {
    const last = this.#lastPositions;
    const tile = Math.floor(leaf / TILE_WIDTH);
    if (tile === this.#full) return this.#tailPositions[leaf % TILE_WIDTH] as number;
    return (last as NonNullable<typeof last>).positions.readDoubleBE((leaf % TILE_WIDTH) * POSITION_BYTES);
  }

  /** A node of the tiles asked for last. */
  #known(level: number, index: number): Hash | null {
    const [below, last] = [level % TILE_LEVELS, this.#last[Math.floor(level / TILE_LEVELS)]];
    const across = TILE_WIDTH / 2 ** below;
    if (last?.index !== Math.floor(index / across)) return null;
    return last.tile[below]?.[index % across] ?? null;
  }

  async #endsOf(size: number): Promise<readonly (Hash | null)[]> {
    const ends: (Hash | null)[] = [];
    let end: Hash | null = null;
    for (let level = 0; 2 ** level < size; level += 1) {
      ends.push(end);
      const complete = Math.floor(size / 2 ** level);
      if (complete % 2 === 0) continue;
      const left = await this.subtree(level, complete - 1);
      end = end === null ? left : nodeHash(left, end);
    }
    this.#ends.set(size, ends);
    return ends;
  }

  async #add(event: Recorded): Promise<void> {
    this.#tail.push(leafHash(chainText(event)));
    this.#tailPositions.push(event.position);
    if (this.#tail.length < TILE_WIDTH) return;
    await this.#keep(0, this.#full, this.#tail);
    const positions = Buffer.alloc(TILE_WIDTH * POSITION_BYTES);
    this.#tailPositions.forEach((position, at) => positions.writeDoubleBE(position, at * POSITION_BYTES));
    await this.#tiles.write('positions', this.#full, positions); // the last, as it counts them
    this.#full += 1;
    this.#tail = [];
    this.#tailPositions = [];
  }

  /** Keeps a full tile, and the one above when that got full by it. */
  async #keep(level: number, index: number, hashes: readonly Hash[]): Promise<void> {
    await this.#tiles.write(level, index, Buffer.concat(hashes));
    if ((index + 1) % TILE_WIDTH !== 0) return;
    const roots: Hash[] = [];
    for (let below = index + 1 - TILE_WIDTH; below <= index; below += 1)
      roots.push(rootOf(await this.#stored(level, below)));
    await this.#keep(level + 1, (index + 1) / TILE_WIDTH - 1, roots);
  }

  #tile(level: number, index: number): Promise<Tile> {
    const width = this.#hashesAt(level) - index * TILE_WIDTH;
    if (width >= TILE_WIDTH) return this.#recent.get(`${level}/${index}`, () => this.#fullTile(level, index));
    return this.#partialTile(level, index, width);
  }

  /** How many hashes the tiles of a level have together. */
  #hashesAt(level: number): number {
    return level === 0 ? this.size : Math.floor(this.size / TILE_WIDTH ** level);
  }

  /** A full tile whose root is the one that the tile above holds. */
  async #fullTile(level: number, index: number): Promise<Tile> {
    const tile = await this.#stored(level, index);
    const above = Math.floor(index / TILE_WIDTH);
    if ((above + 1) * TILE_WIDTH > this.#hashesAt(level + 1)) return tile; // that one is made from this one
    const expected = (await this.#tile(level + 1, above))[0]?.[index % TILE_WIDTH];
    if (!rootOf(tile).equals(expected as Hash)) throw new TilesDamaged(`Tile ${index} of level ${level} differs`);
    return tile;
  }

  async #partialTile(level: number, index: number, width: number): Promise<Tile> {
    const known = this.#partial.get(level);
    if (known?.[0]?.length === width) return known;
    const hashes: Hash[] = level === 0 ? this.#tail : [];
    for (let at = 0; level > 0 && at < width; at += 1)
      hashes.push(rootOf(await this.#stored(level - 1, index * TILE_WIDTH + at)));
    const tile = nodesOf(hashes);
    this.#partial.set(level, tile);
    return tile;
  }

  async #stored(level: number, index: number): Promise<Tile> {
    const bytes = await this.#bytes(level, index, HASH_BYTES);
    return nodesOf(
      Array.from({ length: TILE_WIDTH }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    );
  }

  async #positionOf(leaf: number): Promise<number> {
    const tile = Math.floor(leaf / TILE_WIDTH);
    if (tile === this.#full) return this.#tailPositions[leaf % TILE_WIDTH] as number;
    const positions = await this.#recentPositions.get(String(tile), () =>
      this.#bytes('positions', tile, POSITION_BYTES),
    );
    this.#lastPositions = { tile, positions };
    return positions.readDoubleBE((leaf % TILE_WIDTH) * POSITION_BYTES);
  }

  async #bytes(kind: TileKind, index: number, each: number): Promise<Buffer> {
    const bytes = await this.#tiles.read(kind, index);
    if (bytes?.length !== TILE_WIDTH * each) throw new TilesDamaged(`Tile ${index} of ${kind} is not whole`);
    return bytes;
  }
}

/**
 * Makes proofs in the tree of the first `size` covered events. `work` may run twice: tiles that turn out damaged are made anew.
 * @param root of that tree, 32 bytes
 * @throws TreeDiffers when the log does not lead to this root
 */
export async function inTree<Result>(
  log: EventLog,
  tiles: TileStore,
  { size, root }: Readonly<{ size: number; root: Uint8Array }>,
  work: (tree: LogTree) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const tree = await LogTree.read(log, tiles, size);
      if (tree.size < size) throw new TilesDamaged(`The log has ${tree.size} leaves, not ${size}`);
      if (!(await rootHash(tree.subtree, size)).equals(root)) throw new TilesDamaged(`Another root at ${size}`);
      return await work(tree);
    } catch (error) {
      if (!(error instanceof TilesDamaged)) throw error;
      if (attempt > 1) throw new TreeDiffers(error.message);
      await tiles.clear();
    }
}

/** All nodes whose leaves are there. */
function nodesOf(hashes: readonly Hash[]): Tile {
  const levels: Hash[][] = [[...hashes]];
  for (let below = levels[0] as Hash[]; below.length > 1; below = levels.at(-1) as Hash[]) {
    const level: Hash[] = [];
    for (let at = 0; at + 1 < below.length; at += 2)
      level.push(nodeHash(below[at] as Hash, below[at + 1] as Hash));
    levels.push(level);
  }
  return levels;
}

/** Of a full tile. */
function rootOf(tile: Tile): Hash {
  return tile[TILE_LEVELS]?.[0] as Hash;
}
