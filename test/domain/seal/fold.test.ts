import { describe, expect, it } from '@jest/globals';
import { sealOf } from '../../../src/domain/seal/fold.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';

const HASH = 'ab'.repeat(32);
const seal = { count: 3, hash: HASH, last: { stream: 'books-1', revision: 2 } };
const recorded = (data: unknown, type = 'LogSealed') => ({ type, data }) as Recorded;

describe('A seal', () => {
  it('is read with its tree and checkpoint, and without them as version 0.1.0 wrote it', () => {
    const withTree = { ...seal, tree: { root: HASH, edge: [HASH, HASH] } };
    for (const data of [seal, withTree, { ...withTree, checkpoint: 'note' }])
      expect(sealOf(recorded(data))).toBe(data);
  });

  it.each([
    ['no content', null],
    ['no count', { ...seal, count: undefined }],
    ['a count that is no number', { ...seal, count: '3' }],
    ['no hash', { ...seal, hash: undefined }],
    ['a short hash', { ...seal, hash: 'ab' }],
    ['no last event', { ...seal, last: undefined }],
    ['a last event without its stream', { ...seal, last: { revision: 2 } }],
    ['a last event without its revision', { ...seal, last: { stream: 'books-1' } }],
    ['a tree without its root', { ...seal, tree: { edge: [HASH] } }],
    ['a tree without its edge', { ...seal, tree: { root: HASH } }],
    ['a checkpoint that is no text', { ...seal, checkpoint: 7 }],
    ['a tree whose edge is no list of hashes', { ...seal, tree: { root: HASH, edge: [HASH, 7] } }],
  ])('with %s is none', (_case, data) => expect(sealOf(recorded(data))).toBeNull());

  it('is no other event of its stream', () => {
    expect(sealOf(recorded(seal, 'LogCopied'))).toBeNull();
  });
});
