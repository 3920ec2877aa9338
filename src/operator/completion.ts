// `completion bash|zsh`: prints what a shell reads to complete commands, options and values.
import { Argument, type Command, type Option } from 'commander';
import { oneOf } from './arguments.js';
import type { Session } from './session.js';
import { addHelpBlock, pathOf } from './usage.js';

const shells = ['bash', 'zsh'] as const;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion } as const;

export function registerCompletion(program: Command, session: Pick<Session, 'print'>): void {
  const completion = program
    .command('completion')
    .description('imprime o que o shell precisa para completar comandos, opções e valores')
    .addArgument(new Argument('<shell>', 'o shell').choices(shells).argParser(oneOf(shells)))
    .action((shell: (typeof shells)[number]) => {
      const script = SCRIPTS[shell](placesOf(program));
      return session.print({ json: script, text: script.trimEnd() });
    });
  addHelpBlock(completion, 'Em ~/.bashrc ou ~/.zshrc:', [
    ["alias operator='node CAMINHO/dist/bin/operator.js'", ''],
    ['source <(operator completion bash)', ''],
    ['source <(operator completion zsh)', 'depois de compinit'],
  ]);
}

/** How a shell offers words and files, and what it is typing after a dash. */
type Shell = Readonly<{ words(offered: readonly Word[]): string; files: string; isDash: string; before: string }>;

/** What follows the loop's head: `case`s for the places, the values of an option, the words of a place. */
function casesOf(places: readonly Place[], { words, files, isDash, before }: Shell): string {
  const offer = ({ values, isFile }: Value): string => (values.length > 0 ? words(values) : isFile ? files : ':');
  // Options only after a dash where an argument is a file or a value.
  const offerAt = ({ commands, options, argument }: Place): string => {
    const candidates = [...commands, ...(argument?.values ?? [])];
    const otherWords = argument?.isFile === true ? files : words(candidates.length > 0 ? candidates : options);
    return `if [[ ${isDash} ]]; then ${words(options)}; else ${otherWords}; fi`;
  };
  return [
    '    case $found in',
    ...places.slice(1).map(({ path }) => `      ${quoted(path)}) at=$found ;;`),
    '    esac',
    '  done',
    `  case "$at ${before}" in`,
    ...places.flatMap(({ path, optionValues }) =>
      [...optionValues].map(([option, value]) => `    ${quoted(`${path} ${option}`)}) ${offer(value)}; return ;;`),
    ),
    '  esac',
    '  case $at in',
    ...places.map((place) => `    ${quoted(place.path)}) ${offerAt(place)} ;;`),
    '  esac',
  ].join('\n');
}

/** A function that finds the command among the words typed and offers what may follow. */
function bashCompletion(places: readonly Place[]): string {
  const cases = casesOf(places, {
    words: (offered) =>
      `COMPREPLY=($(compgen -W ${quoted(offered.map(({ word }) => word).join(' '))} -- "$word"))`,
    files: 'compopt -o default 2> /dev/null', // bash 3 has no compopt, and offers nothing
    isDash: '$word == -*',
    before: '$before',
  });
  return `# operator: completion for bash. Use: source <(operator completion bash)
_operator() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at=operator found i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    found="$at \${COMP_WORDS[i]}"
${cases}
}
complete -F _operator operator
`;
}

/** Completion with the meaning of each word. May be sourced, or saved as _operator in a folder of $fpath. */
function zshCompletion(places: readonly Place[]): string {
  const described = ({ word, meaning }: Word): string => quoted(meaning === '' ? word : `${word}:${meaning}`);
  const cases = casesOf(places, {
    words: (offered) => `offered=(${offered.map(described).join(' ')}); _describe 'operator' offered`,
    files: '_files',
    isDash: '$PREFIX == -*',
    before: '$words[CURRENT-1]',
  });
  return `#compdef operator
# operator: completion for zsh. Use: source <(operator completion zsh), after compinit
_operator() {
  local at=operator found word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    found="$at $word"
${cases}
}
if [[ $funcstack[1] == _operator ]]; then _operator "$@"; else compdef _operator operator; fi
`;
}

type Word = Readonly<{ word: string; meaning: string }>;

/** `values` empty: `isFile`, or any text. */
type Value = Readonly<{ values: readonly Word[]; isFile: boolean }>;

type Place = Readonly<{
  /** `operator keys issue` */
  path: string;
  commands: readonly Word[];
  options: readonly Word[];
  /** Values of options that take one, by the option. */
  optionValues: ReadonlyMap<string, Value>;
  /** Value of the first argument; null: it takes none. */
  argument: Value | null;
}>;

const FILES = /^[<[](arquivo|sa[ií]da|pasta|mapa\.json)[>\]]$/;

function placesOf(command: Command): readonly Place[] {
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

function valueOf(parameter: Option | Argument): Value {
  const values = (parameter.argChoices ?? []).map((word) => ({ word, meaning: '' }));
  const name = 'flags' in parameter ? (parameter.flags.split(' ').at(-1) ?? '') : `<${parameter.name()}>`;
  return { values, isFile: FILES.test(name) };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
