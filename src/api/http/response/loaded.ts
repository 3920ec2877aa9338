// The bytes of a file or page that is the same for everybody: read and compressed once.
import { gzipSync } from 'node:zlib';
import { weakTag } from './etag.js';

export const CSS = 'text/css; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';

export type Loaded = Readonly<{ bytes: Buffer; gzipped: Buffer; tag: string }>;

export function loaded(bytes: Buffer): Loaded {
  return { bytes, gzipped: gzipSync(bytes), tag: weakTag([bytes]) };
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
