// Every command that a file declares is one of the command line, with or without the other files.
import { expect, it } from '#jest';
import { Command } from 'commander';
import { allCommands, registerCommands } from '../../src/operator/program.js';

const session = { run: async () => undefined, print: async () => undefined };

async function namesWith(word: string | null): Promise<readonly string[]> {
  const program = new Command('operator');
  await registerCommands(program, session, word);
  return namesOf(program);
}

function namesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => namesOf(child, [...path, child.name()]));
}

it('has every command that its files declare', async () => {
  const declared = (await allCommands()).map(({ name }) => name);
  expect((await namesWith(null)).toSorted()).toEqual(declared.toSorted());
});

it('loads for a command the file that has it', async () => {
  for (const { name } of await allCommands()) {
    const names = await namesWith(name.split(' ')[0] ?? null);
    expect(names).toContain(name);
    expect(names.length).toBeLessThan(10);
  }
});
