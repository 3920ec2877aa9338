// The tree from tiles: the same proofs as from all events, whatever happens to the tiles.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTree, TreeDiffers, type LogTree } from '../../../src/commands/seals/logTree.js';
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
} from '../../../src/commands/seals/merkleProofs.js';
import { leafHash, TreeEdge } from '../../../src/commands/seals/merkleTree.js';
import { chainText } from '../../../src/commands/seals/sealChain.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { openTileFiles } from '../../../src/stores/log/tileFiles.js';
import { metadata } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';

/** More than a full tile of level 1, and two levels that are not full. */
const SIZE = 66_000;
const LEAVES = [0, 1, 255, 256, 700, 65_535, 65_536, 65_800, SIZE - 1];

const eventOf = (leaf: number, text = 'x'): Recorded => ({
  stream: 'books-1',
  revision: leaf,
  position: 10 + leaf * 3,
  id: String(leaf),
  type: 'CompetenceClosed',
  metadata,
  data: { text },
});

/** A log of generated events; `read` counts those that were handed out. */
function generatedLog(size: number, textOf: (leaf: number) => string = () => 'x') {
  const counted = { read: 0 };
  const log: Pick<EventLog, 'subscribe'> = {
    async *subscribe(from, _prefixes, signal) {
      let leaf = Math.max(0, Math.floor((from - 10) / 3) + 1);
      while (!signal.aborted) {
        const events: Recorded[] = [];
        for (; leaf < size && events.length < 500; leaf += 1) events.push(eventOf(leaf, textOf(leaf)));
        counted.read += events.length;
        yield { events, position: 10 + leaf * 3, caughtUp: leaf === size };
        await Promise.resolve();
      }
    },
  };
  return { log: log as EventLog, counted };
}

/** The roots of unchanged logs, of every size that is asked for. */
const ROOTS = new Map<number, Buffer>();
function rootOf(size: number): Buffer {
  if (!ROOTS.has(SIZE)) {
    const edge = TreeEdge.empty();
    for (let leaf = 0; leaf < SIZE; leaf += 1) {
      edge.add(leafHash(chainText(eventOf(leaf))));
      ROOTS.set(edge.size, Buffer.from(edge.root(), 'hex'));
    }
  }
  return ROOTS.get(size) as Buffer;
}

function changedRoot(size: number, textOf: (leaf: number) => string): Buffer {
  const edge = TreeEdge.empty();
  for (let leaf = 0; leaf < size; leaf += 1) edge.add(leafHash(chainText(eventOf(leaf, textOf(leaf)))));
  return Buffer.from(edge.root(), 'hex');
}

describe('The tree of a log', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryDir();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const tiles = () => openTileFiles(join(folder, 'tiles'));

  /** Proves some leaves in the tree, each against its own event. */
  async function prove(tree: LogTree, size: number, root: Buffer): Promise<boolean> {
    for (const leaf of LEAVES.filter((at) => at < size)) {
      if ((await tree.leafOf(eventOf(leaf))) !== leaf) return false;
      const path = await tree.pathOf(leaf, size);
      expect(path).toEqual(await inclusionProof(tree.subtree, leaf, size));
      if (!isIncluded(leafHash(chainText(eventOf(leaf))), leaf, size, path, root)) return false;
    }
    return true;
  }

  /** How many events one more proof reads from the log. */
  async function generatedRead(size: number, root: Buffer): Promise<number> {
    const { log, counted } = generatedLog(size);
    await inTree(log, tiles(), { size, root }, async () => null);
    return counted.read;
  }

  it('proves every leaf and every earlier tree, reading from the log only what no tile holds', async () => {
    const root = rootOf(SIZE);
    const first = generatedLog(SIZE);
    expect(await inTree(first.log, tiles(), { size: SIZE, root }, (tree) => prove(tree, SIZE, root))).toBe(true);
    expect(first.counted.read).toBe(SIZE);

    const again = generatedLog(SIZE);
    const older = [1, 255, 256, 65_536, 65_900, SIZE];
    const consistent = await inTree(again.log, tiles(), { size: SIZE, root }, async (tree) => {
      expect(await prove(tree, SIZE, root)).toBe(true);
      expect(await tree.leafOf(eventOf(SIZE))).toBeNull();
      const proofs = [];
      for (const from of older)
        proofs.push(
          isConsistent(
            { size: from, root: rootOf(from) },
            { size: SIZE, root },
            await consistencyProof(tree.subtree, from, SIZE),
          ),
        );
      return proofs;
    });
    expect(consistent).toEqual(older.map(() => true));
    expect(again.counted.read).toBe(SIZE % 256);
  });

  it('proves in an earlier tree while the log goes on', async () => {
    const [size, root] = [700, rootOf(700)];
    for (const ends of [700, 1_000, 3_000])
      expect(
        await inTree(generatedLog(ends).log, tiles(), { size, root }, (tree) => prove(tree, size, root)),
      ).toBe(true);
  });

  const damages: readonly [string, number, (file: (name: string) => string) => Promise<void>][] = [
    ['cut', 900, (file) => writeFile(file('0/001'), Buffer.alloc(100))],
    ['gone', 900, (file) => rm(file('0/001'))],
    ['of another content', 900, async (file) => writeFile(file('0/001'), await readFile(file('0/000')))],
    ['of another content below', SIZE, (file) => writeFile(file('0/001'), Buffer.alloc(8_192))],
    ['of other positions', 900, (file) => writeFile(file('positions/001'), Buffer.alloc(2_048))],
    ['cut where the log goes on', 900, (file) => writeFile(file('positions/002'), Buffer.alloc(3))],
  ];
  it.each(damages)('makes tiles anew when one is %s', async (_how, size, damage) => {
    const root = rootOf(size);
    const proven = (): Promise<boolean> =>
      inTree(generatedLog(size).log, tiles(), { size, root }, async (tree) => {
        const leaf = await tree.leafOf(eventOf(300));
        return leaf === 300 && (await prove(tree, size, root));
      });
    expect(await proven()).toBe(true);
    await damage((name) => join(folder, 'tiles', 'tile', name));
    expect(await proven()).toBe(true);
    expect(await generatedRead(size, root)).toBe(size % 256);
  });

  it('leaves tiles of another history, and refuses a log that does not lead to the root', async () => {
    const changed = (leaf: number): string => (leaf === 3 ? 'y' : 'x');
    const root = rootOf(1_000);
    await inTree(
      generatedLog(1_000, changed).log,
      tiles(),
      { size: 1_000, root: changedRoot(1_000, changed) },
      async () => null,
    );
    expect(
      await inTree(generatedLog(1_000).log, tiles(), { size: 1_000, root }, (tree) => prove(tree, 1_000, root)),
    ).toBe(true);

    const proving = (size: number, log: EventLog) =>
      inTree(log, tiles(), { size, root }, (tree) => tree.leafOf(eventOf(3, 'y')));
    await expect(proving(1_000, generatedLog(1_000, changed).log)).rejects.toThrow(TreeDiffers);
    await expect(proving(1_001, generatedLog(1_000).log)).rejects.toThrow(TreeDiffers);
  });
});
