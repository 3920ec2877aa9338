// Weak validators of answers (RFC 9110, 8.8): a client that already has this answer gets a 304 without a body.
import { hash } from 'node:crypto';

const digest = (data: string | Uint8Array): string => hash('sha1', data, 'base64url');

/** @param parts what the answer depends on; its bytes, or what they follow from */
export function weakTag(parts: readonly (string | Uint8Array)[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return `W/"${digest(only)}"`;
  return `W/"${digest(parts.map((part) => (typeof part === 'string' ? part : digest(part))).join('\n'))}"`;
}

/** Compared weakly. `*` is any answer there is. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const opaque = tag.slice(2);
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}
