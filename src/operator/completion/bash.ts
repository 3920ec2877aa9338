// Completion for bash: a function that finds the command among the words typed and offers what may follow.
import { quoted, type Place, type Value, type Word } from './words.js';

/** bash 3 has no compopt, and offers nothing. */
const FILES = 'compopt -o default 2> /dev/null';

export function bashCompletion(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `      ${quoted(path)}) at=$found ;;`);
  const values = places.flatMap(({ path, optionValues }) =>
    [...optionValues].map(([option, value]) => `    ${quoted(`${path} ${option}`)}) ${offer(value)}; return ;;`),
  );
  const words = places.map((place) => `    ${quoted(place.path)}) ${offerAt(place)} ;;`);
  return `# operator: completion for bash. Use: source <(operator completion bash)
_operator() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at=operator found i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    found="$at \${COMP_WORDS[i]}"
    case $found in
${paths.join('\n')}
    esac
  done
  case "$at $before" in
${values.join('\n')}
  esac
  case $at in
${words.join('\n')}
  esac
}
complete -F _operator operator
`;
}

function offer({ values, isFile }: Value): string {
  if (values.length > 0) return offered(values);
  return isFile ? FILES : ':';
}

/** Options only after a dash where an argument is a file or a value. */
function offerAt({ commands, options, argument }: Place): string {
  const own = [...commands, ...(argument?.values ?? [])];
  const others = argument?.isFile === true ? FILES : offered(own.length > 0 ? own : options);
  return `if [[ $word == -* ]]; then ${offered(options)}; else ${others}; fi`;
}

function offered(words: readonly Word[]): string {
  return `COMPREPLY=($(compgen -W ${quoted(words.map(({ word }) => word).join(' '))} -- "$word"))`;
}
