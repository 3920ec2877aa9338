// How the command line is used, in Portuguese: what is wrong with what was written, and its help by commander's
// own layout. Commander removes the colours where the output has none. Source: docs/spec/operator.md#help.
import { CommanderError, Help, type Argument, type Command, type HelpConfiguration, type Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { wholeNumber } from '../messages/formats.js';
import { styled } from './output.js';

/** Raised by a command's own check of its options. */
export const OWN_USAGE = 'operator.usage';

const PROBLEMS: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'opção desconhecida',
  'commander.unknownCommand': 'comando desconhecido',
  'commander.missingArgument': 'falta o argumento',
  'commander.optionMissingArgument': 'falta o valor da opção',
  'commander.excessArguments': 'argumentos demais em',
};

/** @param command the one whose words were wrong, in `argv` */
export function usageProblem(raised: CommanderError, command: Command, argv: readonly string[]): string {
  const error = misspeltOption(raised, command, argv) ?? raised;
  const help = `Veja: ${pathOf(command)} --help`;
  return [
    `${styled('red', 'Uso incorreto:')} ${problem(error, command)}${suggestion(error)}`,
    ...valid(error, command),
    help,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Translates commander's message; keeps the quoted name and the sentence of arguments.ts. */
function problem({ code, message }: CommanderError, command: Command): string {
  if (code === OWN_USAGE) return message;
  if (code === 'commander.missingMandatoryOptionValue') return missingOptions(command);
  if (code === 'commander.invalidArgument') return invalidValue(message);
  const optionName = /'([^']*)'/.exec(message)?.[1];
  return [PROBLEMS[code] ?? message, optionName].filter((part) => part !== undefined).join(' ');
}

/** All of them, where commander names the first. */
function missingOptions(command: Command): string {
  const missing = command.options.filter(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  const flags = missing.map((option) => option.flags).join(', ');
  return missing.length === 1 ? `falta a opção ${flags}` : `faltam as opções ${flags}`;
}

/**
 * Words `option '--limit <n>' argument 'x' is invalid. REASON` and
 * `… value 'x' is invalid for argument 'comando'. REASON`.
 */
function invalidValue(message: string): string {
  const [, option, ofOption, ofArgument, argument, reason = ''] =
    /(?:option '(.*?)' argument '(.*?)'|value '(.*?)') is invalid(?: for argument '(.*?)')?\. (.*)$/s.exec(
      message,
    ) ?? [];
  return `valor inválido em ${option ?? argument ?? ''} (${ofOption ?? ofArgument ?? ''}): ${reason}`;
}

/** Commander's, for commands and options. */
function suggestion({ message }: CommanderError): string {
  const suggestion = /\(Did you mean (?:one of )?(.*)\?\)/.exec(message)?.[1];
  return suggestion === undefined ? '' : ` (você quis dizer ${suggestion.replaceAll(', ', ' ou ')}?)`;
}

/** Commander finds that a required option is missing before it finds the misspelt one. */
function misspeltOption(
  { code }: CommanderError,
  command: Command,
  argv: readonly string[],
): CommanderError | null {
  if (code !== 'commander.missingMandatoryOptionValue') return null;
  const options = optionsOf(command);
  const wrongOption = argv
    .map((word) => word.split('=')[0] ?? '')
    .find((word) => word.startsWith('--') && !options.includes(word));
  if (wrongOption === undefined) return null;
  const suggestion = nearest(wrongOption, options);
  const message = `'${wrongOption}'${suggestion === null ? '' : ` (Did you mean ${suggestion}?)`}`;
  return new CommanderError(1, 'commander.unknownOption', message);
}

function valid({ code }: CommanderError, command: Command): readonly string[] {
  if (code === 'commander.unknownOption') return [`Opções: ${optionsOf(command).join(', ')}`];
  if (code !== 'commander.unknownCommand') return [];
  const commands = command.createHelp().visibleCommands(command);
  return [`Comandos: ${commands.map((child) => child.name()).join(', ')}`];
}

function optionsOf(command: Command): readonly string[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return options.flatMap(({ long }) => long ?? []);
}

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

/** Letters inserted, removed or replaced; and the share of letters that must stay. As commander's. */
const DISTANCE_MAX = 3;
const SIMILARITY_MIN = 0.4;

/** Null when none resembles it. */
function nearest(word: string, candidates: readonly string[]): string | null {
  const name = plain(word);
  const similar = candidates
    .map((one) => ({ one, letters: distance(name, plain(one)), length: Math.max(name.length, plain(one).length) }))
    .filter(({ letters, length }) => letters <= DISTANCE_MAX && 1 - letters / length > SIMILARITY_MIN)
    .sort((a, b) => a.letters - b.letters);
  return similar[0]?.one ?? null;
}

/** ` (você quis dizer X?)`, or empty. */
export function suggestionFor(word: string, candidates: readonly string[]): string {
  const suggestion = nearest(word, candidates);
  return suggestion === null ? '' : ` (você quis dizer ${suggestion}?)`;
}

/** Without accents, case and separators. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f_\-. ]/g, '')
    .toLowerCase();
}
