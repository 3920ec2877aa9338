// Joins the compiled sources with the packages they load into some 200 files in dist/bin, the programs and threads by their
// names: reading 1,200 small files takes a process a second. What a program loads later stays a file of its own.
import { build } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
/** Programs, and what threads run. */
const ENTRY = /^(main|operator)\.js$|(^|\/)(worker|\w+Thread|\w+Entry)\.js$/;
/** With native code, with files beside their code, or whose own modules we name; koa-body, which would bring all of zod along. */
const LEFT_IN_NODE_MODULES = ['@eventstore/db-client', '@node-rs/argon2', 'koa-body', 'libsql', 'mongodb', 'pino'];
/** Packages of the older kind of modules ask for Node's by `require`. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

rmSync(`${DIST}bin`, { recursive: true, force: true });
const entries = readdirSync(`${DIST}src`, { recursive: true, encoding: 'utf8' }).filter((path) =>
  ENTRY.test(path),
);
const { metafile } = await build({
  entryPoints: entries.map((path) => `${DIST}src/${path}`),
  outdir: `${DIST}bin`,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  mainFields: ['module', 'main'],
  target: 'node20',
  external: LEFT_IN_NODE_MODULES,
  banner: { js: REQUIRE },
  logLevel: 'warning',
  metafile: true,
});

// `import()` of a package of the older kind gives its names below `default` alone here, and as named ones in Node: its importer
// imports it as usual, and is itself what is loaded later.
const older = Object.values(metafile.outputs).filter(
  ({ entryPoint, exports }) => entryPoint?.includes('node_modules/') && exports.join() === 'default',
);
if (older.length > 0) throw new Error(`import() of ${older.map(({ entryPoint }) => entryPoint).join(', ')}`);
