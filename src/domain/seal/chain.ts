// The text of an event that enters the hash chain. It contains neither position nor the server's time, so seals stay
// valid in a copy of the log in another store.
import type { Recorded } from '../kernel/event.js';
import { canonicalJson } from './canonicalJson.js';

/** The chain's value before the first event: 32 zero bytes in hexadecimal. */
export const CHAIN_START = '0'.repeat(64);

/** @param dataSha256 SHA-256 (hexadecimal) of a part's bytes; null for an event whose data is JSON */
export function sealedText(event: Recorded, dataSha256: string | null): string {
  const { stream, revision, id, type, metadata } = event;
  const data = dataSha256 === null ? event.data : `sha256:${dataSha256}`;
  return canonicalJson({ stream, revision, id, type, data, metadata });
}
