// `npm run test:watch` runs the tests that depend on a changed source (scripts/test.mjs).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#jest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the tests that depend on a source are found by its compiled file', () => {
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'suite', '--listTests'];
  const listed = execFileSync(
    process.execPath,
    [...jest, '--findRelatedTests', 'dist/src/domain/kernel/cnpj.js'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

  expect(listed).toContain('dist/test/domain/kernel/cnpj.test.js');
});
