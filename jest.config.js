// Tests run on what tsc made (dist), untransformed: worker threads load the same files as in production.
// `suite` is `npm test`. `faults` is `npm run test:faults`: what kills or stops processes, fills disks or makes them fail,
// jumps clocks, waits for real time-outs, drives a browser, runs every block of the guides, or takes minutes.
const FAULTS = ['<rootDir>/dist/test/(faults|torture)/', '\\.faults\\.test\\.js$'];
// `timed` belongs to `faults`, and runs after the others, alone: bars of seconds for seven processes and a cluster on two cores.
const TIMED = ['/faults/frozenLeader\\.test\\.js$'];

const project = {
  testEnvironment: '<rootDir>/scripts/testEnvironment.mjs',
  // Also the compiled sources: what a test depends on is looked up among them (npm run test:watch).
  roots: ['<rootDir>/dist/src', '<rootDir>/dist/test'],
  transform: {},
  coveragePathIgnorePatterns: ['<rootDir>/dist/(test|bench|clients)/', '/node_modules/'],
};

export default {
  projects: [
    {
      ...project,
      displayName: 'suite',
      testRunner: '<rootDir>/scripts/testRunner.mjs',
      testMatch: ['**/*.test.js'],
      testPathIgnorePatterns: FAULTS,
    },
    {
      ...project,
      displayName: 'faults',
      testMatch: ['**/{faults,torture}/**/*.test.js', '**/*.faults.test.js'],
      testPathIgnorePatterns: TIMED,
    },
    { ...project, displayName: 'timed', testRegex: TIMED },
  ],
  testTimeout: 450_000,
  testSequencer: '<rootDir>/scripts/testSequencer.mjs',
  // One more than the cores that the project is tested on: tests wait for processes and disks a fifth of the time.
  maxWorkers: 3,
  // A worker keeps some 15 MB of every file's modules, and on Node 20 the context of each adds to every promise: it is replaced
  // when it holds more.
  workerIdleMemoryLimit: '500MB',
  coverageProvider: 'v8',
  coverageDirectory: 'dist/coverage',
  coverageReporters: ['text', 'json'],
};
