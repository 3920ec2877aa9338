// Checkpoints of the log (C2SP tlog-checkpoint): origin, size and root of the tree, in a signed note.
// Source: docs/spec/log.md#checkpoints.
import { isSignedBy, parseNote, signNote, type Note, type NoteKey } from './signedNote.js';

/** `root`: 32 bytes. `note`: as it was signed. */
export type Checkpoint = Readonly<{ logId: string; size: number; root: Buffer; note: Note }>;

/** Signs the checkpoints of one log. */
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
