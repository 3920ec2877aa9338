// npm run test:real: the suites that speak to servers of their own kind, against those whose addresses are set. Arguments
// go on to jest. A server may be shared and full: every test uses names of its own and leaves its events behind.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `name` begins the description of the tests that use the real server; other tests of those files run in `npm test`. */
type Suite = Readonly<{ variable: string; files: readonly string[]; name: string }>;

const SUITES: readonly Suite[] = [
  {
    variable: 'EVENTSTORE_URL',
    files: ['contracts/log.eventStoreDb.test.js'],
    name: 'EventLog contract, EventStoreDB',
  },
  {
    variable: 'MONGODB_URL',
    files: [
      'contracts/readStore.mongo.test.js',
      'contracts/deliveryQueue.mongo.test.js',
      'stores/mongo/callLog.test.js',
      'stores/mongo/writtenPositions.test.js',
    ],
    name: '',
  },
  { variable: 'REDIS_URL', files: ['contracts/rateLimit.redis.test.js'], name: '' },
];

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const JEST = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));

const chosen = SUITES.filter(({ variable }) => (process.env[variable] ?? '') !== '');
if (chosen.length === 0) {
  process.stderr.write(`Set at least one of ${SUITES.map(({ variable }) => variable).join(', ')}\n`);
  process.exit(2);
}
let failed = 0;
for (const { files, name } of chosen) {
  const paths = files.map((file) => `${TESTS}${file}`);
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`No such test: ${missing.join(', ')}`);
  const options = [
    '--experimental-vm-modules',
    '--no-warnings',
    JEST,
    '--runInBand',
    '--testNamePattern',
    `^${name}`,
  ];
  const run = spawnSync(process.execPath, [...options, ...process.argv.slice(2), ...paths], { stdio: 'inherit' });
  if (run.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
