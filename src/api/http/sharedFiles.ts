// Files that are the same for everybody: read and compressed once.
import { gzipSync } from 'node:zlib';
import { weakTag } from './etag.js';

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
