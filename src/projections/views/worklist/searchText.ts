// Search by prefixes of codes and words, without case and accents: the text of a row, and the condition.
import type { Where } from '../../../domain/kernel/where.js';

/** Further words of a search are ignored. */
const TERMS_MAX = 8;
/** Longer searches are cut. */
export const SEARCH_LENGTH_MAX = 200;

/** The code and the description's words: as written, without their punctuation, and what stands between it. */
export function searchTextOf(code: string, description: string): string {
  const written = plain(code).replace(/\s+/g, '');
  const words = plain(description).split(/\s+/).map(bare);
  return [
    ...new Set([written, joinLetters(written), ...words, ...words.map(joinLetters), ...words.flatMap(lettersOf)]),
  ]
    .filter((word) => word !== '')
    .join(' ');
}

/** Each word typed is the beginning of the code or of a word of the description. */
export function whereSearched(field: string, text: string): readonly Where[] {
  return searchedWords(text).map((wordPrefix) => ({ [field]: { wordPrefix } }));
}

export function searchedWords(text: string): readonly string[] {
  return plain(text.slice(0, SEARCH_LENGTH_MAX))
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== '')
    .slice(0, TERMS_MAX);
}

/** Lower case without accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Without punctuation around it. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function joinLetters(word: string): string {
  return lettersOf(word).join('');
}

function lettersOf(word: string): readonly string[] {
  return word.match(/[\p{L}\p{N}]+/gu) ?? [];
}
