// Port: where the hashes of the tree are kept. A cache, made anew from the log. Adapter: src/stores/log/tileFiles.ts.
// Source: docs/spec/log.md#tiles.

/** Hashes in a tile, which is eight levels high: at level 0 of leaves, above of the tiles of the level below. */
export const TILE_WIDTH = 256;
export const TILE_LEVELS = 8;

/** A level of tiles, or `positions`: where in the log the leaves of each tile of level 0 are. */
export type TileKind = number | 'positions';

/** Full tiles only. A tile that is read back may be damaged: the reader verifies it. */
export type TileStore = Readonly<{
  /** Null for a tile that is not there. */
  read(kind: TileKind, index: number): Promise<Buffer | null>;
  /** The whole tile or nothing of it. */
  write(kind: TileKind, index: number, tile: Uint8Array): Promise<void>;
  /** How many tiles there are from the first on. */
  count(kind: TileKind): Promise<number>;
  /** Forgets all tiles. */
  clear(): Promise<void>;
}>;
