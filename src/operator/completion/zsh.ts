// Completion for zsh, with the meaning of each word. May be sourced, or saved as _operator in a folder of $fpath.
import { quoted, type Place, type Value, type Word } from './words.js';

export function zshCompletion(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `      ${quoted(path)}) at=$found ;;`);
  const values = places.flatMap(({ path, optionValues }) =>
    [...optionValues].map(([option, value]) => `    ${quoted(`${path} ${option}`)}) ${offer(value)}; return ;;`),
  );
  const words = places.map((place) => `    ${quoted(place.path)}) ${offerAt(place)} ;;`);
  return `#compdef operator
# operator: completion for zsh. Use: source <(operator completion zsh), after compinit
_operator() {
  local at=operator found word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    found="$at $word"
    case $found in
${paths.join('\n')}
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case $at in
${words.join('\n')}
  esac
}
if [[ $funcstack[1] == _operator ]]; then _operator "$@"; else compdef _operator operator; fi
`;
}

function offer({ values, isFile }: Value): string {
  if (values.length > 0) return described(values);
  return isFile ? '_files' : ':';
}

/** Options only after a dash where an argument is a file or a value. */
function offerAt({ commands, options, argument }: Place): string {
  const own = [...commands, ...(argument?.values ?? [])];
  const others = argument?.isFile === true ? '_files' : described(own.length > 0 ? own : options);
  return `if [[ $PREFIX == -* ]]; then ${described(options)}; else ${others}; fi`;
}

function described(words: readonly Word[]): string {
  const list = words.map(({ word, meaning }) => quoted(meaning === '' ? word : `${word}:${meaning}`));
  return `offered=(${list.join(' ')}); _describe 'operator' offered`;
}
