// Scripts and styles of the pages, by path: this repository's, and what the build copied of packages. The pages load nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loaded, once, programFile, vendorFile, type Loaded } from '../http/response/loaded.js';

const ours = (file: string) => (): string =>
  programFile(fileURLToPath(new URL(`./browser/${file}`, import.meta.url)));

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Path below `/api/v1/docs/assets/`, media type, and where the file is. */
const FILES: readonly (readonly [string, string, (name: string) => string])[] = [
  ['swagger-ui.css', CSS, vendorFile],
  ['swagger-ui-bundle.js', JAVASCRIPT, vendorFile],
  ['graphiql.css', CSS, vendorFile],
  ['graphiql.js', JAVASCRIPT, vendorFile],
  ['react.js', JAVASCRIPT, vendorFile],
  ['react-dom.js', JAVASCRIPT, vendorFile],
  ['page-docs.js', JAVASCRIPT, ours('docs.js')],
  ['page-graphiql.js', JAVASCRIPT, ours('graphiql.js')],
];

export type Asset = Readonly<{ name: string; type: string; load(): Loaded }>;

/**
 * Each is read and compressed at the first request, then cached.
 * @throws ProgramFileMissing when one of them is not there
 */
export function pageAssets(): readonly Asset[] {
  return FILES.map(([name, type, pathOf]) => {
    const path = pathOf(name);
    return { name, type, load: once(() => loaded(withoutSourceMap(readFileSync(path)))) };
  });
}

const MAP_COMMENT = /\n?(\/\/[#@] sourceMappingURL=[^\n]*|\/\*# sourceMappingURL=[^*]*\*\/)\s*$/;

/** Removes references to source maps, which are not served. */
function withoutSourceMap(bytes: Buffer): Buffer {
  if (!bytes.subarray(-300).includes('sourceMappingURL=')) return bytes;
  return Buffer.from(bytes.toString().replace(MAP_COMMENT, '\n'));
}
