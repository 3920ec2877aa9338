// What the shells are told to complete. bash runs its script here; zsh's has the same words.
import { expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { operatorWithoutStores } from '../support/operator.js';

async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await operatorWithoutStores(['completion', 'bash']);
  const program = `${script}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_operator 2> /dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program, 'bash', 'operator', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

it('completes commands, the commands of a group, options and values in bash', async () => {
  expect(await completed('c')).toEqual([
    'close',
    'checklist',
    'companies',
    'charts',
    'calls',
    'checkpoint',
    'copy-events',
    'completion',
  ]);
  expect(await completed('keys', '')).toEqual(['issue', 'list', 'rotate', 'revoke', 'help']);
  expect(await completed('keys', 'issue', '--')).toEqual([
    '--client',
    '--name',
    '--scopes',
    '--expires',
    '--companies',
    '--networks',
    '--help',
    '--json',
    '--as',
  ]);
  expect(await completed('release', '--company', '1', '--p')).toEqual(['--period']);
  expect(await completed('reconciliations', 'do', 'a')).toEqual([
    'assign',
    'ask-documents',
    'ask-adjustment',
    'approve',
    'adjust',
    'attach',
  ]);
  expect(await completed('reconciliations', 'list', '--status', 'IN_')).toEqual([
    'IN_ELABORATION',
    'IN_REVIEW',
    'IN_APPROVAL',
  ]);
  expect(await completed('completion', '')).toEqual(['bash', 'zsh']);
});

it('offers no words for a value that is free text, such as an id', async () => {
  expect(await completed('release', '--company', '')).toEqual(['']);
});

it('prints for zsh the same commands and options, each with its meaning', async () => {
  const { status, stdout } = await operatorWithoutStores(['completion', 'zsh']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^#compdef operator\n/);
  expect(stdout).toContain("'release:libera para conciliação a versão mais nova do balancete'");
  expect(stdout).toContain("'--period:competência (AAAA-MM)'");
  expect(stdout).toContain("'IN_REVIEW'");
});

it('knows no other shell', async () => {
  const { status, stderr } = await operatorWithoutStores(['completion', 'fish']);
  expect(status).toBe(2);
  expect(stderr).toContain('use um destes valores: bash, zsh');
});
