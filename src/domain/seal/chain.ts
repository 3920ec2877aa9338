// The text of an event that enters the hash chain. Neither position nor the server's time is in it, so that a copy of
// the log to another store keeps its seals.
import type { Recorded } from '../kernel/event.js';
import { canonicalJson } from './canonicalJson.js';

/** The chain's value before the first event: 32 zero bytes, in hexadecimal. */
export const CHAIN_START = '0'.repeat(64);

/** @param dataSha256 of a part's bytes in hexadecimal; null for an event whose data is JSON */
export function sealedText(event: Recorded, dataSha256: string | null): string {
  const { stream, revision, id, type, metadata } = event;
  const data = dataSha256 === null ? event.data : `sha256:${dataSha256}`;
  return canonicalJson({ stream, revision, id, type, data, metadata });
}
