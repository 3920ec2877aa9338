// The text of an event that is a leaf of the tree. It contains neither position nor the server's time, so seals stay valid in a copy
// of the log in another store.
import { createHash } from 'node:crypto';
import type { Recorded } from '../../domain/kernel/event.js';
import { canonicalJson } from '../../domain/kernel/canonicalJson.js';

/** Of an event as it is stored; a part enters by the SHA-256 of its bytes. */
export function leafText(event: Recorded): string {
  const { stream, revision, id, type, metadata } = event;
  const data = event.data instanceof Uint8Array ? `sha256:${sha256(event.data)}` : event.data;
  return canonicalJson({ stream, revision, id, type, data, metadata });
}

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
