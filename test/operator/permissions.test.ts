// The table of permissions names exactly the commands there are.
import { expect, it } from '@jest/globals';
import { Command } from 'commander';
import { permissions } from '../../src/operator/permissions.js';
import { registerCommands } from '../../src/operator/program.js';
import type { Session } from '../../src/operator/session.js';

const session: Session = {
  run: async () => undefined,
  runOnInput: async () => undefined,
  runOnLog: async () => undefined,
  runOnFolder: async () => undefined,
  progress: () => undefined,
  confirm: async () => undefined,
  print: async () => undefined,
  exitStatus: () => 0,
};

function namesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => namesOf(child, [...path, child.name()]));
}

it('has one row for every command of the command line', async () => {
  const program = new Command('operator');
  await registerCommands(program, session, null);
  expect(Object.keys(permissions).sort()).toEqual(namesOf(program).sort());
});

it('loads for a command the file that has it', async () => {
  for (const name of Object.keys(permissions)) {
    const program = new Command('operator');
    await registerCommands(program, session, name.split(' ')[0] ?? null);
    expect(namesOf(program)).toContain(name);
    expect(namesOf(program).length).toBeLessThan(10);
  }
});
