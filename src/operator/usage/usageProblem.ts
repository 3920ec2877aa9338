// What is wrong with a command line, in Portuguese: what was meant, what there is instead, and where the help is.
// Source: docs/spec/operator.md#help.
import { CommanderError, type Command } from 'commander';
import { styled } from '../output/styled.js';
import { pathOf } from './help.js';
import { nearest } from './nearest.js';

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
  const named = /'([^']*)'/.exec(message)?.[1];
  return [PROBLEMS[code] ?? message, named].filter((part) => part !== undefined).join(' ');
}

/** All of them, where commander names the first. */
function missingOptions(command: Command): string {
  const missing = command.options.filter(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  const flags = missing.map((option) => option.flags).join(', ');
  return missing.length === 1 ? `falta a opção ${flags}` : `faltam as opções ${flags}`;
}

/** Of `option '--limit <n>' argument 'x' is invalid. REASON` and `… value 'x' is invalid for argument 'comando'. REASON`. */
function invalidValue(message: string): string {
  const [, option, ofOption, ofArgument, argument, reason = ''] =
    /(?:option '(.*?)' argument '(.*?)'|value '(.*?)') is invalid(?: for argument '(.*?)')?\. (.*)$/s.exec(
      message,
    ) ?? [];
  return `valor inválido em ${option ?? argument ?? ''} (${ofOption ?? ofArgument ?? ''}): ${reason}`;
}

/** Commander's, for commands and options. */
function suggestion({ message }: CommanderError): string {
  const meant = /\(Did you mean (?:one of )?(.*)\?\)/.exec(message)?.[1];
  return meant === undefined ? '' : ` (você quis dizer ${meant.replaceAll(', ', ' ou ')}?)`;
}

/** Commander finds that a required option is missing before it finds the misspelt one. */
function misspeltOption(
  { code }: CommanderError,
  command: Command,
  argv: readonly string[],
): CommanderError | null {
  if (code !== 'commander.missingMandatoryOptionValue') return null;
  const options = optionsOf(command);
  const given = argv.map((word) => word.split('=')[0] ?? '').find((word) => word.startsWith('--') && !options.includes(word)); // prettier-ignore
  if (given === undefined) return null;
  const meant = nearest(given, options);
  const message = `'${given}'${meant === null ? '' : ` (Did you mean ${meant}?)`}`;
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
