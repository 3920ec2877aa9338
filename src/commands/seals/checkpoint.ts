// Checkpoints of the log (C2SP tlog-checkpoint): origin, size and root of the tree, in a signed note.
// Source: docs/spec/log.md#checkpoints.
import { LOG_READ_MS_MAX, inTime, type Clock } from '../kernel/context.js';
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { EventLog } from '../../domain/kernel/log.js';
import { SEALS, sealOf } from '../../domain/seal.js';
import { lastEvent } from '../kernel/events.js';

/** `root`: 32 bytes. `note`: as it was signed. */
export type Checkpoint = Readonly<{ logId: string; size: number; root: Buffer; note: Note }>;

export type Signer = Readonly<{ logId: string; key: NoteKey }>;

const ORIGIN = 'conciliacao/';
const CHECKPOINT = /^conciliacao\/(\S+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n/;

/** The name under which a log signs. */
export function originOf(logId: string): string {
  return `${ORIGIN}${logId}`;
}

/** @param root in hexadecimal, as seals have it */
export function signCheckpoint({ logId, key }: Signer, { size, root }: { size: number; root: string }): string {
  const origin = originOf(logId);
  return signNote(`${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`, origin, key);
}

/** @returns null when the text is not a checkpoint of a log of this service; the signature is not verified */
export function parseCheckpoint(text: string): Checkpoint | null {
  const note = parseNote(text);
  const [, logId, size, root] = (note && CHECKPOINT.exec(note.text)) ?? [];
  if (note === null || logId === undefined || root === undefined) return null;
  return { logId, size: Number(size), root: Buffer.from(root, 'base64'), note };
}

/** Whether the checkpoint was signed by this key under its own log's name. @param publicKey 32 bytes */
export function isCheckpointOf(checkpoint: Checkpoint, publicKey: Uint8Array): boolean {
  return isSignedBy(checkpoint.note, originOf(checkpoint.logId), publicKey);
}

/** SHA-256 of the raw key, in hexadecimal, by which people compare keys. @param publicKey 32 bytes in base64 */
export function keyFingerprint(publicKey: string): string {
  return createHash('sha256').update(publicKey, 'base64').digest('hex');
}

// Signed notes (C2SP signed-note): a text, a blank line, and a line for each signature with Ed25519.
// Source: docs/spec/log.md#checkpoints.

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

/** A text signed under a name. @param text lines, each ended by a line feed, none of them empty at the end */
export function signNote(text: string, name: string, key: NoteKey): string {
  const signature = Buffer.concat([keyId(name, key.publicKey), key.sign(text)]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}

/** `signatures`: of all keys, also of ones that are not known. */
type Note = Readonly<{ text: string; signatures: readonly NoteSignature[] }>;
type NoteSignature = Readonly<{ name: string; keyId: Buffer; signature: Buffer }>;

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

/** Seals are some seconds apart; the log is asked no more often than this, however many ask. */
const LOOK_EVERY_MS = 1_000;

/**
 * The signed note; null until a seal has one. While the log is unavailable, the last known one, after 2 s at most.
 * @throws DomainError Unavailable, or the log's error, when no read has succeeded yet
 */
export type NewestCheckpoint = () => Promise<string | null>;

/** Reads on from the last seal that it knows. */
export function createNewestCheckpoint(rawLog: EventLog, clock: Clock): NewestCheckpoint {
  let newestSeal: Readonly<{ revision: number; checkpoint: string | null }> | null = null;
  let lastLook: Readonly<{ atMs: number; answer: Promise<string | null> }> | null = null;
  const look = async (): Promise<string | null> => {
    if (newestSeal === null) {
      const sealEvent = await lastEvent(rawLog, SEALS);
      if (sealEvent === null) return null;
      newestSeal = { revision: sealEvent.revision, checkpoint: sealOf(sealEvent)?.checkpoint ?? null };
    }
    for await (const event of rawLog.read(SEALS, newestSeal.revision + 1))
      newestSeal = { revision: event.revision, checkpoint: sealOf(event)?.checkpoint ?? null };
    return newestSeal.checkpoint;
  };
  const lookInTime = async (): Promise<string | null> => {
    try {
      return await inTime(LOG_READ_MS_MAX, look());
    } catch (error) {
      if (newestSeal === null) throw error;
      return newestSeal.checkpoint;
    }
  };
  return () => {
    const nowMs = clock.monotonicMs();
    if (lastLook === null || nowMs - lastLook.atMs >= LOOK_EVERY_MS) {
      const answer = lookInTime();
      lastLook = { atMs: nowMs, answer };
      answer.catch(() => (lastLook = null));
    }
    return lastLook.answer;
  };
}
