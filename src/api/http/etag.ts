// Weak validators of answers (RFC 9110, 8.8): a client that already has this answer gets a 304 without a body. And
// the bytes of files that are the same for everybody: read and compressed once.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

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

export const CSS = 'text/css; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';

export type Loaded = Readonly<{ bytes: Buffer; gzipped: Buffer; tag: string }>;

export function loaded(bytes: Buffer): Loaded {
  return { bytes, gzipped: gzipSync(bytes), tag: weakTag([bytes]) };
}

/** Made and compressed when it is first asked for. */
export function lazily(make: () => string | Buffer): () => Loaded {
  return once(() => loaded(Buffer.from(make())));
}

export function once<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | null = null;
  return () => (cached ??= { value: make() }).value;
}
