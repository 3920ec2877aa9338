// Styles and scripts of the console, with a hash in their name, so that browsers keep them until they change. What
// comes from packages is copied by the build. The stylesheet gets the hash of the typeface when it is read.
import { CSS, JAVASCRIPT, loaded, once, type Loaded } from '../../api/http/sharedFiles.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OpenRoute } from '../../api/call.js';
import { programFile } from '../../runtime/program.js';

const WOFF2 = 'font/woff2';

/** Name, media type, and the file. */
const FILES = [
  ['inter.woff2', WOFF2, 'dist/src/vendor/inter.woff2'],
  ['console.css', CSS, 'src/console/assets/console.css'],
  ['htmx.min.js', JAVASCRIPT, 'dist/src/vendor/htmx.min.js'],
  ['console.js', JAVASCRIPT, 'src/console/assets/console.js'],
] as const;
type Name = (typeof FILES)[number][0];

const NAMED = /url\(([\w.]+)\)/g;
const FOLDER = '/console/assets';
const LONG = 'public, max-age=31536000, immutable';
const SOURCE_MAP = /\/(?:\*|\/)[#@] sourceMappingURL=[^\n*]*(?:\*\/)?\s*$/;

/** `pattern`: the path with any hash. */
type Asset = Readonly<{ path: string; pattern: string; type: string; file: Loaded }>;

/** @throws ProgramFileMissing when one of the files is not there */
export function requireAssets(): void {
  for (const [, , file] of FILES) programFile(file);
}

const assets = once((): ReadonlyMap<string, Asset> => {
  const read = new Map<string, Asset>();
  for (const [name, type, file] of FILES) read.set(name, readAsset(name, programFile(file), { type, read }));
  return read;
});

/** The address of a file, with the hash of its content. */
export function assetPath(name: Name): string {
  const asset = assets().get(name);
  if (asset === undefined) throw new Error(`no asset ${name}`);
  return asset.path;
}

/**
 * A page that names another hash is of another version, while processes are replaced one by one: it gets this
 * one's file, which browsers do not keep.
 */
export function assetRoutes(): readonly OpenRoute[] {
  return [...assets().values()].map(({ path, pattern, type, file }) => ({
    method: 'GET',
    path: pattern,
    async handle(context) {
      const isGzipped = context.acceptsEncodings('gzip', 'identity') === 'gzip';
      context.set({ Vary: 'Accept-Encoding', 'Content-Type': type });
      if (context.path === path) context.set({ 'Cache-Control': LONG, ETag: file.tag });
      else context.set('Cache-Control', 'no-store');
      if (isGzipped) context.set('Content-Encoding', 'gzip');
      context.body = isGzipped ? file.gzipped : file.bytes;
    },
  }));
}

/** @param read those that it may name as `url(name)`, which come before it */
function readAsset(
  name: string,
  path: string,
  { type, read }: Readonly<{ type: string; read: ReadonlyMap<string, Asset> }>,
): Asset {
  const stored = readFileSync(path);
  const bytes =
    type === WOFF2 ? stored : Buffer.from(stored.toString().replace(SOURCE_MAP, '').replace(NAMED, urlOf));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const pathWith = (hash: string) => `${FOLDER}/${name.replace(/\.(?=(?:min\.)?(?:css|js|woff2)$)/, `.${hash}.`)}`;
  return { path: pathWith(hash), pattern: pathWith('{hash}'), type, file: loaded(bytes) };

  function urlOf(whole: string, file: string): string {
    return `url(${read.get(file)?.path ?? whole})`;
  }
}
