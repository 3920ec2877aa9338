import { describe, expect, it } from '#jest';
import {
  TreeEdge,
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootHash,
  type Hash,
  type SubtreeHash,
} from '../../../src/commands/seals/merkleTree.js';

/** The entries of transparency-dev/merkle's test tree; the vectors are of its `testdata`, "happy path". */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const VECTORS = ENTRIES.map((hex) => leafHash(Buffer.from(hex, 'hex')));
const SIZE_MAX = 40;
const LEAVES = Array.from({ length: SIZE_MAX }, (_, at) => leafHash(`event ${at}`));

const subtreesOf =
  (leaves: readonly Hash[]): SubtreeHash =>
  (level, index) => {
    if (level === 0) return leaves[index] as Hash;
    const [left, right] = [index * 2, index * 2 + 1].map((child) => subtreesOf(leaves)(level - 1, child));
    return nodeHash(left as Hash, right as Hash);
  };
const vectors = subtreesOf(VECTORS);
const subtree = subtreesOf(LEAVES);
const rootOf = (size: number): Hash => {
  const tree = TreeEdge.empty();
  for (const leaf of LEAVES.slice(0, size)) tree.add(leaf);
  return Buffer.from(tree.root(), 'hex');
};
const base64 = (hashes: readonly Hash[]) => hashes.map((hash) => hash.toString('base64'));

describe('A proof of inclusion', () => {
  it.each([
    [
      0,
      8,
      [
        'lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=',
        'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=',
        'a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=',
      ],
    ],
    [
      5,
      8,
      [
        'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=',
        'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=',
        '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
      ],
    ],
    [2, 3, ['+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU=']],
    [
      1,
      5,
      [
        'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=',
        'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=',
        'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=',
      ],
    ],
  ] as const)(
    'of leaf %s in a tree of %s is that of the implementations of Certificate Transparency',
    async (index, size, path) => {
      const proof = inclusionProof(vectors, index, size);
      expect(base64(proof)).toEqual(path);
      expect(isIncluded(VECTORS[index] as Hash, index, size, proof, rootHash(vectors, size))).toBe(true);
    },
  );

  it('holds for every leaf of every tree, and for no other leaf, place, size or root', async () => {
    for (let size = 1; size <= SIZE_MAX; size++) {
      const root = rootOf(size);
      for (let index = 0; index < size; index++) {
        const leaf = LEAVES[index] as Hash;
        const path = inclusionProof(subtree, index, size);
        expect(isIncluded(leaf, index, size, path, root)).toBe(true);
        expect(isIncluded(LEAVES[(index + 1) % SIZE_MAX] as Hash, index, size, path, root)).toBe(false);
        expect(isIncluded(leaf, index + 1, size, path, root)).toBe(false);
        expect(isIncluded(leaf, index, size, [...path, root], root)).toBe(false);
        if (path.length > 0) {
          expect(isIncluded(leaf, index, size, path.slice(1), root)).toBe(false);
          expect(isIncluded(leaf, index, size, path.slice(0, -1), root)).toBe(false);
        }
        expect(isIncluded(leaf, index, size, path, rootOf(size - 1))).toBe(false);
      }
    }
  });

  it('is not made of a leaf that is not there', async () => {
    expect(() => inclusionProof(subtree, 3, 3)).toThrow(RangeError);
    expect(isIncluded(LEAVES[0] as Hash, -1, 1, [], rootOf(1))).toBe(false);
  });
});

describe('A proof of consistency', () => {
  it.each([
    [
      1,
      8,
      [
        'lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=',
        'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=',
        'a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=',
      ],
    ],
    [
      6,
      8,
      [
        'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=',
        'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=',
        '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
      ],
    ],
    [2, 5, ['Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=', 'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=']],
    [
      6,
      7,
      [
        'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=',
        'sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=',
        '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
      ],
    ],
  ] as const)(
    'from %s to %s is that of the implementations of Certificate Transparency',
    async (from, to, proof) => {
      expect(base64(consistencyProof(vectors, from, to))).toEqual(proof);
    },
  );

  it('holds between any two sizes, and for no other sizes or roots', async () => {
    for (let to = 1; to <= SIZE_MAX; to++)
      for (let from = 1; from <= to; from++) {
        const proof = consistencyProof(subtree, from, to);
        const [older, newer] = [from, to].map((size) => ({ size, root: rootOf(size) })) as [Sized, Sized];
        expect(isConsistent(older, newer, proof)).toBe(true);
        expect(isConsistent({ ...older, root: nodeHash(older.root, older.root) }, newer, proof)).toBe(false);
        expect(isConsistent(older, { ...newer, root: nodeHash(newer.root, newer.root) }, proof)).toBe(false);
        expect(isConsistent(older, newer, [...proof, newer.root])).toBe(false);
        if (proof.length > 0) expect(isConsistent(older, newer, proof.slice(0, -1))).toBe(false);
      }
  });

  it('is not made from nothing, nor to a smaller tree', async () => {
    expect(() => consistencyProof(subtree, 0, 3)).toThrow(RangeError);
    expect(() => consistencyProof(subtree, 4, 3)).toThrow(RangeError);
    expect(() => rootHash(subtree, 0)).toThrow(RangeError);
    const [older, newer] = [
      { size: 4, root: rootOf(4) },
      { size: 3, root: rootOf(3) },
    ];
    expect(isConsistent(older, newer, [])).toBe(false);
    expect(isConsistent({ size: 0, root: rootOf(0) }, newer, [])).toBe(false);
    expect(isConsistent(newer, older, [])).toBe(false);
  });
});

type Sized = Readonly<{ size: number; root: Hash }>;
