// The text of an event that is a leaf of the tree. It contains neither position nor the server's time, so seals stay
// valid in a copy of the log in another store.
import type { Recorded } from '../kernel/event.js';
import { canonicalJson } from './canonicalJson.js';

/** @param dataSha256 SHA-256 (hexadecimal) of a part's bytes; null for an event whose data is JSON */
export function leafTextOf(event: Recorded, dataSha256: string | null): string {
  const { stream, revision, id, type, metadata } = event;
  const data = dataSha256 === null ? event.data : `sha256:${dataSha256}`;
  return canonicalJson({ stream, revision, id, type, data, metadata });
}
