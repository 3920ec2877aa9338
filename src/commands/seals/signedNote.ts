// Signed notes (C2SP signed-note): a text, a blank line, and a line for each signature with Ed25519.
// Source: docs/spec/log.md#checkpoints.
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** Raw bytes, as they are written in base64. */
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** The kind of key in its id: Ed25519. */
const ED25519 = 0x01;
/** What stands before the raw key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A key that signs notes. `seed`, the private key, and `publicKey`: 32 bytes each. */
export type NoteKey = Readonly<{ seed: Uint8Array; publicKey: Buffer; sign(text: string): Buffer }>;

/** @param seed the private key, 32 bytes */
export function noteKey(seed: Uint8Array): NoteKey {
  if (seed.length !== SEED_BYTES) throw new RangeError('An Ed25519 key has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES);
  return { seed, publicKey, sign: (text) => sign(null, Buffer.from(text), key) };
}

/**
 * The note of a text signed under a name.
 * @param text lines, each ended by a line feed, none of them empty at the end
 */
export function signNote(text: string, name: string, key: NoteKey): string {
  const signature = Buffer.concat([keyId(name, key.publicKey), key.sign(text)]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}

/** `signatures`: of all keys, also of ones that are not known. */
export type Note = Readonly<{ text: string; signatures: readonly NoteSignature[] }>;
export type NoteSignature = Readonly<{ name: string; keyId: Buffer; signature: Buffer }>;

const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/;

/** @returns null when the text is not a note; signatures are not verified */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? [];
    if (name === undefined || encoded === undefined) return null;
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length <= KEY_ID_BYTES) return null;
    signatures.push({ name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** Whether one of the note's signatures is of this name and key. @param publicKey 32 bytes */
export function isSignedBy(note: Note, name: string, publicKey: Uint8Array): boolean {
  const id = keyId(name, publicKey);
  const key = publicKeyOf(publicKey);
  return note.signatures.some(
    (of) =>
      of.name === name &&
      of.keyId.equals(id) &&
      of.signature.length === SIGNATURE_BYTES &&
      key !== null &&
      verify(null, Buffer.from(note.text), key, of.signature),
  );
}

/** Null for bytes that are not a public key. */
function publicKeyOf(publicKey: Uint8Array): KeyObject | null {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return null;
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
}

/** The first bytes of the SHA-256 of name and key. */
function keyId(name: string, publicKey: Uint8Array): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(publicKey);
  return hash.digest().subarray(0, KEY_ID_BYTES);
}
