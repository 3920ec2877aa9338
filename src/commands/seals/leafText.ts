// The text of an event that is a leaf of the tree.
import { createHash } from 'node:crypto';
import type { Recorded } from '../../domain/kernel/event.js';
import { leafTextOf } from '../../domain/seal/leafText.js';

/** Of an event as it is stored. */
export function leafText(event: Recorded): string {
  return leafTextOf(event, event.data instanceof Uint8Array ? sha256(event.data) : null);
}

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
