// The tree from kept leaves: the same proofs as from all events, whatever happens to the leaves.
import { beforeEach, describe, expect, it } from '#jest';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTree, TreeDiffers, type LogTree } from '../../../src/commands/seals/logTree.js';
import {
  TreeEdge,
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  leafText,
} from '../../../src/commands/seals/merkleTree.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { openLeafFile } from '../../../src/commands/seals/leafStore.js';
import { metadata } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';

const SIZE = 6_600;
const LEAVES = [0, 1, 255, 256, 700, 4_095, 4_096, 6_500, SIZE - 1];

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
  const log: Pick<EventLog, 'subscribe' | 'head'> = {
    head: async () => 10 + size * 3,
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
      edge.add(leafHash(leafText(eventOf(leaf))));
      ROOTS.set(edge.size, Buffer.from(edge.root(), 'hex'));
    }
  }
  return ROOTS.get(size) as Buffer;
}

function changedRoot(size: number, textOf: (leaf: number) => string): Buffer {
  const edge = TreeEdge.empty();
  for (let leaf = 0; leaf < size; leaf += 1) edge.add(leafHash(leafText(eventOf(leaf, textOf(leaf)))));
  return Buffer.from(edge.root(), 'hex');
}

describe('The tree of a log', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryDir();
  });

  const file = () => join(folder, 'leaves');
  const leaves = (logId = 'log-a') => openLeafFile(file(), logId);

  /** Proves some leaves in the tree, each against its own event. */
  function prove(tree: LogTree, size: number, root: Buffer): boolean {
    for (const leaf of LEAVES.filter((at) => at < size)) {
      if (tree.leafOf(eventOf(leaf)) !== leaf) return false;
      const path = inclusionProof(tree.subtree, leaf, size);
      if (!isIncluded(leafHash(leafText(eventOf(leaf))), leaf, size, path, root)) return false;
    }
    return true;
  }

  /** How many events one more proof reads from the log. */
  async function generatedRead(size: number, root: Buffer, store = leaves()): Promise<number> {
    const { log, counted } = generatedLog(size);
    await inTree(log, store, { size, root }, () => null);
    return counted.read;
  }

  it('proves every leaf and every earlier tree, reading from the log only what the file does not have', async () => {
    const earlier = 6_000;
    const root = rootOf(SIZE);
    expect(await generatedRead(earlier, rootOf(earlier))).toBe(earlier);
    const older = [1, 255, 256, 4_096, 6_500, SIZE];
    const { log, counted } = generatedLog(SIZE);
    const consistent = await inTree(log, leaves(), { size: SIZE, root }, (tree) => {
      expect(prove(tree, SIZE, root)).toBe(true);
      expect(tree.leafOf(eventOf(SIZE))).toBeNull();
      return older.map((from) =>
        isConsistent(
          { size: from, root: rootOf(from) },
          { size: SIZE, root },
          consistencyProof(tree.subtree, from, SIZE),
        ),
      );
    });
    expect(consistent).toEqual(older.map(() => true));
    expect(counted.read).toBe(SIZE - earlier);
    expect(await generatedRead(SIZE, root)).toBe(0);
  });

  it('reads the log anew under another id', async () => {
    const size = 700;
    const root = rootOf(700);
    await generatedRead(size, root);
    expect(await generatedRead(size, root, leaves('log-b'))).toBe(size);
    expect(await generatedRead(size, root, leaves('log-b'))).toBe(0);
  });

  it('proves in an earlier tree while the log goes on', async () => {
    const size = 700;
    const root = rootOf(700);
    for (const ends of [700, 1_000, 3_000])
      expect(
        await inTree(generatedLog(ends).log, leaves(), { size, root }, (tree) => prove(tree, size, root)),
      ).toBe(true);
  });

  const head = 'log-a\n'.length;
  const zeroed = async (from: number, to: number) => writeFile(file(), (await readFile(file())).fill(0, from, to));
  const damages: readonly [string, number, () => Promise<void>][] = [
    ['cut', 900 - 500, () => truncate(file(), head + 500 * 40 + 7)],
    ['gone', 900, () => rm(file())],
    ['of another content', 900, () => zeroed(head + 300 * 40, head + 301 * 40)],
    ['of other positions', 900, () => zeroed(head + 300 * 40 + 32, head + 301 * 40)],
  ];
  it.each(damages)('makes the leaves anew when the file is %s', async (_how, read, damage) => {
    const size = 900;
    const root = rootOf(900);
    const counting = generatedLog(size);
    const proven = (): Promise<boolean> =>
      inTree(counting.log, leaves(), { size, root }, (tree) => {
        return tree.leafOf(eventOf(300)) === 300 && prove(tree, size, root);
      });
    expect(await proven()).toBe(true);
    await damage();
    counting.counted.read = 0;
    expect(await proven()).toBe(true);
    expect(counting.counted.read).toBe(read);
    expect(await generatedRead(size, root)).toBe(0);
  });

  it('drops leaves of another history, and refuses a log that does not lead to the root', async () => {
    const changed = (leaf: number): string => (leaf === 3 ? 'y' : 'x');
    const root = rootOf(1_000);
    await inTree(
      generatedLog(1_000, changed).log,
      leaves(),
      { size: 1_000, root: changedRoot(1_000, changed) },
      () => null,
    );
    expect(
      await inTree(generatedLog(1_000).log, leaves(), { size: 1_000, root }, (tree) => prove(tree, 1_000, root)),
    ).toBe(true);

    const proving = (size: number, log: EventLog) =>
      inTree(log, leaves(), { size, root }, (tree) => tree.leafOf(eventOf(3, 'y')));
    await expect(proving(1_000, generatedLog(1_000, changed).log)).rejects.toThrow(TreeDiffers);
    await expect(proving(1_001, generatedLog(1_000).log)).rejects.toThrow(TreeDiffers);
  });
});
