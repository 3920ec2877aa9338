// Copies what pages load of other packages to dist/src/vendor, under the names they are served by. The packages are needed
// for the build alone. Their names are exported for the notices, which tell the licences of what is copied.
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const VENDOR = `${ROOT}dist/src/vendor/`;

/** Package, its file, and the name of the copy. */
const FILES = [
  ['swagger-ui-dist', 'swagger-ui.css', 'swagger-ui.css'],
  ['swagger-ui-dist', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js'],
  ['graphiql', 'graphiql.min.css', 'graphiql.css'],
  ['graphiql', 'graphiql.min.js', 'graphiql.js'],
  ['react', 'umd/react.production.min.js', 'react.js'],
  ['react-dom', 'umd/react-dom.production.min.js', 'react-dom.js'],
  ['htmx.org', 'dist/htmx.min.js', 'htmx.min.js'],
  ['@fontsource-variable/inter', 'files/inter-latin-wght-normal.woff2', 'inter.woff2'],
];
export const COPIED = new Set(FILES.map(([name]) => name));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(VENDOR, { recursive: true });
  for (const [name, file, copy] of FILES) copyFileSync(`${ROOT}node_modules/${name}/${file}`, VENDOR + copy);
}
