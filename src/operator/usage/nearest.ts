// The value that a wrong one stands for. Commander itself suggests commands and options, not values.
import { distance } from 'fastest-levenshtein';

/** Letters inserted, removed or replaced; and the share of letters that must stay. As commander's. */
const DISTANCE_MAX = 3;
const SIMILARITY_MIN = 0.4;

/** Null when none resembles it. */
export function nearest(given: string, known: readonly string[]): string | null {
  const name = plain(given);
  const similar = known
    .map((one) => ({ one, letters: distance(name, plain(one)), length: Math.max(name.length, plain(one).length) }))
    .filter(({ letters, length }) => letters <= DISTANCE_MAX && 1 - letters / length > SIMILARITY_MIN)
    .sort((a, b) => a.letters - b.letters);
  return similar[0]?.one ?? null;
}

/** ` (você quis dizer X?)`, or empty. */
export function suggestionFor(given: string, known: readonly string[]): string {
  const meant = nearest(given, known);
  return meant === null ? '' : ` (você quis dizer ${meant}?)`;
}

/** Without accents, case and separators. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f_\-. ]/g, '')
    .toLowerCase();
}
