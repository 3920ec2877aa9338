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

// The tree that implementations of Certificate Transparency are tested with: entries, roots by size, and the
// hashes in base64 of which the proofs are made in the "happy path" of transparency-dev/merkle's `testdata`.
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
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaf0 = 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=';
const leaf1 = 'lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=';
const leaf4 = 'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=';
const leaf6 = 'sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=';
const nodes01 = '+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU=';
const nodes23 = 'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=';
const nodes45 = 'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=';
const nodes67 = 'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=';
const nodes0123 = '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=';
const nodes4567 = 'a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=';
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
const edgeOf = (leaves: readonly Hash[]): TreeEdge => {
  const tree = TreeEdge.empty();
  for (const leaf of leaves) tree.add(leaf);
  return tree;
};
const treeOf = (entries: readonly string[]): TreeEdge => edgeOf(entries.map((entry) => leafHash(entry)));
const rootOf = (size: number): Hash => Buffer.from(edgeOf(LEAVES.slice(0, size)).root(), 'hex');
const base64 = (hashes: readonly Hash[]) => hashes.map((hash) => hash.toString('base64'));

/** RFC 9162, section 2.1.1, as it is written there. */
function rootByDefinition(entries: readonly string[]): Buffer {
  if (entries.length === 1) return leafHash(entries[0] ?? '');
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return nodeHash(rootByDefinition(entries.slice(0, split)), rootByDefinition(entries.slice(split)));
}

describe('The tree', () => {
  it('has the roots that Certificate Transparency has, at every size', () => {
    ROOTS.forEach((root, size) => expect(edgeOf(VECTORS.slice(0, size)).root()).toBe(root));
  });

  it('has the root of the definition, at any size', () => {
    const entries = Array.from({ length: 70 }, (_, at) => `event ${at}`);
    for (let size = 1; size <= entries.length; size++) {
      const some = entries.slice(0, size);
      expect(treeOf(some).root()).toBe(rootByDefinition(some).toString('hex'));
    }
  });

  it('goes on from the roots of its complete subtrees alone', () => {
    const entries = Array.from({ length: 40 }, (_, at) => `event ${at}`);
    for (let cut = 0; cut <= entries.length; cut++) {
      const before = treeOf(entries.slice(0, cut));
      const resumed = TreeEdge.resume(cut, before.roots());
      for (const entry of entries.slice(cut)) resumed?.add(leafHash(entry));
      expect(resumed?.size).toBe(40);
      expect(resumed?.root()).toBe(treeOf(entries).root());
    }
  });

  it('does not go on from roots that are not those of its size', () => {
    const roots = treeOf(['a', 'b', 'c']).roots();
    expect(TreeEdge.resume(4, roots)).toBeNull();
    expect(TreeEdge.resume(3, ['', ''])).toBeNull();
    expect(TreeEdge.resume(3, roots.slice(1))).toBeNull();
  });
});

describe('A proof of inclusion', () => {
  it.each<[number, number, string[]]>([
    [0, 8, [leaf1, nodes23, nodes4567]],
    [5, 8, [leaf4, nodes67, nodes0123]],
    [2, 3, [nodes01]],
    [1, 5, [leaf0, nodes23, leaf4]],
  ])(
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
  it.each<[number, number, string[]]>([
    [1, 8, [leaf1, nodes23, nodes4567]],
    [6, 8, [nodes45, nodes67, nodes0123]],
    [2, 5, [nodes23, leaf4]],
    [6, 7, [nodes45, leaf6, nodes0123]],
  ])('from %s to %s is that of the implementations of Certificate Transparency', async (from, to, proof) => {
    expect(base64(consistencyProof(vectors, from, to))).toEqual(proof);
  });

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
    const older = { size: 4, root: rootOf(4) };
    const newer = { size: 3, root: rootOf(3) };
    expect(isConsistent(older, newer, [])).toBe(false);
    expect(isConsistent({ size: 0, root: rootOf(0) }, newer, [])).toBe(false);
    expect(isConsistent(newer, older, [])).toBe(false);
  });
});

type Sized = Readonly<{ size: number; root: Hash }>;
