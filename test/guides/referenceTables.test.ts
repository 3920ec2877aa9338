// The tables of docs/configuracao.md, docs/comandos.md and docs/cadastros.md name every variable, every command and every
// field of a registers' file that there is.
import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { z } from 'zod';
import { environmentVariables } from '../../src/app/config.js';
import * as registers from '../../src/commands/registers/registersFields.js';
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

describe('docs/cadastros.md', () => {
  const sections = new Map(
    guideText('cadastros.md')
      .split(/^## /m)
      .map((section) => [section.split('\n', 1)[0] ?? '', section] as const),
  );

  it.each([
    ['Cliente', registers.clientFields],
    ['Usuário', registers.userFields],
    ['Papel', registers.roleFields],
    ['Empresa', registers.companyFields],
    ['Prazos', registers.deadlineFields],
    ['Responsáveis padrão', registers.ownerFields],
    ['Aprovação automática', registers.autoApprovalFields],
    ['Plano de contas', registers.chartFields],
    ['Conta', registers.accountFields],
  ] as const)('names the fields of %s in their order', (title, { shape }) => {
    const named = [...(sections.get(title) ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(shape));
  });

  it('names every value of an enumeration', () => {
    const sets = [registers.roleFields, registers.companyFields, registers.accountFields];
    const known = sets.flatMap(({ whole }) => {
      const schema = JSON.stringify(z.toJSONSchema(whole, { io: 'input', unrepresentable: 'any' }));
      return [...schema.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(
        ([, values = '[]']) => JSON.parse(values) as string[],
      );
    });
    const named = [...(sections.get('Valores') ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, value]) => value);
    expect(named.sort()).toEqual(known.sort());
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
