// Files of npm packages and of ours that the pages load, by the address they are served at. Nothing comes from elsewhere.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { weakTag } from '../http/response/etag.js';

const require = createRequire(import.meta.url);
const ours = (name: string): string => fileURLToPath(new URL(`./browser/${name}`, import.meta.url));
/** `exports` of a package may hide its files: they are found beside its package.json. */
const of = (name: string, file: string): string =>
  require.resolve(`${name}/package.json`).replace(/package\.json$/, file);

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Path below `/api/v1/docs/assets/`, type, and where the file is. */
const FILES: readonly (readonly [string, string, () => string])[] = [
  ['swagger-ui.css', CSS, () => of('swagger-ui-dist', 'swagger-ui.css')],
  ['swagger-ui-bundle.js', JAVASCRIPT, () => of('swagger-ui-dist', 'swagger-ui-bundle.js')],
  ['favicon.png', 'image/png', () => of('swagger-ui-dist', 'favicon-32x32.png')],
  ['graphiql.css', CSS, () => of('graphiql', 'graphiql.min.css')],
  ['graphiql.js', JAVASCRIPT, () => of('graphiql', 'graphiql.min.js')],
  ['react.js', JAVASCRIPT, () => of('react', 'umd/react.production.min.js')],
  ['react-dom.js', JAVASCRIPT, () => of('react-dom', 'umd/react-dom.production.min.js')],
  ['page-docs.js', JAVASCRIPT, () => ours('docs.js')],
  ['page-graphiql.js', JAVASCRIPT, () => ours('graphiql.js')],
  ['translate.js', JAVASCRIPT, () => ours('translate.js')],
];

export type Asset = Readonly<{ name: string; type: string; load(): Loaded }>;
export type Loaded = Readonly<{ bytes: Buffer; gzipped: Buffer; tag: string }>;

/** Read and compressed when first asked for, then kept. */
export const assets: readonly Asset[] = FILES.map(([name, type, path]) => ({
  name,
  type,
  load: once(() => loaded(withoutSourceMap(readFileSync(path())))),
}));

export function loaded(bytes: Buffer): Loaded {
  return { bytes, gzipped: gzipSync(bytes), tag: weakTag([bytes]) };
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

const MAP_COMMENT = /\n?(\/\/[#@] sourceMappingURL=[^\n]*|\/\*# sourceMappingURL=[^*]*\*\/)\s*$/;

/** Maps are not served, so nothing should ask for them. */
function withoutSourceMap(bytes: Buffer): Buffer {
  if (!bytes.subarray(-300).includes('sourceMappingURL=')) return bytes;
  return Buffer.from(bytes.toString().replace(MAP_COMMENT, '\n'));
}
