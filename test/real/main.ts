// npm run test:real: the suites that speak to servers of their own kind, against those whose addresses are set,
// then the whole service on all of them, unless the first argument is `adapters`. Other arguments go on to jest. A
// server may be shared and full: every test uses names of its own and leaves its events behind.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `name` is in the description of the tests that use the real server; other tests of those files run in
 * `npm test`. Files are chosen by what their names say.
 */
type Suite = Readonly<{ variable: string; files: RegExp; name: string }>;

const SUITES: readonly Suite[] = [
  {
    variable: 'EVENTSTORE_URL',
    files: /^contracts\/log\.eventStoreDb\.test\.js$/,
    name: '^EventLog contract, EventStoreDB',
  },
  { variable: 'MONGODB_URL', files: /^contracts\/\w+\.test\.js$/, name: 'MongoDB' },
  { variable: 'MONGODB_URL', files: /^(contracts\/.*\.mongo|stores\/mongo\/.*)\.test\.js$/, name: '' },
  { variable: 'REDIS_URL', files: /^contracts\/.*\.redis\.test\.js$/, name: '' },
];
const WHOLE_SERVICE = ['real/wholeService.test.js', 'real/console.test.js', 'real/webhooks.test.js'];

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const JEST = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));

const isAdaptersOnly = process.argv[2] === 'adapters';
const jestArguments = process.argv.slice(isAdaptersOnly ? 3 : 2);

const chosen = SUITES.filter(({ variable }) => (process.env[variable] ?? '') !== '');
if (chosen.length === 0) {
  process.stderr.write(`Set at least one of ${SUITES.map(({ variable }) => variable).join(', ')}\n`);
  process.exit(2);
}

const everyFile = readdirSync(TESTS, { recursive: true, encoding: 'utf8' });
let failed = 0;
for (const { files, name } of chosen) {
  const found = everyFile.filter((file) => files.test(file));
  if (found.length === 0) throw new Error(`No test is called like ${String(files)}`);
  run(found, name);
}
if (!isAdaptersOnly) run(WHOLE_SERVICE, '');
process.exit(failed === 0 ? 0 : 1);

function run(files: readonly string[], name: string): void {
  const options = ['--experimental-vm-modules', '--no-warnings', JEST, '--runInBand', '--testNamePattern', name];
  const paths = files.map((file) => join(TESTS, file));
  const { status } = spawnSync(process.execPath, [...options, ...jestArguments, ...paths], {
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
