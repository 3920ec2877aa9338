import { describe, expect, it } from '#jest';
import { sealOf } from '../../../src/domain/seal.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';

const HASH = 'ab'.repeat(32);
const seal = {
  count: 3,
  root: HASH,
  edge: [HASH, HASH],
  last: { stream: 'books-1', revision: 2 },
  checkpoint: 'note',
};
const recorded = (data: unknown, type = 'LogSealed') => ({ type, data }) as Recorded;

describe('A seal', () => {
  it('is read as it was written', () => {
    expect(sealOf(recorded(seal))).toBe(seal);
  });

  it.each([
    ['no content', null],
    ['no count', { ...seal, count: undefined }],
    ['a count that is no number', { ...seal, count: '3' }],
    ['no root', { ...seal, root: undefined }],
    ['a short root', { ...seal, root: 'ab' }],
    ['no edge', { ...seal, edge: undefined }],
    ['an edge that is no list of hashes', { ...seal, edge: [HASH, 7] }],
    ['no last event', { ...seal, last: undefined }],
    ['a last event without its stream', { ...seal, last: { revision: 2 } }],
    ['a last event without its revision', { ...seal, last: { stream: 'books-1' } }],
    ['no checkpoint', { ...seal, checkpoint: undefined }],
    ['a checkpoint that is no text', { ...seal, checkpoint: 7 }],
  ])('with %s is none', (_case, data) => expect(sealOf(recorded(data))).toBeNull());

  it('is no other event of its stream', () => {
    expect(sealOf(recorded(seal, 'LogCopied'))).toBeNull();
  });
});
