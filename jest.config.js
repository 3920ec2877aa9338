// Tests run on what tsc made (dist), untransformed: worker threads load the same files as in production.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  transform: {},
  testTimeout: 450_000,
  maxWorkers: 2,
};
