// Scripts and styles of the pages, from npm packages and this repository, by path. The pages load nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loaded, once, programFile, ProgramFileMissing, type Loaded } from '../http/response/loaded.js';

const require = createRequire(import.meta.url);
const ours = (name: string): string => fileURLToPath(new URL(`./browser/${name}`, import.meta.url));
/** Resolves a file beside the package.json, since `exports` may hide it. */
function of(name: string, file: string): string {
  try {
    return require.resolve(`${name}/package.json`).replace(/package\.json$/, file);
  } catch {
    throw new ProgramFileMissing(`${name}/${file}`);
  }
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Path below `/api/v1/docs/assets/`, media type, and file. */
const FILES: readonly (readonly [string, string, () => string])[] = [
  ['swagger-ui.css', CSS, () => of('swagger-ui-dist', 'swagger-ui.css')],
  ['swagger-ui-bundle.js', JAVASCRIPT, () => of('swagger-ui-dist', 'swagger-ui-bundle.js')],
  ['graphiql.css', CSS, () => of('graphiql', 'graphiql.min.css')],
  ['graphiql.js', JAVASCRIPT, () => of('graphiql', 'graphiql.min.js')],
  ['react.js', JAVASCRIPT, () => of('react', 'umd/react.production.min.js')],
  ['react-dom.js', JAVASCRIPT, () => of('react-dom', 'umd/react-dom.production.min.js')],
  ['page-docs.js', JAVASCRIPT, () => ours('docs.js')],
  ['page-graphiql.js', JAVASCRIPT, () => ours('graphiql.js')],
];

export type Asset = Readonly<{ name: string; type: string; load(): Loaded }>;

/**
 * Each is read and compressed at the first request, then cached.
 * @throws ProgramFileMissing when one of them is not there
 */
export function pageAssets(): readonly Asset[] {
  return FILES.map(([name, type, pathOf]) => {
    const path = programFile(pathOf());
    return { name, type, load: once(() => loaded(withoutSourceMap(readFileSync(path)))) };
  });
}

const MAP_COMMENT = /\n?(\/\/[#@] sourceMappingURL=[^\n]*|\/\*# sourceMappingURL=[^*]*\*\/)\s*$/;

/** Removes references to source maps, which are not served. */
function withoutSourceMap(bytes: Buffer): Buffer {
  if (!bytes.subarray(-300).includes('sourceMappingURL=')) return bytes;
  return Buffer.from(bytes.toString().replace(MAP_COMMENT, '\n'));
}
