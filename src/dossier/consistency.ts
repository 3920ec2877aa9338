// Files consistency/<n>.txt: a kept checkpoint, and the proof that one of the two trees continues the other. Source: docs/dossie.md.
import { consistencyProof, isConsistent, type SubtreeHash, type Tree } from '../commands/seals/merkleTree.js';

/** @param note the kept checkpoint's text as it was given */
export function consistencyText(subtree: SubtreeHash, note: string, keptSize: number, size: number): string {
  const [from, to] = [Math.min(keptSize, size), Math.max(keptSize, size)];
  const path = from === to ? [] : consistencyProof(subtree, from, to);
  return `${note}consistency ${from} ${to}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}`;
}

/** Whether one of the trees continues the other. */
export function areConsistent(one: Tree, other: Tree, path: readonly Uint8Array[]): boolean {
  return one.size <= other.size ? isConsistent(one, other, path) : isConsistent(other, one, path);
}

const HEAD = /^consistency \d+ \d+\n/m;

/** Null for a text that is no such file. */
export function proofIn(text: string): Readonly<{ note: string; path: readonly Buffer[] }> | null {
  const found = HEAD.exec(text);
  if (found === null) return null;
  const lines = text
    .slice(found.index + found[0].length)
    .split('\n')
    .slice(0, -1);
  return { note: text.slice(0, found.index), path: lines.map((line) => Buffer.from(line, 'base64')) };
}
