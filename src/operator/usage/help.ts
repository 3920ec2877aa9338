// Help in Portuguese by commander's own layout: required options marked, valid values, examples and colours.
// Commander removes the colours where the output has none. Source: docs/spec/operator.md#help.
import { Help, type Argument, type Command, type HelpConfiguration, type Option } from 'commander';
import { wholeNumber } from '../../messages/formats.js';
import { styled } from '../output/styled.js';

/** Longer lists of values have a block of their own (`addHelpBlock`). */
const VALUES_INLINE_MAX = 6;

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Global Options:': 'Opções gerais:',
  'Commands:': 'Comandos:',
};

const defaults = new Help();

export const helpInPortuguese: HelpConfiguration = {
  showGlobalOptions: true,
  commandUsage,
  subcommandTerm,
  visibleGlobalOptions,
  optionDescription,
  argumentDescription: ({ description, argChoices }: Argument) => description + valuesOf(argChoices),
  styleTitle: (title) => styled('bold', TITLES[title] ?? title),
  styleUsage: (usage) => usage,
  styleOptionText: (text) => styled('cyan', text),
  styleSubcommandTerm: (term) => styled('cyan', term),
};

/** `operator release [opções] --company <id> --period <competencia>` */
function commandUsage(command: Command): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => ` ${flags}`);
  const usage = command.usage().replace('[options]', '[opções]').replace('[command]', '[comando]');
  return `${pathOf(command)} ${usage}${required.join('')}`;
}

/** The words that run a command: `operator keys issue`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** `keys issue | list | revoke` of a group, `import <arquivo>` of a command. */
function subcommandTerm(command: Command): string {
  const { commands } = command;
  if (commands.length > 0) return `${command.name()} ${commands.map((child) => child.name()).join(' | ')}`;
  return defaults.subcommandTerm(command).replace(' [options]', '');
}

/** `--version` concerns no single command. */
function visibleGlobalOptions(command: Command): Option[] {
  const { parent } = command;
  if (parent === null) return [];
  return [...visibleGlobalOptions(parent), ...parent.options.filter(({ long }) => long !== '--version')];
}

function optionDescription({ description, mandatory, argChoices, defaultValue }: Option): string {
  const preset = typeof defaultValue === 'number' ? ` (padrão: ${wholeNumber(defaultValue)})` : '';
  return `${description}${valuesOf(argChoices)}${preset}${mandatory ? ' (obrigatória)' : ''}`;
}

function valuesOf(values: readonly string[] | undefined): string {
  if (values === undefined) return '';
  return values.length > VALUES_INLINE_MAX ? ' (valores abaixo)' : `: ${values.join(', ')}`;
}

/** Appends a title and aligned rows to a command's help. */
export function addHelpBlock(command: Command, title: string, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([term]) => term.length));
  const lines = rows.map(([term, text]) =>
    text === '' ? `  ${styled('cyan', term)}` : `  ${styled('cyan', term.padEnd(width))}  ${text}`,
  );
  command.addHelpText('after', ['', styled('bold', title), ...lines].join('\n'));
}
