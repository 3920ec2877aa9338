// Links node_modules/.bin/operator to the command line that the build made. npm links the commands of dependencies there,
// never those of the package it installs; `npx operator` finds them either way.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/bin/operator.js', import.meta.url);
const link = fileURLToPath(new URL('../node_modules/.bin/operator', import.meta.url));

try {
  chmodSync(program, 0o755);
  rmSync(link, { force: true });
  symlinkSync('../../dist/bin/operator.js', link);
} catch (error) {
  // Windows without the right to make links, or a read-only installation.
  console.warn(`node_modules/.bin/operator was not linked (${error.code}): use npx operator`);
}
