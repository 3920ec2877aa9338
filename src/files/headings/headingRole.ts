// What a heading says that its column holds: looked up whole, else understood word by word, and only where every
// word is known. The wordings are in headingVocabulary.ts. Source: docs/spec/files.md#headings.
import {
  HEADINGS,
  WORDS,
  headingKey,
  headingWords,
  type HeadingRole,
  type WordMeaning,
} from './headingVocabulary.js';

const ROLE_OF = byWording(HEADINGS);
const MEANING_OF = byWording(WORDS);

const HEADING_LENGTH_MAX = 60;
/** A damaged heading or word with fewer legible letters could be anything. */
const LEGIBLE_IN_HEADING_MIN = 3;
const LEGIBLE_IN_WORD_MIN = 2;
/** Words that a program wrote as one: `SALDOANT`. */
const JOINED_WORDS_MAX = 4;
const JOINED_WORD_LENGTH_MIN = 2;

const DATED_BALANCE = /^(?:saldo|sld|sdo)(?:em|ate|de)?(\d{6}|\d{8})$/;

/** @returns null for a heading of a column that an import does not read */
export function headingRole(heading: string): HeadingRole | null {
  const key = headingKey(heading);
  // A percentage of an amount is not an amount.
  if (key === '' || key.length > HEADING_LENGTH_MAX || heading.includes('%')) return null;
  const role = ROLE_OF.get(key);
  if (role !== undefined) return role;
  return (key.includes('?') ? roleOfDamagedHeading(key) : null) ?? roleOfWords(heading);
}

/**
 * The date in `Saldo em 31/12/2025`, to tell the opening from the closing balance: YYYY-MM-DD or YYYY-MM; null for
 * others.
 */
export function balanceDate(heading: string): string | null {
  const digits = DATED_BALANCE.exec(headingKey(heading))?.[1];
  if (digits === undefined) return null;
  if (digits.length === 6) return `${digits.slice(2)}-${digits.slice(0, 2)}`;
  return /^(19|20)\d{2}(0\d|1[0-2])/.test(digits)
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    : `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
}

/** @returns null where a word is unknown, or the words together name no role: `Saldo anterior orçado` */
function roleOfWords(heading: string): HeadingRole | null {
  const meanings = new Set<WordMeaning>();
  for (const word of headingWords(heading)) {
    const wordMeanings = meaningsOf(word);
    if (wordMeanings === null) return null;
    for (const meaning of wordMeanings) meanings.add(meaning);
  }
  const has: HasMeaning = (...any) => any.some((meaning) => meanings.has(meaning));
  if (has('balance', 'before', 'after', 'debit', 'credit', 'movement', 'side')) return roleOfAmount(has);
  if (has('company')) return null;
  if (has('name')) return 'name';
  if (has('short')) return 'shortCode';
  if (has('classification')) return 'classification';
  if (has('month') || (has('date') && has('base'))) return 'period';
  if (has('date', 'base', 'accumulated')) return null;
  if (has('account', 'code')) return 'code';
  return has('number') ? 'number' : null;
}

type HasMeaning = (...any: readonly WordMeaning[]) => boolean;

function roleOfAmount(has: HasMeaning): HeadingRole | null {
  if (has('name', 'short', 'classification', 'code', 'base')) return null;
  if (has('carried'))
    return has('balance') && !has('before', 'after', 'debit', 'credit', 'side', 'movement') ? 'carried' : null;
  // The day of an opening balance is the one before the period.
  if (has('date') && has('balance')) return has('after') ? 'periodEnd' : null;
  if (has('date')) return has('before') ? 'periodStart' : has('after') ? 'periodEnd' : null;
  if (has('month') && !has('balance', 'debit', 'credit', 'movement')) return null;
  const isClosing = has('after') || (has('accumulated') && has('balance'));
  if (has('before') && isClosing) return null;
  const when = has('before') ? 'opening' : isClosing ? 'closing' : null;
  if (has('side')) return when === null ? (has('balance', 'account') ? 'side' : null) : `${when}Side`;
  if (has('debit') && has('credit')) return when ?? (has('balance', 'movement') ? null : 'side');
  if (!has('debit', 'credit')) {
    if (when !== null) return has('account', 'number') && !has('balance') ? null : when;
    return has('balance') ? 'balance' : has('movement') ? 'movement' : null;
  }
  // Accumulated debits and credits are neither the month's movement nor a balance.
  if (has('accumulated') && !has('balance')) return null;
  const side = has('debit') ? 'Debit' : 'Credit';
  if (when !== null) return `${when}${side}`;
  if (has('balance')) return `closing${side}`;
  return side === 'Debit' ? 'debit' : 'credit';
}

/** Meanings of a word, or of several written as one (`SALDOANT`); null where some part is unknown. */
function meaningsOf(word: string, partsMax = JOINED_WORDS_MAX): readonly WordMeaning[] | null {
  const wholeMeaning = meaningOf(word);
  if (wholeMeaning !== undefined) return [wholeMeaning];
  if (partsMax === 1) return null;
  for (let at = word.length - JOINED_WORD_LENGTH_MIN; at >= JOINED_WORD_LENGTH_MIN; at--) {
    const first = MEANING_OF.get(word.slice(0, at));
    const otherMeanings = first === undefined ? null : meaningsOf(word.slice(at), partsMax - 1);
    if (first !== undefined && otherMeanings !== null) return [first, ...otherMeanings];
  }
  return null;
}

function meaningOf(word: string): WordMeaning | undefined {
  if (!word.includes('?')) return MEANING_OF.get(word);
  return legible(word) < LEGIBLE_IN_WORD_MIN ? undefined : firstMatch(MEANING_OF, word);
}

function roleOfDamagedHeading(key: string): HeadingRole | null {
  return legible(key) < LEGIBLE_IN_HEADING_MIN ? null : (firstMatch(ROLE_OF, key) ?? null);
}

function legible(text: string): number {
  return text.replaceAll('?', '').length;
}

/** Letters that an export turned into `?`: each stands for up to two. */
function firstMatch<Value>(values: ReadonlyMap<string, Value>, damaged: string): Value | undefined {
  const pattern = new RegExp(`^${damaged.replace(/\?+/g, (marks) => `[a-z]{0,${2 * marks.length}}`)}$`);
  for (const [wording, value] of values) if (pattern.test(wording)) return value;
  return undefined;
}

function byWording<Key extends string>(vocabulary: Readonly<Record<Key, string>>): ReadonlyMap<string, Key> {
  const entries = Object.entries(vocabulary) as [Key, string][];
  return new Map(
    entries.flatMap(([key, wordings]) => wordings.split(' ').map((wording): [string, Key] => [wording, key])),
  );
}
