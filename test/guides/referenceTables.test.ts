// The tables of docs/configuracao.md and docs/comandos.md name every variable and every command that there is.
import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { environmentVariables } from '../../src/app/config.js';
import { registerCompletion } from '../../src/operator/completion/completionCommand.js';
import { registerCommands } from '../../src/operator/program.js';
import type { Session } from '../../src/operator/session.js';
import { guideText } from '../support/guideBlocks.js';

/** The first cells of a guide's tables, without headings. */
const firstCells = (guide: string): string[] =>
  guideText(guide)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/)[1] ?? '');

describe('docs/configuracao.md', () => {
  it('has a row for every variable, and for no other', () => {
    const named = firstCells('configuracao.md').flatMap((cell) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual(Object.keys(environmentVariables.shape).sort());
  });
});

const program = new Command('operator');
await registerCommands(program, {} as Session, null);
registerCompletion(program, {} as Session);

describe('docs/comandos.md', () => {
  const commands = leavesOf(program).map((names) => names.join(' '));
  const named = firstCells('comandos.md').flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );

  it('has every command in a row', () => {
    expect(commands.length).toBeGreaterThanOrEqual(30);
    expect(commands.filter((command) => !named.some((text) => isOf(text, command)))).toEqual([]);
  });

  it('begins every row with a command that there is', () => {
    const rows = firstCells('comandos.md').map((cell) => /`([^`]+)`/.exec(cell)?.[1] ?? '');
    expect(rows.filter((text) => !commands.some((command) => isOf(text, command)))).toEqual([]);
  });
});

/** `keys issue` is of `keys issue --client REF`, not `keys` of `keys list`. */
function isOf(text: string, command: string): boolean {
  return text === command || text.startsWith(`${command} `);
}

function leavesOf(command: Command, names: readonly string[] = []): (readonly string[])[] {
  if (command.commands.length === 0) return [names];
  return command.commands.flatMap((one) => leavesOf(one, [...names, one.name()]));
}
