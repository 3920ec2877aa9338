// Who is mentioned by `@name` in comments: the words after each @, and the people whose names they begin.
import { plain } from '../worklist/searchText.js';

/** Not of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}._-])@([\p{L}\p{M}]+(?: [\p{L}\p{M}]+){0,3})/gu;

/** Up to four words after each @, in lower case without accents. */
export function mentionsIn(comment: string): readonly string[] {
  return [...comment.matchAll(MENTION)].map(([, words = '']) => plain(words));
}

/**
 * The people whose names share the most words with what was said, from the first on: `@ana` is every Ana, `@Ana Lima` one.
 * @param said as of `mentionsIn`
 */
export function mentioned(said: string, names: ReadonlyMap<string, string>): readonly string[] {
  const words = said.split(' ');
  const shared = [...names].map(([personId, name]) => {
    const own = plain(name).split(/\s+/);
    const other = own.findIndex((word, at) => word !== words[at]);
    return { personId, count: other === -1 ? own.length : other };
  });
  const most = Math.max(1, ...shared.map(({ count }) => count));
  return shared.filter(({ count }) => count === most).map(({ personId }) => personId);
}
