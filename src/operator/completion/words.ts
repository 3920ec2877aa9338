// What can be completed after each word of the command line, read from commander's tree.
import type { Argument, Command, Option } from 'commander';
import { pathOf } from '../usage/help.js';

/** A completion and what it means. */
export type Word = Readonly<{ word: string; meaning: string }>;

/** `values` empty: `isFile`, or any text. */
export type Value = Readonly<{ values: readonly Word[]; isFile: boolean }>;

export type Place = Readonly<{
  /** `operator keys issue` */
  path: string;
  commands: readonly Word[];
  options: readonly Word[];
  /** Of options that take one, by the option. */
  optionValues: ReadonlyMap<string, Value>;
  /** Of the first argument; null: it takes none. */
  argument: Value | null;
}>;

const FILES = /^[<[](arquivo|sa[ií]da|pasta|mapa\.json)[>\]]$/;

export function placesOf(command: Command): readonly Place[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const [argument] = command.registeredArguments;
  const place: Place = {
    path: pathOf(command),
    commands: help.visibleCommands(command).map((child) => ({ word: child.name(), meaning: child.description() })),
    options: options.flatMap(({ long, description }) =>
      long === null || long === undefined ? [] : [{ word: long, meaning: description }],
    ),
    optionValues: new Map(
      options.filter(({ required }) => required).map((option) => [option.long ?? '', valueOf(option)]),
    ),
    argument: argument === undefined ? null : valueOf(argument),
  };
  return [place, ...command.commands.flatMap(placesOf)];
}

function valueOf(asked: Option | Argument): Value {
  const values = (asked.argChoices ?? []).map((word) => ({ word, meaning: '' }));
  const name = 'flags' in asked ? (asked.flags.split(' ').at(-1) ?? '') : `<${asked.name()}>`;
  return { values, isFile: FILES.test(name) };
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
