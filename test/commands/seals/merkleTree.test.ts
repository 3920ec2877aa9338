import { describe, expect, it } from '#jest';
import { leafHash, nodeHash, TreeEdge } from '../../../src/commands/seals/merkleTree.js';

/** The tree that implementations of Certificate Transparency are tested with: entries, and roots by size. */
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

function treeOf(entries: readonly (string | Uint8Array)[]): TreeEdge {
  const tree = TreeEdge.empty();
  for (const entry of entries) tree.add(leafHash(entry));
  return tree;
}

/** RFC 9162, section 2.1.1, as it is written there. */
function rootByDefinition(entries: readonly string[]): Buffer {
  if (entries.length === 1) return leafHash(entries[0] ?? '');
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return nodeHash(rootByDefinition(entries.slice(0, split)), rootByDefinition(entries.slice(split)));
}

describe('The tree', () => {
  it('has the roots that Certificate Transparency has, at every size', () => {
    const entries = ENTRIES.map((hex) => Buffer.from(hex, 'hex'));
    ROOTS.forEach((root, size) => expect(treeOf(entries.slice(0, size)).root()).toBe(root));
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
