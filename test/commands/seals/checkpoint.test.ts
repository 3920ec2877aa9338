import { describe, expect, it } from '#jest';
import {
  isCheckpointOf,
  isSignedBy,
  noteKey,
  parseCheckpoint,
  parseNote,
  signCheckpoint,
  signNote,
} from '../../../src/commands/seals/checkpoint.js';

const KEY = noteKey(Buffer.alloc(32, 7));
const OTHER = noteKey(Buffer.alloc(32, 8));
const LOG_ID = '7f1c1c4e-0000-4000-8000-000000000000';
const ROOT = 'ab'.repeat(32);

/** The example of C2SP's signed-note, with its key `PeterNeumann+c74f20a3+…`. */
const PETERS = {
  key: Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1),
  name: 'PeterNeumann',
  note:
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n" +
    '\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};

describe('A signed note', () => {
  it('of another implementation is verified', () => {
    const note = parseNote(PETERS.note);
    expect(note && isSignedBy(note, PETERS.name, PETERS.key)).toBe(true);
    const changed = parseNote(PETERS.note.replace('answer', 'Answer'));
    expect(changed && isSignedBy(changed, PETERS.name, PETERS.key)).toBe(false);
  });

  it('is of its own key and name alone, and may have signatures of others', () => {
    const both = signNote('uma linha\n', 'a', KEY) + signNote('uma linha\n', 'b', OTHER).split('\n\n')[1];
    const note = parseNote(both);
    if (note === null) throw new Error('not a note');
    expect(note.text).toBe('uma linha\n');
    expect([isSignedBy(note, 'a', KEY.publicKey), isSignedBy(note, 'b', OTHER.publicKey)]).toEqual([true, true]);
    expect([isSignedBy(note, 'b', KEY.publicKey), isSignedBy(note, 'a', OTHER.publicKey)]).toEqual([false, false]);
    expect(isSignedBy(note, 'a', Buffer.alloc(3))).toBe(false);
  });

  it.each([
    '',
    'texto',
    'texto\n\n',
    'texto\n\n— a AAAA',
    'texto\n\n- a AAAAAAAAAA==\n',
    'texto\n\n— a !\n',
    'texto\n\n— a AAAA\n',
  ])('is not read from %j', (text) => {
    expect(parseNote(text)).toBeNull();
  });

  it('needs a key of 32 bytes', () => {
    expect(() => noteKey(Buffer.alloc(31))).toThrow(RangeError);
  });
});

describe('A checkpoint', () => {
  const text = signCheckpoint({ logId: LOG_ID, key: KEY }, { size: 12, root: ROOT });

  it('names log, size and root, and is signed under the name of its log', () => {
    expect(text.split('\n').slice(0, 4)).toEqual([
      `conciliacao/${LOG_ID}`,
      '12',
      Buffer.from(ROOT, 'hex').toString('base64'),
      '',
    ]);
    const checkpoint = parseCheckpoint(text);
    expect(checkpoint).toMatchObject({ logId: LOG_ID, size: 12, root: Buffer.from(ROOT, 'hex') });
    expect(checkpoint && isCheckpointOf(checkpoint, KEY.publicKey)).toBe(true);
    expect(checkpoint && isCheckpointOf(checkpoint, OTHER.publicKey)).toBe(false);
  });

  it.each([
    ['size', text.replace('\n12\n', '\n13\n')],
    ['log', text.replaceAll(LOG_ID, LOG_ID.replace('7', '8'))],
  ])('with another %s is not that of the key', (_, changed) => {
    const checkpoint = parseCheckpoint(changed);
    expect(checkpoint && isCheckpointOf(checkpoint, KEY.publicKey)).toBe(false);
  });

  it.each([
    ['origin', text.replaceAll('conciliacao/', 'outro/')],
    ['size', text.replace('\n12\n', '\n012\n')],
    ['signature', text.split('—')[0] ?? ''],
  ])('is not read without a right %s', (_, other) => {
    expect(parseCheckpoint(other)).toBeNull();
  });
});
