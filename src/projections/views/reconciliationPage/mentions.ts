// Who is mentioned by `@name` in comments: the words after each @, and the people whose names they begin.
import { plain } from '../worklist/searchText.js';

/** Not of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}._-])@([\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3})/gu;

/** Up to four words after each @, in lower case without accents. */
export function mentionsIn(comment: string): readonly string[] {
  return [...comment.matchAll(MENTION)].map(([, words = '']) => wordsOf(words).join(' '));
}

/**
 * Finds the people whose names share the most words with what was said, from the first on: `@ana` is every Ana, `@Ana Lima` one.
 * What it returns takes what `mentionsIn` tells.
 */
export function mentioned(names: ReadonlyMap<string, string>): (said: string) => readonly string[] {
  const byFirst = new Map<string, { personId: string; own: readonly string[] }[]>();
  for (const [personId, name] of names) {
    const own = wordsOf(name);
    const [first = ''] = own;
    byFirst.set(first, [...(byFirst.get(first) ?? []), { personId, own }]);
  }
  return (said) => {
    const words = said.split(' ');
    const shared = (byFirst.get(words[0] ?? '') ?? []).map(({ personId, own }) => {
      const other = own.findIndex((word, at) => word !== words[at]);
      return { personId, count: other === -1 ? own.length : other };
    });
    const most = Math.max(...shared.map(({ count }) => count));
    return shared.filter(({ count }) => count === most).map(({ personId }) => personId);
  };
}

/** `D'Ávila` is two words, as is `Ana-Maria`. */
function wordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
